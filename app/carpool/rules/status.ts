import { remainderOf } from '#app/group/rules/balance.ts'
import { releaseOf } from '#app/group/rules/due.ts'
import { rideEndsAt } from '#app/group/rules/ride-status.ts'
import type { DueEvent } from '#app/group/rules/rules.ts'
import { everyone, isUndecided, keptSeats, peopleIn } from '#app/group/rules/state.ts'
import { is } from '#app/group/rules/status.ts'
import type { Instant } from '#app/kernel/time.ts'
import { isPaid } from '#app/payments/rules/charge.ts'
import { balanceDueOf, endOfDeparture } from './permissions.ts'
import { owedBy } from './pricing.ts'
import type { CarpoolState, CarpoolStatus, Participant } from './state.ts'

/**
 * The cutoff, the departure of a private car that is not paid, and the end of a ride. While a
 * payment has to be checked first, they wait for its result and not for time.
 */
export function statusDue(state: CarpoolState): Instant[] {
  const times: Instant[] = []
  if (is(state.status, 'open') && !state.participants.some((p) => p.seat === 'lapsing'))
    times.push(state.cutoffAt)
  if (isUndecided(state)) return times
  if (is(state.status, 'unpaidCar')) times.push(state.carpoolAt)
  // Completed once the ride is over.
  if (is(state.status, 'going') && !is(state.status, 'awaitsBalance'))
    times.push(rideEndsAt(state.carpoolAt, state))
  return times
}

/** What is due for a place once the state is settled, most of it immediately. */
export function dueOfPlace(state: CarpoolState, p: Participant): DueEvent[] {
  const now = 0
  const participantId = p.id
  if (p.seat === 'out' || is(state.status, 'failed'))
    return [
      {
        at: endOfDeparture(state.carpoolAt),
        event: { type: 'seatLeft', participantId, reason: 'dayOver' },
      },
    ]
  // A private car that was never paid for is not provided, so nobody owes for it.
  if (is(state.status, 'closed') && state.private && !isPaid(p.balance))
    return [{ at: now, event: { type: 'seatLeft', participantId, reason: 'departed' } }]
  if (is(state.status, 'awaitsBalance') && p.balance.state === 'open') {
    const owed = owedBy(state, p)
    // The deposit has covered everything.
    if (owed !== null && remainderOf(owed) === 0)
      return [{ at: now, event: { type: 'chargePaid', slot: 'balance', participantId, amount: 0 } }]
    return state.private ? [] : releaseOf(state, p, balanceDueOf(state))
  }
  return []
}

/**
 * Which status comes next, given everything else. At the cutoff, at departure and
 * afterwards nothing is decided while a payment is undecided. A complete group goes ahead with
 * whoever has paid (decision 0006).
 */
export function nextStatus(state: CarpoolState, now: Instant): CarpoolStatus {
  const confirmed = peopleIn(state, 'taken')
  const seated = confirmed + peopleIn(state, 'held') + peopleIn(state, 'lapsing')
  const decided = !isUndecided(state)
  const departed = decided && now >= state.carpoolAt
  const arrived = decided && now >= rideEndsAt(state.carpoolAt, state)
  // A group whose last payment becomes known only after departure could no longer pay its balances,
  // so it fails.
  const complete = confirmed === state.maxPassengers && now < state.carpoolAt
  switch (state.status) {
    case 'PENDING':
      if (seated === 0) return 'CANCELLED'
      if (confirmed === 0) return 'PENDING'
      if (state.private) return 'PRIVATE_PENDING_PAYMENT'
      return complete ? 'SUCCESS_PENDING_PAYMENT' : 'OPEN'
    case 'OPEN':
    case 'FULL':
      if (seated === 0) return 'CANCELLED'
      if (complete) return 'SUCCESS_PENDING_PAYMENT'
      if (now >= state.cutoffAt && seated === confirmed) return 'FAILED'
      return seated + keptSeats(state) >= state.maxPassengers ? 'FULL' : 'OPEN'
    case 'SUCCESS_PENDING_PAYMENT':
      if (seated === 0) return 'CLOSED'
      // Everyone was released; somebody is paying for their seats.
      if (confirmed === 0) return state.status
      return everyone(state, (p) => isPaid(p.balance)) ? 'SUCCESS' : state.status
    case 'PRIVATE_PENDING_PAYMENT':
      if (seated === 0) return 'CANCELLED'
      if (everyone(state, (p) => isPaid(p.balance))) return 'PRIVATE'
      return departed ? 'CLOSED' : state.status
    case 'SUCCESS':
      // Everybody has moved to other cars.
      if (confirmed === 0) return 'CLOSED'
      return arrived ? 'COMPLETED' : state.status
    case 'PRIVATE':
      return arrived ? 'COMPLETED' : state.status
    default:
      return state.status
  }
}
