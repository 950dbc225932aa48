import type { RowFacts } from '#app/group/service/group-rows.server.ts'
import { minutes, STUCK_AFTER_MS } from '#app/kernel/limits.ts'
import type { Clock, Instant } from '#app/kernel/time.ts'
import type { Log } from '#app/platform/log.server.ts'
import type { Db } from '#db/db.ts'
import type { EffectDeps } from './effect-deps.ts'
import type { OutboxKind } from './kind.ts'
import { TIMEOUT_MS, writeMirror } from './mirror.ts'
import { runEffect } from './run-effect.ts'
import { isAlone, type Lane, type OutboxRow, type Store } from './store.ts'
import { isMirrorTask, type Task } from './task.ts'

/** Rows taken per run: more than any one event's effects, and few enough to finish in time. */
const BATCH = 20
const FIRST_BACKOFF_MS = 2000
const MAX_BACKOFF_MS = minutes(10)

/** How long to wait after the given number of failed tries. */
const backoffMs = (attempts: number): number =>
  Math.min(FIRST_BACKOFF_MS * 2 ** attempts, MAX_BACKOFF_MS)

type Deps = EffectDeps & {
  kind: OutboxKind
  store: Store
  clock: Clock
  log: Log
  db: () => Db
  /** When a deadline or a payment next needs work in this object, for the sweep. */
  dueAt(): Instant | null
  /** The columns of the group's row that its parts provide. */
  row(): Partial<RowFacts>
}

/**
 * Carries out the effects of the group's events, at least once each. The two lanes do not wait for
 * each other: a page must not wait for Stripe because D1 is being written, nor the other way round.
 */
export class Outbox {
  readonly #deps: Deps
  readonly #running: Partial<Record<Lane, Promise<number>>> = {}

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * Tries the rows of a lane that are due by `dueBy`; never throws. Returns how many were done.
   * Each lane has one run at a time: a second caller waits for the first and then handles what is
   * left.
   */
  async drain(lane: Lane, dueBy: Instant): Promise<number> {
    while (this.#running[lane]) await this.#running[lane]
    const run = this.#run(lane, dueBy)
    this.#running[lane] = run
    try {
      return await run
    } finally {
      if (this.#running[lane] === run) delete this.#running[lane]
    }
  }

  async #run(lane: Lane, dueBy: Instant): Promise<number> {
    const { store, clock, log } = this.#deps
    const now = clock.now()
    const isReady = (row: OutboxRow) => lane === 'money' || !isAlone(row) || row.nextTryAt <= now
    const rows = store.rows(lane, dueBy, BATCH, isReady)
    const unsaid = lane === 'mirror' && store.isMirrorBehind()
    if (rows.length === 0 && !unsaid) return 0
    for (const row of rows) this.#claim(row, now)
    const together = rows.filter((row) => !isAlone(row))
    try {
      if (lane === 'money') return await this.#money(rows)
      const done = together.length > 0 || unsaid ? await this.#together(together) : 0
      return done + (await this.#eachAlone(rows.filter(isAlone)))
    } catch (error) {
      log.error('the outbox could not be emptied', error, { lane })
      if (together.length === 0 && unsaid)
        store.enqueue({ kind: 'project' }, now, now + FIRST_BACKOFF_MS)
      return 0
    }
  }

  /**
   * Writes rows in one batch. If D1 refuses it, the group's own rows are written first, since a
   * request may be waiting for them, and then each row by itself. Returns how many were done.
   */
  async #together(rows: OutboxRow[]): Promise<number> {
    const { log, clock } = this.#deps
    const startedAt = clock.now()
    try {
      return await this.#mirror(rows)
    } catch (error) {
      if (rows.length === 0 || clock.now() - startedAt >= TIMEOUT_MS) throw error
      log.error('a batch for D1 failed', error, { rows: rows.length })
      const alone = rows.map((row) => ({ ...row, attempts: row.attempts + 1 }))
      for (const row of alone) this.#claim(row, startedAt)
      await this.#mirror([], true)
      return await this.#eachAlone(alone)
    }
  }

  /** Writes each row by itself, unless D1 hangs. Returns how many were done. */
  async #eachAlone(rows: OutboxRow[]): Promise<number> {
    const { log, clock } = this.#deps
    let done = 0
    for (const row of rows) {
      const startedAt = clock.now()
      try {
        done += await this.#mirror([row])
      } catch (error) {
        log.error('a write to D1 failed', error, { key: row.id, attempts: row.attempts })
        if (clock.now() - startedAt >= TIMEOUT_MS) break
      }
    }
    return done
  }

  /** Counts the try. A payment undecided for too long goes on the list that administrators see. */
  #claim(row: OutboxRow, now: Instant): void {
    const { store, log } = this.#deps
    const stuck = row.lane === 'money' && now - row.firstAt >= STUCK_AFTER_MS
    store.claim(row, now + backoffMs(row.attempts), stuck)
    if (!stuck || row.stuck) return
    log.warn('a payment is undecided for too long', { effect: row.payload, attempts: row.attempts })
    store.enqueue({ kind: 'project' }, now)
  }

  async #mirror(rows: OutboxRow[], again = rows.length > 0): Promise<number> {
    const { kind, store, clock, db, dueAt, row } = this.#deps
    const state = store.load()
    if (!state) return 0
    const tasks = rows.map((row) => JSON.parse(row.payload) as Task).filter(isMirrorTask)
    await writeMirror({
      kind,
      db: db(),
      store,
      state,
      tasks,
      again,
      nextDueAt: dueAt(),
      row: row(),
      now: clock.now(),
    })
    for (const row of rows) store.finish(row.id)
    return Math.max(rows.length, 1)
  }

  async #money(rows: OutboxRow[]): Promise<number> {
    const tried = await Promise.allSettled(rows.map((row) => this.#pursue(row)))
    for (const one of tried)
      if (one.status === 'rejected') this.#deps.log.error('a payment effect failed', one.reason)
    return tried.filter((one) => one.status === 'fulfilled' && one.value).length
  }

  /** Tries one effect. Returns true when there is nothing left to do about it. */
  async #pursue(row: OutboxRow): Promise<boolean> {
    const { store, clock } = this.#deps
    const effect = JSON.parse(row.payload) as Task
    if (!isMirrorTask(effect) && !(await runEffect(effect, row.attempts, this.#deps))) return false
    store.finish(row.id)
    if (row.stuck) store.enqueue({ kind: 'project' }, clock.now())
    return true
  }
}
