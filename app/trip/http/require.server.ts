import type { ViewerRef } from '#app/group/service/viewer.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { findTrip, type TripView } from '#app/trip/service/trips.server.ts'

/** A trip that others may see or that the viewer is on; otherwise the 404 page. */
export async function requireTrip(
  context: AppContext,
  id: string | undefined,
  viewer: ViewerRef,
): Promise<TripView> {
  const trip = id ? await findTrip(context, id, viewer) : null
  if (!trip) throw new Response(null, { status: 404 })
  return trip
}
