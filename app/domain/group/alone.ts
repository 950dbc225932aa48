import { MIN_CHARGE_PENCE } from '#app/domain/limits.ts'
import type { MinorUnits } from '#app/domain/money.ts'
import { fail, ok, type Result } from '#app/domain/result.ts'
import type { Instant } from '#app/domain/time.ts'
import type { AloneEvent } from './alone-event.ts'
import type { Alone, AloneMark, AloneOffer } from './alone-state.ts'
import type { Say } from './command.ts'
import type { Effect } from './effect.ts'
import type { PlaceEvent } from './event.ts'
import { changeOf, isFlightOpen } from './flights.ts'
import type { MoveRefusal } from './moving.ts'
import { noticeOf } from './notice-of.ts'
import type { PaymentFacts } from './payment.ts'
import { isGroupComplete } from './released.ts'
import { isAboard } from './ride-progress.ts'
import type { Due, Rules } from './rules.ts'
import { findParticipant, type Group, isPayingAlone, type Place } from './state.ts'

/**
 * "A car alone": a private car for a passenger whose changed flight no longer fits the group
 * (decision 0092). The group itself takes the payment of the difference, so that one decision both
 * records the payment and releases the place.
 */

/**
 * The version of the consent sentence (`account:alone.consent` in the locales): the passenger
 * agrees to the car's time and price, and to being charged the difference at once. Changing the
 * wording requires a new version; a test enforces that.
 */
export const ALONE_VERSION = '2026-11-26'

const ALONE_EVENTS: Record<AloneEvent['type'], true> = {
  aloneOffered: true,
  aloneWithdrawn: true,
  aloneAgreed: true,
  aloneAttached: true,
  aloneClosing: true,
  aloneLost: true,
  aloneRefused: true,
  alonePaid: true,
}
export const isAloneEvent = <E extends { type: string }>(
  event: E,
): event is Extract<E, AloneEvent> => Object.hasOwn(ALONE_EVENTS, event.type)

/** What has been paid for a place, in pence; points count with their value. */
const paidFor = ({ deposit, balance }: Place): MinorUnits =>
  deposit.captured + (balance.paid === null ? 0 : balance.paid + (balance.quote?.deducted ?? 0))

/** What a place has to add to a car of this price. An amount below the card minimum is waived. */
export function supplementOf(p: Place, price: MinorUnits): MinorUnits {
  const rest = price - paidFor(p)
  return rest < MIN_CHARGE_PENCE ? 0 : rest
}

/** The place's offer if it still stands, whatever the time; null: there is none. */
export function standingOffer(state: Group, p: Place): AloneOffer | null {
  const offer = p.alone?.offer
  if (!offer || p.seat !== 'taken' || p.moving) return null
  const isSame = changeOf(state, p)?.version === offer.version && isFlightOpen(state, p)
  return isSame ? offer : null
}

/** The offer that can be taken now. */
export function offerOf(state: Group, p: Place, now: Instant): AloneOffer | null {
  const offer = standingOffer(state, p)
  return offer && now < offer.until ? offer : null
}

/** The place's standing offer as shown to its passenger; null: there is none. */
export function aloneMarkOf(state: Group, p: Place): AloneMark | null {
  const offer = standingOffer(state, p)
  if (!offer) return null
  const { carpoolAt, price, until } = offer
  return { carpoolAt, price, until, amount: supplementOf(p, price), agreed: isPayingAlone(p) }
}

/** Why a place and its payments cannot move to another car, whatever the time; null: they can. */
export function refuseGoing(state: Group, p: Place): MoveRefusal | null {
  const change = changeOf(state, p)
  if (!change || change.fits || !isFlightOpen(state, p)) return 'settled'
  if (!isGroupComplete(state) || isAboard(state, p)) return 'left'
  const { deposit, balance } = p
  const isBegun = balance.quote !== null && balance.paid === null
  if (deposit.status !== 'captured' || deposit.next || isBegun) return 'unsettled'
  return hasReturned(state, [deposit.intentId, balance.intentId]) ? 'returned' : null
}

/** Whether money of these payments has ever gone back, failed to, or been disputed. */
function hasReturned(
  { returned = {}, failedRefunds = {}, disputes = [] }: Group,
  intents: (string | null)[],
): boolean {
  const known = [
    ...Object.keys(returned),
    ...Object.keys(failedRefunds),
    ...disputes.map(({ intentId }) => intentId),
  ]
  return intents.some((id) => id !== null && known.includes(id))
}

/** When the payment of a difference ends: at once if its offer does not stand any more. */
export function dueOfAlone(state: Group, p: Place): Due[] {
  const payment = p.alone?.payment
  if (!payment || payment.closing) return []
  const offer = standingOffer(state, p)
  const at = offer ? Math.min(payment.expiresAt, offer.until) : 0
  const type = payment.intentId === null ? 'aloneLost' : 'aloneClosing'
  return [{ at, event: { type, participantId: p.id } }]
}

/** Records the payment made for a difference, before anybody can pay it. */
export function attachAlone(
  { alone, seat, id: participantId }: Place,
  { attempt, intentId }: Say<'attachIntent'>,
  isUsedUp: boolean,
): Result<PlaceEvent[]> {
  const payment = alone?.payment
  if (payment?.intentId === intentId) return ok([])
  if (seat !== 'taken' || !payment || payment.closing) return fail('operationExpired')
  if (alone?.attempt !== attempt || payment.intentId !== null) return ok([])
  const attached = { type: 'aloneAttached', participantId, intentId } as const
  return ok([isUsedUp ? { type: 'aloneLost', participantId } : attached])
}

