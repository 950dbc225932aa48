import type { ErrorCode } from '#app/domain/error.ts'
import { balanceDueAt } from '#app/domain/group/balance-due.ts'
import {
  type Deposit,
  keepsDeposit,
  type PaymentStatus,
  paymentStatusOf,
} from '#app/domain/group/state.ts'
import { addDays, type Instant, londonDay, startOfLondonDay } from '#app/domain/time.ts'
import type { CarpoolState, CarpoolStatus, Participant } from './state.ts'

/** What a record's owner may do now (docs/rules.md#carpool-records). */
export type Action =
  | 'payRemaining'
  | 'editInfo'
  | 'exit'
  | 'convertToPrivate'
  | 'cancelFailed'
  | 'payDeposit'

/**
 * As much of a place and its carpool as decides what may be done with it; the read model knows it
 * too.
 */
export type Standing = {
  status: CarpoolStatus
  carpoolAt: Instant
  cutoffAt: Instant
  /** Until when the balance can be paid; `balanceDueOf`. */
  balanceDueAt: Instant
  seat: Participant['seat']
  paymentStatus: PaymentStatus
  depositStatus: Deposit['status']
  renewalFailed: boolean
}

/**
 * When the balance of a carpool is due; of a private car its departure, also of a shared one that
 * has not completed yet.
 */
export const balanceDueOf = (
  car: Pick<CarpoolState, 'private' | 'cutoffAt' | 'completedAt' | 'carpoolAt'>,
): Instant =>
  car.private ? car.carpoolAt : balanceDueAt(car.cutoffAt, car.completedAt, car.carpoolAt)

/** Until when a deposit that is gone can be paid again: as long as its place can still be kept. */
export const repayableUntil = (
  s: Pick<Standing, 'balanceDueAt' | 'carpoolAt' | 'paymentStatus'>,
): Instant => (s.paymentStatus === 'PAID' ? s.carpoolAt : s.balanceDueAt)

/** Why something may not be done now; null: it may. */
type Refusal = ErrorCode | null

/** When the London day of a departure is over. */
export const endOfDeparture = (carpoolAt: Instant): Instant =>
  startOfLondonDay(addDays(londonDay(carpoolAt), 1))

const awaitsBalance = (status: CarpoolStatus) =>
  status === 'SUCCESS_PENDING_PAYMENT' || status === 'PRIVATE_PENDING_PAYMENT'

/**
 * Leaving: an open group before its cutoff; a private car that is not paid until its day is over
 * (docs/rules.md#exits). One that is closed has nobody left to leave it.
 */
export function refuseExit(s: Standing, now: Instant): Refusal {
  if (s.status === 'PRIVATE_PENDING_PAYMENT')
    return now < endOfDeparture(s.carpoolAt) ? null : 'operationExpired'
  if (s.status === 'PRIVATE' || s.status === 'CLOSED' || s.status === 'COMPLETED')
    return 'operationExpired'
  if (now >= s.cutoffAt) return 'cutoffPassed'
  return s.status === 'OPEN' || s.status === 'FULL' ? null : 'notOpen'
}

/**
 * Correcting what one travels with: while the group is open
 * (docs/rules.md#correcting-travel-details).
 */
export const refuseEdit = (s: Standing, now: Instant): Refusal =>
  s.status !== 'OPEN' ? 'notOpen' : now >= s.cutoffAt ? 'cutoffPassed' : null

/**
 * Paying the balance: from the moment the group is settled until it is due, once the deposit
 * stands.
 */
export function refuseBalance(s: Standing, now: Instant): Refusal {
  if (s.paymentStatus === 'PAID') return 'alreadyPaid'
  if (s.status === 'FAILED' || s.status === 'CLOSED') return 'operationExpired'
  if (!awaitsBalance(s.status)) return 'balanceNotDue'
  if (now >= s.balanceDueAt) return 'operationExpired'
  return s.depositStatus === 'released' ? 'depositReleased' : null
}

/**
 * On with a private car: only for a departure that is still to come, not for all of its day
 * (decision 0014).
 */
export const refuseConvert = (s: Standing, now: Instant): Refusal =>
  s.status === 'FAILED' && now < s.carpoolAt ? null : 'operationExpired'

/** The deposit of a failed group back by hand, until the day is over and it goes back by itself. */
export const refuseCancelFailed = (s: Standing, now: Instant): Refusal =>
  s.status === 'FAILED' && now < endOfDeparture(s.carpoolAt) ? null : 'operationExpired'

/** Paying a deposit again that the bank has let go, or will since it could not be renewed. */
export function refuseRepay(s: Standing, now: Instant): Refusal {
  const lost = s.depositStatus === 'released' || (s.depositStatus === 'held' && s.renewalFailed)
  if (!lost) return 'alreadyPaid'
  return keepsDeposit(s.status) && now < repayableUntil(s) ? null : 'operationExpired'
}

const RULES: Record<Action, (s: Standing, now: Instant) => Refusal> = {
  payDeposit: refuseRepay,
  payRemaining: refuseBalance,
  editInfo: refuseEdit,
  exit: refuseExit,
  convertToPrivate: refuseConvert,
  cancelFailed: refuseCancelFailed,
}

/**
 * What the owner of a confirmed place may do now, the most urgent first. Pages and the API both ask
 * here.
 */
export function actionsOf(s: Standing, now: Instant): Action[] {
  if (s.seat !== 'taken') return []
  return (Object.keys(RULES) as Action[]).filter((action) => RULES[action](s, now) === null)
}

/** Whether the note "operation expired" stands on the record: a failed group whose day is over. */
export const isExpired = (s: Pick<Standing, 'status' | 'carpoolAt'>, now: Instant): boolean =>
  s.status === 'FAILED' && now >= endOfDeparture(s.carpoolAt)

/** How a deposit stands: what is not valid has to be paid again. */
export const isDepositValid = (s: Pick<Standing, 'depositStatus' | 'renewalFailed'>): boolean =>
  s.depositStatus === 'captured' || (s.depositStatus === 'held' && !s.renewalFailed)

/**
 * Which list of the profile a record belongs to (docs/rules.md#carpool-records). A place that was
 * left in an open group is history, as is one that was released, or in a group that was cancelled;
 * one that went on as a private car stays exited whatever becomes of its old group.
 */
export function listOf(s: Standing): 'joined' | 'exited' | 'history' {
  const released = s.seat === 'gone' && s.paymentStatus === 'DEPOSIT'
  const left = released || s.paymentStatus === 'PRIVATE_CONVERTED' || s.paymentStatus === 'REFUNDED'
  if (s.paymentStatus === 'PRIVATE_CONVERTED') return 'exited'
  if (s.status === 'FAILED') return left ? 'exited' : 'joined'
  return left || ['COMPLETED', 'CLOSED', 'CANCELLED'].includes(s.status) ? 'history' : 'joined'
}

export const standingOf = (state: CarpoolState, p: Participant): Standing => ({
  status: state.status,
  carpoolAt: state.carpoolAt,
  cutoffAt: state.cutoffAt,
  balanceDueAt: balanceDueOf(state),
  seat: p.seat,
  paymentStatus: paymentStatusOf(p),
  depositStatus: p.deposit.status,
  renewalFailed: p.deposit.renewal === 'failed',
})
