import type { ErrorCode } from '../error.ts'
import { type GroupStatus, isGroupOpen, type PaymentStatus, type Seat } from '../group/state.ts'
import type { Instant } from '../time.ts'

/** As much of a place and its trip as decides what may be done with it; the read model knows it too. */
export type Standing = {
  status: GroupStatus
  cutoffAt: Instant
  tripStartAt: Instant
  seat: Seat
  paymentStatus: PaymentStatus
}

/** Why something may not be done now; null: it may. */
type Refusal = ErrorCode | null

/** Leaving, with the deposit back: until the cutoff. */
export function refuseExit(s: Pick<Standing, 'status' | 'cutoffAt'>, now: Instant): Refusal {
  if (s.status === 'COMPLETED' || s.status === 'FAILED') return 'operationExpired'
  if (now >= s.cutoffAt) return 'cutoffPassed'
  return isGroupOpen(s) ? null : 'notOpen'
}

/** Paying the balance: once enough people are in, until the trip begins. */
export function refuseBalance(s: Standing, now: Instant): Refusal {
  if (s.paymentStatus === 'PAID') return 'alreadyPaid'
  if (s.status === 'FAILED' || s.status === 'COMPLETED' || s.status === 'CANCELLED') return 'operationExpired'
  if (s.status !== 'SUCCESS') return 'balanceNotDue'
  return now < s.tripStartAt ? null : 'operationExpired'
}

/** SPEC section 2: what the button of a trip's card says to its viewer. */
export type TripButton = 'join' | 'payBalance' | 'joined' | 'ended'

/** `own`: the viewer's confirmed place, if she has one. */
export function buttonOf(
  trip: Pick<Standing, 'status' | 'cutoffAt' | 'tripStartAt'>,
  own: Pick<Standing, 'paymentStatus'> | null,
  now: Instant,
): TripButton {
  if (!own) return trip.status === 'OPEN' && now < trip.cutoffAt ? 'join' : 'ended'
  const place: Standing = { ...trip, seat: 'taken', paymentStatus: own.paymentStatus }
  if (refuseBalance(place, now) === null) return 'payBalance'
  return trip.status === 'COMPLETED' || trip.status === 'FAILED' || trip.status === 'CANCELLED'
    ? 'ended'
    : 'joined'
}