/**
 * What a reading of the difference's payment changes. Once it is charged, the place moves if it
 * still can. A payment made in time counts however late we learn of it, unless the private car has
 * left by then. A payment that was partly refunded in the meantime buys nothing.
 */
export function settleSupplement(
  state: Group,
  p: Place,
  facts: PaymentFacts,
  now: Instant,
): PlaceEvent[] {
  const { intentId, money } = facts
  const participantId = p.id
  if (p.supplement?.intentId === intentId) return []
  const payment = p.seat === 'taken' ? p.alone?.payment : null
  const isKnown = payment?.intentId === intentId
  const isNew = payment?.intentId === null && p.alone?.attempt === facts.attempt
  if (payment && (isKnown || (isNew && payment.amount === facts.amount))) {
    if (money === 'returned') return isKnown ? [{ type: 'aloneLost', participantId }] : []
    if (money !== 'captured') return []
    const attached: PlaceEvent[] = isKnown
      ? []
      : [{ type: 'aloneAttached', participantId, intentId }]
    const { amount } = payment
    return canGo(state, p, facts, now)
      ? [...attached, { type: 'alonePaid', participantId, amount, at: now }]
      : [{ type: 'aloneRefused', participantId, intentId }]
  }
  if (money === 'returned') return []
  return [{ type: 'strayFound', participantId, intentId, purpose: 'supplement' }]
}

function canGo(
  state: Group,
  p: Place,
  { received, amount, disputes = [] }: PaymentFacts,
  now: Instant,
): boolean {
  const offer = standingOffer(state, p)
  const isWhole = received === amount && disputes.length === 0
  return offer !== null && now < offer.carpoolAt && isWhole && refuseGoing(state, p) === null
}

/** The state after an event about a car alone. */
export function evolveAlone(state: Group, event: AloneEvent, p: Place): Group {
  const { strays, participants } = state
  const replaced = participants.map((one) => (one.id === p.id ? placeAfter(p, event) : one))
  const after = { ...state, participants: replaced }
  const { intentId = null } = p.alone?.payment ?? {}
  if (event.type === 'aloneLost' && intentId !== null)
    return { ...after, closedIntents: [...state.closedIntents, intentId] }
  if (event.type !== 'aloneRefused') return after
  const stray = { participantId: p.id, purpose: 'supplement', unexpected: true } as const
  return { ...after, strays: [...strays, { ...stray, intentId: event.intentId }] }
}

const NOTHING: Alone = { attempt: 1, offer: null, payment: null }

function placeAfter(p: Place, event: AloneEvent): Place {
  const alone = p.alone ?? NOTHING
  const { attempt, offer, payment } = alone
  const withAlone = (patch: Partial<Alone>): Place => ({ ...p, alone: { ...alone, ...patch } })
  switch (event.type) {
    case 'aloneOffered': {
      const { to, carpoolAt, price, until, version, by, at } = event
      return withAlone({ offer: { to, carpoolAt, price, until, version, by, at } })
    }
    case 'aloneWithdrawn':
      return withAlone({ offer: null })
    case 'aloneAgreed': {
      const { amount, consent, expiresAt } = event
      return withAlone({ payment: { amount, consent, expiresAt, intentId: null, closing: false } })
    }
    case 'aloneAttached':
      return withAlone({ payment: payment && { ...payment, intentId: event.intentId } })
    case 'aloneClosing':
      return withAlone({ payment: payment && { ...payment, closing: true } })
    case 'aloneLost':
    case 'aloneRefused':
      return withAlone({ attempt: attempt + 1, payment: null })
    case 'alonePaid': {
      if (!payment || !offer) return p
      const { intentId, consent } = payment
      const moving = { to: offer.to, by: offer.by, at: event.at }
      const supplement = { intentId, amount: event.amount, consent }
      return { ...withAlone({ payment: null }), moving, supplement }
    }
  }
}

/** What follows from an event about a car alone; `state`: right after it. */
export function effectsOfAlone(rules: Rules, event: AloneEvent, p: Place, state: Group): Effect[] {
  const participantId = p.id
  switch (event.type) {
    case 'aloneOffered': {
      const { carpoolAt: aloneAt, price, until, by, at, version } = event
      const amount = supplementOf(p, price)
      const about = { amount, aloneAt, until }
      return [
        noticeOf(rules, state, p, 'aloneOffered', `${version}.${at}`, about),
        auditOf(event.type, p, state, { by, at, after: { participantId, ...about } }),
      ]
    }
    case 'aloneWithdrawn':
      return [auditOf(event.type, p, state, { ...event, after: { participantId } })]
    case 'aloneClosing':
      return [{ kind: 'resolve', participantId, slot: 'supplement' }]
    case 'aloneRefused':
      return [{ kind: 'release', participantId, intentId: event.intentId }]
    case 'alonePaid':
      return [{ kind: 'sendPlace', participantId }]
    default:
      return []
  }
}

type Audited = Pick<Extract<Effect, { kind: 'audit' }>, 'by' | 'at' | 'after'>

function auditOf(
  action: 'aloneOffered' | 'aloneWithdrawn',
  p: Place,
  { id: subject }: Group,
  { by, at, after }: Audited,
): Effect {
  const id = `${action}:${p.id}:${at}`
  return { kind: 'audit', id, at, by, action, subject, before: {}, after }
}

/** The receipt of a place that arrived in a private car with a difference paid. */
export function effectsOfArrival(rules: Rules, state: Group, participantId: string): Effect[] {
  const p = findParticipant(state, participantId)
  if (!p?.supplement) return []
  return [noticeOf(rules, state, p, 'aloneReady', '', { amount: p.supplement.amount })]
}
