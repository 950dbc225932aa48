import type { AnyEvent } from '#app/group/rules/extensions.ts'
import type { Rules } from '#app/group/rules/rules.ts'
import type { Group } from '#app/group/rules/state.ts'
import type { RowFacts } from '#app/group/service/group-rows.server.ts'
import type { Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { Task } from './task.ts'

/** What the object provides to its parts. */
export type PartDeps = {
  sql: SqlStorage
  /** Whether anything has ever been stored, so that there are tables to read. */
  isStarted(): boolean
  events(): AnyEvent[]
  /** Adds what is to be written to D1. */
  enqueue(task: Task, now: Instant): void
}

/**
 * A feature with tables of its own in a group's object (features.ts), of which the group's events
 * and its state know nothing. Every method is synchronous; those that write are called inside a
 * transaction.
 */
export type Part<Ask = object, Answer extends object = object> = {
  /** The name that `ask` uses. */
  readonly name: string
  /** Answers a question or carries out a command, for a group as it is at `now`. */
  answer(rules: Rules, state: Group, ask: Ask, now: Instant): Result<Answer>
  /** When the part next has something to do; null: never. */
  dueAt(): Instant | null
  /** Does what is due by `now`. */
  tick(rules: Rules, state: Group, now: Instant): void
  /** The part's columns of the group's row in D1. */
  row(): Partial<RowFacts>
  /** Deletes what belongs to these places. */
  forget(places: ReadonlySet<string>): void
  /** Drops what is cached and reads it again, after a transaction was rolled back. */
  reread(): void
}
