import type { Party } from '#app/domain/group/state.ts'
import type { ParticipantId } from '#app/domain/id.ts'
import type { AppContext } from '#app/services/context.server.ts'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import type { Looking } from '#app/services/groups/viewer.ts'
import { UNSAID } from '#app/ui/carpool/party-values.ts'

/**
 * All of the viewer's own records, the last one, and the one named by `from` (a payment given up)
 * or null, to fill in a form from.
 */
export async function readOwnRecords(
  { carpools }: AppContext,
  { viewer, user }: Looking,
  from: string | null,
) {
  const [cancelled, records] = await Promise.all([
    from ? carpools.record(user, from as ParticipantId) : null,
    carpools.records(viewer),
  ])
  return { cancelled, records, last: records[0] ?? null }
}

/** What stays the same from trip to trip, so that it need not be entered again. */
export const habits = (last: CarpoolRecord | null): Party => ({
  ...(last?.party ?? UNSAID),
  people: 1,
  terminal: null,
  flightNumber: null,
  flightTime: null,
})
