import type { MinorUnits } from '#app/kernel/money.ts'

/** How payments can be made, by Stripe's names: every payment is created with these. */
export const PAYMENT_METHODS: readonly string[] = ['card']
/** The methods that students look for when they pay. */
const LOOKED_FOR = ['card', 'alipay', 'wechatPay', 'applePay', 'googlePay'] as const
/** The methods that don't work here, so that pages can say so. */
export const METHODS_NOT_TAKEN = LOOKED_FOR.filter((method) => !PAYMENT_METHODS.includes(method))
/** Cards that work; Stripe accepts more. */
export const CARD_NETWORKS = ['Visa', 'Mastercard', 'Amex']

/**
 * Where the money of a payment intent is. unpaid: nowhere yet. processing: on its way. held:
 * authorised, can be captured. captured: ours. returned: cancelled, expired or fully refunded;
 * final.
 */
export type PaymentMoney = 'unpaid' | 'processing' | 'held' | 'captured' | 'returned'

/**
 * A reading of one intent at the payment provider, whatever it pays for. May be stale by the time
 * it arrives.
 */
export type IntentFacts = {
  intentId: string
  /** Which attempt to pay for its subject this is. */
  attempt: number
  /** The intent's amount, in pence. */
  amount: MinorUnits
  money: PaymentMoney
  /** Pence refunded by anyone; failed refunds don't count. */
  refunded?: MinorUnits
  /** Refunds that the bank rejected: their money is ours again. A failed refund stays failed. */
  failedRefunds?: FailedRefund[]
  /** Disputes that the cardholder has opened with their bank; most payments have none. */
  disputes?: Dispute[]
}

export type FailedRefund = { id: string; amount: MinorUnits }

/**
 * open: the bank has taken the money back until it is decided. won: it is ours again, also if it
 * was lost first. lost: it stays with its owner.
 */
export type DisputeState = 'open' | 'won' | 'lost'
/** `moves`: number of times the bank has moved money for it. */
export type Dispute = { id: string; state: DisputeState; amount: MinorUnits; moves?: number }

/**
 * The order of a dispute's states while no money moves: a decision, then its reversal in our
 * favour.
 */
export const DISPUTE_RANK: Record<DisputeState, number> = { open: 0, lost: 1, won: 2 }

/**
 * Whether a reading of a dispute is older than its known state. A bank that reverses its decision
 * against us moves the money again.
 */
export function isOlderDispute(read: Dispute, known: Dispute): boolean {
  const moves = (read.moves ?? 0) - (known.moves ?? 0)
  return moves < 0 || (moves === 0 && DISPUTE_RANK[read.state] < DISPUTE_RANK[known.state])
}

/** Pence of failed refunds. */
export const failedIn = (failed: FailedRefund[] = []): MinorUnits =>
  failed.reduce((sum, { amount }) => sum + amount, 0)

/** Pence ever refunded of a payment, including failed refunds. It only grows. */
export const everRefundedIn = ({
  refunded = 0,
  failedRefunds,
}: Pick<IntentFacts, 'refunded' | 'failedRefunds'>): MinorUnits =>
  refunded + failedIn(failedRefunds)

/** Pence lost to disputes. */
export const lostIn = (disputes: Dispute[] = []): MinorUnits =>
  disputes.filter(({ state }) => state === 'lost').reduce((sum, { amount }) => sum + amount, 0)

/** While a dispute is open its money must not be refunded: it would be paid back twice. */
export const hasOpenDispute = ({ disputes = [] }: Pick<IntentFacts, 'disputes'>): boolean =>
  disputes.some(({ state }) => state === 'open')
