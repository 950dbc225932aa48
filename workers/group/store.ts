import type { Effect } from '../../app/domain/group/effect.ts'
import type { Event } from '../../app/domain/group/event.ts'
import { evolve } from '../../app/domain/group/evolve.ts'
import type { Group } from '../../app/domain/group/state.ts'
import { hours } from '../../app/domain/limits.ts'
import type { Instant } from '../../app/domain/time.ts'
import { EVENTS_STAY, MIGRATIONS } from './migrations.ts'

/** Raise it when a group's state changes its shape: stored states are then worked out anew from the events. */
const STATE_SHAPE = 3
/** Longer than the provider can send an event again by hand (30 days). */
const SEEN_FOR_MS = hours(24 * 90)
/** A read-model write is tried at once by the request that caused it; this is when the alarm takes over. */
const MIRROR_GRACE_MS = 10_000

/** mirror: writes to D1. money: everything that has to do with a payment. */
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
/** What has to be done because of events: their effects, and the read model brought up to date. */
export type Task = Effect | { kind: 'project' }
/** Tasks that are writes to D1; all others go by way of a payment or another object. */
export type MirrorTask = Extract<
  Task,
  { kind: 'project' | 'notice' | 'audit' | 'returnPoints' | 'earnPoints' }
>
export const isMirrorTask = (task: Task): task is MirrorTask =>
  ['project', 'notice', 'audit', 'returnPoints', 'earnPoints'].includes(task.kind)
/** Where the read model stands: how often it was written, up to which version, and when it believes the object is due. */
export type Mirror = { writes: number; version: number; nextDueAt: Instant | null }

type SqlRow = Record<string, SqlStorageValue>

/**
 * The object's memory, all of it in its own SQLite. Every method is synchronous, so whatever is
 * called between two awaits is committed together or not at all.
 */
