import type { CarpoolStatus } from '#app/domain/carpool/state.ts'
import type { CarpoolRecord } from '#app/services/carpools.server.ts'

/** How things stand for one traveller: what her record says at the top. */
export type Stage =
  | 'awaiting'
  | 'checking'
  | 'gone'
  | 'waiting'
  | 'balanceDue'
  | 'ready'
  | 'failed'
  | 'privateDue'
  | 'private'
  | 'completed'
  | 'closed'
  | 'cancelled'

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

type Standing = Pick<CarpoolRecord, 'seat' | 'status' | 'remainingAmount'>

/** An unpaid seat has its own story; a paid one shares the group's. Nothing left to pay counts as paid. */
export function stageOf({ seat, status, remainingAmount }: Standing): Stage {
  if (seat === 'held') return 'awaiting'
  if (seat === 'lapsing') return 'checking'
  if (seat === 'gone') return 'gone'
  const stage = ofStatus[status]
  if (remainingAmount !== 0) return stage
  if (stage === 'balanceDue') return 'ready'
  return stage === 'privateDue' ? 'private' : stage
}

export type StepName = 'held' | 'completed' | 'private' | 'balance' | 'departure'
/** done, under way, not yet, or never to be. */
export type StepState = 'done' | 'current' | 'upcoming' | 'stopped'
export type Step = { name: StepName; state: StepState }

/** How many of the steps are behind her at each stage; null: it ended before the next one. */
const reached: Record<Stage, { done: number; stopped?: true }> = {
  awaiting: { done: 0 },
  checking: { done: 0 },
  gone: { done: 0, stopped: true },
  waiting: { done: 1 },
  failed: { done: 1, stopped: true },
  cancelled: { done: 1, stopped: true },
  balanceDue: { done: 2 },
  privateDue: { done: 2 },
  closed: { done: 2, stopped: true },
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

/** Whether others may change it at any moment, so that the page looks again by itself. */
export const isWaiting = (stage: Stage): boolean => stage === 'waiting' || stage === 'checking'
