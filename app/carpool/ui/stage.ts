import type { CarpoolStatus } from '#app/carpool/rules/state.ts'
import type { CarpoolRecord } from '#app/carpool/service/carpools.server.ts'
import type { LeaveReason } from '#app/group/rules/state.ts'
import { owedOf } from '#app/web/ui/money-back.ts'

/** The state of one traveller's place. All texts about the place follow from it. */
export type PlaceStage =
  | 'awaiting'
  /** The bank has released the deposit of a place that still stands; it has to be paid again. */
  | 'depositLost'
  /** The bank will release the deposit, because the hold could not be renewed. */
  | 'depositExpiring'
  | 'checking'
  | 'gone'
  | 'waiting'
  | 'balanceDue'
  /** The student has paid, others in the car have not. */
  | 'othersDue'
  | 'ready'
  | 'failed'
  /** Its departure has passed: only the deposit can be taken back. */
  | 'failedLate'
  /** The day of its departure is over. */
  | 'failedOver'
  | 'privateDue'
  | 'private'
  /** It has left, and no driver has reported its arrival. */
  | 'underWay'
  | 'completed'
  | 'closed'
  /** Closed although the student had paid. */
  | 'closedPaid'
  | 'cancelled'
  /**
   * The place is gone: the student left, took the deposit back after a failed group, went on as a
   * private car, or never paid until departure.
   */
  | 'exited'
  | 'refunded'
  /**
   * The student chose nothing until the day was over, so the deposit was returned automatically.
   */
  | 'dayOver'
  | 'converted'
  /** The place moved to another car because of its flight. */
  | 'moved'
  | 'departed'
  /** An administrator cancelled the group. */
  | 'groupCancelled'
  /**
   * Refunded by hand: the student's money from a closed group, or the deposit of a place that was
   * released.
   */
  | 'moneyBack'
  /** The balance was not paid in time. */
  | 'released'
  /** The place is gone and its refund failed, whatever ended it. */
  | 'refundOwed'

const ofStatus: Record<CarpoolStatus, PlaceStage> = {
  PENDING: 'awaiting',
  OPEN: 'waiting',
  FULL: 'waiting',
  SUCCESS_PENDING_PAYMENT: 'balanceDue',
  SUCCESS: 'ready',
  FAILED: 'failed',
  PRIVATE_PENDING_PAYMENT: 'privateDue',
  PRIVATE: 'private',
  COMPLETED: 'completed',
  CLOSED: 'closed',
  CANCELLED: 'cancelled',
}

export const ofLeaving: Record<LeaveReason, PlaceStage> = {
  expired: 'gone',
  cutoff: 'gone',
  givenUp: 'gone',
  exited: 'exited',
  cancelled: 'refunded',
  dayOver: 'dayOver',
  departed: 'departed',
  converted: 'converted',
  moved: 'moved',
  refunded: 'moneyBack',
  groupCancelled: 'groupCancelled',
  unpaid: 'released',
}

/** The stage of a place whose balance is paid: it may have to wait for the others. */
const ofPaid: Partial<Record<PlaceStage, PlaceStage>> = {
  balanceDue: 'othersDue',
  privateDue: 'private',
  closed: 'closedPaid',
}

/** The stages of a place that goes. */
const TRAVELS: PlaceStage[] = ['othersDue', 'ready', 'private']

type PlaceFacts = Pick<
  CarpoolRecord,
  | 'seat'
  | 'leaving'
  | 'status'
  | 'remainingAmount'
  | 'expired'
  | 'underWay'
  | 'actions'
  | 'refundOwed'
  | 'depositStory'
>

/**
 * A seat with an unpaid deposit, and one that is gone, have their own stages; for a confirmed seat
 * the group's status decides.
 */
export function stageOf(place: PlaceFacts): PlaceStage {
  const { seat, leaving, status, remainingAmount, expired, actions } = place
  if (seat === 'held') return 'awaiting'
  if (seat === 'lapsing') return 'checking'
  if (seat === 'gone')
    return owedOf(place) > 0 ? 'refundOwed' : leaving ? ofLeaving[leaving] : 'gone'
  // Nothing else can be paid without a deposit.
  if (actions.includes('payDeposit'))
    return place.depositStory.fate === 'expiring' ? 'depositExpiring' : 'depositLost'
  const stage = ofStatus[status]
  if (stage === 'failed') {
    if (expired) return 'failedOver'
    return actions.includes('convertToPrivate') ? 'failed' : 'failedLate'
  }
  const paid = (remainingAmount === 0 && ofPaid[stage]) || stage
  return place.underWay && TRAVELS.includes(paid) ? 'underWay' : paid
}

/** Whether others may change the stage at any moment, so that the page refreshes by itself. */
export const isWaiting = (stage: PlaceStage | 'deciding'): boolean =>
  stage === 'waiting' || stage === 'deciding' || stage === 'checking' || stage === 'othersDue'
