import { exports } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { callKey } from '#app/api/call-text.ts'
import type { Call } from '#app/api/define.server.ts'
import type { ApiDocument, Operation } from '#app/api/document.ts'
import { errorsOf } from '#app/api/errors-of.server.ts'
import { calls } from '#app/api/table.server.ts'
import { ADMIN_SCOPES, type AdminScope } from '#app/kernel/admin.ts'
import { newAdmin } from '#tests/worker/admin/kit.ts'
import { api } from '#tests/worker/world/api.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import { ORIGIN } from '#tests/worker/world/services.ts'
import { type Ask, type Caller, pendingMember, type Scenes } from './scene.ts'
import { adminScenes } from './scenes-admin.ts'
import { boardScenes } from './scenes-board.ts'
import { carpoolScenes } from './scenes-carpool.ts'
import { dispatchScenes } from './scenes-dispatch.ts'
import { orderScenes } from './scenes-order.ts'
import { publicScenes } from './scenes-public.ts'
import { tripScenes } from './scenes-trip.ts'
import { userScenes } from './scenes-user.ts'

const scenes: Scenes = {
  ...userScenes,
  ...carpoolScenes,
  ...orderScenes,
  ...tripScenes,
  ...publicScenes,
  ...adminScenes,
  ...dispatchScenes,
  ...boardScenes,
}
const document = (await (
  await exports.default.fetch(`${ORIGIN}/api/openapi.json`)
).json()) as ApiDocument
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path,
    method: method.toUpperCase(),
    operation,
  })),
)
const callOf = ({ operationId }: Operation): Call =>
  calls.find((call) => callKey(call) === operationId) as Call

test('every operation of the document is called here, and nothing else', () => {
  expect(Object.keys(scenes).sort()).toEqual(
    operations.map(({ operation }) => operation.operationId).sort(),
  )
})

/** Sends a scene's request as a caller; `api` checks the response against the document's schema. */
async function send(method: string, path: string, ask: Ask, as: Caller, change: Partial<Ask> = {}) {
  const { params = {}, query, json, raw, headers } = { ...ask, ...change }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
  const address = query ? `${filled}?${query}` : filled
  // Bodies that are not JSON are sent unchanged.
  const [media] = Object.keys(
    document.paths[path]?.[method.toLowerCase()]?.responses[200]?.content ?? {},
  )
  if (method === 'GET' && media !== 'application/json') return plain(address, as)
  return api(method, address, {
    ...(as && { as }),
    ...(json !== undefined && { json }),
    ...(raw !== undefined && { raw }),
    ...(headers && { headers }),
  })
}

async function plain(address: string, as: Caller) {
  const headers = as ? { Authorization: `Bearer ${as.token}` } : undefined
  const response = await exports.default.fetch(`${ORIGIN}/api${address}`, { headers })
  const text = await response.text()
  return { status: response.status, body: response.ok ? {} : JSON.parse(text) }
}

const status = async (answer: ReturnType<typeof send>) => (await answer).status

/** The scope of each part of the administrators' API; the calls about their own login need none. */
const SCOPES: [RegExp, AdminScope | undefined][] = [
  [/^\/admin\/account\/(confirm|logout)$/, undefined],
  [/^\/admin\/account\b/, 'members'],
  [/^\/admin\/((carpools|trips)\/:id\/assignment|vehicles|drivers|day)\b/, 'dispatch'],
  [/^\/admin\/(carpools|trips)\b/, 'groups'],
  [/^\/admin\/orders\b/, 'orders'],
  [
    /^\/admin\/(airport|price|special-period|postage-price-matrix|service-descriptions)\b/,
    'catalog',
  ],
  [/^\/admin\/(stuck-payments|audit-log)\b/, 'records'],
]

test('every administrator’s call requires the scope of its area', () => {
  const ofAdmins = calls.filter(({ auth }) => auth === 'admin')
  expect(ofAdmins.length).toBeGreaterThan(40)
  for (const { method, path, scope } of ofAdmins) {
    const part = SCOPES.find(([at]) => at.test(path))
    expect(part, `${path} is of no part`).toBeDefined()
    expect(scope, `${method} ${path}`).toEqual(part?.[1])
  }
})

