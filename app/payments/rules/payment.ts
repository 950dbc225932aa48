import type { MinorUnits } from '#app/kernel/money.ts'

/**
 * Methods that are paid in an app of their own, by Stripe's names. They charge at once: neither can
 * hold money.
 */
export const REMOTE_METHODS = ['alipay', 'wechat_pay'] as const
export type RemoteMethod = (typeof REMOTE_METHODS)[number]
/** Apple Pay and Google Pay are cards to Stripe. */
export type Method = 'card' | RemoteMethod
/** Cards that work; Stripe accepts more. The wallets show marks of their own. */
export const CARD_MARKS = ['Visa', 'Mastercard', 'Amex']
const WALLETS = ['apple_pay', 'google_pay'] as const

/** The settings that switch methods on: 1 is on. */
export type MethodSettings = { alipay: number; wechatPay: number }

/** How a charge may be paid. `isHold`: the money is only held at first. */
export const methodsFor = ({ alipay, wechatPay }: MethodSettings, isHold: boolean): Method[] => {
  const isOn = { alipay: alipay === 1, wechat_pay: wechatPay === 1 }
  return ['card', ...REMOTE_METHODS.filter((method) => !isHold && isOn[method])]
}

/** Why a method is not offered: switched off, or it cannot hold money, or this app blocks it. */
export type NotTaken = 'off' | 'hold' | 'inApp'

/**
 * What a payment page offers, and what it does not, so that it can say so. WeChat and similar apps
 * open neither Alipay nor the phone's wallet.
 */
export function offerFor(settings: MethodSettings, isHold: boolean, inApp: boolean) {
  const ever = methodsFor(settings, false)
  const methods = methodsFor(settings, isHold).filter((one) => one !== 'alipay' || !inApp)
  const whyNot = (method: RemoteMethod): NotTaken =>
    ever.includes(method) ? (isHold ? 'hold' : 'inApp') : 'off'
  const missing = REMOTE_METHODS.filter((method) => !methods.includes(method))
  const wallets = inApp ? WALLETS.map((method) => ({ method, why: 'inApp' as const })) : []
  const notTaken = missing.map((method) => ({ method, why: whyNot(method) }))
  return { methods, notTaken: [...notTaken, ...wallets] }
}

export const isRemote = (method: unknown): method is RemoteMethod =>
  REMOTE_METHODS.some((known) => known === method)

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
  /** What its owner is told with refunds made by hand, oldest first. */
  notes?: RefundNote[]
  /** Disputes that the cardholder has opened with their bank; most payments have none. */
  disputes?: Dispute[]
}

export type FailedRefund = { id: string; amount: MinorUnits }

/** A sentence to the owner in either language. `upTo`: pence ever refunded, with its refund. */
export type RefundNote = { upTo: MinorUnits; zh: string; en: string }
/** The same as parameters of a notice. */
export type NoteParams = { noteZh?: string; noteEn?: string }

/** What the owner has not been told yet, if they know of the first `known` pence. */
export function noteAfter({ notes = [] }: IntentFacts, known: MinorUnits): NoteParams {
  const added = notes.filter(({ upTo }) => upTo > known)
  const said = (of: 'zh' | 'en') => added.flatMap((note) => note[of] || []).join(' ')
  const [noteZh, noteEn] = [said('zh'), said('en')]
  return { ...(noteZh && { noteZh }), ...(noteEn && { noteEn }) }
}

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
