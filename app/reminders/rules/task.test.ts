import { expect, test } from 'vitest'
import { hours, minutes } from '#app/kernel/limits.ts'
import { cutoffAt, dueAt, inCar, noticeAt, onTrip, startAt } from '#tests/kit/notice-facts.ts'
import {
  type CarTaskFacts,
  carTask,
  type OfferFacts,
  type OrderTaskFacts,
  offerTask,
  orderTask,
  type Task,
  type TripTaskFacts,
  tripTask,
} from './task.ts'

const now = noticeAt
const soon = now + minutes(14)
const dayOver = Date.parse('2027-06-06T23:00:00Z')
type Says = [what: Task['what'], due: number, amount: number | null] | null
type Case<Facts> = [name: string, change: Partial<Facts>, says: Says, at?: number]
const says = (task: Task | null): Says => task && [task.what, task.due, task.amount]

const held = { seat: 'held', holdExpiresAt: soon, depositStatus: 'awaiting' } as const
const lost = { depositStatus: 'released' } as const
const expiring = { depositStatus: 'held', renewalFailed: true } as const
const cars: Case<CarTaskFacts>[] = [
  ['a seat that is only held', { ...held, status: 'OPEN' }, ['hold', soon, 2000]],
  ['a draft', { ...held, status: 'PENDING' }, ['hold', soon, 2000]],
  ['a hold that is over', { ...held, status: 'OPEN' }, null, soon],
  ['a held seat of a released one', { ...held, party: 2 }, ['inFull', soon, 7700]],
  ['a hold that is being checked', { ...held, seat: 'lapsing' }, null],
  ['an open car', { status: 'OPEN', depositStatus: 'held' }, null],
  ['a balance', {}, ['balance', dueAt, 1850]],
  ['a balance that is too late', {}, null, dueAt],
  ['a balance that is paid', { paymentStatus: 'PAID' }, null],
  [
    'a private car',
    { status: 'PRIVATE_PENDING_PAYMENT', balanceDueAt: startAt },
    ['balance', startAt, 1850],
  ],
  ['a deposit that is lost', { ...lost, status: 'OPEN' }, ['deposit', dueAt, 2000]],
  ['one of a complete car', lost, ['depositTaken', dueAt, 2000]],
  [
    'one of a car that is paid',
    { ...lost, status: 'SUCCESS', paymentStatus: 'PAID' },
    ['depositTaken', startAt, 2000],
  ],
  [
    'one of a private car',
    { ...lost, status: 'PRIVATE_PENDING_PAYMENT' },
    ['deposit', dueAt, 2000],
  ],
  [
    'a hold that the bank will release',
    { ...expiring, status: 'OPEN', captureBefore: soon },
    ['deposit', soon, 2000],
  ],
  [
    'a car that did not fill',
    { status: 'FAILED', depositStatus: 'held' },
    ['choice', startAt, null],
    cutoffAt,
  ],
  [
    'one after its departure',
    { status: 'FAILED', depositStatus: 'held' },
    ['choice', dayOver, null],
    startAt,
  ],
  ['one after its day', { status: 'FAILED', depositStatus: 'held' }, null, dayOver],
  ['a place that is gone', { seat: 'gone' }, null],
  ...(['SUCCESS', 'COMPLETED', 'CLOSED', 'CANCELLED', 'PRIVATE'] as const).map(
    (status): Case<CarTaskFacts> => [`a car that is ${status}`, { status }, null],
  ),
]
test.each(cars)('%s', (_, change, expected, at = now) => {
  const { car } = inCar(change)
  expect(car && says(carTask(car, at))).toEqual(expected)
})

const trips: Case<TripTaskFacts>[] = [
  ['that is only held', { ...held, status: 'OPEN' }, ['hold', soon, 2000]],
  ['of a draft', { ...held, status: 'PENDING' }, ['hold', soon, 2000]],
  ['that is open', { status: 'OPEN' }, null],
  ['that goes ahead', {}, ['balance', dueAt, 1850]],
  ['that is paid', { paymentStatus: 'PAID' }, null],
  ['that is too late', {}, null, dueAt],
  ['of a trip that failed', { status: 'FAILED' }, null],
  ['that is gone', { seat: 'gone' }, null],
]
test.each(trips)('a place on a trip %s', (_, change, expected, at = now) => {
  const { trip } = onTrip(change)
  expect(trip && says(tripTask(trip, at))).toEqual(expected)
})

const offer: OfferFacts = { status: 'FULL', cutoffAt, offeredUntil: soon, isThere: false }
const offers: Case<OfferFacts>[] = [
  ['are offered', {}, ['offer', soon, null]],
  ['were offered', {}, null, soon],
  ['are not offered', { offeredUntil: null }, null],
  ['are held by them', { isThere: true }, null],
  ['are in a car that is complete', { status: 'SUCCESS_PENDING_PAYMENT' }, null],
  ['are in a car past its cutoff', { offeredUntil: startAt }, null, cutoffAt],
]
test.each(offers)('seats of the waitlist that %s', (_, change, expected, at = now) => {
  expect(says(offerTask({ ...offer, ...change }, at))).toEqual(expected)
})

const order: OrderTaskFacts = {
  kind: 'mail',
  payment: 'awaiting',
  payBefore: now + minutes(30),
  baseAmount: 1000,
}
const orders: Case<OrderTaskFacts>[] = [
  ['mail', {}, ['mail', now + minutes(30), 1000]],
  ['a move', { kind: 'move', baseAmount: 2000 }, ['move', now + minutes(30), 2000]],
  ['an order that is over', {}, null, now + minutes(30)],
  ['an order that is paid', { payment: 'paid' }, null],
  ['an order that is free', { payment: 'free' }, null],
  ['an order that is refunded', { payment: 'refunded' }, null],
]
test.each(orders)('%s', (_, change, expected, at = now) => {
  expect(says(orderTask({ ...order, ...change }, at))).toEqual(expected)
})

test('nothing is asked for past its own deadline', () => {
  for (const [, change, , at = now] of cars) {
    const { car } = inCar(change)
    const task = car && carTask(car, at)
    if (car && task) expect(carTask(car, task.due)?.due ?? hours(1e9)).toBeGreaterThan(task.due)
  }
})
