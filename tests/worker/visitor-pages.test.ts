import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { createWorker } from '#workers/app.server.ts'
import { type DevEnv, devRuntime } from '#workers/dev/runtime.ts'
import { handlePage } from '#workers/remix.ts'
import { brokenDatabase } from './shell/kit.ts'

/** Pages that look the same to all visitors, served again to the next one (decision 0016). */

const KEPT_MS = 1000
let now: number
let rendered: string[]
let worker: ReturnType<typeof createWorker>

beforeEach(() => {
  const runtime = devRuntime(env as DevEnv)
  now = runtime.clock.now()
  rendered = []
  worker = createWorker(
    () => ({ ...runtime, clock: { ...runtime.clock, now: () => now }, visitorPagesMs: KEPT_MS }),
    (request, context) => {
      rendered.push(new URL(request.url).pathname)
      return handlePage(request, context)
    },
  )
})

async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const execution = createExecutionContext()
  const url = `http://localhost:8787/neighbourhelp${path}`
  const response = await worker.fetch(
    new Request(url, { headers, method }),
    env as DevEnv,
    execution,
  )
  const text = await response.text()
  await waitOnExecutionContext(execution)
  return { status: response.status, headers: response.headers, text }
}

test('the next visitor gets the previous visitor’s page for a second and no longer', async () => {
  const first = await get('/carpool')
  expect(first.text).toContain('<html lang="zh-Hans"')
  now += KEPT_MS - 1
  const second = await get('/carpool')
  expect(second.text).toBe(first.text)
  expect(rendered).toHaveLength(1)
  now += 1
  await get('/carpool')
  expect(rendered).toHaveLength(2)
})

test('a cached page has its own request id, policy and nonce', async () => {
  const [first, second] = [await get('/'), await get('/')]
  expect(rendered).toHaveLength(1)
  const policies = [first, second].map(
    ({ headers }) => headers.get('Content-Security-Policy') ?? '',
  )
  const nonce = policies.map((policy) => /'nonce-([^']+)'/.exec(policy)?.[1] ?? '')
  expect(nonce[0]).toBeTruthy()
  expect(nonce[1]).not.toBe(nonce[0])
  expect(second.headers.get('X-Request-Id')).not.toBe(first.headers.get('X-Request-Id'))
  for (const { text, headers } of [first, second]) {
    expect(text).not.toContain('nonce')
    expect(text).not.toContain(first.headers.get('X-Request-Id'))
    expect(headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(headers.get('Cache-Control')).toBe('private, no-store')
  }
})

test('each address and each language has its own cached page', async () => {
  const zh = await get('/carpool')
  const en = await get('/carpool', { Cookie: 'language=en' })
  const other = await get('/carpool?tripType=DROPOFF')
  expect(rendered).toHaveLength(3)
  expect(en.text).toContain('<html lang="en"')
  expect(other.text).not.toBe(zh.text)
})

test('a visitor with a session, a message or anything else gets a page of their own', async () => {
  await get('/carpool')
  for (const Cookie of [
    'sid=x',
    'language=zh; sid=x',
    'flash=x',
    'language=zh; flash=%7B%7D',
    'asid=x',
    'other=1',
  ])
    await get('/carpool', { Cookie })
  expect(rendered).toHaveLength(7)
  await get('/carpool')
  expect(rendered).toHaveLength(7)
})

test('no other page is cached, nor a reply that is not a page', async () => {
  const paths = [
    '/login',
    '/carpool/create',
    '/trip',
    '/profile',
    '/nowhere',
    '/carpool.data',
    '/share/carpool/x',
  ]
  for (const path of paths) for (const _ of [1, 2]) await get(path)
  expect(rendered).toHaveLength(2 * paths.length)
  for (const _ of [1, 2]) await get('/carpool', {}, 'HEAD')
  expect(rendered).toHaveLength(2 * paths.length + 2)
})

test('a failed page is not cached', async () => {
  const broken = { ...env, ...brokenDatabase } as unknown as DevEnv
  const execution = createExecutionContext()
  const failed = await worker.fetch(
    new Request('http://localhost:8787/neighbourhelp/carpool'),
    broken,
    execution,
  )
  await waitOnExecutionContext(execution)
  const page = await get('/carpool')
  expect(page.text).not.toBe(await failed.text())
  expect(rendered).toHaveLength(2)
})
