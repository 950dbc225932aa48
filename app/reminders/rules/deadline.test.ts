import { expect, test } from 'vitest'
import { hours, minutes } from '#app/kernel/limits.ts'
import { parseTime } from '#app/kernel/time.ts'
import { Story as Car } from '#tests/kit/carpool.ts'
import { DUE, Story as Trip } from '#tests/kit/trip.ts'
import { type Deadline, deadlineInCar, deadlineOf, deadlineOnTrip, mayTextOf } from './deadline.ts'

const at = (wall: string): number => {
  const time = parseTime(wall)
  if (!time.ok) throw new Error(wall)
  return time.value
}
const carpoolAt = at('2026-12-05T14:00')
const cutoffAt = carpoolAt - hours(24)
const inCar = {
  status: 'SUCCESS_PENDING_PAYMENT',
  carpoolAt,
  cutoffAt,
  balanceDueAt: cutoffAt,
  seat: 'taken',
  paymentStatus: 'DEPOSIT',
  depositStatus: 'captured',
  renewalFailed: false,
  tripType: 'PICKUP',
  remaining: 1850,
} as const
const balance = { toDo: 'balance', by: cutoffAt, amount: 1850 } as const
const deposit = (by: number) => ({ toDo: 'deposit', by, amount: 0 }) as const
const choice = { toDo: 'choice', by: carpoolAt, amount: 0 } as const

test.each<[string, object, Deadline | null, number?]>([
  ['owes a balance', {}, balance],
  ['owes one until it is due', {}, null, cutoffAt],
  ['has paid', { paymentStatus: 'PAID' }, null],
  ['has nothing more to pay', { remaining: 0 }, null],
  ['has left', { seat: 'gone' }, null],
  ['holds a seat without a deposit', { seat: 'held' }, null],
  [
    'has a private car to pay',
    { status: 'PRIVATE_PENDING_PAYMENT', depositStatus: 'held', balanceDueAt: carpoolAt },
    { ...balance, by: carpoolAt },
  ],
  ['lost the deposit of a complete car', { depositStatus: 'released' }, deposit(cutoffAt)],
  [
    'lost it after paying the balance',
    { depositStatus: 'released', paymentStatus: 'PAID' },
    deposit(carpoolAt),
  ],
  [
    'lost the deposit of an open car',
    { status: 'OPEN', depositStatus: 'released', remaining: null },
    deposit(cutoffAt),
  ],
  [
    'has a deposit that could not be renewed',
    { status: 'OPEN', depositStatus: 'held', renewalFailed: true, remaining: null },
    deposit(cutoffAt),
  ],
  ['waits in an open car', { status: 'OPEN', depositStatus: 'held', remaining: null }, null],
  ['has to choose', { status: 'FAILED', depositStatus: 'held', remaining: null }, choice],
  ['chose too late', { status: 'FAILED', depositStatus: 'held' }, null, carpoolAt],
  ['is in a closed car', { status: 'CLOSED' }, null],
  ['is in a cancelled car', { status: 'CANCELLED' }, null],
])('a passenger who %s', (_who, change, expected, now = cutoffAt - 1) => {
  expect(deadlineInCar({ ...inCar, ...change }, now)).toEqual(expected)
})

test('on a trip there is only the balance', () => {
  const trip = {
    status: 'SUCCESS',
    cutoffAt: cutoffAt - hours(24),
    tripStartAt: carpoolAt,
    balanceDueAt: cutoffAt,
    seat: 'taken',
    paymentStatus: 'DEPOSIT',
    remaining: 3000,
  } as const
  expect(deadlineOnTrip(trip, cutoffAt - 1)).toEqual({ ...balance, amount: 3000 })
  for (const change of [
    { paymentStatus: 'PAID' },
    { remaining: 0 },
    { status: 'FAILED' },
    { seat: 'gone' },
  ] as const)
    expect(deadlineOnTrip({ ...trip, ...change }, cutoffAt - 1)).toBeNull()
  expect(deadlineOnTrip(trip, cutoffAt)).toBeNull()
})

test('a group tells the deadline of each of its places, and of nobody else', () => {
  const { car, now } = new Car().complete(['ann', 'bob']).paidUp('bob')
  const owed = { toDo: 'balance', by: car.cutoffAt, amount: 9500 - 2000 }
  const ids = ['par_ann', 'par_bob', 'par_cat'] as const
  expect(ids.map((id) => deadlineOf(car, id, now))).toEqual([owed, null, null])
  const { trip, now: then } = new Trip().confirmed(['ann', 'bob']).paidUp('bob')
  const due = { toDo: 'balance', by: DUE, amount: 3000 }
  expect(ids.map((id) => deadlineOf(trip, id, then))).toEqual([due, null, null])
  const open = new Trip().opened('ann')
  expect(deadlineOf(open.trip, 'par_ann', open.now)).toBeNull()
})

/** When a text message about a deadline may be sent and when not, in London. */
const TIMES: [by: string, yes: string[], no: string[]][] = [
  // By day: from 3 hours before it, to its end.
  ['2026-12-05T14:00', ['05T11:00', '05T13:59'], ['05T10:59', '05T14:00', '04T21:45']],
  // Three hours before 11:00 is the end of the night.
  ['2026-12-05T11:00', ['05T08:00', '05T10:59'], ['04T21:45', '05T07:59']],
  // At 7:59 one may not be texted: the evening before, from half past nine; whoever learnt of it in
  // the night, after it.
  ['2026-12-05T10:59', ['04T21:30', '04T21:59', '05T08:00'], ['04T21:29', '04T22:00', '05T07:59']],
  ['2026-12-05T09:00', ['04T21:30', '05T08:00'], ['04T21:29', '04T22:30', '05T06:00']],
  // Less than an hour would be left after the night: at once.
  ['2026-12-05T08:59', ['04T21:30', '04T22:30', '05T03:00', '05T08:30'], ['04T21:29']],
  ['2026-12-05T07:00', ['04T21:30', '05T02:00', '05T06:59'], ['04T21:29', '05T07:00']],
  // Before the night: three hours before it is still day.
  ['2026-12-05T00:30', ['04T21:30', '05T00:00'], ['04T21:29']],
  ['2026-12-05T01:00', ['04T22:00', '04T21:30', '05T00:30'], ['04T21:29']],
  // The night in which the clocks change.
  ['2026-10-25T07:00', ['24T21:30', '25T05:00'], ['24T21:29']],
  ['2026-03-29T07:00', ['28T21:30', '29T05:00'], ['28T21:29']],
  ['2026-07-05T14:00', ['05T11:00'], ['05T10:59']],
]
test.each(TIMES)('a deadline at %s is texted at %j and not at %j', (by, yes, no) => {
  const month = by.slice(0, 8)
  const answers = (walls: string[]) => walls.map((wall) => mayTextOf(at(by), at(month + wall)))
  expect(answers(yes)).toEqual(yes.map(() => true))
  expect(answers(no)).toEqual(no.map(() => false))
})

test('every deadline has a moment for its text, 3 to 14 hours before it', () => {
  for (let by = at('2026-12-01T00:00'); by < at('2026-12-03T00:00'); by += minutes(10)) {
    const from = Array.from({ length: 24 * 6 }, (_, n) => by - hours(24) + minutes(10 * n))
    const first = from.find((now) => mayTextOf(by, now)) ?? Number.NaN
    expect(by - first).toBeGreaterThanOrEqual(hours(3))
    expect(by - first).toBeLessThanOrEqual(hours(14))
  }
})
