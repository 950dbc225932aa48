import type { CarpoolRecord } from '#app/carpool/service/carpools.server.ts'
import type { FlightSuggestion } from '#app/features/flights/rules/flight-status.ts'
import type { AppContext } from '#app/server/context.server.ts'

/** What is suggested about the flight of a place, as long as its owner can change it. */
export async function suggestedFor(
  { flights }: AppContext,
  { participantId, party, tripType, airportName, actions }: CarpoolRecord,
): Promise<FlightSuggestion | null> {
  if (!actions.includes('changeFlight')) return null
  const about = { kind: 'carpool', tripType, airportName } as const
  const all = await (await flights()).of([{ about, places: [{ participantId, party }] }])
  return all[participantId] ?? null
}
