import { expect, test } from 'vitest'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { confirmDeposit } from '#app/group/service/groups.server.ts'
import type { UserId } from '#app/kernel/id.ts'
import { hours, minutes } from '#app/kernel/limits.ts'
import { londonDay } from '#app/kernel/time.ts'
import { insertNotice } from '#app/notices/rows/notices.server.ts'
import { sweepBalances } from '#app/reminders/service/balance-reminders.server.ts'
import { groups, participants } from '#db/schema.ts'
import { carOf, draft, holdSeat, openCar } from '#tests/worker/world/cars.ts'
import { noticesOf, student } from '#tests/worker/world/people.ts'
import { advance, db, must, now, pay, services } from '#tests/worker/world/services.ts'
import { devClock } from '#workers/dev/clock.ts'
import { placeInCar } from './notices-kit.ts'

/** The reminders of a balance, 24 and 3 hours before it is due. */

const log = { info() {}, warn() {}, error() {} }
const balanceReminders = { db, clock: devClock, log }
const remindersOf = async (viewer: { id: UserId }) =>
  (await noticesOf(viewer)).filter((code) => code === 'balanceDue')

/**
 * A place in a carpool whose balance is due in `dueIn`, a day before it leaves, and that was
 * settled long ago.
 */
const place = (dueIn: number, change: Partial<typeof participants.$inferInsert> = {}, car = {}) =>
  placeInCar({ ...student(), leavesIn: dueIn + hours(24) }, change, {
    balanceDueAt: now() + dueIn,
    ...car,
  })

/**
 * A place on a trip whose balance is due in `dueIn`, a day before it starts, as the read model has
 * it.
 */
async function tripPlace(dueIn: number, change: Partial<typeof participants.$inferInsert> = {}) {
  const id = crypto.randomUUID()
  const userId: UserId = `usr_${id}`
  const balanceDueAt = now() + dueIn
  const tripStartAt = balanceDueAt + hours(24)
  await db.insert(groups).values({
    kind: 'trip',
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
    balanceDueAt,
    departureAt: tripStartAt,
    tripEndAt: tripStartAt + hours(10),
    cutoffDay: '2026-12-03',
    departureDay: londonDay(tripStartAt),
    endDay: '2026-12-06',
    balancePrice: 3000,
    flightTimes: [],
    listed: true,
    nextDueAt: tripStartAt + hours(10),
    createdAt: now() - hours(96),
  })
  await db.insert(participants).values({
    id: `par_${id}`,
    kind: 'trip',
    groupId: `trp_${id}` as never,
    userId,
    version: 1,
    seat: 'taken',
    party: {
      people: 1,
      bigLuggage: 1,
      smallLuggage: 1,
      bag: 1,
      terminal: null,
      flightNumber: null,
      flightTime: null,
      nLocation: null,
    },
    depositStatus: 'captured',
    paymentStatus: 'DEPOSIT',
    originalRemaining: 3000,
    createdAt: now() - hours(96),
    ...change,
  })
  return { id: userId, participantId: `par_${id}` }
}

