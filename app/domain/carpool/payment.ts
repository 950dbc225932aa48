import type { MinorUnits } from '../money.ts'
import type { Instant } from '../time.ts'
import type { PaymentPurpose, SavedCard } from './state.ts'

/**
 * Where the money of a payment intent is, as far as a carpool cares. unpaid: nowhere yet.
 * processing: on its way. held: authorised, can be captured. captured: ours. returned: cancelled,
 * expired or refunded in full; final.
 */
export type PaymentMoney = 'unpaid' | 'processing' | 'held' | 'captured' | 'returned'

/** What was just read from the payment provider about one intent. May be old by the time it arrives. */
export type PaymentFacts = {
  intentId: string
  /** From the intent's metadata: which place, what for and which attempt it was made for. */
  participantId: string
  purpose: PaymentPurpose
  attempt: number
  /** What it is made out for, in pence. */
  amount: MinorUnits
  money: PaymentMoney
  /** Whether the card was ever authorised for it. */
  authorised: boolean
  /** Captured and not refunded, in pence. */
  received: MinorUnits
  captureBefore: Instant | null
  /** The card, if its owner allowed us to keep it. */
  card: SavedCard | null
}
