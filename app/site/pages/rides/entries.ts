import type { CarpoolRecord } from '#app/carpool/service/carpools.server.ts'
import type { ListedWait } from '#app/features/waitlist/service.server.ts'
import { is } from '#app/group/rules/status.ts'
import type { PlaceRecord } from '#app/group/ui/place.ts'
import type { OrderView } from '#app/orders/service/orders.server.ts'
import type { TaskWords } from '#app/reminders/service/tasks.server.ts'
import type { RequestView } from '#app/requests/service/views.server.ts'
import type { List } from '#app/site/ui/rides-query.ts'
import type { TripView } from '#app/trip/service/trip-views.server.ts'
import { listedTrip } from '#app/trip/ui/next.ts'

/** A place on a trip whose deposit is not paid yet. */
export type HeldTrip = {
  tripId: string
  tripName: string
  tripStartAt: number
  holdExpiresAt: number
}

/** One booking of any kind. `id`: the place's or order's, as in tasks. */
export type Entry = { id: string; list: List; at: number } & (
  | { kind: 'place'; place: PlaceRecord }
  | { kind: 'heldTrip'; held: HeldTrip }
  | { kind: 'wait'; waited: ListedWait }
  | { kind: 'order'; order: OrderView }
  | { kind: 'request'; request: RequestView }
)

export const carpoolEntry = (record: CarpoolRecord): Entry => ({
  kind: 'place',
  place: record,
  id: record.participantId,
  list: record.list,
  at: record.carpoolAt,
})

/** A trip is listed like a carpool; one that does not go ahead is always refunded. */
export function tripEntry({ own, ...trip }: TripView): Entry[] {
  if (!own) return []
  const { status, tripStartAt: at } = trip
  const isLeft = own.released || own.paymentStatus === 'REFUNDED'
  return [
    {
      kind: 'place',
      place: listedTrip(trip, own),
      list: is(status, 'failed') ? 'exited' : isLeft || is(status, 'over') ? 'history' : 'joined',
      at,
      id: own.participantId,
    },
  ]
}

/** A place on a trip joins the list once its deposit is paid; before that it is a task. */
export function heldTripEntry({ id, what, due, trip }: TaskWords): Entry[] {
  if (what !== 'hold' || !trip) return []
  const { id: tripId, name: tripName, startAt: tripStartAt } = trip
  const held = { tripId, tripName, tripStartAt, holdExpiresAt: due }
  return [{ kind: 'heldTrip', held, id, list: 'joined', at: tripStartAt }]
}

/** A waitlist entry, whose kept seats have to be taken in time. */
export const waitEntry = (waited: ListedWait): Entry => ({
  kind: 'wait',
  waited,
  list: 'joined',
  at: waited.carpool.carpoolAt,
  id: waited.carpool.id,
})

/** An unfinished order; finished ones are listed by their service. */
export function orderEntry(order: OrderView): Entry[] {
  if (order.status === 'completed' || order.status === 'failed') return []
  return [{ kind: 'order', order, id: order.id, list: 'joined', at: Date.parse(order.sendDate) }]
}

/** Money that the student is asked for, or was. */
export const requestEntry = (request: RequestView): Entry => ({
  kind: 'request',
  request,
  id: request.id,
  list: request.stage === 'open' ? 'joined' : 'history',
  at: request.askedAt,
})

/**
 * Tasks come first, in their order, then the soonest departures; past lists begin with the latest.
 */
export function inOrder(entries: Entry[], list: List, tasks: Pick<TaskWords, 'id'>[]): Entry[] {
  const rankOf = (entry: Entry) => {
    const at = tasks.findIndex(({ id }) => id === entry.id)
    return at < 0 ? tasks.length : at
  }
  return entries
    .filter((entry) => entry.list === list)
    .toSorted((a, b) => (list === 'joined' ? rankOf(a) - rankOf(b) || a.at - b.at : b.at - a.at))
}
