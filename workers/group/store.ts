import type { Event } from '#app/domain/group/event.ts'
import { evolve } from '#app/domain/group/evolve.ts'
import type { Group } from '#app/domain/group/state.ts'
import { hours } from '#app/domain/limits.ts'
import type { Instant } from '#app/domain/time.ts'
import { EVENTS_STAY, MIGRATIONS } from './migrations.ts'
import { isMirrorTask, keyOf, MIRROR_GRACE_MS, type Task } from './task.ts'

/**
 * Raise it when a group's state changes its shape: stored states are then worked out anew from the
 * events.
 */
const STATE_SHAPE = 5
/**
 * Events after which the state is stored anew. In between it is the stored one and what the events
 * since then add to it.
 */
const SNAPSHOT_EVERY = 20
/** Longer than the provider can send an event again by hand (30 days). */
const SEEN_FOR_MS = hours(24 * 90)
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
/**
 * Where the read model stands: the number of the last write, up to which version it went, and when
 * it believes the object is due.
 */
export type Mirror = { writes: number; version: number; nextDueAt: Instant | null }
/**
 * A write to the read model: `number` is what its rows carry, `after` the number that was the last
 * when it was begun.
 */
export type MirrorWrite = { number: number; after: number }

type SqlRow = Record<string, SqlStorageValue>

/**
 * The object's memory, all of it in its own SQLite. Every method is synchronous, so whatever is
 * called between two awaits is committed together or not at all. What has been read is kept, since
 * nobody else writes here; after a transaction that was rolled back `forget` has it read anew.
 */
export class Store<S extends Group = Group> {
  readonly #sql: SqlStorage
  #ready = false
  #state: S | null | undefined
  /** The version of the stored state. */
  #storedVersion = 0
  #outbox: OutboxRow[] | undefined
  #mirror: Mirror | undefined
  /** Whether the read model was brought further than the stored mark says. */
  #unmarked = false

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  /** The state, or null for a group that never was. Reading one that never was writes nothing. */
  load(): S | null {
    if (this.#state === undefined) this.#state = this.#read()
    return this.#state
  }

  #read(): S | null {
    if (!this.#started()) return null
    const row = this.#first('SELECT shape, body FROM snapshot')
    const stored: S | null = row?.shape === STATE_SHAPE ? JSON.parse(String(row.body)) : null
    this.#storedVersion = stored?.version ?? 0
    return this.#eventsAfter(this.#storedVersion).reduce<S | null>(evolve, stored)
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
   * Adds a task, once: a task of the same key that is still waiting is due again from now on, or
   * from `dueAt`.
   */
  enqueue(task: Task, now: Instant, dueAt?: Instant): void {
    this.#outbox = undefined
    const lane: Lane = isMirrorTask(task) ? 'mirror' : 'money'
    // OR REPLACE gives a new id, so that a try under way with the old one does not take this one
    // away.
    this.#sql.exec(
      'INSERT OR REPLACE INTO outbox (lane, key, payload, next_try_at, first_at) VALUES (?, ?, ?, ?, ?)',
      lane,
      keyOf(task),
      JSON.stringify(task),
      dueAt ?? (lane === 'mirror' ? now + MIRROR_GRACE_MS : now),
      now,
    )
  }

  rows(lane: Lane, dueBy: Instant, limit: number): OutboxRow[] {
    return this.#waiting()
      .filter((row) => row.lane === lane && row.nextTryAt <= dueBy)
      .slice(0, limit)
  }

  stuckRows(): OutboxRow[] {
    return this.#waiting()
      .filter((row) => row.stuck)
      .sort((a, b) => a.id - b.id)
  }

  /** All that is to be done, the longest due first. */
  #waiting(): OutboxRow[] {
    if (!this.#started()) return []
    this.#outbox ??= this.#all('SELECT * FROM outbox ORDER BY next_try_at, id').map(toRow)
    return this.#outbox
  }

  /** Counts a try before it is made, so that one that dies with the object is made again later. */
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

  /** When the outbox has something to try next, in one lane or in any. */
  nextTry(lane?: Lane): Instant | null {
    return this.#waiting().find((row) => !lane || row.lane === lane)?.nextTryAt ?? null
  }

  /** Whether a provider's event has had its effect here. */
  hasSeen(eventId: string): boolean {
    return (
      this.#started() &&
      this.#first('SELECT 1 AS one FROM seen WHERE event_id = ?', eventId) !== undefined
    )
  }

  /**
   * Inside the transaction of the event's effect: a failure there must not swallow the next
   * delivery.
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
    const row = this.#started()
      ? this.#first('SELECT writes, version, next_due_at FROM mirror')
      : undefined
    const nextDueAt = row?.next_due_at ?? null
    return {
      writes: Number(row?.writes ?? 0),
      version: Number(row?.version ?? 0),
      nextDueAt: nextDueAt === null ? null : Number(nextDueAt),
    }
  }

  /** Whether something has happened that the read model has not been told, as far as is known. */
  isMirrorBehind(): boolean {
    return this.mirror().version !== (this.load()?.version ?? 0)
  }

  /**
   * Numbers a write of `state` to the read model. Numbers only grow, so a late write never undoes a
   * newer one: by the events since the last write, or, where that says nothing new or may have been
   * written already (`again`), by one that is stored first.
   */
  beginMirrorWrite(state: S, again: boolean): MirrorWrite {
    if (again) this.#putMirror({ ...this.mirror(), writes: this.mirror().writes + 1 })
    const { writes, version } = this.mirror()
    return { number: writes + state.version - version, after: writes }
  }

  /**
   * What a write has brought there. One that was overtaken by another number changes nothing. The
   * mark is only remembered: `keepMark` stores it with whatever else is stored then, and where it
   * is lost the read model is written once more.
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
   * Has the next write to the read model bring everything, whatever was written before or is being
   * written.
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
  events(): Event[] {
    return this.#started() ? this.#eventsAfter(0) : []
  }

  #eventsAfter(version: number): Event[] {
    const rows = this.#all('SELECT body FROM events WHERE seq > ? ORDER BY seq', version)
    return rows.map((row) => JSON.parse(String(row.body)))
  }

  /**
   * Says the history in other words, event by event, with the state it adds up to. Only for what
   * the law has us forget; inside a transaction, so that nobody ever sees a history that may be
   * changed.
   */
  rewrite(change: (event: Event) => Event, state: S): void {
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
   * Whom events after `version` are about. A new status or price is about everybody: what is owed
   * follows from it.
   */
  changedSince(version: number): { everybody: boolean; ids: string[] } {
    const rows = this.#all(
      `SELECT DISTINCT type IN ('statusChanged', 'balancePriceSet') AS everybody, body ->> 'participantId' AS id
         FROM events WHERE seq > ?`,
      version,
    )
    const ids = rows.flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
    return { everybody: rows.some(({ everybody }) => everybody === 1), ids: [...new Set(ids)] }
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

  /**
   * For a transaction that was rolled back: what is remembered, its migrations too, may be gone
   * with it.
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

const toRow = (row: SqlRow): OutboxRow => ({
  id: Number(row.id),
  lane: row.lane === 'money' ? 'money' : 'mirror',
  payload: String(row.payload),
  attempts: Number(row.attempts),
  nextTryAt: Number(row.next_try_at),
  firstAt: Number(row.first_at),
  stuck: row.stuck === 1,
})
