import { entryOf } from '#app/audit/audit.server.ts'
import { auditEntry } from '#app/audit/rows/audit.server.ts'
import { readMoneyOf } from '#app/console/rows/payment-checks.server.ts'
import { readRefundsByHand, refusalOf, reserveRefund } from '#app/console/rows/refunds.server.ts'
import { isKept } from '#app/group/rules/outside.ts'
import type { Place } from '#app/group/rules/state.ts'
import type { AdminId } from '#app/kernel/id.ts'
import { REFUNDED_PER_DAY_PENCE } from '#app/kernel/limits.ts'
import { amountText, type MinorUnits } from '#app/kernel/money.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import { londonDay, startOfLondonDay } from '#app/kernel/time.ts'
import { type NoRefund, type RefundReason, refuseRefund } from '#app/payments/rules/refund-part.ts'
import type { Payments } from '#app/payments/service/payments.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import {
  type NeedsToReconcile,
  reconcilePayment,
} from '#app/reconciliation/service/reconcile.server.ts'
import { issue } from '#app/schemas/issue.ts'
import { type FoundPayment, readPayment } from './payment-checks.server.ts'

/** A refund as asked for. `attempt` is made with the page, so that pressing twice refunds once. */
export type RefundAsk = {
  amount: MinorUnits
  reason: RefundReason
  zh: string
  en: string
  attempt: string
  /** `seen` of the payment as it was shown. */
  seen: string
}

/** A payment before a refund by hand, as `by` sees it. */
export type Refundable = FoundPayment & {
  why: NoRefund | null
  /** Pence that `by` has refunded today. */
  spent: MinorUnits
  /** Changes with whatever would change the decision. */
  seen: string
}

/** The start of the day that the allowance is for. */
const sinceOf = ({ clock }: Needs<'clock'>) => startOfLondonDay(londonDay(clock.now()))

/** What can be refunded of a payment. Fails with notFound or unavailable. */
export async function weighRefund(
  context: Needs<'db' | 'clock'> & { payments: Payments },
  intentId: string,
  by: AdminId,
): Promise<Result<Refundable>> {
  const { db, clock } = context
  const read = await readPayment(context, intentId)
  if (!read.ok) return read
  const { found, intent } = read.value
  const [{ spent, count }, money] = await Promise.all([
    readRefundsByHand(db, intentId, { by, since: sinceOf(context) }),
    readMoneyOf(db, found.subjectId, found.participantId),
  ])
  const stands =
    money !== undefined &&
    ('seat' in money ? isKept(money as Pick<Place, 'seat' | 'leaving'>) : money.payment === 'paid')
  const why = refuseRefund({ ...intent, stands }, clock.now())
  return ok({ ...found, why, spent, seen: `${found.left}:${count}` })
}

/**
 * Refunds a part of a payment: it is put on record, made at Stripe, and applied like any other
 * refund (decision 0007). Repeating the same ask has no further effect. `applied`: our records have
 * it already; otherwise Stripe's event brings it. Fails with notFound, validationFailed (amount),
 * versionConflict (the payment has changed since it was shown), operationExpired (Stripe refuses
 * it), or unavailable: then it may have been made, and the same ask finds out.
 */
export async function refundPart(
  context: NeedsToReconcile,
  intentId: string,
  ask: RefundAsk,
  by: AdminId,
): Promise<Result<{ applied: boolean }>> {
  const form = `${by}:${ask.attempt}`
  const before = await weighRefund(context, intentId, by)
  if (!before.ok) return unknown(before)
  const made = isMade(before.value, form)
    ? ok(null)
    : await makeRefund(context, before.value, { ...ask, form }, by)
  if (!made.ok) return made
  const id = `console:${crypto.randomUUID()}`
  const applied = await reconcilePayment(context, intentId, { id, refunded: true })
  return ok({ applied: applied.ok })
}

async function makeRefund(
  context: NeedsToReconcile,
  { intentId, why, left, spent }: Refundable,
  { form, amount, reason, zh, en, seen }: RefundAsk & { form: string },
  by: AdminId,
): Promise<Result<null>> {
  const { db, clock, payments } = context
  const [seenLeft, count = Number.NaN] = seen.split(':').map(Number)
  if (why !== null) return fail('operationExpired', { context: 'refundPart' })
  if (seenLeft !== left) return fail('versionConflict', { context: 'refund' })
  if (amount > left) return notThat('refundLeft', left)
  const entry = {
    ...entryOf(clock, by, 'moneyRefunded', intentId, { before: { left } }),
    id: `moneyRefunded:${form}`,
    after: { amount, reason },
  }
  const allowance = { count, since: sinceOf(context), max: REFUNDED_PER_DAY_PENCE }
  if (!(await reserveRefund(db, entry, { amount, ...allowance })))
    return spent + amount > REFUNDED_PER_DAY_PENCE
      ? notThat('refundPerDay', REFUNDED_PER_DAY_PENCE - spent)
      : fail('versionConflict', { context: 'refund' })
  const made = await payments.refundPart(intentId, amount, { by, form, reason, zh, en })
  if (made.ok) return ok(null)
  if (made.error.code !== 'operationExpired') {
    const after = await weighRefund(context, intentId, by)
    return after.ok && isMade(after.value, form) ? ok(null) : unknown(made)
  }
  const refused = { id: refusalOf(entry.id), after: { amount } }
  await auditEntry(db, entryOf(clock, by, 'moneyNotRefunded', intentId, refused))
  return made
}

const isMade = ({ refunds }: FoundPayment, form: string): boolean =>
  refunds.some((one) => one.form === form)

const notThat = (code: 'refundLeft' | 'refundPerDay', most: MinorUnits): Result<never> =>
  fail('validationFailed', {
    field: 'amount',
    issue: issue(code, { max: amountText(Math.max(0, most)) }),
  })

const unknown = <T>(failed: Result<T>): Result<never> =>
  !failed.ok && failed.error.code === 'unavailable'
    ? fail('unavailable', { context: 'refund' })
    : (failed as Result<never>)
