import type { FlightChange } from '#app/features/flights/rules/flight-state.ts'
import type { FlightWindow } from '#app/group/rules/state.ts'
import { MEET_AROUND_MS } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import { meetingOf } from './dispatch.server.ts'
import type { GroupPlace, GroupView } from './group-views.server.ts'

/** A changed flight to decide about. */
export type OpenFlight = {
  place: GroupPlace
  change: FlightChange
  window: FlightWindow | null
  /** When a car that takes this passenger along would meet; null: later than any car may. */
  meetAt: Instant | null
}

/** The changed flights of a group that wait for a decision, each with a meeting time for it. */
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
