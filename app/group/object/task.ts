import type { Effect } from '#app/group/rules/effect.ts'

/**
 * The request that caused a read-model write tries it at once and gives up after 5 s; after this
 * time the alarm takes over.
 */
export const MIRROR_GRACE_MS = 7000

/** Work caused by events: their effects, and bringing the read model up to date. */
export type Task = Effect | { kind: 'project' }
/** Tasks that are writes to D1; all others involve a payment or another object. */
export type MirrorTask = Extract<
  Task,
  { kind: 'project' | 'notice' | 'audit' | 'returnPoints' | 'earnPoints' | 'losePoints' }
>
/** Every kind of task, and whether it is a write to D1. */
const IS_MIRROR: { [K in Task['kind']]: K extends MirrorTask['kind'] ? true : false } = {
  project: true,
  notice: true,
  audit: true,
  returnPoints: true,
  earnPoints: true,
  losePoints: true,
  resolve: false,
  release: false,
  capture: false,
  check: false,
  renew: false,
  autoPay: false,
  openPrivate: false,
  sendPlace: false,
}
export const TASK_KINDS = Object.keys(IS_MIRROR)
export const isMirrorTask = (task: Task): task is MirrorTask => IS_MIRROR[task.kind]

/** Identifies what a task is about: two tasks with the same key are one task. */
export function keyOf(task: Task): string {
  switch (task.kind) {
    case 'project':
      return 'project'
    case 'notice':
    case 'audit':
      return `${task.kind}:${task.id}`
    case 'resolve':
      return `resolve:${task.slot}:${task.participantId}`
    case 'renew':
    case 'returnPoints':
      return `${task.kind}:${task.participantId}:${task.attempt}`
    case 'autoPay':
    case 'openPrivate':
    case 'sendPlace':
    case 'earnPoints':
    case 'losePoints':
      return `${task.kind}:${task.participantId}`
    default:
      return `${task.kind}:${task.intentId}`
  }
}
