import type Stripe from 'stripe'
import type { MinorUnits } from '#app/kernel/money.ts'
import type { Instant } from '#app/kernel/time.ts'
import { intentIn } from './payment-intents.server.ts'

/** One of our payments as the provider has it, for the books. Amounts in pence. */
export type PaymentRecord = {
  intentId: string
  purpose: string
  /** The carpool, trip or order. */
  subjectId: string
  participantId: string | null
  userId: string
  /** Stripe's status of the intent. */
  status: string
  currency: string
  amount: MinorUnits
  captured: MinorUnits
  refunded: MinorUnits
  /** The provider's fee; null if nothing was captured. */
  fee: MinorUnits | null
  createdAt: Instant
  /** Null if it was not captured. */
  capturedAt: Instant | null
}

export const RECORD_EXPAND = { expand: ['data.latest_charge.balance_transaction'] }

/** A payment as a record; null if it is not one of ours. */
export function recordOf(intent: Stripe.PaymentIntent): PaymentRecord | null {
  if (!intentIn(intent)) return null
  const { purpose = '', carpoolId, tripId, orderId, participantId, userId = '' } = intent.metadata
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const booked = typeof charge?.balance_transaction === 'object' ? charge.balance_transaction : null
  return {
    intentId: intent.id,
    purpose,
    subjectId: carpoolId ?? tripId ?? orderId ?? '',
    participantId: participantId ?? null,
    userId,
    status: intent.status,
    currency: intent.currency,
    amount: intent.amount,
    captured: intent.amount_received,
    refunded: charge?.amount_refunded ?? 0,
    fee: booked?.fee ?? null,
    createdAt: intent.created * 1000,
    capturedAt: booked ? booked.created * 1000 : null,
  }
}
