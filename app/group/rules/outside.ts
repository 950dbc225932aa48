import type { MinorUnits } from '#app/kernel/money.ts'
import { isPaid } from '#app/payments/rules/charge.ts'
import { goneOf, leftOf } from '#app/payments/rules/ledger.ts'
import { lostIn } from '#app/payments/rules/payment.ts'
import { type Group, isStanding, type Place } from './state.ts'

/**
 * The part of a place's money that was returned outside the app: through refunds made in the
 * provider's dashboard, and disputes (decision 0007).
 */

/**
 * The part of a place's paid balance that is still ours. If it was one payment with the deposit,
 * refunds count against the deposit first.
 */
export function balanceLeftOf(state: Group, { deposit, balance, inFull }: Place): MinorUnits {
  const paid = balance.paid
  if (inFull === undefined) return leftOf(state, balance.intentId, paid)
  const { intentId, paid: first } = deposit
  return leftOf(state, intentId, first + paid) - leftOf(state, intentId, first)
}

/**
 * Whether the group keeps the money paid for a place: the place stands, or it was released over an
 * unpaid balance.
 */
export const isKept = ({ seat, leaving }: Pick<Place, 'seat' | 'leaving'>): boolean =>
  isStanding({ seat }) || leaving === 'unpaid'

/**
 * Pence returned to the owner of money that the group would keep: dashboard refunds and lost
 * disputes.
 */
export function returnedOf(state: Group, p: Place): MinorUnits {
  if (!isKept(p)) return 0
  const balance = p.balance.paid - balanceLeftOf(state, p)
  return depositReturnedOf(state, p) + balance
}

/** The part of it that was lost to disputes. */
export function lostOf(state: Group, p: Place): MinorUnits {
  const ids = intentsOf(p)
  const lost = lostIn((state.disputes ?? []).filter(({ intentId }) => ids.includes(intentId)))
  return Math.min(lost, returnedOf(state, p))
}

/**
 * Pence charged for a place that are back with its owner, whoever returned them. A refund that
 * failed after the place was gone still counts: only the failure's own row records the failure.
 */
export function refundedOf(state: Group, p: Place): MinorUnits {
  const { deposit, balance, inFull, back = {} } = p
  const late = (except: string[]) =>
    Object.entries(back).reduce((sum, [id, pence]) => sum + (except.includes(id) ? 0 : pence), 0)
  if (isKept(p)) return returnedOf(state, p) + late(intentsOf(p))
  // The payments moved to another group.
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

/** The part of the deposit that was returned. */
export const depositReturnedOf = (state: Group, p: Place): MinorUnits =>
  isKept(p) && isPaid(p.deposit) ? goneOf(state, p.deposit.intentId, p.deposit.paid) : 0

/** Whether a payment paid for a place. */
export const isPaidWith = ({ deposit, balance }: Place, intentId: string): boolean =>
  [deposit, balance].some((charge) => isPaid(charge) && charge.intentId === intentId)
