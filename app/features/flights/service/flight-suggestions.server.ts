import {
  countFlightCalls,
  readFlightStatuses,
} from '#app/features/flights/rows/flight-statuses.server.ts'
import {
  askedFlight,
  type FlightSuggestion,
  flightKey,
  suggestionOf,
} from '#app/features/flights/rules/flight-status.ts'
import type { NamedAbout } from '#app/group/rules/group-name.ts'
import type { Party } from '#app/group/rules/state.ts'
import type { Needs } from '#app/platform/resources.server.ts'

type Travelling = {
  about: NamedAbout
  places: readonly { participantId: string; party: Pick<Party, 'flightNumber' | 'flightTime'> }[]
}

/** Suggested flight changes, by place. */
export type FlightSuggestions = Record<string, FlightSuggestion>

// The flight status provider's suggestions, for pages: unconfirmed, and none without a key
// (docs/rules.md#flight-status).

/**
 * Suggestions for the flights of these groups; only cars that fetch people from an airport have
 * any.
 */
export async function readSuggestions(
  { config, db }: Needs<'db' | 'config'>,
  groups: readonly Travelling[],
): Promise<FlightSuggestions> {
  if (!config.flights) return {}
  const flights = groups.flatMap(({ about, places }) => {
    if (about.kind !== 'carpool' || about.tripType !== 'PICKUP') return []
    const { airportName } = about
    return places.flatMap(({ participantId, party }) => {
      const { flightTime } = party
      const flight = askedFlight(party)
      return flight && flightTime !== null
        ? { participantId, airportName, flightTime, key: flightKey(flight) }
        : []
    })
  })
  const known = await readFlightStatuses(db, [...new Set(flights.map(({ key }) => key))])
  return Object.fromEntries(
    flights.flatMap(({ participantId, key, ...flown }) => {
      const suggestion = suggestionOf(known.get(key) ?? null, flown)
      return suggestion ? [[participantId, suggestion]] : []
    }),
  )
}

/** The plan's number of calls if they are used up; null if some are left. */
export async function readUsedUp({
  config,
  db,
  clock,
}: Needs<'db' | 'clock' | 'config'>): Promise<{ calls: number } | null> {
  if (!config.flights) return null
  const { calls } = config.flights
  const [row] = await countFlightCalls(db, clock.now())
  return (row?.calls ?? 0) < calls ? null : { calls }
}
