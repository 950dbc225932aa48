import type { UserId } from '#app/kernel/id.ts'
import { batchRead } from '#app/platform/batch-reads.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import type { ViewerRef } from '#app/platform/rows/viewer-ref.server.ts'
import {
  findOwnRequest,
  listOwnRequests,
  listRequestsAbout,
  type RequestRow,
} from '#app/requests/rows/requests.server.ts'
import { payBy, stageOf } from '#app/requests/rules/request.ts'

/** A request as its student sees it. */
export type RequestView = ReturnType<typeof viewOf>

export const viewOf = (row: RequestRow) => ({
  ...{ id: row.id, what: row.what, lines: row.lines, amount: row.amount, note: row.note },
  ...{ fen: row.fen, fenPerPound: row.fenPerPound, outside: row.outside },
  ...{ subjectId: row.subjectId, participantId: row.participantId },
  ...{ askedAt: row.askedAt, endedAt: row.endedAt, payBy: payBy(row), stage: stageOf(row) },
  ...{ refundedAmount: row.refundedAmount, refundOwed: row.refundOwed },
  replacedBy: row.replacedBy,
  /** Whether a payment was begun and is undecided. */
  begun: row.intentId !== null && row.payment === 'awaiting',
})

/** The viewer's own request, or null. */
export async function readOwnRequest(
  { db }: Needs<'db'>,
  viewer: { id: UserId },
  id: string,
): Promise<RequestView | null> {
  const row = await findOwnRequest(db, viewer.id, id)
  return row ? viewOf(row) : null
}

/** The viewer's requests about one of their orders, newest first. */
export const readOwnRequestsAbout = async (
  { db }: Needs<'db'>,
  viewer: { id: UserId },
  subjectId: string,
): Promise<RequestView[]> =>
  (await batchRead(db, listRequestsAbout(db, subjectId)))
    .filter(({ userId }) => userId === viewer.id)
    .map(viewOf)

/** All requests to the viewer, newest first. */
export const readOwnRequests = async (
  { db }: Needs<'db'>,
  viewer: ViewerRef,
): Promise<RequestView[]> => (await batchRead(db, listOwnRequests(db, viewer))).map(viewOf)
