import { entryOf } from '#app/audit/audit.server.ts'
import { auditEntry } from '#app/audit/rows/audit.server.ts'
import { findDisputedIntent, readMoneyOf } from '#app/console/rows/payment-checks.server.ts'
import type { AdminId, ParticipantId, UserId } from '#app/kernel/id.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { PaymentPurpose } from '#app/payments/rules/ledger.ts'
import type { AnyIntent, Payments } from '#app/payments/service/payments.server.ts'
import type { RefundByHand } from '#app/payments/service/refunds-read.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import { placeNow } from '#app/reconciliation/service/disputes.server.ts'
import {
  type NeedsToReconcile,
  reconcilePayment,
} from '#app/reconciliation/service/reconcile.server.ts'
import type { Db } from '#db/db.ts'

/** One of our payments and its subject. */
export type FoundPayment = {
  intentId: string
  amount: MinorUnits
  purpose: PaymentPurpose | 'base' | 'request'
  /** The carpool, trip, order or request, and the place in it. */
  subjectId: string
  participantId: ParticipantId | null
  userId: UserId
  /** Refunds that administrators made here, the newest first. */
  refunds: RefundByHand[]
  /** Pence that are still ours. */
  left: MinorUnits
}

/** The intent of an id of Stripe's: its own, a refund's or a dispute's. */
async function intentOf(
  { payments, db }: Needs<'db'> & { payments: Payments },
  id: string,
): Promise<Result<string>> {
  if (isIdOf(id, 'pi')) return ok(id)
  if (isIdOf(id, 're')) return payments.intentOfRefund(id)
  if (isIdOf(id, 'dp') || isIdOf(id, 'du')) {
    const found = await findDisputedIntent(db, id)
    return found ? ok(found.intentId) : fail('notFound')
  }
  return fail('notFound')
}

/**
 * The payment that a payment's, a refund's or a dispute's id belongs to, as Stripe knows it.
 * Fails with notFound if it is none of ours, or unavailable.
 */
export async function findPayment(
  context: Needs<'db'> & { payments: Payments },
  id: string,
): Promise<Result<FoundPayment>> {
  const read = await readPayment(context, id)
  return read.ok ? ok(read.value.found) : read
}

/** The same with the reading that it comes from. */
export async function readPayment(
  context: Needs<'db'> & { payments: Payments },
  id: string,
): Promise<Result<{ found: FoundPayment; intent: AnyIntent }>> {
  const { payments, db } = context
  const intentId = await intentOf(context, id)
  const read = intentId.ok ? await payments.readNow(intentId.value, { refunds: true }) : intentId
  return read.ok ? ok({ found: await foundOf(db, read.value), intent: read.value }) : read
}

/** A payment's current state: at Stripe, and as stored here. */
async function readStanding(
  { payments, db }: Needs<'db'> & { payments: Payments },
  { intentId, subjectId, participantId }: FoundPayment,
): Promise<string> {
  const [read, recorded] = await Promise.all([
    payments.readNow(intentId),
    readMoneyOf(db, subjectId, participantId),
  ])
  const { money, refunded } = read.ok ? read.value.facts : {}
  return JSON.stringify({ money, refunded, recorded })
}

/**
 * Reads a payment at Stripe and applies it to its subject, exactly like an event of Stripe's.
 * Returns whether that changed anything: our records, or the payment itself if we know no subject.
 * Repeating it has no further effect. Fails with notFound or unavailable.
 */
export async function checkPayment(
  context: NeedsToReconcile,
  intentId: string,
  by: AdminId,
): Promise<Result<{ changed: boolean }>> {
  const { db, clock } = context
  const found = isIdOf(intentId, 'pi') ? await findPayment(context, intentId) : fail('notFound')
  if (!found.ok) return found
  await auditEntry(db, entryOf(clock, by, 'paymentChecked', intentId))
  const before = await readStanding(context, found.value)
  const id = `console:${crypto.randomUUID()}`
  const settled = await reconcilePayment(context, intentId, { id, disputed: true, refunded: true })
  if (!settled.ok && settled.error.code !== 'notFound') return settled
  return ok({ changed: (await readStanding(context, found.value)) !== before })
}

/**
 * Whether a text looks like an id of Stripe's of this kind; nothing else goes into Stripe's URLs.
 */
const isIdOf = (id: string, prefix: 'pi' | 're' | 'dp' | 'du'): boolean =>
  new RegExp(`^${prefix}_\\w{3,100}$`).test(id)

async function foundOf(db: Db, intent: AnyIntent): Promise<FoundPayment> {
  const { amount, userId, refundsByHand: refunds } = intent
  const { intentId, received: left } = intent.facts
  const found = { intentId, amount, userId, refunds, left }
  if ('subjectId' in intent) {
    const { subjectId } = intent
    const purpose = intent.what === 'order' ? 'base' : intent.what
    return { ...found, purpose, subjectId, participantId: null }
  }
  return { ...found, purpose: intent.facts.purpose, ...(await placeNow(db, intent)) }
}
