import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import type { TripView } from '#app/services/groups/trip-views.server.ts'
import type { Waited } from '#app/services/groups/waitlist.server.ts'
import type { OrderView } from '#app/services/orders/orders.server.ts'
import type { List } from './query.ts'

/** A place on a trip that still waits for its deposit. */
export type HeldTrip = {
  tripId: string
  tripName: string
  tripStartAt: number
  holdExpiresAt: number | null
}

/** One booking of any kind. `due`: until when its owner has to do something. */
export type Entry = { list: List; at: number; due: number | null } & (
  | { kind: 'carpool'; record: CarpoolRecord }
  | { kind: 'trip'; trip: TripView }
  | { kind: 'heldTrip'; held: HeldTrip }
  | { kind: 'wait'; waited: Waited }
  | { kind: 'order'; order: OrderView }
)

/** Pays, chooses, or renews: what a place in a carpool may still ask of its owner. */
const ASKS = ['payDeposit', 'payRemaining', 'convertToPrivate'] as const

export function carpoolEntry(record: CarpoolRecord): Entry {
  const asks = record.actions.some((action) => ASKS.some((one) => one === action))
  const due = record.seat === 'held' ? record.holdExpiresAt : asks ? record.balanceDueAt : null
  return { kind: 'carpool', record, list: record.list, at: record.carpoolAt, due }
}

/** A trip is listed as a carpool would be; one that does not go ahead is always refunded. */
export function tripEntry(trip: TripView): Entry {
  const { status, own, tripStartAt, balanceDueAt, button } = trip
  const isLeft = !own || own.released || own.paymentStatus === 'REFUNDED'
  const isOver = ['COMPLETED', 'CLOSED', 'CANCELLED'].includes(status)
  return {
    kind: 'trip',
    trip,
    list: status === 'FAILED' ? 'exited' : isLeft || isOver ? 'history' : 'joined',
    at: tripStartAt,
    due: button === 'payBalance' ? balanceDueAt : null,
  }
}

export const heldTripEntry = (held: HeldTrip): Entry => ({
  kind: 'heldTrip',
  held,
  list: 'joined',
  at: held.tripStartAt,
  due: held.holdExpiresAt,
})

/** Seats that are waited for, and are to be taken while they are kept. */
export const waitEntry = (waited: Waited): Entry => ({
  kind: 'wait',
  waited,
  list: 'joined',
  at: waited.carpool.carpoolAt,
  due: waited.offeredUntil,
})

/** An order that is not done; the others stay with their service. */
export function orderEntry(order: OrderView): Entry[] {
  if (order.status === 'completed' || order.status === 'failed') return []
  const due = order.own?.canPay ? order.own.payBefore : null
  return [{ kind: 'order', order, list: 'joined', at: Date.parse(order.sendDate), due }]
}

/** What has to be done first stands first, then what comes soonest; past lists: latest first. */
export function inOrder(entries: Entry[], list: List): Entry[] {
  const rank = ({ due }: Entry) => (due === null ? 1 : 0)
  return entries
    .filter((entry) => entry.list === list)
    .toSorted((a, b) =>
      list === 'joined' ? rank(a) - rank(b) || (a.due ?? a.at) - (b.due ?? b.at) : b.at - a.at,
    )
}
