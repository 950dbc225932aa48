import type { FlightChange, FlightWindow } from '#app/domain/group/flight-state.ts'
import type { AdminId, ParticipantId } from '#app/domain/id.ts'
import { MEET_AROUND_MS } from '#app/domain/limits.ts'
import type { Instant } from '#app/domain/time.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { readForm, refuseForm } from '#app/http/form.server.ts'
import { keepFlightSchema } from '#app/schemas/dispatch.server.ts'
import { meetingOf } from '#app/services/admin/dispatch.server.ts'
import type { GroupPlace, GroupView } from '#app/services/admin/groups.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import { groupPath } from '#app/ui/admin/group-words.tsx'

/** A changed flight to decide about. */
export type OpenFlight = {
  place: GroupPlace
  change: FlightChange
  window: FlightWindow | null
  /** When a car that takes this passenger along would meet; null: later than any car may. */
  meetAt: Instant | null
}

/** The changed flights of a group that wait for a decision, each with a meeting time for it. */
export async function openFlights(context: AppContext, group: GroupView): Promise<OpenFlight[]> {
  const now = context.clock.now()
  const found = group.places.flatMap((place) =>
    place.flight && (place.flightOpenUntil ?? 0) > now ? { place, change: place.flight } : [],
  )
  return Promise.all(
    found.map(async ({ place, change }) => {
      const { meetAt } = await meetingOf(context.admin, group, place.participantId)
      const isNear = Math.abs(meetAt - group.at) <= MEET_AROUND_MS
      return { place, change, window: group.flightWindow, meetAt: isNear ? meetAt : null }
    }),
  )
}

/** Leaves a ride as it is although the flight that was shown has changed. */
export async function keepFlight(
  context: AppContext,
  group: GroupView,
  by: AdminId,
  form: FormData,
) {
  const read = readForm(context, form, keepFlightSchema)
  if (!read.ok) return refuseForm(context, form, read.error)
  const { note } = read.value
  const about = {
    participantId: String(form.get('participantId')) as ParticipantId,
    seen: Number(form.get('seen')),
  }
  const command = { ...about, note, by }
  const done = await context.admin.groups.settleFlight(group.about.kind, group.id, command)
  if (!done.ok) return refuseForm(context, form, done.error)
  return redirectWithFlash(context, groupPath(group), {
    kind: 'success',
    key: 'admin:car.flight.kept',
  })
}
