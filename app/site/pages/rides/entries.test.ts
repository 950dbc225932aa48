import { expect, test } from 'vitest'
import type { CarpoolRecord } from '#app/carpool/service/carpools.server.ts'
import type { OrderView } from '#app/orders/service/orders.server.ts'
import type { TaskWords } from '#app/reminders/service/tasks.server.ts'
import type { TripView } from '#app/trip/service/trip-views.server.ts'
import {
  carpoolEntry,
  type Entry,
  heldTripEntry,
  inOrder,
  orderEntry,
  tripEntry,
} from './entries.ts'

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
  tripEntry({
    status: 'OPEN',
    own,
    tripStartAt: 300,
    balanceDueAt: 200,
    ...over,
  } as TripView)[0] as Entry
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

test('what has to be done comes first, in the order of the tasks, then what is soonest', () => {
  const later = record({ participantId: 'par_1', carpoolAt: 900 })
  const soon = trip({ id: 'trip_1', tripStartAt: 100 })
  const due = record({ participantId: 'par_2', carpoolAt: 800 })
  const waits = trip({ id: 'trip_2', own: { ...own, participantId: 'par_3' } })
  const tasks = [{ id: 'par_3' }, { id: 'elsewhere' }, { id: 'par_2' }]
  expect(inOrder([later, soon, due, waits], 'joined', tasks)).toEqual([waits, due, soon, later])
})

test('in past lists the latest comes first', () => {
  const past = (at: number): Entry => record({ list: 'history', carpoolAt: at })
  const entries = [past(1), past(3), record({}), past(2)]
  expect(inOrder(entries, 'history', []).map(({ at }) => at)).toEqual([3, 2, 1])
})

test('a place on a trip that is only held is listed, however many there are', () => {
  const held = (id: string, what: TaskWords['what'], name: string | null): TaskWords => ({
    ...{ id, what, due: 5, about: [], headline: '', label: '', to: '' },
    trip: name === null ? null : { id: `trip_${id}`, name, startAt: 9 },
  })
  const all = [held('1', 'hold', 'a'), held('2', 'hold', 'b'), held('3', 'balance', 'c')]
  expect([...all, held('4', 'hold', null)].flatMap(heldTripEntry)).toMatchObject([
    { id: '1', at: 9, held: { tripId: 'trip_1', tripName: 'a', holdExpiresAt: 5 } },
    { id: '2', held: { tripName: 'b' } },
  ])
})
