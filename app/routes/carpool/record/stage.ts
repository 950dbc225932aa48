import type { CarpoolStatus } from '#app/domain/carpool/state.ts'
import type { LeaveReason } from '#app/domain/group/state.ts'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'

/** The state of one traveller's place: what their record says at the top. */
export type Stage =
  | 'awaiting'
  | 'checking'
  | 'gone'
  | 'waiting'
  | 'balanceDue'
  /** The student has paid, others in the car have not. */
  | 'othersDue'
  | 'ready'
  | 'failed'
  /** A failed group whose departure has passed. */
  | 'failedOver'
  | 'privateDue'
  | 'private'
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
  | 'converted'
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

const ofStatus: Record<CarpoolStatus, Stage> = {
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

const ofLeaving: Record<LeaveReason, Stage> = {
  expired: 'gone',
  cutoff: 'gone',
  givenUp: 'gone',
  exited: 'exited',
  cancelled: 'refunded',
  dayOver: 'refunded',
  departed: 'departed',
  converted: 'converted',
  refunded: 'moneyBack',
  groupCancelled: 'groupCancelled',
  unpaid: 'released',
}

/** The stage of a place whose balance is paid: it may have to wait for the others. */
const ofPaid: Partial<Record<Stage, Stage>> = {
  balanceDue: 'othersDue',
  privateDue: 'private',
  closed: 'closedPaid',
}

type Standing = Pick<CarpoolRecord, 'seat' | 'leaving' | 'status' | 'remainingAmount' | 'expired'>

/**
 * A seat with an unpaid deposit, and one that is gone, have their own stages; for a confirmed seat
 * the group's status decides.
 */
export function stageOf({ seat, leaving, status, remainingAmount, expired }: Standing): Stage {
  if (seat === 'held') return 'awaiting'
  if (seat === 'lapsing') return 'checking'
  if (seat === 'gone') return leaving ? ofLeaving[leaving] : 'gone'
  const stage = ofStatus[status]
  if (stage === 'failed' && expired) return 'failedOver'
  return (remainingAmount === 0 && ofPaid[stage]) || stage
}

export type StepName = 'held' | 'completed' | 'private' | 'balance' | 'departure'
/** Done, in progress, not yet, or never. */
export type StepState = 'done' | 'current' | 'upcoming' | 'stopped'
export type Step = { name: StepName; state: StepState }

/** How many of the steps are done at each stage; `stopped`: it ended before the next one. */
const reached: Record<Stage, { done: number; stopped?: true }> = {
  awaiting: { done: 0 },
  checking: { done: 0 },
  gone: { done: 0, stopped: true },
  waiting: { done: 1 },
  failed: { done: 1, stopped: true },
  failedOver: { done: 1, stopped: true },
  refunded: { done: 1, stopped: true },
  converted: { done: 1, stopped: true },
  exited: { done: 1, stopped: true },
  cancelled: { done: 1, stopped: true },
  groupCancelled: { done: 1, stopped: true },
  balanceDue: { done: 2 },
  privateDue: { done: 2 },
  departed: { done: 2, stopped: true },
  closed: { done: 2, stopped: true },
  closedPaid: { done: 3, stopped: true },
  moneyBack: { done: 2, stopped: true },
  released: { done: 2, stopped: true },
  othersDue: { done: 3 },
  ready: { done: 3 },
  private: { done: 3 },
  completed: { done: 4 },
}

/** The timeline: held → group completed (or a private car) → balance → departure. */
export function stepsOf(stage: Stage, isPrivate: boolean): Step[] {
  const names: StepName[] = ['held', isPrivate ? 'private' : 'completed', 'balance', 'departure']
  const { done, stopped } = reached[stage]
  return names.map((name, at) => ({
    name,
    state: at < done ? 'done' : stopped ? 'stopped' : at === done ? 'current' : 'upcoming',
  }))
}

/** Whether others may change it at any moment, so that the page refreshes by itself. */
export const isWaiting = (stage: Stage): boolean =>
  stage === 'waiting' || stage === 'checking' || stage === 'othersDue'
