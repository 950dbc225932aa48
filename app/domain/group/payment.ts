import type { MinorUnits } from '#app/domain/money.ts'
import type { IntentFacts } from '#app/domain/payment.ts'
import type { Instant } from '#app/domain/time.ts'
import type { PaymentPurpose, SavedCard } from './state.ts'

/** What was just read about a payment for a place. */
export type PaymentFacts = IntentFacts & {
  /** From the intent's metadata: which place, and what for. */
  participantId: string
  purpose: PaymentPurpose
  /** Whether the card was ever authorised for this payment. */
  authorised: boolean
  /** Captured and not refunded, in pence. */
  received: MinorUnits
  captureBefore: Instant | null
  /** The card, if its owner allowed us to keep it. */
  card: SavedCard | null
}
