import type { FlightChange } from '#app/features/flights/rules/flight-state.ts'
import type { FlightWindow } from '#app/group/rules/state.ts'
import { MEET_AROUND_MS } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import { meetingOf } from './dispatch.server.ts'
import type { GroupPlace, GroupView } from './group-views.server.ts'

/** A changed flight that needs a decision. */
export type OpenFlight = {
  place: GroupPlace
  change: FlightChange
  window: FlightWindow | null
  /** The meeting time of a car that takes this passenger along; null if it would be too late. */
  meetAt: Instant | null
}

/** A group's changed flights that need a decision, each with a matching meeting time. */
export async function openFlights(
  context: Needs<'db' | 'clock'>,
  group: GroupView,
): Promise<OpenFlight[]> {
  const now = context.clock.now()
  const found = group.places.flatMap((place) =>
    place.flight && (place.flightOpenUntil ?? 0) > now ? { place, change: place.flight } : [],
  )
  return Promise.all(
    found.map(async ({ place, change }) => {
      const { meetAt } = await meetingOf(context, group, place.participantId)
      const isNear = Math.abs(meetAt - group.at) <= MEET_AROUND_MS
      return { place, change, window: group.flightWindow, meetAt: isNear ? meetAt : null }
    }),
  )
}
