import type { ErrorCode } from '#app/domain/error.ts'
import { flightWindowAround } from '#app/domain/group/flight-window.ts'
import { is } from '#app/domain/group/status.ts'
import { latestDay } from '#app/domain/latest.ts'
import { forLuggage, LUGGAGE, luggageValues } from '#app/domain/luggage.ts'
import { optionalPart } from '#app/http/optional-part.server.ts'
import { partyValues } from '#app/http/party-values.server.ts'
import type { User } from '#app/services/accounts/sessions.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import type { BareTripRecord, TripView } from '#app/services/groups/trips.server.ts'
import type { PartyValues } from '#app/ui/carpool/party-fields.tsx'

/** What the join form needs: the possible places and flights, and the initial values. */
export async function readJoinForm(context: AppContext, user: User, trip: TripView) {
  const [place, records] = await Promise.all([
    context.trips.place(user, trip.id),
    optionalPart(context, 'records', context.carpools.records(user)),
  ])
  const last = place.ok ? place.value : null
  const held = last?.seat === 'held' ? last : null
  const first = firstFlightOf(trip)
  return {
    values: last?.party.nLocation
      ? partyValues(last.party)
      : startValues(trip, { nLocation: records?.[0]?.party.nLocation ?? '' }),
    window: first === null ? null : flightWindowAround(first),
    latest: latestDay(context.clock.now()),
    /** Places the student may take; those they already hold count as free. */
    free: trip.maxPassengers - trip.currentPassengers + (held?.party.people ?? 0),
    closed: closedFor(trip, held, context.clock.now()),
  }
}

/** The flight the others are compared with; the trip itself checks again. */
const firstFlightOf = ({ flightTimes }: TripView): number | null => flightTimes[0] ?? null

/** Why joining is no longer possible; null if it is. */
function closedFor(trip: TripView, held: BareTripRecord | null, now: number): ErrorCode | null {
  if (now >= trip.cutoffAt) return 'cutoffPassed'
  if (held) return null
  if (is(trip.status, 'joinable')) return null
  return is(trip.status, 'open') ? 'carpoolFull' : 'notOpen'
}

/**
 * The form's initial values (docs/rules.md#joining-a-trip); known addresses are not asked for
 * again.
 */
const startValues = (
  { needsFlight }: TripView,
  known: Pick<PartyValues, 'nLocation'>,
): PartyValues => ({
  ...known,
  terminal: '',
  flightNumber: '',
  flightTime: '',
  people: '1',
  // Those who have just landed have cases, those who go away for a weekend a bag.
  ...luggageValues(
    needsFlight
      ? forLuggage((kind) => LUGGAGE[kind].usual)
      : { bigLuggage: 0, smallLuggage: 0, bag: 1 },
  ),
})
