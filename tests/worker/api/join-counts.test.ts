import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  DECLINES_PER_DAY,
  DECLINES_PER_HOUR,
  HOLDS_PER_DAY,
  hours,
  minutes,
} from '#app/kernel/limits.ts'
import { attempts, idempotencyKeys, sessions } from '#db/schema.ts'
import { api, joinPayload, openCarpool } from '#tests/worker/world/api.ts'
import { newStudent, type Student } from '#tests/worker/world/people.ts'
import { db } from '#tests/worker/world/services.ts'
import { devClock } from '#workers/dev/clock.ts'

const join = (id: string, as: Student, key?: string, json: object = joinPayload()) =>
  api('POST', `/carpool/${id}/join`, {
    as,
    json,
    ...(key && { headers: { 'Idempotency-Key': key } }),
  })

const storedUnder = async (key: string) => {
  const [row] = await db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key))
  return row
}
const newKey = () => crypto.randomUUID()

test('the answer to a join is stored under its key, and given again', async () => {
  const car = await openCarpool(await newStudent())
  const [key, ann] = [newKey(), await newStudent()]
  const joined = await join(car.id, ann, key)
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

test.each([['an ended session', { expiresAt: 0 }, 401]])(
  '%s claims no key',
  async (_, change, status) => {
    const car = await openCarpool(await newStudent())
    const [key, ann] = [newKey(), await newStudent()]
    await db.update(sessions).set(change).where(eq(sessions.userId, ann.id))
    expect((await join(car.id, ann, key)).status).toBe(status)
    expect(await storedUnder(key)).toBeUndefined()
  },
)

test('neither a refused form nor another user’s id claims a key', async () => {
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
