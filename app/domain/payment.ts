import type { MinorUnits } from './money.ts'

/**
 * Where the money of a payment intent is. unpaid: nowhere yet. processing: on its way. held:
 * authorised, can be captured. captured: ours. returned: cancelled, expired or fully refunded;
 * final.
 */
export type PaymentMoney = 'unpaid' | 'processing' | 'held' | 'captured' | 'returned'

/**
 * What was just read from the payment provider about one intent, whatever it pays for. May be stale
 * by the time it arrives.
 */
export type IntentFacts = {
  intentId: string
  /** Which attempt to pay for its subject this is. */
  attempt: number
  /** The intent's amount, in pence. */
  amount: MinorUnits
  money: PaymentMoney
  /** How much of the captured amount was refunded, by anyone, in pence. */
  refunded?: MinorUnits
  /** Disputes its owner has opened with their bank; most payments have none. */
  disputes?: Dispute[]
}

/**
 * open: the bank has taken the money back until it is decided. won: it is ours again. lost: it
 * stays with its owner.
 */
export type DisputeState = 'open' | 'won' | 'lost'
export type Dispute = { id: string; state: DisputeState; amount: MinorUnits }

/** What lost disputes have cost, in pence. */
export const lostIn = (disputes: Dispute[] = []): MinorUnits =>
  disputes.filter(({ state }) => state === 'lost').reduce((sum, { amount }) => sum + amount, 0)

/** While a dispute is open its money cannot be refunded: it would go back twice. */
export const hasOpenDispute = ({ disputes = [] }: Pick<IntentFacts, 'disputes'>): boolean =>
  disputes.some(({ state }) => state === 'open')
