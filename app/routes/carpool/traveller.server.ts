import type { Party } from '#app/domain/carpool/state.ts'
import type { ParticipantId } from '#app/domain/id.ts'
import { londonWall } from '#app/domain/time.ts'
import type { AppContext } from '#app/services/context.server.ts'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import type { Viewer } from '#app/services/groups/viewer.ts'
import type { PartyValues } from '#app/ui/carpool/party-fields.tsx'

/**
 * All of the viewer's own records, the last one, and the one named by `from` (a payment given up)
 * or null, to fill in a form from.
 */
export async function readOwnRecords(context: AppContext, user: Viewer, from: string | null) {
  const [cancelled, records] = await Promise.all([
    from ? context.carpools.record(user, from as ParticipantId) : null,
    context.carpools.records(user),
  ])
  return { cancelled, records, last: records[0] ?? null }
}

/** A party as form values. */
export const partyValues = (party: Party): PartyValues => ({
  terminal: party.terminal,
  flightNumber: party.flightNumber ?? '',
  flightTime: londonWall(party.flightTime),
  nLocation: party.nLocation,
  people: String(party.people),
  ...luggageValues(party),
})

/** What stays the same from trip to trip, so that it need not be entered again. */
export const habits = (last: CarpoolRecord | null) => ({
  nLocation: last?.party.nLocation ?? '',
  ...luggageValues(last?.party ?? { bigLuggage: 1, smallLuggage: 1, bag: 1 }),
})

const luggageValues = (party: Pick<Party, 'bigLuggage' | 'smallLuggage' | 'bag'>) => ({
  bigLuggage: String(party.bigLuggage),
  smallLuggage: String(party.smallLuggage),
  bag: String(party.bag),
})
