import type { ErrorCode } from '#app/kernel/error.ts'
import type { OrderId, RequestId, UserId } from '#app/kernel/id.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import { insertNotice } from '#app/notices/rows/notices.server.ts'
import type { OwnNotice } from '#app/notices/rules/notices.ts'
import { type IntentFacts, noteAfter } from '#app/payments/rules/payment.ts'
import {
  changeOf,
  moveFor,
  type RowChange,
  type RowCharge,
  refundsAfter,
} from '#app/payments/rules/row-charge.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import type { Db } from '#db/db.ts'
import { beginCharge, type Charge, endCharge, type Next, settleCharge } from './charges.server.ts'
import type { AnyIntent, NeedsToPay, RowIntent, RowSubject } from './payments.server.ts'
import { ASK_EVERY_MS } from './reconcile.server.ts'

/** Attempts before giving up when the row keeps changing. */
const ROUNDS = 4

export type NeedsToSettle = NeedsToPay & Needs<'log'>

type Payable = RowCharge & { id: OrderId | RequestId }
type Columns = Partial<RowCharge> & { dueAt?: Instant | null; dueSinceAt?: Instant | null }

/**
 * A table whose rows are paid for. Each write applies only if the row has not changed since it was
 * read.
 */
export type RowCharges<Row extends Payable> = {
  what: RowIntent['what']
  amountOf(row: Row): number
  /** How a payment of the row names it. */
  subjectOf(row: Row): RowSubject
  find(db: Db, id: Row['id']): Promise<Row | undefined>
  change(db: Db, seen: Row, set: Columns): Promise<Row | undefined>
  /** The same for a row that has been paid, with its receipt. */
  pay(db: Db, seen: Row, set: Columns, at: Instant): Promise<Row | undefined>
  /** What else changes when a payment is begun at `now`. */
  begun?(now: Instant): Columns
  /** Why the row cannot be paid now; null: it can. */
  refusePayment(row: Row, now: Instant): ErrorCode | null
  /** The notice of a refund that was made by hand. */
  refundNotice(row: Row, about: string, amount: number): OwnNotice
  statusAfterRefund(status: string): string
}

// Stripe is asked before the row is touched, so a payment and the end of the row cannot both win:
// an intent that is cancelled cannot be paid, and one that is paid cannot be cancelled.

/** Applies a payment, as just read, to its row. */
export async function applyRowPayment<Row extends Payable>(
  context: NeedsToSettle,
  table: RowCharges<Row>,
  read: AnyIntent,
): Promise<Result<Row | null>> {
  const { db, log, payments, clock } = context
  let intent = read
  for (let round = 0; round < ROUNDS; round++) {
    if (intent.what !== table.what) return fail('notFound')
    const row = (await table.find(db, intent.subjectId)) ?? null
    const { intentId, money } = intent.facts
    const move = moveFor(row, row ? table.amountOf(row) : 0, intent.facts)
    if (move === 'release') {
      if (row?.payment !== 'refunding')
        log.warn('a payment that nothing is owed for goes back', { intentId, money })
      const key = `release:${intentId}:${crypto.randomUUID()}`
      const released = await payments.release(intentId, money, key)
      if (!released.ok) return released
      intent = released.value
    } else if (!row || move === 'nothing') {
      return ok(row)
    } else if (move === 'wait') {
      // This may take months, and an event reports when it ends; the sweep also checks now and
      // then.
      const later = clock.now() + ASK_EVERY_MS
      return ok((await table.change(db, row, { dueAt: later, dueSinceAt: later })) ?? row)
    } else {
      // A refund that came back pays a row that may have begun another payment since.
      const other = move === 'pay' && row.intentId !== intentId ? row.intentId : null
      const ended = other === null ? ok(null) : await endRowIntent(context, table, row, other)
      if (!ended.ok) return ended
      if (await changeBy(context, table, row, move, intent.facts))
        return ok((await table.find(db, row.id)) ?? null)
    }
  }
  return fail('unavailable')
}

/**
 * Records on the row what its payment did, and notifies the owner of a refund made outside the app.
 */
