import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import {
  deleteOwnWish,
  listOwnWishes,
  makeWish,
} from '#app/features/wishes/service/wishes.server.ts'
import { getT } from '#app/i18n/server.ts'
import type { AirportId, UserId } from '#app/kernel/id.ts'
import { hours, minutes } from '#app/kernel/limits.ts'
import { addDays, londonDay, startOfLondonDay } from '#app/kernel/time.ts'
import { readNotices } from '#app/notices/service/notices.server.ts'
import { closeAccount } from '#app/privacy/service/closing.server.ts'
import { groups, seatOpenings, users, wishes, wishNews } from '#db/schema.ts'
import { inDays, openCar } from '#tests/worker/world/cars.ts'
import { newStudent, type Student } from '#tests/worker/world/people.ts'
import { db, must, now, services } from '#tests/worker/world/services.ts'
import { carAt, clockAt, purgeAt, sweepAt, toldOf, wishAt, wishFor } from './kit.ts'

/** What students are told of wishes, and when (docs/rules.md#wishes). */

/** Noon in London on the day after tomorrow, so that nothing depends on the hour of the test. */
const noon = startOfLondonDay(addDays(londonDay(now()), 2)) + hours(12)
const leavesAt = noon + hours(100)

beforeEach(async () => {
  for (const table of [wishes, wishNews, seatOpenings, groups]) await db.delete(table)
})

/** Finds what there is at `at`, and tells it a minute later. */
async function findAndTell(at: number) {
  await sweepAt(at)
  await sweepAt(at + minutes(1))
}

test('a car that opens is told to those whom it suits, and to nobody else', async () => {
  const viewers = await Promise.all(Array.from({ length: 8 }, newStudent))
  const changes = [
    {},
    { people: 3 },
    { fromAt: leavesAt + hours(1), toAt: leavesAt + hours(2) },
    { fromAt: leavesAt + hours(1) + 1, toAt: leavesAt + hours(2) },
    { people: 4 },
    { tripType: 'DROPOFF' },
    { airportId: 'air_man' },
    { toAt: leavesAt - hours(1) },
  ] as const
  for (const [n, change] of changes.entries())
    await wishAt(noon, viewers[n] as Student, leavesAt, change)
  const carpoolId = await carAt(leavesAt, { people: 1, max: 4 })
  await findAndTell(noon)
  const told = await Promise.all(viewers.map(async (one) => (await toldOf(one)).length))
  expect(told).toEqual([1, 1, 1, 0, 0, 0, 0, 1])
  expect(await toldOf(viewers[1] as Student)).toMatchObject([
    { at: noon + minutes(1), params: { carpoolId, people: 3, count: 1 } },
  ])
  // Once: neither the next sweep nor seats that are freed again tell it again.
  await db.insert(seatOpenings).values({ carpoolId, at: noon })
  await findAndTell(noon + minutes(5))
  expect(await toldOf(viewers[0] as Student)).toHaveLength(1)
})

test('seats that are gone when they would be told are not told, until they are free again', async () => {
  const viewer = await newStudent()
  await wishAt(noon, viewer, leavesAt, { people: 2 })
  const carpoolId = await carAt(leavesAt, { people: 2 })
  await sweepAt(noon)
  const seats = (currentPassengers: number) =>
    db.update(groups).set({ currentPassengers }).where(eq(groups.id, carpoolId))
  await seats(3)
  await sweepAt(noon + minutes(1))
  expect(await toldOf(viewer)).toEqual([])
  await seats(2)
  await db.insert(seatOpenings).values({ carpoolId, at: noon })
  await findAndTell(noon + minutes(10))
  expect(await toldOf(viewer)).toHaveLength(1)
})

test('two cars within a minute are one message, which leads to both', async () => {
  const viewer = await newStudent()
  await wishAt(noon, viewer, leavesAt)
  await carAt(leavesAt + hours(1))
  await sweepAt(noon)
  const first = await carAt(leavesAt)
  await findAndTell(noon + 55_000)
  expect(await toldOf(viewer)).toMatchObject([
    { at: noon + 115_000, params: { carpoolId: first, carpoolAt: leavesAt, count: 2 } },
  ])
  const notices = { db, clock: clockAt(noon + minutes(3)) }
  const { items } = await readNotices(notices, viewer, getT('en'), null)
  expect(items).toMatchObject([
    { title: '2 cars that suit you', to: '/wishes', open: 'See the cars', verdict: 'so' },
  ])
})

test('a wish is made only of an airport that is open, by somebody whose account is', async () => {
  const viewer = await newStudent()
  const make = (airportId: string) =>
    makeWish(
      { ...services, clock: clockAt(noon) },
      viewer,
      wishFor(leavesAt, { airportId: airportId as AirportId }),
    )
  expect(await make('air_none')).toMatchObject({ error: { params: { field: 'airportId' } } })
  await db.update(users).set({ closedAt: noon }).where(eq(users.id, viewer.id))
  expect((await make('air_lhr')).ok).toBe(false)
})