test('an unpaid student is reminded once, a day before the balance is due', async () => {
  const early = await place(hours(24) + minutes(5))
  const due = await place(hours(24) - 1000)
  for (let i = 0; i < 3; i++) await sweepBalances(balanceReminders)
  expect(await remindersOf(due)).toHaveLength(1)
  expect(await remindersOf(early)).toEqual([])
})
test('a second reminder comes three hours before it is due, whatever happened to the first', async () => {
  const soon = await place(hours(3) - 1000)
  const trip = await tripPlace(hours(3) - 1000)
  const later = await place(hours(3) + minutes(5))
  for (let i = 0; i < 3; i++) await sweepBalances(balanceReminders)
  expect(await remindersOf(soon)).toHaveLength(1)
  expect(await remindersOf(trip)).toHaveLength(1)
  expect(await remindersOf(later)).toHaveLength(1)
  await advance(minutes(6))
  for (let i = 0; i < 3; i++) await sweepBalances(balanceReminders)
  expect(await remindersOf(later)).toHaveLength(2)
  expect(await remindersOf(soon)).toHaveLength(1)
})
test('students with a private car or on a trip are reminded as well', async () => {
  const whole = await place(
    hours(10),
    {},
    { status: 'PRIVATE_PENDING_PAYMENT', private: true, listed: false },
  )
  const going = await tripPlace(hours(10))
  await sweepBalances(balanceReminders)
  await sweepBalances(balanceReminders)
  expect(await remindersOf(whole)).toHaveLength(1)
  expect(await remindersOf(going)).toHaveLength(1)
})
test.each([
  ['has paid', { paymentStatus: 'PAID' as const }],
  ['has nothing to pay', { originalRemaining: 0 }],
  ['has left', { seat: 'gone' }],
  ['has just come to it', { createdAt: now() - hours(1) }],
])('a student who %s is not reminded', async (_who, change) => {
  const somebody = await place(hours(10), change)
  await sweepBalances(balanceReminders)
  expect(await remindersOf(somebody)).toEqual([])
})
test.each([['SUCCESS'], ['FAILED'], ['CANCELLED'], ['OPEN']])(
  'nobody in a carpool that is %s is reminded',
  async (status) => {
    const somebody = await place(hours(10), {}, { status })
    await sweepBalances(balanceReminders)
    expect(await remindersOf(somebody)).toEqual([])
  },
)
test('nobody is reminded once it is due', async () => {
  const somebody = await place(-1000)
  await sweepBalances(balanceReminders)
  expect(await remindersOf(somebody)).toEqual([])
})
test('a student who paid for a trip or left it is not reminded', async () => {
  const paid = await tripPlace(hours(10), { paymentStatus: 'PAID' })
  const left = await tripPlace(hours(10), { seat: 'gone' })
  await sweepBalances(balanceReminders)
  expect([...(await remindersOf(paid)), ...(await remindersOf(left))]).toEqual([])
})
test('a group that was just completed is not reminded again at once, but some hours later', async () => {
  const departure = hours(48) + minutes(30)
  const creator = student()
  const car = await openCar(draft({ maxPassengers: 2 }), { as: creator })
  const { carpoolAt } = await carOf(car.carpoolId)
  await advance(carpoolAt - now() - departure)
  const seat = await holdSeat(car)
  await pay(seat.clientSecret)
  must(await confirmDeposit(carpoolKind, services, seat.viewer, seat.participantId))
  expect(await noticesOf(seat.viewer)).toEqual(['groupComplete'])
  await advance(hours(2.5))
  expect(await remindersOf(seat.viewer)).toEqual([])
  expect(await remindersOf(creator)).toEqual([])
  await advance(hours(1))
  expect(await remindersOf(seat.viewer), 'due at the cutoff, in 21 hours').toHaveLength(1)
  expect(await remindersOf(creator)).toHaveLength(1)
})
test.each([
  ['a carpool', place, 'groupComplete'],
  ['a trip', tripPlace, 'tripConfirmed'],
] as const)(
  'who owes for %s is reminded from three hours after being told of it on, until it is due',
  async (_, make, code) => {
    const at = now()
    const sweepAt = (ahead: number) =>
      sweepBalances({
        db,
        clock: { now: () => at + ahead, systemTime: (instant) => instant },
        log: { ...log, error: (...said) => expect.unreachable(String(said)) },
      })
    const told = async (dueIn: number, noticeAt: number) => {
      const { id: userId, participantId } = await make(dueIn)
      const id = `${code}:${participantId}`
      await insertNotice(db, { id, userId, code, params: {}, createdAt: noticeAt })
      return { id: userId }
    }
    const lately = await told(hours(10), at)
    const [soon, due] = [await make(hours(20)), await make(minutes(30))]
    const count = async () =>
      (await Promise.all([lately, soon, due].map(remindersOf))).map((all) => all.length)
    await sweepAt(hours(3) - 1)
    expect(await count()).toEqual([0, 1, 0])
    await sweepAt(hours(3))
    expect(await count()).toEqual([1, 1, 0])
  },
)
