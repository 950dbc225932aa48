import type { MinorUnits } from './money.ts'

/**
 * Where the money of a payment intent is. unpaid: nowhere yet. processing: on its way. held:
 * authorised, can be captured. captured: ours. returned: cancelled, expired or refunded in full;
 * final.
 */
export type PaymentMoney = 'unpaid' | 'processing' | 'held' | 'captured' | 'returned'

/**
 * What was just read from the payment provider about one intent, whatever it pays for. May be old
 * by the time it arrives.
 */
export type IntentFacts = {
  intentId: string
  /** Which of the tries to pay for the thing it was made for. */
  attempt: number
  /** What it is made out for, in pence. */
  amount: MinorUnits
  money: PaymentMoney
  /** Given back of what was captured, by whomever, in pence. */
  refunded?: MinorUnits
  /** Payments that its owner has objected to at the bank; few ever have one. */
  disputes?: Dispute[]
}

/**
 * open: the bank has taken the money back until it is decided. won: it is ours again. lost: it has
 * gone back.
 */
export type DisputeState = 'open' | 'won' | 'lost'
export type Dispute = { id: string; state: DisputeState; amount: MinorUnits }

/** What disputes have taken for good, in pence. */
export const lostIn = (disputes: Dispute[] = []): MinorUnits =>
  disputes.filter(({ state }) => state === 'lost').reduce((sum, { amount }) => sum + amount, 0)

/** While one is open its money cannot be given back: it would go back twice. */
export const hasOpenDispute = ({ disputes = [] }: Pick<IntentFacts, 'disputes'>): boolean =>
  disputes.some(({ state }) => state === 'open')
