import { readCarpoolRecords } from '#app/carpool/service/carpool-reads.server.ts'
import { type CarpoolRecord, readCarpoolRecord } from '#app/carpool/service/carpools.server.ts'
import { EMPTY_PARTY } from '#app/carpool/ui/party-values.ts'
import type { Party } from '#app/group/rules/state.ts'
import type { PendingViewer } from '#app/group/service/viewer.ts'
import type { ParticipantId } from '#app/kernel/id.ts'
import type { AppContext } from '#app/server/context.server.ts'

/**
 * The viewer's own records, the last one, and the one named by `from` (a payment given up) or null,
 * to fill in a form from.
 */
export async function readOwnRecords(
  context: AppContext,
  { viewer, user }: PendingViewer,
  from: string | null,
) {
  const [cancelled, records] = await Promise.all([
    from ? readCarpoolRecord(context, user, from as ParticipantId) : null,
    readCarpoolRecords(context, viewer),
  ])
  return { cancelled, records, last: records[0] ?? null }
}

/** The details that usually stay the same, so that they need not be entered again. */
export const habits = (last: CarpoolRecord | null): Party => ({
  ...(last?.party ?? EMPTY_PARTY),
  people: 1,
  terminal: null,
  flightNumber: null,
  flightTime: null,
})
