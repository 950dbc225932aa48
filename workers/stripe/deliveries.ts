import type { Faults } from './faults.ts'
import type { Store, StoredEvent } from './store.ts'

/**
 * Waiting times between the tries of one delivery, in ms: a few quick ones, then spread over three
 * days, then it is given up.
 */
const BACKOFF_MS = [5, 30, 300, 3600, 6 * 3600, 24 * 3600, 48 * 3600].map((s) => s * 1000)
const DELAY_SECONDS = 60
/** Events held back for reordering are released after this time even if some are still missing. */
const REORDER_WAIT_MS = 30_000

/** `dropped` and `given-up` deliveries are sent again only on demand. */
export type DeliveryState = 'pending' | 'held' | 'delivered' | 'dropped' | 'given-up'

export type Delivery = {
  id: number
  event_id: string
  due_at: number
  rank: number
  attempts: number
  state: DeliveryState
  last_status: number | null
  last_note: string | null
}

/** The webhook queue: which event goes to the app, and when. Times are epoch ms. */
export class Deliveries {
  private readonly store: Store
  private readonly faults: Faults

  constructor(store: Store, faults: Faults) {
    this.store = store
    this.faults = faults
    store.sql.exec(`CREATE TABLE IF NOT EXISTS outbox (id INTEGER PRIMARY KEY AUTOINCREMENT, event_id TEXT NOT NULL,
      due_at INTEGER NOT NULL, rank INTEGER NOT NULL, attempts INTEGER NOT NULL,
      state TEXT NOT NULL, last_status INTEGER, last_note TEXT)`)
    store.sql.exec('CREATE INDEX IF NOT EXISTS outbox_due ON outbox (state, due_at)')
  }

  /** Queues an event, applying the active faults. */
  enqueue(event: StoredEvent, now: number): void {
    const plan = this.planFaults(event.type, now)
    for (let copy = 0; copy < plan.copies; copy++) this.insert(event.id, plan)
    if (plan.releaseHeld) this.releaseHeld(now)
  }

  /** Sends an event again `times` times, whatever happened to it before. */
  replay(eventId: string, times: number, now: number): void {
    for (let copy = 0; copy < times; copy++)
      this.insert(eventId, { state: 'pending', dueAt: now, attempts: 0 })
  }

  nextDue(now: number): Delivery | null {
    const query = `SELECT * FROM outbox WHERE state IN ('pending', 'held') AND due_at <= ? ORDER BY due_at, rank LIMIT 1`
    return this.store.sql.exec<Delivery>(query, now).toArray()[0] ?? null
  }

  nextDueAt(): number | null {
    const query = `SELECT min(due_at) AS at FROM outbox WHERE state IN ('pending', 'held')`
    return this.store.sql.exec<{ at: number | null }>(query).one().at
  }

  /**
   * Records an attempt's answer: an HTTP status, or null with a note if there was none. Anything
   * but 2xx is retried later.
   */
  recordAttempt(delivery: Delivery, status: number | null, note: string | null, now: number): void {
    const done = status !== null && status >= 200 && status < 300
    const wait = BACKOFF_MS[delivery.attempts]
    const state: DeliveryState = done ? 'delivered' : wait === undefined ? 'given-up' : 'pending'
    this.store.sql.exec(
      'UPDATE outbox SET attempts = attempts + 1, state = ?, due_at = ?, last_status = ?, last_note = ? WHERE id = ?',
      state,
      done ? now : now + (wait ?? 0),
      status,
      note,
      delivery.id,
    )
  }

  list(limit: number): Delivery[] {
    return this.store.sql
      .exec<Delivery>('SELECT * FROM outbox ORDER BY id DESC LIMIT ?', limit)
      .toArray()
  }

  of(eventId: string): Delivery[] {
    return this.store.sql
      .exec<Delivery>('SELECT * FROM outbox WHERE event_id = ? ORDER BY id', eventId)
      .toArray()
  }

  /** Events that were dropped or given up and have not been delivered since. */
  undelivered(): string[] {
    const query = `SELECT DISTINCT event_id FROM outbox WHERE state IN ('dropped', 'given-up')
      AND event_id NOT IN (SELECT event_id FROM outbox WHERE state IN ('delivered', 'pending', 'held'))`
    return this.store.sql
      .exec<{ event_id: string }>(query)
      .toArray()
      .map((row) => row.event_id)
  }

  private planFaults(type: string, now: number): Plan {
    const drop = this.faults.takeForEvent('drop-events', type)
    if (drop?.retry)
      return { state: 'pending', dueAt: now + (BACKOFF_MS[0] ?? 0), attempts: 1, copies: 1 }
    if (drop) return { state: 'dropped', dueAt: now, attempts: 0, copies: 1 }
    const copies = (this.faults.takeForEvent('double-events', type) ?? { times: 1 }).times ?? 2
    const reorder = this.faults.takeForEvent('reorder-events', type)
    if (reorder)
      return {
        state: 'held',
        dueAt: now + REORDER_WAIT_MS,
        attempts: 0,
        copies,
        releaseHeld: reorder.count === 0,
      }
    const delay = this.faults.takeForEvent('delay-events', type)
    const wait = delay ? (delay.seconds ?? DELAY_SECONDS) * 1000 : 0
    return { state: 'pending', dueAt: now + wait, attempts: 0, copies }
  }

  private insert(eventId: string, plan: Pick<Plan, 'state' | 'dueAt' | 'attempts'>): void {
    this.store.sql.exec(
      `INSERT INTO outbox (event_id, due_at, rank, attempts, state)
       VALUES (?, ?, (SELECT coalesce(max(id), 0) + 1 FROM outbox), ?, ?)`,
      eventId,
      plan.dueAt,
      plan.attempts,
      plan.state,
    )
  }

  /** Releases everything held back, newest first. */
  private releaseHeld(now: number): void {
    this.store.sql.exec(
      `UPDATE outbox SET state = 'pending', due_at = ?, rank = -id WHERE state = 'held'`,
      now,
    )
  }
}

type Plan = {
  state: DeliveryState
  dueAt: number
  attempts: number
  copies: number
  releaseHeld?: boolean
}
