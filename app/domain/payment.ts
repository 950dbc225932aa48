import type { MinorUnits } from './money.ts'

/**
 * Where the money of a payment intent is. unpaid: nowhere yet. processing: on its way. held: authorised, can be
 * captured. captured: ours. returned: cancelled, expired or refunded in full; final.
 */
export type PaymentMoney = 'unpaid' | 'processing' | 'held' | 'captured' | 'returned'

/** What was just read from the payment provider about one intent, whatever it pays for. May be old by the time it arrives. */
export type IntentFacts = {
  intentId: string
  /** Which of the tries to pay for the thing it was made for. */
  attempt: number
  /** What it is made out for, in pence. */
  amount: MinorUnits
  money: PaymentMoney
}
