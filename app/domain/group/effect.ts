import type { ParticipantId, UserId } from '../id.ts'
import type { MinorUnits } from '../money.ts'
import { depositPartOf } from './balance.ts'
import type { Event, PlaceEvent } from './event.ts'
import type { Rules } from './rules.ts'
import { findParticipant, type Group, type Place } from './state.ts'

/** What a user is told on the next page she opens; the text of each is in locales notices. */
export type NoticeCode =
  | 'holdExpired'
  | 'holdExpiredReleased'
  | 'groupComplete'
  | 'groupPaid'
  | 'groupFailed'
  | 'groupFailedRefunded'
  | 'departedUnpaid'
  | 'privateUnpaid'
  | 'depositReleased'
  | 'renewalFailed'
  | 'balanceReturned'
  | 'tripConfirmed'
  | 'tripFailed'

/** The three payments a place can have open: for the seat, in place of its deposit, for its balance. */
export type Slot = 'seat' | 'next' | 'balance'

/**
 * What has to be done in the world because of an event. Each is written with its event and done
 * at least once, so each names what it is about and is safe to do again.
 */
export type Effect =
  /** Look at a payment whose time is over: it stands, or it is cancelled and seen cancelled. */
  | { kind: 'resolve'; participantId: ParticipantId; slot: Slot }
  /** Let an intent go that pays for no place. */
  | { kind: 'release'; participantId: ParticipantId; intentId: string }
  /** Take `amount` pence of a held deposit. */
  | { kind: 'capture'; participantId: ParticipantId; intentId: string; amount: MinorUnits }
  /** Look at a deposit whose bank deadline has passed, until it is no longer held. */
  | { kind: 'check'; participantId: ParticipantId; intentId: string }
  /** Make a new hold on the saved card. */
  | { kind: 'renew'; participantId: ParticipantId; attempt: number }
  /** Open the private car of a place that was converted. */
  | { kind: 'openPrivate'; participantId: ParticipantId }
  /** Give the points of a try back, whether or not they were set aside. */
  | { kind: 'returnPoints'; participantId: ParticipantId; userId: UserId; attempt: number }
  /** Points for what was paid in money, in pence. */
  | { kind: 'earnPoints'; participantId: ParticipantId; userId: UserId; pence: MinorUnits }
  | { kind: 'notice'; id: string; userId: UserId; code: NoticeCode; params: NoticeParams }

export type NoticeParams = Record<string, string | number>

/** The effects of one event; `state` is the state right after it. */
export function effectsOf(rules: Rules, event: Event, state: Group): Effect[] {
  if (event.type === 'statusChanged') return rules.onStatus(event.to, state)
  const p = 'participantId' in event ? findParticipant(state, event.participantId) : undefined
  return p ? ofPlace(rules, event as PlaceEvent, p, state) : []
}

function ofPlace(rules: Rules, event: PlaceEvent, p: Place, state: Group): Effect[] {
  const participantId = p.id
  const { deposit } = p
  switch (event.type) {
    case 'holdLapsing':
      return [{ kind: 'resolve', participantId, slot: 'seat' }]
    case 'nextClosing':
      return [{ kind: 'resolve', participantId, slot: 'next' }]
    case 'balanceClosing':
      return [{ kind: 'resolve', participantId, slot: 'balance' }]
    case 'seatFreed':
      return onSeatFreed(rules, event, p, state)
    case 'seatLeft':
      return onSeatLeft(rules, event.reason, p, state)
    case 'converted':
      return [{ kind: 'openPrivate', participantId }]
    case 'strayFound':
      return [{ kind: 'release', participantId, intentId: event.intentId }]
    case 'strayReturned': {
      const code = event.purpose === 'balance' ? 'balanceReturned' : 'holdExpiredReleased'
      return event.authorised ? [noticeOf(rules, state, p, code, event.intentId)] : []
    }
    case 'depositReplaced':
      return [...releasesOf(p, state), ...(needsCapture(state) ? captureOf(rules, state, p) : [])]
    case 'depositDeadlinePassed':
      return deposit.intentId ? [{ kind: 'check', participantId, intentId: deposit.intentId }] : []
    case 'depositReleased':
      // With a saved card a new hold is tried first; she hears of it only if that fails.
      return deposit.renewal === 'due' || !deposit.intentId
        ? []
        : [noticeOf(rules, state, p, 'depositReleased', deposit.intentId)]
    case 'renewalDue':
      return [{ kind: 'renew', participantId, attempt: deposit.attempt }]
    case 'renewalFailed':
      return [noticeOf(rules, state, p, 'renewalFailed', String(deposit.attempt))]
    case 'balanceLost':
      return event.points > 0 ? [pointsBack(p, event.attempt)] : []
    default:
      return []
  }
}

/** Nobody is told who gave up herself, or who never came to the card. */
function onSeatFreed(
  rules: Rules,
  event: Extract<PlaceEvent, { type: 'seatFreed' }>,
  p: Place,
  state: Group,
): Effect[] {
  if (event.reason === 'givenUp' || !p.deposit.intentId) return []
  return [
    noticeOf(rules, state, p, event.authorised ? 'holdExpiredReleased' : 'holdExpired', p.deposit.intentId),
  ]
}

/** Whatever was paid for the place goes back: money by the provider, points by the ledger. */
function onSeatLeft(rules: Rules, reason: Place['leaving'], p: Place, state: Group): Effect[] {
  const effects = releasesOf(p, state)
  if (p.balance.quote && p.balance.quote.points > 0) effects.push(pointsBack(p, p.balance.attempt))
  if (reason === 'dayOver') effects.push(noticeOf(rules, state, p, 'groupFailedRefunded'))
  if (reason === 'departed') effects.push(noticeOf(rules, state, p, 'privateUnpaid'))
  return effects
}

/** Whether a deposit is taken as soon as it is held. */
const needsCapture = ({ status }: Group): boolean =>
  status === 'SUCCESS_PENDING_PAYMENT' || status === 'SUCCESS' || status === 'PRIVATE'

/** A deposit that the bank has let go cannot be captured; its owner is asked to pay it again. */
export function captureOf(rules: Rules, state: Group, p: Place): Effect[] {
  const owed = rules.owedBy(state, p)
  const { intentId, status } = p.deposit
  if (owed === null || intentId === null || status !== 'held') return []
  return [{ kind: 'capture', participantId: p.id, intentId, amount: depositPartOf(owed) }]
}

const releasesOf = (p: Place, state: Group): Effect[] =>
  state.strays
    .filter((stray) => stray.participantId === p.id)
    .map(({ intentId }) => ({ kind: 'release', participantId: p.id, intentId }))

const pointsBack = ({ id, userId }: Place, attempt: number): Effect => ({
  kind: 'returnPoints',
  participantId: id,
  userId,
  attempt,
})

/** `about` makes the notice a new one where the same can happen twice to a place. */
export function noticeOf(rules: Rules, state: Group, p: Place, code: NoticeCode, about = ''): Effect {
  const params = { ...rules.noticeParams(state), participantId: p.id }
  const id = [code, p.id, about].filter(Boolean).join(':')
  return { kind: 'notice', id, userId: p.userId, code, params }
}
