import type { MinorUnits } from '#app/domain/money.ts'
import {
  type Dispute,
  everRefundedIn,
  failedIn,
  isOlderDispute,
  lostIn,
} from '#app/domain/payment.ts'
import type { Instant } from '#app/domain/time.ts'
import type { PlaceEvent } from './event.ts'
import type { PaymentFacts } from './payment.ts'
import { findParticipant, type Group, type Place } from './state.ts'

/**
 * Changes to a place's money that come from outside: refunds made in the provider's dashboard, and
 * disputes (decision 0036).
 */

/** Disputes of one payment known to the group. */
const disputesOn = (state: Group, intentId: string): Dispute[] =>
  (state.disputes ?? []).filter((one) => one.intentId === intentId)

/** Whether a payment has an open dispute: none of it is given back until that is decided. */
export const isDisputed = (state: Group, intentId: string): boolean =>
  disputesOn(state, intentId).some(({ state }) => state === 'open')

/** How much of a payment's `taken` pence is still ours. */
export function leftOf(state: Group, intentId: string | null, taken: MinorUnits): MinorUnits {
  if (intentId === null) return taken
  const gone = refundedOn(state, intentId) + lostIn(disputesOn(state, intentId))
  return Math.max(0, taken - gone)
}

/**
 * How much of a place's paid balance is still ours. If it was one payment with the deposit, what
 * went back is the deposit's first.
 */
export function balanceLeftOf(state: Group, { deposit, balance, inFull }: Place): MinorUnits {
  const paid = balance.paid ?? 0
  if (inFull === undefined) return leftOf(state, balance.intentId, paid)
  const { intentId, captured } = deposit
  return leftOf(state, intentId, captured + paid) - leftOf(state, intentId, captured)
}

/** Pence refunded of a payment that stands; what failed has come back to us. */
const refundedOn = ({ returned, failedRefunds }: Group, intentId: string): MinorUnits =>
  Math.max(0, (returned?.[intentId] ?? 0) - failedIn(failedRefunds?.[intentId]))

/** How much of the `taken` pence is back with its owner. */
export const goneOf = (state: Group, intentId: string | null, taken: MinorUnits): MinorUnits =>
  taken - leftOf(state, intentId, taken)

/** What was captured of a payment before any of it went back, in pence. */
export const takenOf = ({ received, refunded = 0, disputes }: PaymentFacts): MinorUnits =>
  received + refunded + lostIn(disputes)

/**
 * Events for disputes that are new to the group, or have gone on. An older reading changes nothing:
 * one that is won stays won, though it was lost before.
 */
export function disputeEvents(
  state: Group,
  p: Place,
  facts: PaymentFacts,
  now: Instant,
): PlaceEvent[] {
  const { intentId, purpose, disputes = [] } = facts
  return disputes.flatMap((read): PlaceEvent[] => {
    const { id: disputeId, amount, state: is, moves } = read
    const known = disputesOn(state, intentId).find((one) => one.id === disputeId)
    if (known && isOlderDispute(read, known)) return []
    const about = { participantId: p.id, intentId, purpose, disputeId, amount, moves, at: now }
    const isNew = !known || (is === 'open' && known.state !== 'open')
    const opened: PlaceEvent[] = isNew ? [{ type: 'disputeOpened', ...about }] : []
    const same = known?.state === is && (is !== 'lost' || known.amount === amount)
    const closes = is !== 'open' && !same
    return closes ? [...opened, { type: 'disputeClosed', ...about, lost: is === 'lost' }] : opened
  })
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
  const balance = (p.balance.paid ?? 0) - balanceLeftOf(state, p)
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
  const paid = balance.paid ?? 0
  const charged = new Map<string | null, MinorUnits>([
    [balance.intentId, paid],
    [deposit.intentId, deposit.captured + (inFull === undefined ? 0 : paid)],
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
  isKept(p) && p.deposit.status === 'captured'
    ? goneOf(state, p.deposit.intentId, p.deposit.captured)
    : 0

/**
 * Refunds, made elsewhere, of money the group keeps, and those that failed. Reported when more has
 * ever been refunded than before, and for each that failed; so a stale reading changes nothing.
 */
export function refundEvents(state: Group, facts: PaymentFacts, now: Instant): PlaceEvent[] {
  const p = findParticipant(state, facts.participantId)
  const { intentId, purpose, refunded = 0, failedRefunds = [] } = facts
  if (!p || !isKept(p) || !isTaken(p, intentId)) return []
  const about = { participantId: p.id, intentId, purpose, at: now }
  const known = state.failedRefunds?.[intentId] ?? []
  const failed = failedRefunds
    .filter(({ id }) => !known.some((one) => one.id === id))
    .map(
      ({ id: refundId, amount }): PlaceEvent => ({
        type: 'refundFailed',
        ...about,
        refundId,
        amount,
      }),
    )
  const total = everRefundedIn(facts)
  const more = total - (state.returned?.[intentId] ?? 0)
  // What was refunded and has failed by the time we learn of it was never refunded for its owner.
  const amount = Math.min(more, refunded)
  return more > 0 ? [{ type: 'moneyReturned', ...about, total, amount }, ...failed] : failed
}

const isTaken = ({ deposit, balance }: Place, intentId: string): boolean =>
  (deposit.intentId === intentId && deposit.status === 'captured') ||
  (balance.intentId === intentId && balance.paid !== null)
