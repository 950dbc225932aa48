import { balanceDueAt } from '#app/group/rules/balance.ts'
import {
  type DepositStatus,
  depositStatusOf,
  type PaymentStatus,
  paymentStatusOf,
  seenByOwner,
} from '#app/group/rules/state.ts'
import { is } from '#app/group/rules/status.ts'
import type { ErrorCode } from '#app/kernel/error.ts'
import {
  FLIGHT_CHANGE_AFTER_MS,
  FLIGHT_CHANGE_BEFORE_MS,
  MIN_DAYS_AHEAD,
  RELEASED_UNTIL_BEFORE_DEPARTURE_MS,
} from '#app/kernel/limits.ts'
import { addDays, type Instant, londonDay, startOfLondonDay } from '#app/kernel/time.ts'
import type { CarpoolState, CarpoolStatus, Participant, TripType } from './state.ts'

/** What a record's owner may do now (docs/rules.md#carpool-records). */
export type Action =
  | 'payRemaining'
  | 'editInfo'
  | 'changeFlight'
  | 'exit'
  | 'convertToPrivate'
  | 'cancelFailed'
  | 'payDeposit'

/**
 * The facts of a place and its carpool that decide its possible actions; the read model has them
 * too.
 */
export type ActionFacts = {
  status: CarpoolStatus
  carpoolAt: Instant
  cutoffAt: Instant
  /** When the balance is due (`balanceDueOf`), which is the last moment to pay it. */
  balanceDueAt: Instant
  seat: Participant['seat']
  paymentStatus: PaymentStatus
  depositStatus: DepositStatus
  renewalFailed: boolean
  tripType: TripType
  /** Whether the driver has reported them on board; missing: not. */
  isAboard?: boolean
}

/**
 * When a carpool's balance is due. A private car's is due at departure, as is that of a shared one
 * that has not completed yet.
 */
export const balanceDueOf = (
  car: Pick<CarpoolState, 'private' | 'cutoffAt' | 'completedAt' | 'carpoolAt'>,
): Instant =>
  car.private ? car.carpoolAt : balanceDueAt(car.cutoffAt, car.completedAt, car.carpoolAt)

/** Until when released seats of a complete carpool can be taken (docs/rules.md#released-seats). */
export const releasedUntilOf = ({ carpoolAt }: Pick<CarpoolState, 'carpoolAt'>): Instant =>
  carpoolAt - RELEASED_UNTIL_BEFORE_DEPARTURE_MS

/** Until when a lost deposit can be paid again, which keeps its place. */
export const repayableUntil = (
  s: Pick<ActionFacts, 'balanceDueAt' | 'carpoolAt' | 'paymentStatus'>,
): Instant => (s.paymentStatus === 'PAID' ? s.carpoolAt : s.balanceDueAt)

/**
 * The deadline for paying a lost deposit again: before the bank releases a hold that still stands.
 */
export const repayBy = (
  s: Parameters<typeof repayableUntil>[0] & {
    depositStatus: DepositStatus
    captureBefore: Instant | null
  },
  now: Instant,
): Instant =>
  s.depositStatus === 'held' && s.captureBefore !== null && now < s.captureBefore
    ? s.captureBefore
    : repayableUntil(s)

/** Why something is not allowed now; null: it is. */
type Refusal = ErrorCode | null

/**
 * The earliest departure and flight of a new carpool: the start of the London day 3 days from now.
 */
export const earliestDeparture = (now: Instant): Instant =>
  startOfLondonDay(addDays(londonDay(now), MIN_DAYS_AHEAD))

/** When the London day of a departure ends. */
export const endOfDeparture = (carpoolAt: Instant): Instant =>
  startOfLondonDay(addDays(londonDay(carpoolAt), 1))

/**
 * Leaving: an open group before its cutoff; an unpaid private car until its day is over
 * (docs/rules.md#exits). A closed group has nobody left to leave it.
 */
export function refuseExit(s: ActionFacts, now: Instant): Refusal {
  if (is(s.status, 'unpaidCar'))
    return now < endOfDeparture(s.carpoolAt) ? null : 'operationExpired'
  if (is(s.status, 'paidCar', 'closed', 'arrived')) return 'operationExpired'
  if (now >= s.cutoffAt) return 'cutoffPassed'
  return is(s.status, 'open') ? null : 'notOpen'
}

/** Correcting travel details: while the group is open (docs/rules.md#correcting-travel-details). */
export const refuseEdit = (s: ActionFacts, now: Instant): Refusal =>
  !is(s.status, 'joinable') ? 'notOpen' : now >= s.cutoffAt ? 'cutoffPassed' : null

