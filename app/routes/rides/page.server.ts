import { optionalPart } from '#app/http/optional-part.server.ts'
import type { User } from '#app/services/accounts/sessions.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import {
  carpoolEntry,
  type Entry,
  heldTripEntry,
  inOrder,
  orderEntry,
  tripEntry,
} from './entries.ts'
import { LISTS, type List, listOfSearch } from './query.ts'

/** Nobody has more trips or open orders at a time; the rest is with their services. */
const OTHERS_MAX = 30

/** All bookings of the viewer. A part that could not be read is null. */
export async function readRides(context: AppContext, viewer: User, url: URL) {
  const { carpools, trips, orders, language } = context
  const ordersOf = (kind: 'mail' | 'move') =>
    orders.list(kind, { mine: true, limit: OTHERS_MAX }, viewer, language)
  const parts = await Promise.all([
    optionalPart(context, 'carpools', carpools.records(viewer)),
    optionalPart(context, 'trips', trips.list({ tab: 'end', limit: OTHERS_MAX }, viewer)),
    optionalPart(context, 'held place', Promise.resolve(trips.held(viewer))),
    optionalPart(context, 'mail orders', ordersOf('mail')),
    optionalPart(context, 'moving orders', ordersOf('move')),
  ])
  const [records, joined, held, mail, move] = parts
  const entries: Entry[] = [
    ...(records ?? []).map(carpoolEntry),
    ...(joined?.items ?? []).map(tripEntry),
    ...(held ? [heldTripEntry(held)] : []),
    ...[...(mail?.items ?? []), ...(move?.items ?? [])].flatMap(orderEntry),
  ]
  const list = listOfSearch(url.search)
  return {
    list,
    entries: inOrder(entries, list),
    counts: Object.fromEntries(
      LISTS.map((name) => [name, entries.filter((entry) => entry.list === name).length]),
    ) as Record<List, number>,
    isWhole: !(records === null || joined === null || mail === null || move === null),
    now: context.clock.now(),
  }
}
