import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { UserId } from '#app/domain/id.ts'
import { hours, minutes } from '#app/domain/limits.ts'
import { createServices } from '#app/services/context.server.ts'
import { carpools as carpoolTable, participants, tripPlaces, trips as tripTable } from '#db/schema.ts'
import { devRuntime } from '#workers/dev/runtime.ts'
import {
  advance,
  carOf,
  carpools,
  db,
  draft,
  holdSeat,
  must,
  noticesOf,
  now,
  openCar,
  pay,
  student,
} from './carpool/kit.ts'

/** The reminder of a balance, 24 hours before the departure or the start. */

const { balanceReminders } = createServices(env, devRuntime(env), { info() {}, warn() {}, error() {} })
const remindersOf = async (viewer: { id: UserId }) =>
  (await noticesOf(viewer)).filter((code) => code === 'balanceDue')

/** A place in a carpool that leaves in `leavesIn`, as the read model has it. */
async function place(leavesIn: number, change: Partial<typeof participants.$inferInsert> = {}, car = {}) {
  const id = crypto.randomUUID()
  const userId: UserId = `usr_${id}`
  const carpoolAt = now() + leavesIn
  await db.insert(carpoolTable).values({
    id: `car_${id}`,
    version: 1,
    tripType: 'PICKUP',
    status: 'SUCCESS_PENDING_PAYMENT',
    airportId: 'air_lhr',
    airportNameZh: '希思罗机场',
    airportNameEn: 'Heathrow',
    terminals: ['T2'],
    currentPassengers: 2,
    maxPassengers: 2,
    prices: [9000, 4500, 3000, 2500, 2000],
    carpoolAt,
    carpoolDay: '2026-12-06',
    cutoffAt: carpoolAt - hours(24),
    flightTimes: [],
    flightNumbers: [],
    listed: true,
    createdAt: now() - hours(48),
    ...car,
  })
  await db.insert(participants).values({
    id: `par_${id}`,
    carpoolId: `car_${id}`,
    userId,
    version: 1,
    seat: 'taken',
    people: 1,
    terminal: 'T2',
    flightTime: carpoolAt - hours(2),
    nLocation: '1 Castle Boulevard',
    bigLuggage: 1,
    smallLuggage: 1,
    bag: 1,
    depositStatus: 'captured',
    paymentStatus: 'DEPOSIT',
    originalRemaining: 2500,
    createdAt: now() - hours(48),
    ...change,
  })
  return { id: userId }
}

/** A place on a trip that starts in `startsIn`, as the read model has it. */
async function tripPlace(startsIn: number, change: Partial<typeof tripPlaces.$inferInsert> = {}) {
  const id = crypto.randomUUID()
  const userId: UserId = `usr_${id}`
  const tripStartAt = now() + startsIn
  await db.insert(tripTable).values({
    id: `trp_${id}` as never,
    version: 1,
    status: 'SUCCESS',
    tripName: '湖区两日游',
    nameText: '湖区两日游',
    currentPassengers: 2,
    confirmedPassengers: 2,
    minPassengers: 2,
    maxPassengers: 4,
    cutoffAt: tripStartAt - hours(72),
    tripStartAt,
    tripEndAt: tripStartAt + hours(10),
    cutoffDay: '2026-12-03',
    startDay: '2026-12-06',
    endDay: '2026-12-06',
    balancePrice: 3000,
    flightTimes: [],
    listed: true,
    nextDueAt: tripStartAt + hours(10),
    createdAt: now() - hours(96),
  })
  await db.insert(tripPlaces).values({
    id: `par_${id}`,
    tripId: `trp_${id}` as never,
    userId,
    version: 1,
    seat: 'taken',
    people: 1,
    bigLuggage: 1,
    smallLuggage: 1,
    bag: 1,
    depositStatus: 'captured',
    paymentStatus: 'DEPOSIT',
    remaining: 3000,
    createdAt: now() - hours(96),
    ...change,
  })
  return { id: userId }
}

test('who has not paid is reminded a day before the departure, once', async () => {
  const early = await place(hours(24) + minutes(5))
  const due = await place(hours(24) - 1000)
  for (let i = 0; i < 3; i++) await balanceReminders.sweep()
  expect(await remindersOf(due)).toHaveLength(1)
  expect(await remindersOf(early)).toEqual([])
})
test('so is whoever has a private car, and whoever goes on a trip', async () => {
  const whole = await place(
    hours(10),
    {},
    { status: 'PRIVATE_PENDING_PAYMENT', private: true, listed: false },
  )
  const going = await tripPlace(hours(10))
  await balanceReminders.sweep()
  await balanceReminders.sweep()
  expect(await remindersOf(whole)).toHaveLength(1)
  expect(await remindersOf(going)).toHaveLength(1)
})
test.each([
  ['has paid', { paymentStatus: 'PAID' as const }],
  ['has nothing to pay', { originalRemaining: 0 }],
  ['has left', { seat: 'gone' }],
  ['has just come to it', { createdAt: now() - hours(1) }],
])('who %s is not', async (_who, change) => {
  const somebody = await place(hours(10), change)
  await balanceReminders.sweep()
  expect(await remindersOf(somebody)).toEqual([])
})
test.each([['SUCCESS'], ['FAILED'], ['CANCELLED'], ['OPEN']])(
  'nobody is in a carpool that is %s',
  async (status) => {
    const somebody = await place(hours(10), {}, { status })
    await balanceReminders.sweep()
    expect(await remindersOf(somebody)).toEqual([])
  },
)
test('nobody is after the departure', async () => {
  const somebody = await place(-1000)
  await balanceReminders.sweep()
  expect(await remindersOf(somebody)).toEqual([])
})
test('who has paid for a trip or left it is not', async () => {
  const paid = await tripPlace(hours(10), { paymentStatus: 'PAID' })
  const left = await tripPlace(hours(10), { seat: 'gone' })
  await balanceReminders.sweep()
  expect([...(await remindersOf(paid)), ...(await remindersOf(left))]).toEqual([])
})
test('a group that has just completed is not told twice; some hours later it is', async () => {
  const departure = hours(26)
  const creator = student()
  const car = await openCar(draft({ maxPassengers: 2 }), { as: creator })
  const { carpoolAt } = await carOf(car.carpoolId)
  await advance(carpoolAt - now() - departure)
  const seat = await holdSeat(car)
  await pay(seat.clientSecret)
  must(await carpools.confirmJoin(seat.viewer, seat.participantId))
  expect(await noticesOf(seat.viewer)).toEqual(['groupComplete'])
  await advance(hours(2.5))
  expect(await remindersOf(seat.viewer)).toEqual([])
  expect(await remindersOf(creator)).toEqual([])
  await advance(hours(1))
  expect(await remindersOf(seat.viewer)).toHaveLength(1)
  expect(await remindersOf(creator)).toHaveLength(1)
})
