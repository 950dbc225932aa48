import type { MinorUnits } from '#app/kernel/money.ts'
import { isPaid } from '#app/payments/rules/charge.ts'
import { goneOf, leftOf } from '#app/payments/rules/ledger.ts'
import { lostIn } from '#app/payments/rules/payment.ts'
import type { Group, Place } from './state.ts'

/**
 * What of a place's money went back from outside: through refunds made in the provider's dashboard,
 * and disputes (decision 0007).
 */

/**
 * How much of a place's paid balance is still ours. If it was one payment with the deposit, what
 * went back is the deposit's first.
 */
export function balanceLeftOf(state: Group, { deposit, balance, inFull }: Place): MinorUnits {
  const paid = balance.paid
  if (inFull === undefined) return leftOf(state, balance.intentId, paid)
  const { intentId, paid: first } = deposit
  return leftOf(state, intentId, first + paid) - leftOf(state, intentId, first)
}

/**
 * Whether the group keeps what was paid for a place: the place stands, or it was released over an
 * unpaid balance.
 */
export const isKept = ({ seat, leaving }: Pick<Place, 'seat' | 'leaving'>): boolean =>
  seat === 'taken' || leaving === 'unpaid'

/**
 * How much of a place's money that the group keeps is back with its owner, in pence: dashboard
 * refunds and lost disputes.
 */
export function returnedOf(state: Group, p: Place): MinorUnits {
  if (!isKept(p)) return 0
  const balance = p.balance.paid - balanceLeftOf(state, p)
  return depositReturnedOf(state, p) + balance
}

/** The part of it that its owner took back through the bank: what was lost to disputes. */
export function lostOf(state: Group, p: Place): MinorUnits {
  const ids = intentsOf(p)
  const lost = lostIn((state.disputes ?? []).filter(({ intentId }) => ids.includes(intentId)))
  return Math.min(lost, returnedOf(state, p))
}

/**
 * How much of what was charged for a place is back with its owner, in pence, whoever gave it back.
 * A refund that failed after the place was gone still counts: only the failure's own row says so.
 */
export function refundedOf(state: Group, p: Place): MinorUnits {
  const { deposit, balance, inFull, back = {} } = p
  const late = (except: string[]) =>
    Object.entries(back).reduce((sum, [id, pence]) => sum + (except.includes(id) ? 0 : pence), 0)
  if (isKept(p)) return returnedOf(state, p) + late(intentsOf(p))
  // What was paid went on to another group.
  if (p.convertedTo) return late(intentsOf(p))
  const paid = balance.paid
  const charged = new Map<string | null, MinorUnits>([
    [balance.intentId, paid],
    [deposit.intentId, deposit.paid + (inFull === undefined ? 0 : paid)],
  ])
  const ofIntent = (id: string, taken: MinorUnits) =>
    back[id] ?? (state.closedIntents.includes(id) ? taken : goneOf(state, id, taken))
  const known = intentsOf(p).reduce((sum, id) => sum + ofIntent(id, charged.get(id) ?? 0), 0)
  return known + late(intentsOf(p))
}

/** The payments of a place, each once: deposit and balance may be one. */
export const intentsOf = ({ deposit, balance }: Place): string[] => {
  const all = [deposit.intentId, balance.intentId]
  return [...new Set(all.filter((id) => id != null))]
}

/** The part of it that was of the deposit. */
export const depositReturnedOf = (state: Group, p: Place): MinorUnits =>
  isKept(p) && isPaid(p.deposit) ? goneOf(state, p.deposit.intentId, p.deposit.paid) : 0

/** Whether a payment paid for a place. */
export const isPaidWith = ({ deposit, balance }: Place, intentId: string): boolean =>
  [deposit, balance].some((charge) => isPaid(charge) && charge.intentId === intentId)
