import { entryOf } from '#app/audit/audit.server.ts'
import { groupParams } from '#app/group/service/group-params.ts'
import type { AdminId, OrderId, ParticipantId } from '#app/kernel/id.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import { noticeAbout } from '#app/notices/rules/notices.ts'
import {
  type FailedRefundRow,
  findAbout,
  findFailedRefund,
  findPlaceOfDeposit,
  listDueFailedRefunds,
  listFailedRefundsOf,
  listOwedRefunds,
  type NewFailedRefund,
  putFailedRefunds,
  settleFailedRefund,
} from '#app/payments/rows/failed-refunds.server.ts'
import type { NoticeAbout } from '#app/payments/rules/notices.ts'
import type { AnyIntent } from '#app/payments/service/payments.server.ts'
import { ASK_EVERY_MS } from '#app/payments/service/reconcile.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import { placeNow } from './disputes.server.ts'

/** A failed refund and its owner; names are null once the account is closed. */
export type FailedRefund = FailedRefundRow & { name: string | null; phone: string | null }

/** The current subject of a payment, for its owner. */
async function subjectOf({ db }: Needs<'db'>, intent: AnyIntent) {
  if ('subjectId' in intent) {
    const purpose = intent.what === 'order' ? ('base' as const) : intent.what
    return { subjectId: intent.subjectId, participantId: null, purpose }
  }
  const { intentId, purpose } = intent.facts
  const converted =
    purpose === 'deposit' ? await findPlaceOfDeposit(db, intent.userId, intentId) : undefined
  const place = converted && { subjectId: converted.groupId, participantId: converted.id }
  return { ...(place ?? (await placeNow(db, intent))), purpose }
}

/** The parameters of a notice about the payment's subject. */
async function aboutOf(
  { db }: Needs<'db'>,
  subjectId: string,
  participantId: ParticipantId | null,
): Promise<NoticeAbout> {
  const { group, order } = await findAbout(db, subjectId)
  if (order) return { orderId: subjectId as OrderId, ...order }
  return participantId && group ? { participantId, ...groupParams(group) } : {}
}

/**
 * Records the failed refunds of a payment that was read at `askedAt` or later, and notifies the
 * owner of each that is owed, once.
 */
export async function recordFailedRefunds(
  context: Needs<'db' | 'clock'>,
  { failedRefunds, ...intent }: AnyIntent,
  askedAt: Instant,
): Promise<void> {
  const { clock, db } = context
  if (failedRefunds.length === 0) return
  const place = await subjectOf(context, { failedRefunds, ...intent } as AnyIntent)
  const { userId } = intent
  const of = { ...place, intentId: intent.facts.intentId, userId, checkedAt: askedAt }
  const rows = failedRefunds.map(({ isOurs: _, ...read }): NewFailedRefund => ({ ...read, ...of }))
  const about = await aboutOf(context, place.subjectId, place.participantId)
  const newNotices = rows
    .filter(({ missing }) => missing > 0)
    .map(({ id: refundId, missing: amount }) => ({
      ...noticeAbout('refundFailed', refundId, userId, { refundId, amount, ...about }),
      createdAt: clock.now(),
    }))
  await putFailedRefunds(db, rows, newNotices)
}

/** Refunds still owed, oldest first. */
export const readOwedRefunds = ({ db }: Needs<'db'>): Promise<FailedRefund[]> => listOwedRefunds(db)

/** All failed refunds of a carpool, a trip or an order, newest first. */
export const readFailedRefundsOf = (
  { db }: Needs<'db'>,
  subjectId: string,
): Promise<FailedRefund[]> => listFailedRefundsOf(db, subjectId)

export const readFailedRefund = (
  { db }: Needs<'db'>,
  id: string,
): Promise<FailedRefund | undefined> => findFailedRefund(db, id)

/**
 * Records that an administrator has returned the money another way, such as to a bank account.
 * Fails with notFound, or operationExpired if nothing is owed any more.
 */
export async function settleRefund(
  { db, clock }: Needs<'db' | 'clock'>,
  id: string,
  by: AdminId,
): Promise<Result<FailedRefund>> {
  const found = await findFailedRefund(db, id)
  if (!found) return fail('notFound')
  const { subjectId, participantId, missing: amount } = found
  const after = { refundId: id, participantId, amount }
  const entry = entryOf(clock, by, 'refundSettled', subjectId, { after })
  const settled = await settleFailedRefund(db, found, entry)
  return settled ? ok(found) : fail('operationExpired', { context: 'refundSettled' })
}

/** Payments to look up at Stripe, since the event of another refund may have been lost. */
export async function readDueRefunds({ clock, db }: Needs<'db' | 'clock'>): Promise<string[]> {
  const now = clock.now()
  const rows = await listDueFailedRefunds(db, now - ASK_EVERY_MS, now)
  return rows.map(({ intentId }) => intentId)
}
