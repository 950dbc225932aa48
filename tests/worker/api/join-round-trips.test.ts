import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  DECLINES_PER_DAY,
  DECLINES_PER_HOUR,
  HOLDS_PER_DAY,
  hours,
  minutes,
} from '#app/domain/limits.ts'
import { attempts, idempotencyKeys, sessions } from '#db/schema.ts'
import { createWorker } from '#workers/app.server.ts'
import { devClock } from '#workers/dev/clock.ts'
import { devRuntime } from '#workers/dev/runtime.ts'
import { handlePage } from '#workers/remix.ts'
import { api, db, joinPayload, newStudent, ORIGIN, openCarpool, type Student } from './world.ts'

/** A worker that records what it asks D1 for; what its objects ask is not recorded. */
function watched() {
  const trips: string[][] = []
  const DB = new Proxy(env.DB, {
    get: (target, name) =>
      name === 'batch'
        ? (all: D1PreparedStatement[]) => {
            trips.push(all.map((one) => (one as unknown as { statement: string }).statement))
            return target.batch(all)
          }
        : Reflect.get(target, name).bind(target),
  })
  const worker = createWorker(() => devRuntime(env), handlePage)
  return {
    trips,
    async join(id: string, as: Student, key?: string, json: object = joinPayload()) {
      const execution = createExecutionContext()
      const request = new Request(`${ORIGIN}/api/carpool/${id}/join?lang=en`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${as.token}`,
          'Content-Type': 'application/json',
          ...(key && { 'Idempotency-Key': key }),
        },
        body: JSON.stringify(json),
      })
      const response = await worker.fetch(request, { ...env, DB } as never, execution)
      const made = trips.splice(0)
      await waitOnExecutionContext(execution)
      trips.splice(0)
      return { status: response.status, body: (await response.json()) as object, made }
    },
  }
}

const storedUnder = async (key: string) => {
  const [row] = await db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key))
  return row
}
const newKey = () => crypto.randomUUID()

test('a join with a key makes one round trip before the group’s own, and none after it', async () => {
  const { join } = watched()
  const car = await openCarpool(await newStudent())
  const [key, ann] = [newKey(), await newStudent()]
  const joined = await join(car.id, ann, key)
  expect(joined.status).toBe(201)
  expect(joined.made).toEqual([
    [
      expect.stringContaining('insert into "idempotency_keys"'),
      expect.stringContaining('insert into "attempts"'),
      expect.stringContaining('from "participants"'),
      expect.stringContaining('from "sessions"'),
    ],
  ])
  // The group stored the answer, exactly as it was given.
  const row = await storedUnder(key)
  expect(row).toMatchObject({ userId: ann.id, status: 201 })
  expect(JSON.parse(row?.body ?? '')).toEqual({
    ok: true,
    value: { status: 201, body: joined.body },
  })
  const again = await join(car.id, ann, key)
  expect([again.status, again.body]).toEqual([201, joined.body])
})

const countOf = ({ id }: Student) =>
  db.$count(attempts, and(eq(attempts.kind, 'hold'), eq(attempts.subject, id)))

test('a hold is counted once, and not for a repeat, a correction or a refusal by the group', async () => {
  const { join } = watched()
  const car = await openCarpool(await newStudent())
  const [key, ann] = [newKey(), await newStudent()]
  await join(car.id, ann, key)
  expect(await countOf(ann)).toBe(1)
  await join(car.id, ann, key)
  await join(car.id, ann, newKey(), { ...joinPayload(), bag: 0 })
  await join(car.id, ann)
  expect(await countOf(ann)).toBe(1)
  await api('DELETE', `/carpool/cancel-temporary-carpool/${car.id}`, { as: ann })
  await join(car.id, ann, key)
  expect(await countOf(ann), 'the first answer again, although the seat is free').toBe(1)
  const late = await newStudent()
  const refused = await join(car.id, late, newKey(), { ...joinPayload(), people: 4 })
  expect(refused.body).toMatchObject({ code: 'carpoolFull' })
  expect(await countOf(late)).toBe(0)
})

const limits = [
  ['hold', HOLDS_PER_DAY],
  ['decline', DECLINES_PER_HOUR],
  ['decline', DECLINES_PER_DAY],
] as const

test.each(limits)('of kind %s, %i refuse a join and one less does not', async (kind, max) => {
  const { join } = watched()
  const car = await openCarpool(await newStudent())
  const ann = await newStudent()
  // Long enough ago that only the limit of its own window counts them.
  const at = devClock.now() - (max === DECLINES_PER_DAY ? hours(2) : minutes(5))
  const once = { kind, subject: ann.id, at }
  await db.insert(attempts).values(Array.from({ length: max }, () => once))
  const refused = await join(car.id, ann, newKey())
  expect([refused.status, refused.body]).toMatchObject([429, { code: 'rateLimited' }])
  await db.run(
    sql`delete from attempts where id = (select max(id) from attempts where subject = ${ann.id})`,
  )
  expect((await join(car.id, ann, newKey())).status).toBe(201)
})

test('a repeat that changes nothing in the group still stores its reply', async () => {
  const { join } = watched()
  const car = await openCarpool(await newStudent())
  const ann = await newStudent()
  const first = await join(car.id, ann)
  const key = newKey()
  const second = await join(car.id, ann, key)
  expect(second.body).toEqual(first.body)
  expect(await storedUnder(key)).toMatchObject({ status: 201 })
})

test('a reply that the group could not store is stored by the call', async () => {
  const { join } = watched()
  const car = await openCarpool(await newStudent())
  const [key, ann] = [newKey(), await newStudent()]
  await env.DB.exec('ALTER TABLE carpools RENAME TO carpools_away')
  const joined = await join(car.id, ann, key)
  await env.DB.exec('ALTER TABLE carpools_away RENAME TO carpools')
  expect(joined.status).toBe(201)
  expect(await storedUnder(key)).toMatchObject({ status: 201 })
  expect((await join(car.id, ann, key)).body).toEqual(joined.body)
})

test.each([['an ended session', { expiresAt: 0 }, 401]])(
  '%s claims no key',
  async (_, change, status) => {
    const { join } = watched()
    const car = await openCarpool(await newStudent())
    const [key, ann] = [newKey(), await newStudent()]
    await db.update(sessions).set(change).where(eq(sessions.userId, ann.id))
    expect((await join(car.id, ann, key)).status).toBe(status)
    expect(await storedUnder(key)).toBeUndefined()
  },
)

test('neither a refused form nor another user’s id claims a key', async () => {
  const { join } = watched()
  const car = await openCarpool(await newStudent())
  const ann = await newStudent()
  for (const [change, status] of [
    [{ people: 0 }, 422],
    [{ userId: 'usr_other' }, 403],
  ] as const) {
    const key = newKey()
    expect((await join(car.id, ann, key, { ...joinPayload(), ...change })).status).toBe(status)
    expect(await storedUnder(key)).toBeUndefined()
  }
})
