import type { User } from '#app/services/accounts/sessions.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import type { TripView } from '#app/services/groups/trips.server.ts'

/** A trip that others may see or that the viewer is on; otherwise the 404 page. */
export async function requireTrip(
  context: AppContext,
  id: string | undefined,
  user: User,
): Promise<TripView> {
  const trip = id ? await context.trips.find(id, user) : null
  if (!trip) throw new Response(null, { status: 404 })
  return trip
}
