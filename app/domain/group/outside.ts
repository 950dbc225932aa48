import type { MinorUnits } from '#app/domain/money.ts'
import { type Dispute, lostIn } from '#app/domain/payment.ts'
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
  const gone = (state.returned?.[intentId] ?? 0) + lostIn(disputesOn(state, intentId))
  return Math.max(0, taken - gone)
}

/** How much of the `taken` pence is back with its owner. */
export const goneOf = (state: Group, intentId: string | null, taken: MinorUnits): MinorUnits =>
  taken - leftOf(state, intentId, taken)

/** What was captured of a payment before any of it went back, in pence. */
export const takenOf = ({ received, refunded = 0, disputes }: PaymentFacts): MinorUnits =>
  received + refunded + lostIn(disputes)

/**
 * Events for disputes that are new to the group, or not yet known to be closed. A closed dispute
 * stays closed, whatever a stale reading says.
 */
export function disputeEvents(
  state: Group,
  p: Place,
  facts: PaymentFacts,
  now: Instant,
): PlaceEvent[] {
  const { intentId, purpose, disputes = [] } = facts
  return disputes.flatMap(({ id: disputeId, amount, state: is }): PlaceEvent[] => {
    const known = disputesOn(state, intentId).find((one) => one.id === disputeId)
    const about = { participantId: p.id, intentId, purpose, disputeId, amount, at: now }
    const opened: PlaceEvent[] = known ? [] : [{ type: 'disputeOpened', ...about }]
    const closes = is !== 'open' && (known?.state ?? 'open') === 'open'
    return closes ? [...opened, { type: 'disputeClosed', ...about, lost: is === 'lost' }] : opened
  })
}

/**
 * Whether the group keeps what was paid for a place: the place stands, or it was released over an
 * unpaid balance.
 */
const isKept = ({ seat, leaving }: Pick<Place, 'seat' | 'leaving'>): boolean =>
  seat === 'taken' || leaving === 'unpaid'

/**
 * How much of a place's money that the group keeps is back with its owner, in pence: dashboard
 * refunds and lost disputes.
 */
export function returnedOf(state: Group, p: Place): MinorUnits {
  if (!isKept(p)) return 0
  const { balance } = p
  return depositReturnedOf(state, p) + goneOf(state, balance.intentId, balance.paid ?? 0)
}

/** The part of it that was of the deposit. */
export const depositReturnedOf = (state: Group, p: Place): MinorUnits =>
  isKept(p) && p.deposit.status === 'captured'
    ? goneOf(state, p.deposit.intentId, p.deposit.captured)
    : 0

/**
 * Refunds, made elsewhere, of money the group keeps. Only reported when more has gone back than
 * before.
 */
export function refundEvents(state: Group, facts: PaymentFacts, now: Instant): PlaceEvent[] {
  const p = findParticipant(state, facts.participantId)
  const { intentId, purpose, refunded = 0 } = facts
  const before = state.returned?.[intentId] ?? 0
  if (!p || !isKept(p) || refunded <= before || !isTaken(p, intentId)) return []
  const amount = refunded - before
  return [
    {
      type: 'moneyReturned',
      participantId: p.id,
      intentId,
      purpose,
      total: refunded,
      amount,
      at: now,
    },
  ]
}

const isTaken = ({ deposit, balance }: Place, intentId: string): boolean =>
  (deposit.intentId === intentId && deposit.status === 'captured') ||
  (balance.intentId === intentId && balance.paid !== null)