async function changeBy<Row extends Payable>(
  { db, clock }: Needs<'db' | 'clock'>,
  table: RowCharges<Row>,
  row: Row,
  move: RowChange,
  facts: IntentFacts,
) {
  const { refunded = 0, intentId } = facts
  const { everRefunded, ...refunds } = refundsAfter(row, facts)
  const told = row.refundedAmount + row.failedAmount
  const more = everRefunded - told
  // A refund that has already failed when we learn of it never reached its owner.
  const amount = Math.min(more, refunded)
  // The notice comes first, since it is true either way. If the row has changed meanwhile, all of
  // this is repeated.
  if (row.payment === 'paid' && amount > 0) {
    const notice = table.refundNotice(row, `${intentId}:${everRefunded}`, amount)
    const params = { ...notice.params, ...noteAfter(facts, told) }
    await insertNotice(db, { ...notice, params, createdAt: clock.now() })
  }
  const now = clock.now()
  const change = changeOf(move, row, facts, table.statusAfterRefund, now)
  if (move === 'pay') return table.pay(db, row, change, now)
  return table.change(db, row, row.payment === 'paid' ? { ...change, ...refunds } : change)
}

/** The charge of a row, which is looked up again each time. */
const chargeOf = <Row extends Payable>(
  context: NeedsToSettle,
  table: RowCharges<Row>,
  userId: UserId,
  find: () => Promise<Row | undefined>,
): Charge<Row | null> => ({
  userId,
  isHold: false,
  async prepare() {
    const row = await find()
    if (!row) return fail('notFound')
    if (row.payment === 'free') return ok([row, { do: 'done' }])
    const refused = table.refusePayment(row, context.clock.now())
    if (refused) return fail(refused, { context: table.what })
    return ok([row, nextOf(table, row)])
  },
  async attach(row, { facts: { intentId } }) {
    const set = { intentId, ...table.begun?.(context.clock.now()) }
    if (row && (await table.change(context.db, row, set))) return ok([row, true])
    // The row was deleted meanwhile, or has another intent.
    const now = row && (await table.find(context.db, row.id))
    return ok([now ?? null, now?.intentId === intentId])
  },
  settle: (intent) => applyRowPayment(context, table, intent),
})

function nextOf<Row extends Payable>(table: RowCharges<Row>, row: Row): Next {
  const { intentId, userId, paymentAttempt: attempt } = row
  if (intentId !== null) return { do: 'read', intentId }
  const intent = { ...table.subjectOf(row), userId, amount: table.amountOf(row), attempt }
  return { do: 'create', intent }
}

/** Cancels the payment begun for an unpaid row, which is settled if it turns out paid. */
export async function endRowIntent<Row extends Payable>(
  context: NeedsToSettle,
  table: RowCharges<Row>,
  { id, userId }: Row,
  intentId: string,
): Promise<Result<null>> {
  const charge = chargeOf(context, table, userId, () => table.find(context.db, id))
  const ended = await endCharge(context, charge, intentId)
  return ended.ok || ended.error.code === 'notFound' ? ok(null) : ofRow(table, ended)
}

/** Reads a row's payment and does what it requires. Returns the row; null: it is gone. */
export const settleRow = <Row extends Payable>(
  context: NeedsToSettle,
  table: RowCharges<Row>,
  intentId: string,
  seen?: (intent: AnyIntent) => void,
) =>
  settleCharge(
    context,
    { settle: (intent: AnyIntent) => applyRowPayment(context, table, intent) },
    intentId,
    seen,
  )

/**
 * The payment of a row, ready to be confirmed; null when there is nothing to pay. `find` looks the
 * row up again in each round.
 */
export async function beginRow<Row extends Payable>(
  context: NeedsToSettle,
  table: RowCharges<Row>,
  userId: UserId,
  find: () => Promise<Row | undefined>,
): Promise<Result<[Row, AnyIntent] | null>> {
  const begun = await beginCharge(context, chargeOf(context, table, userId, find), null)
  if (!begun.ok) return ofRow(table, begun)
  const [row, intent] = begun.value
  return ok(row && intent && [row, intent])
}

/** The owner's error for a payment that is not decided. */
const ofRow = <T, Row extends Payable>(table: RowCharges<Row>, failed: Result<T>): Result<never> =>
  !failed.ok && failed.error.code === 'paymentNotConfirmed'
    ? fail('paymentNotConfirmed', { context: table.what })
    : (failed as Result<never>)
