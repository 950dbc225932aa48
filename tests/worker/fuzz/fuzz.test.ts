import { exports } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import type { ApiDocument } from '#app/api/document.ts'
import { describedReply } from '#tests/kit/api-schema.ts'
import { advance, ORIGIN } from '#tests/worker/world/services.ts'
import { type Ask, asksOf, emptiedAsks } from './ask.ts'
import { newWorld, ROLES, type Role, type World } from './world.ts'
import { takeWrites, watchWrites } from './writes.ts'

/**
 * Every operation of the document is sent everything the document allows, and much that it does
 * not, in every role. FUZZ_SEED changes the requests, FUZZ_RUNS sets how many per role; a failure
 * prints its seed and path, and FUZZ_PATH with `-t` for the failed test repeats it.
 */
const { seed, runs, path: again } = inject('fuzz')
/** Each role gets different requests; a failure prints its own seed. */
const seedOf = (operation: number, role: Role) =>
  again ? seed : seed * 10_000 + operation * 10 + ROLES.indexOf(role)

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
type Where = (typeof operations)[number] & { role: Role }
type Answer = { status: number; media: string; text: string }

/** Names that only a program and its authors know. */
const INTERNALS = [
  /\bat \S+ \(|\.[cm]?[jt]sx?:\d|\b(?:Type|Range|Syntax|Reference)Error\b|\[object /,
  /D1_ERROR|sqlite|drizzle|\bselect .+ from\b|\binsert into\b/i,
  /node_modules|workerd|\bcloudflare:|(?:#|\.\/)(?:app|db|workers)\/|[ "/](?:home|tmp|usr|var)\//i,
]

const TIME_LIMIT_MS = 20_000 + runs * 500

let world: World
let asked = 0
let accepted = 0
/** Whether work started by an earlier call may still be running. */
let unsettled = true
beforeAll(async () => {
  world = await newWorld()
  await watchWrites()
})
beforeEach(async () => {
  await world.forgetAttempts()
  await takeWrites()
})
describe.each(operations)(`seed ${seed}: $method $path`, (of) => {
  test.each(ROLES)(
    'as %s',
    async (role) => {
      const where = { ...of, role }
      const property = fc.asyncProperty(asksOf(document, of.path, of.operation), (ask) =>
        answersWell(ask, where),
      )
      const first = emptiedAsks(of.path, of.operation).map((ask): [Ask] => [ask])
      await fc.assert(property, {
        examples: first,
        numRuns: first.length + runs,
        seed: seedOf(operations.indexOf(of), role),
        ...(again && { path: again }),
        // A failure is shrunk for no longer than that.
        interruptAfterTimeLimit: TIME_LIMIT_MS,
        markInterruptAsFailure: true,
      })
    },
    TIME_LIMIT_MS * 1.5,
  )
})

test('a good part of the requests were valid', () => {
  expect(accepted).toBeGreaterThan(asked / 10)
})

async function answersWell(ask: Ask, where: Where): Promise<void> {
  const answer = await askLoggedIn(ask, where)
  check(answer, where)
  if (answer.status < 400) {
    accepted++
    unsettled ||= where.method !== 'GET'
    await takeWrites()
    return
  }
  expect(await writtenBy(ask, where), JSON.stringify(answer)).toEqual([])
}

/** What a refused call has written, excluding writes started by an earlier call. */
async function writtenBy(ask: Ask, where: Where): Promise<string[]> {
  const written = await takeWrites()
  if (written.length === 0 || !unsettled) return written
  await advance(0)
  unsettled = false
  await takeWrites()
  const { status } = await send(ask, where)
  return status < 400 ? [] : takeWrites()
}

async function askLoggedIn(ask: Ask, where: Where): Promise<Answer> {
  const answer = await send(ask, where)
  const mayCall =
    where.role === (where.operation.tags.includes('admin') ? 'administrator' : 'student')
  if (!mayCall || codeOf(answer) !== 'loginExpired') return answer
  await world.logIn(where.role)
  await takeWrites()
  return send(ask, where)
}

async function send({ path, headers, body, pick }: Ask, { method, role }: Where): Promise<Answer> {
  asked++
  const token = world.tokens[role]
  const response = await exports.default.fetch(`${ORIGIN}/api${world.inThisWorld(path, pick)}`, {
    method,
    headers: { ...headers, ...(token && { Authorization: `Bearer ${token}` }) },
    ...(body !== undefined && method !== 'GET' && { body: world.inThisWorld(body, pick) }),
  })
  const media = response.headers.get('Content-Type')?.split(';', 1)[0] ?? ''
  return { status: response.status, media, text: await response.text() }
}

const codeOf = ({ media, text }: Answer): string | null =>
  media === 'application/problem+json' ? JSON.parse(text).code : null

const schemas = new Map<string, ReturnType<typeof describedReply>>()
function schemaOf({ method, path }: Where, status: number) {
  const key = `${method} ${path} ${status}`
  if (!schemas.has(key)) schemas.set(key, describedReply(document, method, path, status))
  return schemas.get(key)
}

/**
 * Checks that the document allows this response, and that the response contains no more than that.
 */
function check({ status, media, text }: Answer, where: Where): void {
  const what = `${status} ${media} ${text.slice(0, 2_000)}`
  const described = where.operation.responses[status]
  expect(status, what).toBeLessThan(500)
  expect(described, what).toBeDefined()
  expect(media, what).toBe(Object.keys(described?.content ?? {}).join())
  for (const internal of INTERNALS) expect(text.match(internal)?.[0], what).toBeUndefined()
  if (!media.endsWith('json')) return
  expect(schemaOf(where, status)?.safeParse(JSON.parse(text)).error, what).toBeUndefined()
}
