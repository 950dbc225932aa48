import { hours, REFUND_DAYS } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { ChargeFacts } from './charge.ts'
import { hasOpenDispute } from './payment.ts'

/** Why an administrator refunds a part of a payment. */
export const REFUND_REASONS = ['goodwill', 'ourFault', 'mistake', 'other'] as const
export type RefundReason = (typeof REFUND_REASONS)[number]

/** Characters of the sentence to the student; Stripe keeps it with the refund. */
export const REFUND_NOTE_MAX = 200

/**
 * Why nothing of a payment can be refunded by hand. held: it is only held. unpaid: nothing was
 * charged. nothing: all of it is back. gone: what it paid for is over, and the money is already on
 * its way.
 */
export type NoRefund = 'held' | 'unpaid' | 'disputed' | 'nothing' | 'gone' | 'tooOld'

/** A payment as just read. `stands`: what it pays for keeps the money. */
type Refundable = { facts: ChargeFacts; chargedAt: Instant | null; stands: boolean }

export function refuseRefund(
  { facts, chargedAt, stands }: Refundable,
  now: Instant,
): NoRefund | null {
  const { money, received } = facts
  if (money === 'held') return 'held'
  if (money === 'unpaid' || money === 'processing') return 'unpaid'
  if (hasOpenDispute(facts)) return 'disputed'
  if (received === 0) return 'nothing'
  if (!stands) return 'gone'
  return now >= (chargedAt ?? 0) + hours(24 * REFUND_DAYS) ? 'tooOld' : null
}
