import { concernsAll, EVENT_TYPES, NewerVersion } from '#app/group/rules/event-types.ts'
import { evolve } from '#app/group/rules/evolve.ts'
import type { AnyEvent } from '#app/group/rules/extensions.ts'
import type { Group } from '#app/group/rules/state.ts'
import type { GroupId } from '#app/kernel/id.ts'
import { hours } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import { EVENTS_STAY, MIGRATIONS } from './migrations.ts'
import { isMirrorTask, keyOf, MIRROR_GRACE_MS, TASK_KINDS, type Task } from './task.ts'

/**
 * Raise this when the shape of a group's state changes: stored states are then recomputed from the
 * events.
 */
const STATE_SHAPE = 12
/**
 * Number of events after which the state is stored again. In between, the current state is the
 * stored one plus the events since then.
 */
const SNAPSHOT_EVERY = 20
/** Longer than the period in which the provider can resend an event by hand (30 days). */
const SEEN_FOR_MS = hours(24 * 90)
/** mirror: writes to D1. money: everything related to a payment. */
export type Lane = 'mirror' | 'money'
export type OutboxRow = {
  id: number
  lane: Lane
  payload: string
  attempts: number
  nextTryAt: Instant
  firstAt: Instant
  stuck: boolean
}
/**
 * Writes to D1 go together in one batch. After this many failures a write goes alone, at its next
 * try: it may be the one that makes the others fail.
 */
const TOGETHER_TRIES = 2
export const isAlone = ({ attempts }: OutboxRow): boolean => attempts >= TOGETHER_TRIES
/**
 * The progress of the read model: the number of the last write, the version it covered, and the due
 * time it has for the object.
 */
export type Mirror = { writes: number; version: number; nextDueAt: Instant | null }
/**
 * A write to the read model: `number` is stored in its rows, `after` was the last number when the
 * write began.
 */
export type MirrorWrite = { number: number; after: number }

type SqlRow = Record<string, SqlStorageValue>

/**
 * All of the object's storage, in its own SQLite. Every method is synchronous, so everything called
 * between two awaits is committed together or not at all. Values that were read stay cached, since
 * nothing else writes here; after a transaction was rolled back, `forget` clears that cache.
 */
export class Store<S extends Group = Group> {
  readonly #sql: SqlStorage
  #ready = false
  #state: S | null | undefined
  /** The version of the stored state. */
  #storedVersion = 0
  #outbox: OutboxRow[] | undefined
  #mirror: Mirror | undefined
  /** Whether the read model is ahead of the stored mark. */
  #unmarked = false

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  /**
   * The state, or null for a group that never existed. Reading one that never existed writes
   * nothing.
   */
  load(): S | null {
    if (this.#state === undefined) this.#state = this.#read()
    return this.#state
  }

  /** Throws `NewerVersion` if anything stored is of a kind that this version does not know. */
  #read(): S | null {
    if (!this.isStarted()) return null
    this.#assertKnown()
    const row = this.#first('SELECT shape, body FROM snapshot')
    const stored: S | null = row?.shape === STATE_SHAPE ? JSON.parse(String(row.body)) : null
    this.#storedVersion = stored?.version ?? 0
    return this.#eventsAfter(this.#storedVersion).reduce<S | null>(evolve, stored)
  }

