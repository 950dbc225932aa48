import type { MinorUnits } from '#app/domain/money.ts'
import { type Dispute, lostIn } from '#app/domain/payment.ts'
import type { Instant } from '#app/domain/time.ts'
import type { PlaceEvent } from './event.ts'
import type { PaymentFacts } from './payment.ts'
import { findParticipant, type Group, type Place } from './state.ts'

/**
 * What moves a place's money from outside: refunds made in the provider's dashboard, and disputes
 * (decision 0036).
 */

/** Disputes of one payment, as the group knows them. */
const disputesOn = (state: Group, intentId: string): Dispute[] =>
  (state.disputes ?? []).filter((one) => one.intentId === intentId)

/**
 * Whether a payment is disputed at this moment: nothing of it is given back until that is decided.
 */
export const isDisputed = (state: Group, intentId: string): boolean =>
  disputesOn(state, intentId).some(({ state }) => state === 'open')

/** What is still ours of the `taken` pence of a payment. */
export function leftOf(state: Group, intentId: string | null, taken: MinorUnits): MinorUnits {
  if (intentId === null) return taken
  const gone = (state.returned?.[intentId] ?? 0) + lostIn(disputesOn(state, intentId))
  return Math.max(0, taken - gone)
}

/** What of the `taken` pence is with its owner again. */
export const goneOf = (state: Group, intentId: string | null, taken: MinorUnits): MinorUnits =>
  taken - leftOf(state, intentId, taken)

/** What was captured of a payment before any of it went back. */
export const takenOf = ({ received, refunded = 0, disputes }: PaymentFacts): MinorUnits =>
  received + refunded + lostIn(disputes)

/**
 * Disputes that the group does not know yet, or not as closed. One that is closed stays so,
 * whatever an old reading says.
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
 * Whether the group keeps what was paid for a place: it stands, or it was released for a balance
 * that was not paid.
 */
const isKept = ({ seat, leaving }: Pick<Place, 'seat' | 'leaving'>): boolean =>
  seat === 'taken' || leaving === 'unpaid'

/**
 * What of a place's money that its group keeps is with its owner again: refunds in the dashboard,
 * lost disputes.
 */
export function returnedOf(state: Group, p: Place): MinorUnits {
  if (!isKept(p)) return 0
  const { deposit, balance } = p
  const ofDeposit =
    deposit.status === 'captured' ? goneOf(state, deposit.intentId, deposit.captured) : 0
  return ofDeposit + goneOf(state, balance.intentId, balance.paid ?? 0)
}

/** Money that the group keeps and somebody else has given back: told only as more goes back. */
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
