import type { ActionFacts } from '#app/carpool/rules/permissions.ts'
import { type CarpoolRecord, readCarpoolRecord } from '#app/carpool/service/carpools.server.ts'
import { is } from '#app/group/rules/status.ts'
import type { Viewer } from '#app/group/service/viewer.ts'
import type { ParticipantId } from '#app/kernel/id.ts'
import type { AppContext } from '#app/server/context.server.ts'

/** The part of a record that the domain's rules need. */
export const actionFactsOfRecord = (record: CarpoolRecord): ActionFacts => ({
  ...record,
  depositStatus: record.deposit.status,
  renewalFailed: record.deposit.renewalFailed,
  isAboard: record.ride?.progress?.mark === 'onBoard',
})

/** The viewer's own record, or the 404 page: another user's looks as if it did not exist. */
export async function requireRecord(
  context: AppContext,
  user: Viewer | Promise<Viewer>,
  participantId: string | undefined,
): Promise<CarpoolRecord> {
  // Without a cookie, no object is asked for anybody.
  const viewer = context.viewerRef ? user : await user
  const record = participantId
    ? await readCarpoolRecord(context, viewer, participantId as ParticipantId)
    : null
  if (!record) throw new Response(null, { status: 404 })
  return record
}

/** A creator pays for the draft they open (giving it up cancels it); everyone else joins. */
export const isDraft = ({ status }: CarpoolRecord): boolean => is(status, 'draft', 'cancelled')

/** The form that the place was booked with, filled in with its values. */
export function formPath(record: CarpoolRecord): string {
  const form = isDraft(record) ? '/carpool/create' : `/carpool/${record.id}/join`
  return `${form}?tripType=${record.tripType}&from=${record.participantId}`
}
