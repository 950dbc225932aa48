import type { Effect } from '#app/domain/group/effect.ts'

/**
 * A read-model write is tried at once by the request that caused it, and given up after 5 s; this
 * is when the alarm takes over.
 */
export const MIRROR_GRACE_MS = 7000

/** What has to be done because of events: their effects, and the read model brought up to date. */
export type Task = Effect | { kind: 'project' }
/** Tasks that are writes to D1; all others go by way of a payment or another object. */
export type MirrorTask = Extract<
  Task,
  { kind: 'project' | 'notice' | 'audit' | 'returnPoints' | 'earnPoints' }
>
export const isMirrorTask = (task: Task): task is MirrorTask =>
  ['project', 'notice', 'audit', 'returnPoints', 'earnPoints'].includes(task.kind)

/** Names what a task is about: two tasks of one key are one task. */
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
    case 'openPrivate':
    case 'earnPoints':
      return `${task.kind}:${task.participantId}`
    default:
      return `${task.kind}:${task.intentId}`
  }
}
