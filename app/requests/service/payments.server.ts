import type { RequestId, UserId } from '#app/kernel/id.ts'
import { minutes, REQUEST_PAYMENT_MS } from '#app/kernel/limits.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import { type Instant, londonDay } from '#app/kernel/time.ts'
import { noticeAbout } from '#app/notices/rules/notices.ts'
import type { NewReceipt } from '#app/payments/rows/receipts.server.ts'
import { saleOfRequest } from '#app/payments/rules/sale.ts'
import { undecided } from '#app/payments/service/charges.server.ts'
import type { AnyIntent } from '#app/payments/service/payments.server.ts'
import {
  beginRow,
  endRowIntent,
  type NeedsToSettle,
  type RowCharges,
  settleRow,
} from '#app/payments/service/row-charges.server.ts'
import { eachByItself } from '#app/platform/queue.server.ts'
import {
  changeRequest,
  findOwnRequest,
  findRequest,
  listDueRequests,
  payRequest,
  type RequestRow,
} from '#app/requests/rows/requests.server.ts'
import { refuseEnded } from '#app/requests/rules/request.ts'

/** Money asked of one student. */
export const requestCharges: RowCharges<RequestRow> = {
  what: 'request',
  amountOf: ({ amount }) => amount,
  subjectOf: ({ id: requestId }) => ({ purpose: 'request', requestId }),
  find: (db, id) => findRequest(db, id),
  change: changeRequest,
  pay: (db, seen, set, at) =>
    payRequest(
      db,
      seen,
      { ...set, endedAt: at, remindAt: null },
      { ...paid(seen), createdAt: at },
      receiptOf(seen, set, at),
    ),
  begun: (now) => ({ dueAt: now + REQUEST_PAYMENT_MS, dueSinceAt: now + REQUEST_PAYMENT_MS }),
  refusePayment: refuseEnded,
  refundNotice: (request, about, amount) =>
    noticeAbout('requestRefunded', about, request.userId, { ...paramsOf(request), amount }),
  statusAfterRefund: (status) => status,
}

/** The parameters of every notice about a request. */
export const paramsOf = ({
  id: requestId,
  what,
  amount,
}: Pick<RequestRow, 'id' | 'what' | 'amount'>) => ({
  ...{ requestId, what, amount },
})
const paid = (request: RequestRow) =>
  noticeAbout('requestPaid', request.id, request.userId, paramsOf(request))

const receiptOf = (
  { id: subjectId, userId, participantId, what, amount }: RequestRow,
  { intentId }: { intentId?: string | null },
  paidAt: Instant,
): NewReceipt => ({
  ...{ intentId: intentId ?? '', userId, subjectId, participantId, amount, paidAt },
  ...{ sale: saleOfRequest(what), about: { day: londonDay(paidAt) } },
})

/** A request that can be paid now, with what the browser needs to confirm the card. */
export type PayableRequest = { id: RequestId; clientSecret: string; amount: MinorUnits }

/**
 * The viewer's own request, ready to be paid. Null: there is nothing to pay. Fails with
 * alreadyPaid, operationExpired (taken back), paymentNotConfirmed (the bank is processing it),
 * rateLimited, paymentInitFailed or unavailable.
 */
export async function payRequestNow(
  context: NeedsToSettle,
  userId: UserId,
  id: string,
): Promise<Result<PayableRequest | null>> {
  const find = () => findOwnRequest(context.db, userId, id)
  const begun = await beginRow(context, requestCharges, userId, find)
  if (!begun.ok) return begun
  if (!begun.value) return ok(null)
  const [row, { clientSecret, amount }] = begun.value
  return ok({ id: row.id, clientSecret, amount })
}

/** Reads the payment and reports whether the viewer's own request is paid. */
export async function confirmRequest(
  context: NeedsToSettle,
  userId: UserId,
  id: string,
): Promise<Result<RequestRow>> {
  const row = await findOwnRequest(context.db, userId, id)
  if (!row) return fail('notFound')
  if (refuseEnded(row) === 'alreadyPaid') return ok(row)
  if (row.intentId === null) return fail('paymentNotConfirmed')
  let why: Result<never> = fail('paymentNotConfirmed')
  const seen = (read: AnyIntent) => (why = undecided(read))
  const after = await settleRow(context, requestCharges, row.intentId, seen)
  if (!after.ok) return after
  return after.value && refuseEnded(after.value) === 'alreadyPaid' ? ok(after.value) : why
}

/**
 * The request without a payment that could still arrive: one that was begun is seen cancelled, or
 * pays the request. Fails with paymentNotConfirmed or unavailable while that is undecided.
 */
export async function endPayment(
  context: NeedsToSettle,
  row: RequestRow,
): Promise<Result<RequestRow>> {
  let now: RequestRow | undefined = row
  for (let round = 0; now && round < ROUNDS; round++) {
    if (now.payment !== 'awaiting' || now.intentId === null) return ok(now)
    const ended = await endRowIntent(context, requestCharges, now, now.intentId)
    if (!ended.ok) return ended
    now = await findRequest(context.db, row.id)
  }
  return now ? fail('paymentNotConfirmed', { context: 'request' }) : fail('notFound')
}
/** The student may begin another payment while one is being ended. */
const ROUNDS = 3

/**
 * Ends every payment of a request that was begun and not finished in time. What cannot be decided
 * yet is tried again later. Returns how many were decided.
 */
export async function sweepRequestPayments(context: NeedsToSettle): Promise<number> {
  const { db, clock } = context
  const items = await listDueRequests(db, clock.now())
  return eachByItself(context, { name: 'requests', items, idOf: ({ id }) => id }, async (row) => {
    const ended = row.payment === 'awaiting' ? await endPayment(context, row) : await settle(row)
    const now = clock.now()
    const next = ended.ok ? null : now + Math.max(minutes(1), (now - (row.dueSinceAt ?? now)) / 2)
    const current = await findRequest(db, row.id)
    if (current)
      await changeRequest(db, current, { dueAt: next, ...(ended.ok && { dueSinceAt: null }) })
    return ended.ok ? 'done' : 'later'
  })
  async function settle({ intentId }: RequestRow): Promise<Result<unknown>> {
    return intentId ? settleRow(context, requestCharges, intentId) : ok(null)
  }
}
