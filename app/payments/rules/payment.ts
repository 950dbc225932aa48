import type { MinorUnits } from '#app/kernel/money.ts'

/** How payments can be made, by Stripe's names: every payment is created with these. */
export const PAYMENT_METHODS: readonly string[] = ['card']
/** What students look for when they pay. */
const LOOKED_FOR = ['card', 'alipay', 'wechatPay', 'applePay', 'googlePay'] as const
/** Those of them that don't work here, so that pages can say so. */
export const METHODS_NOT_TAKEN = LOOKED_FOR.filter((method) => !PAYMENT_METHODS.includes(method))
/** Cards that work; Stripe takes more. */
export const CARD_NETWORKS = ['Visa', 'Mastercard', 'Amex']

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
  /** How much of the captured amount was refunded, by anyone, and did not fail, in pence. */
  refunded?: MinorUnits
  /** Refunds that the bank did not take: their money is ours again. A failed one stays failed. */
  failedRefunds?: FailedRefund[]
  /** Disputes its owner has opened with their bank; most payments have none. */
  disputes?: Dispute[]
}

export type FailedRefund = { id: string; amount: MinorUnits }

/**
 * open: the bank has taken the money back until it is decided. won: it is ours again, also if it
 * was lost first. lost: it stays with its owner.
 */
export type DisputeState = 'open' | 'won' | 'lost'
/** `moves`: how often the bank has moved money for it. */
export type Dispute = { id: string; state: DisputeState; amount: MinorUnits; moves?: number }

/** What comes later while no money moves: a decision, and one that is reversed in our favour. */
export const DISPUTE_RANK: Record<DisputeState, number> = { open: 0, lost: 1, won: 2 }

/**
 * Whether a reading of a dispute is older than what is known of it. A bank that changes its mind
 * the other way moves the money again.
 */
export function isOlderDispute(read: Dispute, known: Dispute): boolean {
  const moves = (read.moves ?? 0) - (known.moves ?? 0)
  return moves < 0 || (moves === 0 && DISPUTE_RANK[read.state] < DISPUTE_RANK[known.state])
}

/** What failed refunds would have given back, in pence. */
export const failedIn = (failed: FailedRefund[] = []): MinorUnits =>
  failed.reduce((sum, { amount }) => sum + amount, 0)

/** All that was ever refunded of a payment, also what failed, in pence. It only grows. */
export const everRefundedIn = ({
  refunded = 0,
  failedRefunds,
}: Pick<IntentFacts, 'refunded' | 'failedRefunds'>): MinorUnits =>
  refunded + failedIn(failedRefunds)

/** What lost disputes have cost, in pence. */
export const lostIn = (disputes: Dispute[] = []): MinorUnits =>
  disputes.filter(({ state }) => state === 'lost').reduce((sum, { amount }) => sum + amount, 0)

/** While a dispute is open its money cannot be refunded: it would go back twice. */
export const hasOpenDispute = ({ disputes = [] }: Pick<IntentFacts, 'disputes'>): boolean =>
  disputes.some(({ state }) => state === 'open')
