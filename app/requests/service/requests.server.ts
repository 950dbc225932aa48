import { entryOf } from '#app/audit/audit.server.ts'
import type { AdminId, RequestId, UserId } from '#app/kernel/id.ts'
import { REQUEST_REMIND_MS } from '#app/kernel/limits.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import { noticeAbout } from '#app/notices/rules/notices.ts'
import type { NeedsToSettle } from '#app/payments/service/row-charges.server.ts'
import {
  changeRequestAudited,
  findRequest,
  insertRequest,
  type NewRequest,
  type RequestRow,
  replaceRequest,
  VOID,
} from '#app/requests/rows/requests.server.ts'
import {
  type PaidOutside,
  type RequestKind,
  type RequestLine,
  refuseEnded,
  sumOf,
} from '#app/requests/rules/request.ts'
import { endPayment, paramsOf } from './payments.server.ts'

export type { RequestRow }

/** What is asked for, of whom. `id` is made with the form, so that sending it twice asks once. */
export type Asked = {
  id: RequestId
  userId: UserId
  subjectId: string | null
  participantId: RequestRow['participantId']
  what: RequestKind
  lines: RequestLine[]
  fen?: number
  fenPerPound?: number
  note: string | null
}

/**
 * Asks a student for money: the request, the audit entry and the notice in one transaction. In
 * place of `replaced`, that one is taken back in the same transaction, once its payment is seen
 * cancelled. Fails with notFound (a closed account), versionConflict (the other request has changed
 * or was paid, or something is asked about the order already), paymentNotConfirmed or unavailable
 * (its payment is undecided).
 */
export async function askForMoney(
  context: NeedsToSettle,
  by: AdminId,
  asked: Asked,
  replaced?: RequestRow,
): Promise<Result<RequestId>> {
  const { db, clock } = context
  const { id, userId, what } = asked
  const now = clock.now()
  const amount = sumOf(asked.lines)
  const row: NewRequest = {
    ...asked,
    ...{ amount, askedBy: by, askedAt: now, remindAt: now + REQUEST_REMIND_MS },
  }
  const about = { requestId: id, what, amount }
  const changed = replaced && { changed: 1 as const }
  const notice = noticeAbout('requestAsked', id, userId, { ...about, ...changed })
  const entry = entryOf(clock, by, replaced ? 'requestChanged' : 'requestMade', id, {
    before: replaced && { request: replaced.id, amount: replaced.amount },
    after: { what, amount, about: asked.subjectId },
  })
  if (!replaced) {
    if (await insertRequest(db, row, { entry, notice })) return ok(id)
  } else {
    const ended = await endOpen(context, replaced)
    if (!ended.ok) return (await findRequest(db, id)) ? ok(id) : ended
    if (await replaceRequest(db, ended.value, row, { entry, notice })) return ok(id)
  }
  // Sent twice, or refused.
  if (await findRequest(db, id)) return ok(id)
  return fail(asked.subjectId ? 'versionConflict' : 'notFound', { context: 'request' })
}

/** The open request, without a payment that could still arrive; see `endPayment`. */
async function endOpen(context: NeedsToSettle, seen: RequestRow): Promise<Result<RequestRow>> {
  const ended = await endPayment(context, seen)
  if (!ended.ok) return ended
  return refuseEnded(ended.value) ? fail('versionConflict', { context: 'request' }) : ended
}

/**
 * Takes a request back, once its payment is seen cancelled. Fails with versionConflict (it was paid
 * or has ended meanwhile), paymentNotConfirmed or unavailable.
 */
export async function voidRequest(
  context: NeedsToSettle,
  by: AdminId,
  seen: RequestRow,
): Promise<Result<RequestRow>> {
  const notice = noticeAbout('requestVoided', seen.id, seen.userId, paramsOf(seen))
  return endAs(context, by, seen, VOID, 'requestVoided', {}, notice)
}

/** Records that a request was paid in another way; final. Fails as `voidRequest` does. */
export async function payOutside(
  context: NeedsToSettle,
  by: AdminId,
  seen: RequestRow,
  outside: PaidOutside,
): Promise<Result<RequestRow>> {
  const notice = noticeAbout('requestOutside', seen.id, seen.userId, paramsOf(seen))
  const set = { ...VOID, status: 'outside' as const, outside }
  return endAs(context, by, seen, set, 'requestOutside', outside, notice)
}

async function endAs(
  context: NeedsToSettle,
  by: AdminId,
  seen: RequestRow,
  set: Partial<NewRequest>,
  action: 'requestVoided' | 'requestOutside',
  how: object,
  notice: ReturnType<typeof noticeAbout>,
): Promise<Result<RequestRow>> {
  const { db, clock } = context
  const open = await endOpen(context, seen)
  if (!open.ok) return open
  const after = { amount: seen.amount, ...how }
  const entry = entryOf(clock, by, action, seen.id, { after })
  const columns = { ...set, endedAt: entry.at }
  const ended = await changeRequestAudited(db, open.value, columns, entry, notice)
  return ended ? ok(ended) : fail('versionConflict', { context: 'request' })
}