/** When a complete group's flights can no longer be changed (docs/rules.md#changed-flights). */
export const flightChangeUntil = ({
  tripType,
  carpoolAt,
}: Pick<ActionFacts, 'tripType' | 'carpoolAt'>): Instant =>
  tripType === 'PICKUP' ? carpoolAt + FLIGHT_CHANGE_AFTER_MS : carpoolAt - FLIGHT_CHANGE_BEFORE_MS

/** Changing the flight: once the group is complete, and until the passenger is on board. */
export function refuseChangeFlight(s: ActionFacts, now: Instant): Refusal {
  if (is(s.status, 'open')) return 'notOpen'
  return is(s.status, 'together') && now < flightChangeUntil(s) && !s.isAboard
    ? null
    : 'operationExpired'
}

/**
 * Paying the balance: from when the group is settled until it is due, provided the deposit stands.
 */
export function refuseBalance(s: ActionFacts, now: Instant): Refusal {
  if (s.paymentStatus === 'PAID') return 'alreadyPaid'
  if (is(s.status, 'failed', 'closed')) return 'operationExpired'
  if (!is(s.status, 'awaitsBalance')) return 'balanceNotDue'
  if (now >= s.balanceDueAt) return 'operationExpired'
  return s.depositStatus === 'released' ? 'depositReleased' : null
}

/**
 * Converting to a private car: only while the departure is still to come, not for its whole day
 * (decision 0006).
 */
export const refuseConvert = (s: ActionFacts, now: Instant): Refusal =>
  is(s.status, 'failed') && now < s.carpoolAt ? null : 'operationExpired'

/**
 * Taking back the deposit of a failed group: until the day is over, when it is returned
 * automatically.
 */
export const refuseCancelFailed = (s: ActionFacts, now: Instant): Refusal =>
  is(s.status, 'failed') && now < endOfDeparture(s.carpoolAt) ? null : 'operationExpired'

/**
 * Paying again a deposit the bank has released, or will release because it could not be renewed.
 */
export function refuseRepay(s: ActionFacts, now: Instant): Refusal {
  const lost = s.depositStatus === 'released' || (s.depositStatus === 'held' && s.renewalFailed)
  if (!lost) return 'alreadyPaid'
  return is(s.status, 'keepsDeposit') && now < repayableUntil(s) ? null : 'operationExpired'
}

const RULES: Record<Action, (s: ActionFacts, now: Instant) => Refusal> = {
  payDeposit: refuseRepay,
  payRemaining: refuseBalance,
  editInfo: refuseEdit,
  changeFlight: refuseChangeFlight,
  exit: refuseExit,
  convertToPrivate: refuseConvert,
  cancelFailed: refuseCancelFailed,
}

/**
 * What the owner of a confirmed place may do now, most urgent first. Used by both the pages and the
 * API.
 */
export function actionsOf(s: ActionFacts, now: Instant): Action[] {
  if (s.seat !== 'taken') return []
  return (Object.keys(RULES) as Action[]).filter((action) => RULES[action](s, now) === null)
}

/** Whether the record shows the note "operation expired": a failed group whose day is over. */
export const isExpired = (s: Pick<ActionFacts, 'status' | 'carpoolAt'>, now: Instant): boolean =>
  is(s.status, 'failed') && now >= endOfDeparture(s.carpoolAt)

/** Whether a deposit stands; an invalid one has to be paid again. */
export const isDepositValid = (s: Pick<ActionFacts, 'depositStatus' | 'renewalFailed'>): boolean =>
  s.depositStatus === 'captured' || (s.depositStatus === 'held' && !s.renewalFailed)

/**
 * Which profile list a record belongs in (docs/rules.md#carpool-records). A place that was left in
 * an open group is history, as is a released one or one in a cancelled group. A place converted to
 * a private car stays `exited` whatever becomes of its old group.
 */
export function listOf(s: ActionFacts): 'joined' | 'exited' | 'history' {
  const released = s.seat === 'gone' && s.paymentStatus === 'DEPOSIT'
  const left = released || !['DEPOSIT', 'PAID'].includes(s.paymentStatus)
  if (s.paymentStatus === 'PRIVATE_CONVERTED') return 'exited'
  if (is(s.status, 'failed')) return left ? 'exited' : 'joined'
  return left || is(s.status, 'over') ? 'history' : 'joined'
}

export const actionFactsOf = (state: CarpoolState, p: Participant): ActionFacts => ({
  ...seenByOwner({ status: state.status, seat: p.seat }),
  carpoolAt: state.carpoolAt,
  cutoffAt: state.cutoffAt,
  balanceDueAt: balanceDueOf(state),
  paymentStatus: paymentStatusOf(p),
  depositStatus: depositStatusOf(p),
  renewalFailed: p.hold.renewing === 'failed',
  tripType: state.tripType,
  isAboard: state.facts.aboard.includes(p.id),
})
