import type { ErrorCode } from '#app/domain/error.ts'
import { flightWindowAround } from '#app/domain/group/flight-window.ts'
import { latestDay } from '#app/domain/latest.ts'
import { TRIP_LUGGAGE_DEFAULT } from '#app/domain/limits.ts'
import { londonWall } from '#app/domain/time.ts'
import type { Party } from '#app/domain/trip/state.ts'
import { orNull } from '#app/http/part.server.ts'
import type { User } from '#app/services/accounts/sessions.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import type { TripSeat, TripView } from '#app/services/groups/trips.server.ts'
import type { PartyValues } from '#app/ui/carpool/party-fields.tsx'

/**
 * What the join form needs: the places and flights that are possible, and the values to start from.
 */
export async function readJoinForm(context: AppContext, user: User, trip: TripView) {
  const [place, records] = await Promise.all([
    context.trips.place(user, trip.id),
    orNull(context, 'records', context.carpools.records(user)),
  ])
  const last = place.ok ? place.value : null
  const held = last?.seat === 'held' ? last : null
  const first = firstFlightOf(trip)
  return {
    values: last?.party.terminal
      ? partyValues(last.party)
      : startValues({ nLocation: records?.[0]?.nLocation ?? '' }),
    window: first === null ? null : flightWindowAround(first),
    latest: latestDay(context.clock.now()),
    /** Places she may take; those she holds already count as free to her. */
    free: trip.maxPassengers - trip.currentPassengers + (held?.party.people ?? 0),
    closed: closedFor(trip, held, context.clock.now()),
  }
}

/** The flight that others are measured against; the trip itself decides again. */
const firstFlightOf = ({ flightTimes }: TripView): number | null => flightTimes[0] ?? null

/** Why nobody can join any more; null while the form makes sense. */
function closedFor(trip: TripView, held: TripSeat | null, now: number): ErrorCode | null {
  if (now >= trip.cutoffAt) return 'cutoffPassed'
  if (held) return null
  if (trip.status === 'FULL') return 'carpoolFull'
  return trip.status === 'OPEN' ? null : 'notOpen'
}

/**
 * What the form starts from (docs/rules.md#joining-a-trip); nobody is asked twice for where she
 * lives.
 */
const startValues = (known: Pick<PartyValues, 'nLocation'>): PartyValues => ({
  ...known,
  terminal: '',
  flightNumber: '',
  flightTime: '',
  people: '1',
  bigLuggage: String(TRIP_LUGGAGE_DEFAULT.bigLuggage),
  smallLuggage: String(TRIP_LUGGAGE_DEFAULT.smallLuggage),
  bag: String(TRIP_LUGGAGE_DEFAULT.bag),
})

/** A party as the form it came from. */
export const partyValues = (party: Party): PartyValues => ({
  terminal: party.terminal ?? '',
  flightNumber: party.flightNumber ?? '',
  flightTime: party.flightTime === null ? '' : londonWall(party.flightTime),
  nLocation: party.nLocation ?? '',
  people: String(party.people),
  bigLuggage: String(party.bigLuggage),
  smallLuggage: String(party.smallLuggage),
  bag: String(party.bag),
})
