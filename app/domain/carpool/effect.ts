import type { ParticipantId, UserId } from '../id.ts'
import type { MinorUnits } from '../money.ts'
import type { Instant } from '../time.ts'
import type { Event } from './event.ts'
import { depositPartOf, owedBy } from './pricing.ts'
import { type CarpoolState, confirmedOf, findParticipant, type Participant } from './state.ts'

/** What a user is told on the next page she opens; the text of each is in locales notices. */
export type NoticeCode =
  | 'holdExpired'
  | 'holdExpiredReleased'
  | 'groupComplete'
  | 'groupFailed'
  | 'depositReleased'

/**
 * What has to be done in the world because of an event. Each is written with its event and done
 * at least once, so each names what it is about and is safe to do again.
 */
export type Effect =
  /** Look at the payment of a lapsing hold: it stands, or it is cancelled and the seat freed. */
  | { kind: 'resolve'; participantId: ParticipantId }
  /** Let an intent go that pays for no place. */
  | { kind: 'release'; participantId: ParticipantId; intentId: string }
  /** Take `amount` pence of a held deposit. */
  | { kind: 'capture'; participantId: ParticipantId; intentId: string; amount: MinorUnits }
  /** Look at a deposit whose bank deadline has passed, until it is no longer held. */
  | { kind: 'check'; participantId: ParticipantId; intentId: string }
  | { kind: 'notice'; id: string; userId: UserId; code: NoticeCode; params: NoticeParams }

export type NoticeParams = { carpoolId: string; participantId: string; carpoolAt: Instant }

/** The effects of one event; `state` is the state right after it. */
export function effectsOf(event: Event, state: CarpoolState): Effect[] {
  switch (event.type) {
    case 'holdLapsing':
      return [{ kind: 'resolve', participantId: event.participantId }]
    case 'seatFreed':
      return onSeatFreed(event, state)
    case 'strayFound':
      return [{ kind: 'release', participantId: event.participantId, intentId: event.intentId }]
    case 'strayReturned':
      return event.authorised
        ? noticesFor(state, event.participantId, 'holdExpiredReleased', event.intentId)
        : []
    case 'depositDeadlinePassed':
      return intentOf(state, event.participantId).map(([p, intentId]) => ({
        kind: 'check',
        participantId: p.id,
        intentId,
      }))
    case 'depositReleased':
      return intentOf(state, event.participantId).flatMap(([p, intentId]) =>
        noticesFor(state, p.id, 'depositReleased', intentId),
      )
    case 'statusChanged':
      return onStatus(event.to, state)
    default:
      return []
  }
}

/** Nobody is told who gave up herself, or who never came to the card. */
function onSeatFreed(event: Extract<Event, { type: 'seatFreed' }>, state: CarpoolState): Effect[] {
  if (event.reason === 'givenUp') return []
  const code = event.authorised ? 'holdExpiredReleased' : 'holdExpired'
  return intentOf(state, event.participantId).flatMap(([p, intentId]) =>
    noticesFor(state, p.id, code, intentId),
  )
}

function onStatus(to: CarpoolState['status'], state: CarpoolState): Effect[] {
  const people = confirmedOf(state)
  if (to === 'FAILED') return people.flatMap((p) => noticesFor(state, p.id, 'groupFailed'))
  if (to !== 'SUCCESS_PENDING_PAYMENT') return []
  return people.flatMap((p) => [...captureOf(state, p), ...noticesFor(state, p.id, 'groupComplete')])
}

/** A deposit that the bank has let go cannot be captured; its owner is asked to pay it again. */
function captureOf(state: CarpoolState, p: Participant): Effect[] {
  const owed = owedBy(state, p)
  const { intentId, status } = p.deposit
  if (owed === null || intentId === null || status !== 'held') return []
  return [{ kind: 'capture', participantId: p.id, intentId, amount: depositPartOf(owed) }]
}

function intentOf(state: CarpoolState, participantId: string): [Participant, string][] {
  const p = findParticipant(state, participantId)
  return p?.deposit.intentId ? [[p, p.deposit.intentId]] : []
}

function noticesFor(state: CarpoolState, participantId: string, code: NoticeCode, about = ''): Effect[] {
  const p = findParticipant(state, participantId)
  if (!p) return []
  const params = { carpoolId: state.id, participantId: p.id, carpoolAt: state.carpoolAt }
  return [
    { kind: 'notice', id: [code, p.id, about].filter(Boolean).join(':'), userId: p.userId, code, params },
  ]
}
