import { balanceDueAt } from '#app/group/rules/balance.ts'
import { type PaymentStatus, type Seat, seatedOf } from '#app/group/rules/state.ts'
import { type GroupStatus, is } from '#app/group/rules/status.ts'
import type { ErrorCode } from '#app/kernel/error.ts'
import type { UserId } from '#app/kernel/id.ts'
import { TRIP_BALANCE_BEFORE_START_MS } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import { isEmpty, type TextState, type TripState, type TripTexts } from './state.ts'

/**
 * The facts of a place and its trip that decide its possible actions; the read model has them too.
 */
export type ActionFacts = {
  status: GroupStatus
  cutoffAt: Instant
  tripStartAt: Instant
  /** `balanceDueOf`. */
  balanceDueAt: Instant
  seat: Seat
  paymentStatus: PaymentStatus
}

/** When a trip's balances are due. */
export const balanceDueOf = ({
  completedAt,
  tripStartAt,
}: Pick<TripState, 'completedAt' | 'tripStartAt'>): Instant =>
  balanceDueAt(tripStartAt - TRIP_BALANCE_BEFORE_START_MS, completedAt, tripStartAt)

/** Why something is not allowed now; null: it is. */
type Refusal = ErrorCode | null

/** Leaving with the deposit back: until the cutoff. */
export function refuseExit(s: Pick<ActionFacts, 'status' | 'cutoffAt'>, now: Instant): Refusal {
  if (is(s.status, 'arrived', 'closed', 'failed')) return 'operationExpired'
  if (now >= s.cutoffAt) return 'cutoffPassed'
  return is(s.status, 'open') ? null : 'notOpen'
}

/** Paying the balance: from when enough people are in until it is due. */
export function refuseBalance(s: ActionFacts, now: Instant): Refusal {
  if (s.paymentStatus === 'PAID') return 'alreadyPaid'
  if (is(s.status, 'ended')) return 'operationExpired'
  if (!is(s.status, 'complete')) return 'balanceNotDue'
  return now < s.balanceDueAt ? null : 'operationExpired'
}

/** The button on a trip's card, by viewer (docs/rules.md#trips). */
export type TripButton = 'join' | 'payBalance' | 'joined' | 'ended'

/** `own`: the viewer's confirmed place, if any. */
export function buttonOf(
  trip: Pick<ActionFacts, 'status' | 'cutoffAt' | 'tripStartAt' | 'balanceDueAt'>,
  own: Pick<ActionFacts, 'paymentStatus'> | null,
  now: Instant,
): TripButton {
  if (!own) return is(trip.status, 'joinable') && now < trip.cutoffAt ? 'join' : 'ended'
  const place: ActionFacts = { ...trip, seat: 'taken', paymentStatus: own.paymentStatus }
  if (refuseBalance(place, now) === null) return 'payBalance'
  return is(trip.status, 'ended') ? 'ended' : 'joined'
}

type CurrentTexts = (TripTexts & { state: TextState }) | null
/**
 * The facts of a trip that decide whether its texts may change. `others`: somebody else has a seat.
 */
type TripFacts = Pick<TripState, 'status' | 'tripStartAt'> & { others: boolean }

/**
 * Why a trip's texts may not change now; null: they may. Others may have joined because of the
 * approved texts, so these stay as soon as somebody else has a seat (docs/rules.md#a-trips-texts).
 */
export function refuseChange(
  trip: TripFacts,
  known: CurrentTexts,
  now: Instant,
): 'over' | 'fixed' | null {
  if (is(trip.status, 'ended') || now >= trip.tripStartAt) return 'over'
  return trip.others && known?.state === 'approved' && !isEmpty(known) ? 'fixed' : null
}

/** The same for a user: only the creator may change them. */
export function refuseTexts(state: TripState, userId: UserId, known: CurrentTexts, now: Instant) {
  const creator = state.participants[0]
  if (creator?.userId !== userId || creator.seat === 'gone') return 'notCreator'
  const others = seatedOf(state).some((p) => p.userId !== userId)
  return refuseChange({ ...state, others }, known, now)
}
