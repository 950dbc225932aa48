import { expect, test } from 'vitest'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import type { TripView } from '#app/services/groups/trip-views.server.ts'
import type { OrderView } from '#app/services/orders/orders.server.ts'
import { carpoolEntry, type Entry, inOrder, orderEntry, tripEntry } from './entries.ts'

const record = (over: Partial<CarpoolRecord>) =>
  carpoolEntry({
    list: 'joined',
    seat: 'taken',
    carpoolAt: 500,
    balanceDueAt: 400,
    holdExpiresAt: null,
    actions: [],
    ...over,
  } as unknown as CarpoolRecord)
const own = { released: false, paymentStatus: 'DEPOSIT' }
const trip = (over: object) =>
  tripEntry({ status: 'OPEN', own, tripStartAt: 300, balanceDueAt: 200, ...over } as TripView)
const order = (over: object) =>
  orderEntry({ status: 'open', sendDate: '1970-01-02', own: {}, ...over } as OrderView)

test('a carpool stands in the list that its record names', () => {
  for (const list of ['joined', 'exited', 'history'] as const)
    expect(record({ list }).list).toBe(list)
})

test('a trip is current, not filled, or past', () => {
  for (const status of ['OPEN', 'FULL', 'SUCCESS']) expect(trip({ status }).list).toBe('joined')
  expect(trip({ status: 'FAILED' }).list).toBe('exited')
  for (const status of ['COMPLETED', 'CLOSED', 'CANCELLED'])
    expect(trip({ status }).list).toBe('history')
  expect(trip({ own: { ...own, released: true } }).list).toBe('history')
  expect(trip({ own: { ...own, paymentStatus: 'REFUNDED' } }).list).toBe('history')
})

test('an order is listed until it is done', () => {
  for (const status of ['open', 'processing', 'of a newer version'])
    expect(order({ status })).toHaveLength(1)
  for (const status of ['completed', 'failed']) expect(order({ status })).toEqual([])
})

test('what has to be done comes first by its deadline, then what is soonest; past: latest first', () => {
  const later = record({ carpoolAt: 900 })
  const soon = trip({})
  const due = record({ carpoolAt: 800, balanceDueAt: 700, actions: ['payRemaining'] })
  const held = record({ seat: 'held', holdExpiresAt: 100 })
  const payTrip = trip({ button: 'payBalance' })
  expect(inOrder([later, soon, due, held, payTrip], 'joined')).toEqual([
    held,
    payTrip,
    due,
    soon,
    later,
  ])
  const past = (at: number): Entry => record({ list: 'history', carpoolAt: at })
  expect(inOrder([past(1), past(3), later, past(2)], 'history').map(({ at }) => at)).toEqual([
    3, 2, 1,
  ])
})
