import type { Instant } from '../time.ts'
import type { Event } from './event.ts'
import { type CarpoolState, isGroupOpen, type Participant } from './state.ts'

/** When a hold stops being good: its own end, or the group's cutoff if that is earlier. */
const holdEnd = (state: CarpoolState, p: Participant): Instant =>
  isGroupOpen(state) ? Math.min(p.holdExpiresAt, state.cutoffAt) : p.holdExpiresAt

const deadlineOf = (p: Participant): Instant | null =>
  p.seat === 'taken' && p.deposit.status === 'held' && !p.deposit.deadlinePassed
    ? p.deposit.captureBefore
    : null

/**
 * When time alone will next change this carpool; null: never. A lapsing hold waits for an answer
 * about its payment, not for time, and holds the cutoff back until then.
 */
export function nextDue(state: CarpoolState): Instant | null {
  const times = state.participants.flatMap((p) => {
    const deadline = deadlineOf(p)
    return [...(p.seat === 'held' ? [holdEnd(state, p)] : []), ...(deadline === null ? [] : [deadline])]
  })
  const waiting = state.participants.some((p) => p.seat === 'lapsing')
  if (isGroupOpen(state) && !waiting) times.push(state.cutoffAt)
  return times.length > 0 ? Math.min(...times) : null
}

/** What time has done to holds and deposits by `now`. */
export function dueEvents(state: CarpoolState, now: Instant): Event[] {
  return state.participants.flatMap((p): Event[] => {
    if (p.seat === 'held' && now >= holdEnd(state, p))
      return [lapse(p, now >= p.holdExpiresAt ? 'expired' : 'cutoff')]
    const deadline = deadlineOf(p)
    return deadline !== null && now >= deadline
      ? [{ type: 'depositDeadlinePassed', participantId: p.id }]
      : []
  })
}

/**
 * Ends a hold. Without a payment intent nobody can have paid, so the seat is free at once; with
 * one, the payment is looked at first, or the seat could be sold while its money is under way.
 */
export function lapse(p: Participant, reason: 'expired' | 'cutoff' | 'givenUp'): Event {
  return p.deposit.intentId === null
    ? { type: 'seatFreed', participantId: p.id, reason, authorised: false }
    : { type: 'holdLapsing', participantId: p.id, reason }
}

/**
 * Where the status goes from here, given everything else. At the cutoff nothing is decided while
 * the payment of any seat is undecided.
 */
export function nextStatus(state: CarpoolState, now: Instant): CarpoolState['status'] {
  const confirmed = peopleIn(state, 'taken')
  const seated = confirmed + peopleIn(state, 'held') + peopleIn(state, 'lapsing')
  switch (state.status) {
    case 'PENDING':
      if (seated === 0) return 'CANCELLED'
      if (confirmed === 0) return 'PENDING'
      if (state.maxPassengers === 1) return 'PRIVATE_PENDING_PAYMENT'
      return confirmed === state.maxPassengers ? 'SUCCESS_PENDING_PAYMENT' : 'OPEN'
    case 'OPEN':
    case 'FULL':
      if (confirmed === state.maxPassengers) return 'SUCCESS_PENDING_PAYMENT'
      if (now >= state.cutoffAt && seated === confirmed) return 'FAILED'
      return seated >= state.maxPassengers ? 'FULL' : 'OPEN'
    default:
      return state.status
  }
}

const peopleIn = (state: CarpoolState, seat: Participant['seat']): number =>
  state.participants.reduce((sum, p) => (p.seat === seat ? sum + p.party.people : sum), 0)