  /** The stored state may contain unknown events, and tasks may follow from them. */
  #assertKnown(): void {
    const query = (name: string, table: string) =>
      `SELECT ${name} AS what FROM ${table} WHERE ${name} NOT IN (SELECT value FROM json_each(?)) LIMIT 1`
    const unknown =
      this.#first(query('type', 'events'), JSON.stringify(EVENT_TYPES)) ??
      this.#first(query("payload ->> 'kind'", 'outbox'), JSON.stringify(TASK_KINDS))
    if (unknown) throw new NewerVersion(String(unknown.what))
  }

  /** The group's id, as its first event has it; null for a group that never existed. */
  groupId(): GroupId | null {
    const query = "SELECT coalesce(body ->> 'carpoolId', body ->> 'tripId') AS id FROM events"
    const row = this.isStarted() ? this.#first(`${query} WHERE seq = 1`) : undefined
    return row ? (String(row.id) as GroupId) : null
  }

  /**
   * Appends events with the state they lead to and the tasks they cause. Call it inside a
   * transaction.
   */
  append(events: AnyEvent[], state: S, tasks: Task[], now: Instant): void {
    this.#migrate()
    let seq = state.version - events.length
    for (const event of events)
      this.#sql.exec(
        'INSERT INTO events (seq, at, type, body) VALUES (?, ?, ?, ?)',
        ++seq,
        now,
        event.type,
        JSON.stringify(event),
      )
    this.#state = state
    if (this.#storedVersion === 0 || state.version - this.#storedVersion >= SNAPSHOT_EVERY)
      this.#keep(state)
    for (const task of tasks) this.enqueue(task, now)
  }

  #keep(state: S): void {
    this.#state = state
    this.#storedVersion = state.version
    this.#sql.exec(
      'INSERT OR REPLACE INTO snapshot (id, shape, body) VALUES (1, ?, ?)',
      STATE_SHAPE,
      JSON.stringify(state),
    )
  }

  /**
   * Adds a task, once: a waiting task with the same key is replaced, and the due time is counted
   * from now or set to `dueAt`.
   */
  enqueue(task: Task, now: Instant, dueAt?: Instant): void {
    this.#outbox = undefined
    const lane: Lane = isMirrorTask(task) ? 'mirror' : 'money'
    // OR REPLACE assigns a new id, so a try still running under the old id does not remove this
    // task.
    this.#sql.exec(
      'INSERT OR REPLACE INTO outbox (lane, key, payload, next_try_at, first_at) VALUES (?, ?, ?, ?, ?)',
      lane,
      keyOf(task),
      JSON.stringify(task),
      dueAt ?? (lane === 'mirror' ? now + MIRROR_GRACE_MS : now),
      now,
    )
  }

  rows(
    lane: Lane,
    dueBy: Instant,
    limit: number,
    isReady: (row: OutboxRow) => boolean = () => true,
  ): OutboxRow[] {
    return this.#waiting()
      .filter((row) => row.lane === lane && row.nextTryAt <= dueBy && isReady(row))
      .slice(0, limit)
  }

  stuckRows(): OutboxRow[] {
    return this.#waiting()
      .filter((row) => row.stuck)
      .sort((a, b) => a.id - b.id)
  }

  /** All waiting tasks, the longest due first. */
  #waiting(): OutboxRow[] {
    if (!this.isStarted()) return []
    this.#outbox ??= this.#all('SELECT * FROM outbox ORDER BY next_try_at, id').map(toRow)
    return this.#outbox
  }

  /** Counts a try before it is made, so a try that dies with the object is repeated later. */
  claim(row: OutboxRow, nextTryAt: Instant, stuck: boolean): void {
    this.#outbox = undefined
    this.#sql.exec(
      'UPDATE outbox SET attempts = attempts + 1, next_try_at = ?, stuck = ? WHERE id = ?',
      nextTryAt,
      stuck ? 1 : 0,
      row.id,
    )
  }

  finish(id: number): void {
    this.#outbox = undefined
    this.#sql.exec('DELETE FROM outbox WHERE id = ?', id)
  }

  /** When the outbox next has something to try, in one lane or in any. */
  nextTry(lane?: Lane): Instant | null {
    return this.#waiting().find((row) => !lane || row.lane === lane)?.nextTryAt ?? null
  }

  /** The next try of a write to D1 that goes alone; the read model does not wait for it. */
  nextAlone(): Instant | null {
    const isNext = (row: OutboxRow) => row.lane === 'mirror' && isAlone(row)
    return this.#waiting().find(isNext)?.nextTryAt ?? null
  }

  /** Whether a provider's event has already taken effect here. */
  hasSeen(eventId: string): boolean {
    return (
      this.isStarted() &&
      this.#first('SELECT 1 AS one FROM seen WHERE event_id = ?', eventId) !== undefined
    )
  }

  /**
   * Call it inside the transaction of the event's effect: if that fails, the next delivery must not
   * be skipped.
   */
  markSeen(eventId: string, now: Instant): void {
    this.#migrate()
    this.#sql.exec('DELETE FROM seen WHERE at < ?', now - SEEN_FOR_MS)
    this.#sql.exec('INSERT OR IGNORE INTO seen (event_id, at) VALUES (?, ?)', eventId, now)
  }

  mirror(): Mirror {
    this.#mirror ??= this.#readMirror()
    return this.#mirror
  }

  #readMirror(): Mirror {
    const row = this.isStarted()
      ? this.#first('SELECT writes, version, next_due_at FROM mirror')
      : undefined
    return {
      writes: Number(row?.writes ?? 0),
      version: Number(row?.version ?? 0),
      nextDueAt: instantOf(row?.next_due_at),
    }
  }

  /** Whether there are events that the read model is not known to have. */
  isMirrorBehind(): boolean {
    return this.mirror().version !== (this.load()?.version ?? 0)
  }

  /**
   * Assigns a number to a write of `state` to the read model. Numbers only grow, so a late write
   * never undoes a newer one. The number grows by the events since the last write. With `again`
   * (there are no new events, or they may have been written already) it also grows by one, which is
   * stored first.
   */
  beginMirrorWrite(state: S, again: boolean): MirrorWrite {
    if (again) this.#putMirror({ ...this.mirror(), writes: this.mirror().writes + 1 })
    const { writes, version } = this.mirror()
    return { number: writes + state.version - version, after: writes }
  }

  /**
   * Records a finished write. Changes nothing if another numbered write overtook it. The mark is
   * only kept in memory: `keepMark` stores it with whatever else is stored then. If it is lost, the
   * read model is written once more.
   */
  markMirrored({ number, after }: MirrorWrite, version: number, nextDueAt: Instant | null): void {
    if (this.mirror().writes !== after) return
    this.#mirror = { writes: number, version, nextDueAt }
    this.#unmarked = true
  }

  keepMark(): void {
    if (this.#unmarked) this.#putMirror(this.mirror())
  }

  /**
   * Makes the next write to the read model send everything, whatever was written before or is being
   * written now.
   */
  forgetMirror(): void {
    this.#putMirror({ writes: this.mirror().writes + 1, version: 0, nextDueAt: null })
  }

  #putMirror(mirror: Mirror): void {
    const { writes, version, nextDueAt } = mirror
    this.#sql.exec(
      'UPDATE mirror SET writes = ?, version = ?, next_due_at = ?',
      writes,
      version,
      nextDueAt,
    )
    this.#mirror = mirror
    this.#unmarked = false
  }

  /** The whole history, oldest first. */
  events(): AnyEvent[] {
    return this.isStarted() ? this.#eventsAfter(0) : []
  }

  #eventsAfter(version: number): AnyEvent[] {
    const rows = this.#all('SELECT body FROM events WHERE seq > ? ORDER BY seq', version)
    return rows.map((row) => JSON.parse(String(row.body)))
  }

  /**
   * Rewrites the history event by event, together with the resulting state. Only for what the law
   * requires us to forget. Call it inside a transaction, so that a history without its trigger is
   * never visible.
   */
  rewrite(change: (event: AnyEvent) => AnyEvent, state: S): void {
    this.#sql.exec('DROP TRIGGER events_stay')
    for (const [index, event] of this.events().entries()) {
      const changed = change(event)
      if (changed !== event)
        this.#sql.exec(
          'UPDATE events SET body = ? WHERE seq = ?',
          JSON.stringify(changed),
          index + 1,
        )
    }
    this.#sql.exec(EVENTS_STAY)
    this.#keep(state)
  }

  /**
   * The types of the events after `version`, the places they name, and whether they concern every
   * place.
   */
  changedSince(version: number): { types: string[]; everybody: boolean; ids: string[] } {
    const rows = this.#all(
      "SELECT DISTINCT type, body ->> 'participantId' AS id FROM events WHERE seq > ?",
      version,
    )
    const types = [...new Set(rows.map(({ type }) => String(type)))]
    const ids = rows.flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
    return { types, everybody: types.some(concernsAll), ids: [...new Set(ids)] }
  }

  /** Whether anything has ever been stored. */
  isStarted(): boolean {
    if (!this.#ready && !this.#exists()) return false
    this.#migrate()
    return true
  }

  #exists(): boolean {
    return this.#first("SELECT 1 AS one FROM sqlite_master WHERE name = 'migrations'") !== undefined
  }

  #migrate(): void {
    if (this.#ready) return
    this.#sql.exec('CREATE TABLE IF NOT EXISTS migrations (id INTEGER PRIMARY KEY)')
    const done = Number(this.#first('SELECT COUNT(*) AS n FROM migrations')?.n ?? 0)
    for (const [index, statements] of MIGRATIONS.entries()) {
      if (index < done) continue
      this.#sql.exec(statements)
      this.#sql.exec('INSERT INTO migrations (id) VALUES (?)', index)
    }
    this.#ready = true
  }

  /**
   * Call it after a transaction was rolled back: anything cached, including the migrations, may
   * have been rolled back with it.
   */
  forget(): void {
    this.#ready = false
    this.#state = undefined
    this.#outbox = undefined
    this.#mirror = undefined
    this.#unmarked = false
  }

  #all(query: string, ...params: SqlStorageValue[]): SqlRow[] {
    return this.#sql.exec<SqlRow>(query, ...params).toArray()
  }
  #first(query: string, ...params: SqlStorageValue[]): SqlRow | undefined {
    return this.#all(query, ...params)[0]
  }
}

const instantOf = (value: SqlStorageValue | undefined): Instant | null =>
  value === null || value === undefined ? null : Number(value)

const toRow = (row: SqlRow): OutboxRow => ({
  id: Number(row.id),
  lane: row.lane === 'money' ? 'money' : 'mirror',
  payload: String(row.payload),
  attempts: Number(row.attempts),
  nextTryAt: Number(row.next_try_at),
  firstAt: Number(row.first_at),
  stuck: row.stuck === 1,
})