describe.each(operations)('$method $path', ({ path, method, operation }) => {
  const call = callOf(operation)
  const of = scenes[operation.operationId]

  test('works for its callers, and for nobody else', async () => {
    if (!of) throw new Error('no scene')
    const ask = await of()
    const { other = ask.status, pending = other } = ask
    const ofAdmin = call.auth === 'admin'
    const needsLogin = ofAdmin || call.auth === 'user'
    const asOwner = async () =>
      expect(await status(send(method, path, ask, ask.as))).toBe(ask.status)
    if (ask.ownerFirst) await asOwner()

    const told: Record<string, number> = {}
    const asks = async (who: string, as: Caller) => {
      told[who] = await status(send(method, path, ask, as))
    }
    if (needsLogin) await asks('visitor', null)
    if (call.auth !== 'none') await asks('unknown token', { token: 'x'.repeat(43) })
    if (call.auth !== 'none' && !ofAdmin) await asks('admin', await newAdmin())
    await asks('student', await newStudent())
    await asks('pending member', await pendingMember())
    if (call.scope)
      await asks(
        'admin without scope',
        await newAdmin(ADMIN_SCOPES.filter((scope) => scope !== call.scope)),
      )
    expect(told).toEqual({
      ...(needsLogin && { visitor: 401 }),
      ...(call.auth !== 'none' && { 'unknown token': 401 }),
      ...(call.auth !== 'none' && !ofAdmin && { admin: 401 }),
      student: ofAdmin ? 403 : other,
      'pending member': ofAdmin ? 403 : pending,
      ...(call.scope && { 'admin without scope': 403 }),
    })
    if (!ask.ownerFirst) await asOwner()
  })

  test('refuses invalid input, and accepts valid input after it', async () => {
    if (!of) throw new Error('no scene')
    const ask = await of()
    const as = ask.as
    const refused = async (change: Partial<Ask>, allowed: number[], what: string) => {
      const { status, body } = await send(method, path, ask, as, change)
      expect(allowed, `${what}: ${status} ${JSON.stringify(body)}`).toContain(status)
      if (status >= 400) expect(errorsOf(call), what).toContain(body.code)
      return body
    }
    for (const name of Object.keys(ask.anyId ? {} : (ask.params ?? {})))
      await refused(
        { params: { ...ask.params, [name]: 'nothing-like-it' } },
        [ask.wrongId ?? 404],
        `path ${name}`,
      )
    if (operation.requestBody && !call.raw) await badBodies(ask, refused)
    const other = await exports.default.fetch(`${ORIGIN}/api${path}`, { method: 'PATCH' })
    expect([other.status, other.headers.get('Allow')]).toEqual([
      405,
      expect.stringContaining(method),
    ])
    expect(await status(send(method, path, ask, as))).toBe(ask.status)
  })
})

type Refused = (
  change: Partial<Ask>,
  allowed: number[],
  what: string,
) => Promise<{ errors?: object }>

/** Not JSON, another type, no fields, and each field with a type it never has. */
async function badBodies(ask: Ask, refused: Refused): Promise<void> {
  const headers = { ...ask.headers, 'Content-Type': 'application/json' }
  const none = { json: undefined }
  await refused({ ...none, raw: '{', headers }, [400], 'broken JSON')
  await refused({ ...none, raw: '[]', headers }, [400, 422], 'a list')
  await refused(
    { ...none, raw: 'x', headers: { ...ask.headers, 'Content-Type': 'text/plain' } },
    [415],
    'text',
  )
  for (const name of Object.keys(ask.json as object)) {
    const wrong = { ...(ask.json as object), [name]: name === 'user' ? 7 : { not: 'this' } }
    const { errors } = await refused(
      { json: wrong },
      [422, ...(name === 'userId' ? [403] : [])],
      name,
    )
    if (name !== 'userId') expect(Object.keys(errors ?? {}).join(), name).toContain(name)
  }
}