test('what fits a wish as it is made is shown at once and not told, without those one is in', async () => {
  const viewer = await newStudent()
  const { carpoolAt } = inDays(11)
  const mine = await openCar({ maxPassengers: 3, ...inDays(11) }, { as: viewer })
  const other = await openCar({ maxPassengers: 3, ...inDays(11) })
  await wishAt(noon, viewer, carpoolAt, { people: 2 })
  const [wish] = await listOwnWishes({ db, clock: clockAt(noon) }, viewer)
  expect(wish?.cars).toEqual([{ id: other.carpoolId, carpoolAt, free: 2 }])
  expect(mine.carpoolId).not.toBe(other.carpoolId)
  await findAndTell(noon)
  expect(await toldOf(viewer)).toEqual([])
})

test('a wish that is over is not told any more, and is deleted with all it was told', async () => {
  const viewer = await newStudent()
  const id = await wishAt(noon, viewer, leavesAt)
  await carAt(leavesAt)
  await findAndTell(noon)
  const [wish] = await listOwnWishes({ db, clock: clockAt(noon) }, viewer)
  const over = wish?.expiresAt ?? 0
  expect(over).toBe(startOfLondonDay(addDays(londonDay(leavesAt), 1)))
  const stored = async () => [
    (await db.select().from(wishes).where(eq(wishes.id, id))).length,
    (await db.select().from(wishNews).where(eq(wishNews.wishId, id))).length,
  ]
  await purgeAt(over - 1)
  expect(await stored()).toEqual([1, 1])
  expect(await listOwnWishes({ db, clock: clockAt(over) }, viewer)).toEqual([])
  await purgeAt(over)
  expect(await stored()).toEqual([0, 0])
})

test('a closed account has no wishes, and nothing that they were told', async () => {
  const viewer = await newStudent()
  await wishAt(noon, viewer, leavesAt)
  await carAt(leavesAt)
  await sweepAt(noon)
  expect(must(await closeAccount(services, viewer.id))).toEqual([])
  for (const table of [wishes, wishNews])
    expect(await db.select().from(table).where(eq(table.userId, viewer.id))).toEqual([])
})

test('one deletes one’s own wishes alone', async () => {
  const [viewer, stranger] = [await newStudent(), await newStudent()]
  const id = await wishAt(noon, viewer, leavesAt)
  expect(await deleteOwnWish({ db }, stranger, id)).toMatchObject({ error: { code: 'notFound' } })
  must(await deleteOwnWish({ db }, viewer, id))
  expect(await deleteOwnWish({ db }, viewer, id)).toMatchObject({ error: { code: 'notFound' } })
})

const meetingsOf = (who: { id: UserId }) => toldOf(who, 'wishesMeet')

test('wishes that reach a group are told of each other, without a name and with the form filled in', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, newStudent))
  const [ann, bob, eve, dan] = people as [Student, Student, Student, Student]
  const at = noon + hours(24 * 9)
  const where = { airportId: 'air_stn' as AirportId }
  await wishAt(noon, ann, at, { ...where, people: 1 })
  await wishAt(noon, bob, at + hours(1), { ...where, people: 1 })
  await sweepAt(noon + minutes(1))
  expect(await meetingsOf(ann)).toEqual([])
  await wishAt(noon, eve, at - hours(1), { ...where, people: 2 })
  await sweepAt(noon + minutes(1))
  const told = await Promise.all([ann, bob, eve].map(meetingsOf))
  const common = { fromAt: at - hours(1), toAt: at + hours(1) }
  const about = { airportId: 'air_stn', count: 4, carpoolAt: common.fromAt, until: common.toAt }
  for (const [n, one] of told.entries())
    expect(one).toMatchObject([{ params: { ...about, people: n === 2 ? 2 : 1 } }])
  const notices = { db, clock: clockAt(noon + minutes(2)) }
  const t = getT('zh')
  const { items } = await readNotices(notices, eve, t, null)
  const clock = '11%3A00'
  expect(items).toHaveLength(1)
  expect(items[0]?.to).toContain('/carpool/create?tripType=PICKUP&airportId=air_stn&date=')
  expect(items[0]?.to).toMatch(new RegExp(`&clock=${clock}&people=2&bigLuggage=1&smallLuggage=1$`))
  expect(items[0]?.title).toMatch(/^4 个人想 .+从.+出发，谁先发起？$/)
  for (const { id } of people) expect(JSON.stringify(items)).not.toContain(id)
  // One more is told of the others, who know already.
  await wishAt(noon, dan, at, where)
  await sweepAt(noon + minutes(1))
  expect(await meetingsOf(dan)).toMatchObject([{ params: { count: 5 } }])
  expect(await meetingsOf(ann)).toHaveLength(1)
})

test('wishes that reach a group at night are told of each other in the morning', async () => {
  const people = await Promise.all(Array.from({ length: 3 }, newStudent))
  const [night, morning] = [noon + hours(11), noon + hours(21)]
  for (const one of people) await wishAt(night, one, noon + hours(24 * 9), { people: 2 })
  const told = async () => (await Promise.all(people.map(meetingsOf))).map(({ length }) => length)
  await sweepAt(night + minutes(1))
  expect(await told()).toEqual([0, 0, 0])
  expect(await sweepAt(morning), 'each once, though each wish meets the others').toBe(3)
  expect(await told()).toEqual([1, 1, 1])
})