export class Store<S extends Group = Group> {
  readonly #sql: SqlStorage
  #ready = false

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  /** The state, or null for a group that never was. Reading one that never was writes nothing. */
  load(): S | null {
    if (!this.#ready && !this.#exists()) return null
    this.#migrate()
    const row = this.#first('SELECT shape, body FROM snapshot')
    if (!row) return null
    return row.shape === STATE_SHAPE ? JSON.parse(String(row.body)) : this.#replay()
  }

  /** Appends events with the state they lead to and the tasks they cause. Inside a transaction. */
  append(events: Event[], state: S, tasks: Task[], now: Instant): void {
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
    this.#keep(state)
    for (const task of tasks) this.enqueue(task, now)
  }

  #keep(state: S): void {
    this.#sql.exec(
      'INSERT OR REPLACE INTO snapshot (id, shape, body) VALUES (1, ?, ?)',
      STATE_SHAPE,
      JSON.stringify(state),
    )
  }

  /** Adds a task, once: a task of the same key that is still waiting is due again from now on. */
  enqueue(task: Task, now: Instant): void {
    const lane: Lane = isMirrorTask(task) ? 'mirror' : 'money'
    // OR REPLACE gives a new id, so that a try under way with the old one does not take this one away.
    this.#sql.exec(
      'INSERT OR REPLACE INTO outbox (lane, key, payload, next_try_at, first_at) VALUES (?, ?, ?, ?, ?)',
      lane,
      keyOf(task),
      JSON.stringify(task),
      lane === 'mirror' ? now + MIRROR_GRACE_MS : now,
      now,
    )
  }

  rows(lane: Lane, dueBy: Instant, limit: number): OutboxRow[] {
    if (!this.#started()) return []
    return this.#all(
      'SELECT * FROM outbox WHERE lane = ? AND next_try_at <= ? ORDER BY next_try_at, id LIMIT ?',
      lane,
      dueBy,
      limit,
    ).map(toRow)
  }

  stuckRows(): OutboxRow[] {
    return this.#started() ? this.#all('SELECT * FROM outbox WHERE stuck = 1 ORDER BY id').map(toRow) : []
  }

  /** Counts a try before it is made, so that one that dies with the object is made again later. */
  claim(row: OutboxRow, nextTryAt: Instant, stuck: boolean): void {
    this.#sql.exec(
      'UPDATE outbox SET attempts = attempts + 1, next_try_at = ?, stuck = ? WHERE id = ?',
      nextTryAt,
      stuck ? 1 : 0,
      row.id,
    )
  }

  finish(id: number): void {
    this.#sql.exec('DELETE FROM outbox WHERE id = ?', id)
  }

  /** When the outbox has something to try next, in one lane or in any. */
  nextTry(lane?: Lane): Instant | null {
    if (!this.#started()) return null
    const row = lane
      ? this.#first('SELECT MIN(next_try_at) AS at FROM outbox WHERE lane = ?', lane)
      : this.#first('SELECT MIN(next_try_at) AS at FROM outbox')
    return row?.at === null || row?.at === undefined ? null : Number(row.at)
  }

  /** Whether a provider's event has had its effect here. */
  hasSeen(eventId: string): boolean {
    return (
      this.#started() && this.#first('SELECT 1 AS one FROM seen WHERE event_id = ?', eventId) !== undefined
    )
  }

  /** Inside the transaction of the event's effect: a failure there must not swallow the next delivery. */
  markSeen(eventId: string, now: Instant): void {
    this.#migrate()
    this.#sql.exec('DELETE FROM seen WHERE at < ?', now - SEEN_FOR_MS)
    this.#sql.exec('INSERT OR IGNORE INTO seen (event_id, at) VALUES (?, ?)', eventId, now)
  }

  mirror(): Mirror {
    const row = this.#first('SELECT writes, version, next_due_at FROM mirror')
    return {
      writes: Number(row?.writes ?? 0),
      version: Number(row?.version ?? 0),
      nextDueAt: row?.next_due_at === null || row?.next_due_at === undefined ? null : Number(row.next_due_at),
    }
  }

  /** Numbers a write to the read model; numbers only grow, so a late write never undoes a newer one. */
  countMirrorWrite(): number {
    this.#sql.exec('UPDATE mirror SET writes = writes + 1')
    return this.mirror().writes
  }

  /** `write`: the number of the write that brought it there. One that was overtaken by `forgetMirror` changes nothing. */
  markMirrored(write: number, version: number, nextDueAt: Instant | null): void {
    this.#sql.exec(
      'UPDATE mirror SET version = ?, next_due_at = ? WHERE writes = ?',
      version,
      nextDueAt,
      write,
    )
  }

  /** Has the next write to the read model bring everything, whatever was written before or is being written. */
  forgetMirror(): void {
    this.#sql.exec('UPDATE mirror SET version = 0, next_due_at = NULL, writes = writes + 1')
  }

  /** The whole history, oldest first. */
  events(): Event[] {
    if (!this.#started()) return []
    return this.#all('SELECT body FROM events ORDER BY seq').map((row) => JSON.parse(String(row.body)))
  }

  /**
   * Says the history in other words, event by event, with the state it adds up to. Only for what the law has us forget; inside a
   * transaction, so that nobody ever sees a history that may be changed.
   */
  rewrite(change: (event: Event) => Event, state: S): void {
    this.#sql.exec('DROP TRIGGER events_stay')
    for (const [index, event] of this.events().entries()) {
      const changed = change(event)
      if (changed !== event)
        this.#sql.exec('UPDATE events SET body = ? WHERE seq = ?', JSON.stringify(changed), index + 1)
    }
    this.#sql.exec(EVENTS_STAY)
    this.#keep(state)
  }

  /** Whom events after `version` are about. A new status or price is about everybody: what is owed follows from it. */
  changedSince(version: number): { everybody: boolean; ids: string[] } {
    const rows = this.#all(
      `SELECT DISTINCT type IN ('statusChanged', 'balancePriceSet') AS everybody, body ->> 'participantId' AS id
         FROM events WHERE seq > ?`,
      version,
    )
    const ids = rows.flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
    return { everybody: rows.some(({ everybody }) => everybody === 1), ids: [...new Set(ids)] }
  }

  #replay(): S | null {
    return this.events().reduce<S | null>(evolve, null)
  }

  #started(): boolean {
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

  /** For a transaction that was rolled back: its migrations may be gone with it. */
  forget(): void {
    this.#ready = false
  }

  #all(query: string, ...params: SqlStorageValue[]): SqlRow[] {
    return this.#sql.exec<SqlRow>(query, ...params).toArray()
  }
  #first(query: string, ...params: SqlStorageValue[]): SqlRow | undefined {
    return this.#all(query, ...params)[0]
  }
}

/** Names what a task is about: two tasks of one key are one task. */
function keyOf(task: Task): string {
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

const toRow = (row: SqlRow): OutboxRow => ({
  id: Number(row.id),
  lane: row.lane === 'money' ? 'money' : 'mirror',
  payload: String(row.payload),
  attempts: Number(row.attempts),
  nextTryAt: Number(row.next_try_at),
  firstAt: Number(row.first_at),
  stuck: row.stuck === 1,
})
