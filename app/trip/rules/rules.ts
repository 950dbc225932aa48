import { remainderOf } from '#app/group/rules/balance.ts'
import { releaseOf } from '#app/group/rules/due.ts'
import type { Effect } from '#app/group/rules/effect.ts'
import { refuseFarFlight } from '#app/group/rules/flight-window.ts'
import { noticeOf } from '#app/group/rules/notice-of.ts'
import { rideEndsAt } from '#app/group/rules/ride-status.ts'
import type { DueEvent, Rules } from '#app/group/rules/rules.ts'
import {
  confirmedOf,
  confirmedPeople,
  everyone,
  isPlaceUndecided,
  paymentStatusOf,
  seatedPeople,
} from '#app/group/rules/state.ts'
import type { GroupStatus } from '#app/group/rules/status.ts'
import { is } from '#app/group/rules/status.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import type { Instant } from '#app/kernel/time.ts'
import { isPaid } from '#app/payments/rules/charge.ts'
import { leftOf } from '#app/payments/rules/ledger.ts'
import { checkParty } from './check.ts'
import { balanceDueOf, refuseBalance, refuseExit } from './permissions.ts'
import { asksForFlight, type Participant, type TripState, tripTotal } from './state.ts'

/** The rules of a trip (docs/trip.md). */
export const rules: Rules<TripState> = {
  refuseParty: (state, party, own) =>
    checkParty(party, asksForFlight(state)) ??
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
  // A trip's deposit is captured at once, so no bank can release it.
  refuseRepay: () => 'alreadyPaid',
  owedBy,
  payableUntil: balanceDueOf,
  pricesOf: () => null,
  releasedUntil: () => null,
  earnsPoints: false,
  departureAt: ({ tripStartAt }) => tripStartAt,
  // A trip's flights are not changed once it goes ahead.
  isInTime: () => true,
  nextStatus,
  statusDue,
  dueOfPlace,
  onStatus,
  onReleased,
  // A trip may have a hundred passengers: a notice about each to each would be too many.
  onTaken: () => [],
  // The notice that a trip failed already covers everyone on it.
  ownReasons: ['exited'],
  noticeParams: ({ id, tripName, tripStartAt }) => ({ tripId: id, tripName, tripStartAt }),
}

/** One deposit, plus the balance for each person in the party; null until the trip is confirmed. */
function owedBy(state: TripState, { party }: Participant): MinorUnits | null {
  if (!is(state.status, 'priced')) return null
  return tripTotal(state.balancePrice, party.people)
}

/**
 * At the cutoff and at the end nothing is decided while a payment still has to be checked. A trip
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
      return now >= endsAt(state) && isAllPaid(state) ? 'COMPLETED' : 'SUCCESS'
    default:
      return state.status
  }
}

/** Unpaid places are released first, or are about to be. */
const isAllPaid = (state: TripState) => everyone(state, (p) => isPaid(p.balance))

function statusDue(state: TripState): Instant[] {
  const waits = state.participants.some((p) => p.seat === 'lapsing')
  if (is(state.status, 'open')) return waits ? [] : [state.cutoffAt]
  return is(state.status, 'complete') && isAllPaid(state) ? [endsAt(state)] : []
}

/** A trip is not over before its end, nor while a car may still be meeting its passengers. */
const endsAt = (state: TripState): Instant =>
  Math.max(state.tripEndAt, rideEndsAt(state.tripStartAt, state))

/**
 * A trip without enough people returns every deposit at once. If it goes ahead, a balance of zero
 * counts as paid, and a place whose balance is not paid in time is released.
 */
function dueOfPlace(state: TripState, p: Participant): DueEvent[] {
  const participantId = p.id
  if (is(state.status, 'failed'))
    return [{ at: 0, event: { type: 'seatLeft', participantId, reason: 'cancelled' } }]
  if (!is(state.status, 'complete') || p.balance.state !== 'open') return []
  return remainderOf(owedBy(state, p) ?? 0) === 0
    ? [{ at: 0, event: { type: 'chargePaid', slot: 'balance', participantId, amount: 0 } }]
    : releaseOf(state, p, balanceDueOf(state))
}

function onStatus(to: GroupStatus, state: TripState): Effect[] {
  const people = confirmedOf(state)
  if (to === 'FAILED')
    return people.map((p) => {
      const amount = leftOf(state, p.deposit.intentId, p.deposit.paid)
      return noticeOf(rules, state, p, 'tripFailed', '', { amount })
    })
  if (to !== 'SUCCESS') return []
  return people.map((p) => {
    const amount = remainderOf(owedBy(state, p) ?? 0)
    return noticeOf(rules, state, p, 'tripConfirmed', '', { amount, dueAt: balanceDueOf(state) })
  })
}

/** Sent once however many are released: the trip goes ahead at the same price. */
function onReleased(state: TripState): Effect[] {
  return confirmedOf(state)
    .filter((p) => isPaid(p.balance) || isPlaceUndecided(state, p))
    .map((p) => noticeOf(rules, state, p, 'othersReleased'))
}
