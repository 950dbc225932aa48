import { mailboxOf } from '#app/account/http/mailbox.server.ts'
import type { User } from '#app/account/service/sessions.server.ts'
import { readCarpoolRecords } from '#app/carpool/service/carpool-reads.server.ts'
import type { CarpoolRecord } from '#app/carpool/service/carpools.server.ts'
import { type ListedWait, readWaits } from '#app/features/waitlist/service.server.ts'
import type { ViewerRef } from '#app/group/service/viewer.ts'
import { browseOrders } from '#app/orders/service/orders.server.ts'
import { readOwnRequests } from '#app/requests/service/views.server.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { LISTS, type List, listOfSearch } from '#app/site/ui/rides-query.ts'
import { browseTrips } from '#app/trip/service/trips.server.ts'
import { withUser } from '#app/web/http/guard.server.ts'
import { optionalPart } from '#app/web/http/optional-part.server.ts'
import {
  carpoolEntry,
  type Entry,
  heldTripEntry,
  inOrder,
  orderEntry,
  requestEntry,
  tripEntry,
  waitEntry,
} from './entries.ts'

/** More than anyone has at once; each service's own page lists the rest. */
const OTHERS_MAX = 30

/** All bookings of the viewer. A part that could not be read is null. */
export async function readRides(context: AppContext, user: Promise<User>, url: URL) {
  const [viewer, parts] = await withUser(context, user, (ref) => readParts(context, ref))
  const [records, joined, mail, move, waits, requests, tasks] = parts
  const entries: Entry[] = [
    ...(records ?? []).map(carpoolEntry),
    ...(joined?.items ?? []).flatMap(tripEntry),
    ...(tasks ?? []).flatMap(heldTripEntry),
    ...(waits ?? []).filter(isNotHeld(records ?? [])).map(waitEntry),
    ...[...(mail?.items ?? []), ...(move?.items ?? [])].flatMap(orderEntry),
    ...(requests ?? []).map(requestEntry),
  ]
  const list = listOfSearch(url.search)
  return {
    list,
    entries: inOrder(entries, list, tasks ?? []),
    counts: Object.fromEntries(
      LISTS.map((name) => [name, entries.filter((entry) => entry.list === name).length]),
    ) as Record<List, number>,
    mailbox: mailboxOf(viewer),
    isWhole: !parts.includes(null),
    now: context.clock.now(),
  }
}

function readParts(context: AppContext, viewer: ViewerRef) {
  const { language } = context
  const ordersOf = (kind: 'mail' | 'move') =>
    browseOrders(context, kind, { mine: true, limit: OTHERS_MAX }, viewer, language)
  return Promise.all([
    optionalPart(context, 'carpools', readCarpoolRecords(context, viewer)),
    optionalPart(context, 'trips', browseTrips(context, { tab: 'end', limit: OTHERS_MAX }, viewer)),
    optionalPart(context, 'mail orders', ordersOf('mail')),
    optionalPart(context, 'moving orders', ordersOf('move')),
    optionalPart(context, 'waitlists', readWaits(context, viewer)),
    optionalPart(context, 'requests', readOwnRequests(context, viewer)),
    optionalPart(context, 'tasks', context.tasks()),
  ])
}

/** Drops the waitlist ticket of a car in which the student already has a place. */
const isNotHeld =
  (records: CarpoolRecord[]) =>
  ({ carpool }: ListedWait): boolean =>
    !records.some(({ id, seat }) => id === carpool.id && seat !== 'gone')
