import { remainderOf } from '../group/balance.ts'
import { type Effect, type NoticeCode, noticeOf } from '../group/effect.ts'
import { refuseFarFlight } from '../group/flight-window.ts'
import type { Due, Rules } from '../group/rules.ts'
import {
  confirmedOf,
  confirmedPeople,
  type GroupStatus,
  isGroupOpen,
  isUndecided,
  paymentStatusOf,
  seatedPeople,
} from '../group/state.ts'
import { DEPOSIT_PENCE } from '../limits.ts'
import type { MinorUnits } from '../money.ts'
import type { Instant } from '../time.ts'
import { checkParty } from './check.ts'
import { refuseBalance, refuseExit } from './lifecycle.ts'
import type { Participant, TripState } from './state.ts'

/** What a trip says for itself (DESIGN section 3: the same machine with other numbers). */
export const rules: Rules<TripState> = {
  refuseParty: (state, party, own) =>
    checkParty(party, false) ??
    (party.flightTime === null ? null : refuseFarFlight(state, party.flightTime, own?.id)),
  refuseExit: (state, _, now) => refuseExit(state, now),
  refuseBalance: (state, p, now) =>
    refuseBalance({ ...state, seat: p.seat, paymentStatus: paymentStatusOf(p) }, now),
  // A trip's deposit is taken at once, so no bank can let it go.
  refuseRepay: () => 'alreadyPaid',
  owedBy,
  payableUntil: ({ tripStartAt }) => tripStartAt,
  nextStatus,
  statusDue,
  dueOfPlace,
  onStatus,
  noticeParams: ({ id, tripName, tripStartAt }) => ({ tripId: id, tripName, tripStartAt }),
}

/** The deposit, and the balance for each person of the party. */
function owedBy(state: TripState, { party }: Participant): MinorUnits | null {
  const settled = state.status === 'SUCCESS' || state.status === 'COMPLETED'
  return settled ? DEPOSIT_PENCE + state.balancePrice * party.people : null
}

/** At the cutoff nothing is decided while a payment is still to be looked at, nor at the end. */
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
        return confirmed >= state.minPassengers ? 'SUCCESS' : 'FAILED'
      return seated >= state.maxPassengers ? 'FULL' : 'OPEN'
    case 'SUCCESS':
      return now >= state.tripEndAt && !isUndecided(state) ? 'COMPLETED' : 'SUCCESS'
    default:
      return state.status
  }
}

function statusDue(state: TripState): Instant[] {
  const waits = state.participants.some((p) => p.seat === 'lapsing')
  if (isGroupOpen(state)) return waits ? [] : [state.cutoffAt]
  return state.status === 'SUCCESS' && !isUndecided(state) ? [state.tripEndAt] : []
}

/** A trip without enough people gives every deposit back at once; a balance of nothing is paid. */
function dueOfPlace(state: TripState, p: Participant): Due[] {
  const participantId = p.id
  if (state.status === 'FAILED')
    return [{ at: 0, event: { type: 'seatLeft', participantId, reason: 'cancelled' } }]
  const owed = owedBy(state, p)
  const isOpen = p.balance.paid === null && p.balance.quote === null
  if (state.status === 'SUCCESS' && isOpen && owed !== null && remainderOf(owed) === 0)
    return [{ at: 0, event: { type: 'balancePaid', participantId, amount: 0 } }]
  return []
}

function onStatus(to: GroupStatus, state: TripState): Effect[] {
  const tell = (code: NoticeCode) => confirmedOf(state).map((p) => noticeOf(rules, state, p, code))
  if (to === 'SUCCESS') return tell('tripConfirmed')
  return to === 'FAILED' ? tell('tripFailed') : []
}
