import type { CarpoolRecord } from '#app/carpool/service/carpools.server.ts'
import type { FlightSuggestion } from '#app/features/flights/rules/flight-status.ts'
import { readSuggestions } from '#app/features/flights/service/flight-suggestions.server.ts'
import type { AppContext } from '#app/server/context.server.ts'

/** The suggestion about a place's flight, as long as its owner can change the flight. */
export async function suggestedFor(
  context: AppContext,
  { participantId, party, tripType, airportName, actions }: CarpoolRecord,
): Promise<FlightSuggestion | null> {
  if (!actions.includes('changeFlight')) return null
  const about = { kind: 'carpool', tripType, airportName } as const
  const all = await readSuggestions(context, [{ about, places: [{ participantId, party }] }])
  return all[participantId] ?? null
}
