import { remainderOf } from '#app/domain/group/balance.ts'
import { releaseOf } from '#app/domain/group/due.ts'
import type { Effect } from '#app/domain/group/effect.ts'
import { noticeOf } from '#app/domain/group/effects-of.ts'
import { refuseFarFlight } from '#app/domain/group/flight-window.ts'
import type { Due, Rules } from '#app/domain/group/rules.ts'
import {
  confirmedOf,
  confirmedPeople,
  everyone,
  type GroupStatus,
  isGroupOpen,
  isPlaceUndecided,
  paymentStatusOf,
  seatedPeople,
} from '#app/domain/group/state.ts'
import { DEPOSIT_PENCE } from '#app/domain/limits.ts'
import type { MinorUnits } from '#app/domain/money.ts'
import type { Instant } from '#app/domain/time.ts'
import { checkParty } from './check.ts'
import { balanceDueOf, refuseBalance, refuseExit } from './lifecycle.ts'
import type { Participant, TripState } from './state.ts'

/** What a trip says for itself (docs/trip.md). */
export const rules: Rules<TripState> = {
  refuseParty: (state, party, own) =>
    checkParty(party, false) ??
    (party.flightTime === null ? null : refuseFarFlight(state, party.flightTime, own?.id)),
  refuseExit: (state, _, now) => refuseExit(state, now),
  refuseBalance: (state, p, now) =>
    refuseBalance(
      {
        ...state,
        balanceDueAt: balanceDueOf(state),
        seat: p.seat,
        paymentStatus: paymentStatusOf(p),
      },
      now,
    ),
  // A trip's deposit is taken at once, so no bank can let it go.
  refuseRepay: () => 'alreadyPaid',
  owedBy,
  payableUntil: balanceDueOf,
  nextStatus,
  statusDue,
  dueOfPlace,
  onStatus,
  onReleased,
  noticeParams: ({ id, tripName, tripStartAt }) => ({ tripId: id, tripName, tripStartAt }),
}

/** The deposit, and the balance for each person of the party. */
function owedBy(state: TripState, { party }: Participant): MinorUnits | null {
  const settled =
    state.status === 'SUCCESS' || state.status === 'COMPLETED' || state.status === 'CLOSED'
  return settled ? DEPOSIT_PENCE + state.balancePrice * party.people : null
}

/**
 * At the cutoff nothing is decided while a payment is still to be looked at, nor at the end. One
 * that could only be decided after its start fails: nobody could pay a balance for it any more.
 */
function nextStatus(state: TripState, now: Instant): GroupStatus {
  const confirmed = confirmedPeople(state)
  const seated = seatedPeople(state)
  switch (state.status) {
    case 'PENDING':
      if (seated === 0) return 'CANCELLED'
      return confirmed === 0 ? 'PENDING' : 'OPEN'
    case 'OPEN':
    case 'FULL':
      if (seated === 0) return 'CANCELLED'
      if (now >= state.cutoffAt && seated === confirmed)
        return confirmed >= state.minPassengers && now < state.tripStartAt ? 'SUCCESS' : 'FAILED'
      return seated >= state.maxPassengers ? 'FULL' : 'OPEN'
    case 'SUCCESS':
      if (seated === 0) return 'CLOSED'
      return now >= state.tripEndAt && isPaid(state) ? 'COMPLETED' : 'SUCCESS'
    default:
      return state.status
  }
}

/** Whoever has not paid is released first, or is about to be. */
const isPaid = (state: TripState) => everyone(state, (p) => p.balance.paid !== null)

function statusDue(state: TripState): Instant[] {
  const waits = state.participants.some((p) => p.seat === 'lapsing')
  if (isGroupOpen(state)) return waits ? [] : [state.cutoffAt]
  return state.status === 'SUCCESS' && isPaid(state) ? [state.tripEndAt] : []
}

/**
 * A trip without enough people gives every deposit back at once. Of one that comes about a balance
 * of nothing is paid, and a place whose balance is not paid in time is released.
 */
function dueOfPlace(state: TripState, p: Participant): Due[] {
  const participantId = p.id
  if (state.status === 'FAILED')
    return [{ at: 0, event: { type: 'seatLeft', participantId, reason: 'cancelled' } }]
  if (state.status !== 'SUCCESS' || p.balance.paid !== null || p.balance.quote !== null) return []
  return remainderOf(owedBy(state, p) ?? 0) === 0
    ? [{ at: 0, event: { type: 'balancePaid', participantId, amount: 0 } }]
    : releaseOf(state, p, balanceDueOf(state))
}

function onStatus(to: GroupStatus, state: TripState): Effect[] {
  const people = confirmedOf(state)
  if (to === 'FAILED') return people.map((p) => noticeOf(rules, state, p, 'tripFailed'))
  if (to !== 'SUCCESS') return []
  return people.map((p) => {
    const amount = remainderOf(owedBy(state, p) ?? 0)
    return noticeOf(rules, state, p, 'tripConfirmed', '', { amount, dueAt: balanceDueOf(state) })
  })
}

/** Told once however many are released: the trip goes on at the same price. */
function onReleased(state: TripState): Effect[] {
  return confirmedOf(state)
    .filter((p) => p.balance.paid !== null || isPlaceUndecided(state, p))
    .map((p) => noticeOf(rules, state, p, 'othersReleased'))
}
