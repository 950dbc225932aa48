import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import type { User } from '#app/account/service/sessions.server.ts'
import {
  closedFor,
  notTaken,
  type RefusalText,
  refusedFor,
} from '#app/carpool/http/place.server.ts'
import { requireRecord } from '#app/carpool/http/record.server.ts'
import type { CarpoolRecord } from '#app/carpool/service/carpools.server.ts'
import { type PlaceRecord, recordPathOf } from '#app/group/ui/place.ts'
import { inTripWords } from '#app/schemas/issue.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { refuseExit } from '#app/trip/rules/permissions.ts'
import { readTripRecord, type TripRecord } from '#app/trip/service/trips.server.ts'
import { requireUser } from '#app/web/http/guard.server.ts'
import { pathOf } from '#app/web/http/return-to.server.ts'

/**
 * The viewer's own place named by the address, of either kind, or the 404 page: another user's
 * place looks as if it did not exist. Starts while the viewer is still being read.
 */
export async function requireOwn({
  request,
  params,
  context,
}: LoaderFunctionArgs): Promise<{ user: User; place: CarpoolRecord | TripRecord }> {
  const reading = requireUser(context, request)
  const isTrip = pathOf(request).startsWith('/trip/')
  const [user, place] = await Promise.all([
    reading,
    isTrip
      ? requireTripRecord(context, reading, params.participantId ?? params.tripId)
      : requireRecord(context, reading, params.participantId),
  ])
  return { user, place }
}

async function requireTripRecord(context: AppContext, user: Promise<User>, id = '') {
  // Visitors without a cookie must not wake an object.
  const record = await readTripRecord(context, context.viewerRef ? user : await user, id)
  if (!record) throw new Response(null, { status: 404 })
  return record
}

/** The same for a dialog about a confirmed place; any other place redirects to its record. */
export async function requireTaken(args: LoaderFunctionArgs) {
  const { user, place } = await requireOwn(args)
  if (place.seat !== 'taken') throw notTaken(args.context, args.request, recordPathOf(place))
  return { user, place }
}

/** Why a place cannot be left now, or null. Its group checks again on leaving. */
export function exitClosed(context: AppContext, place: PlaceRecord): RefusalText | null {
  if (place.kind === 'carpool') return closedFor(context, place, 'exit')
  const code = refuseExit(place, context.clock.now())
  return code && refusedFor(context, inTripWords({ code, params: { context: 'exit' } }))
}
