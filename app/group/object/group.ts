import { DurableObject } from 'cloudflare:workers'
import { putRefusedGroup } from '#app/group/rows/refused-groups.server.ts'
import { NewerVersion } from '#app/group/rules/event-types.ts'
import type { AnyCommand } from '#app/group/rules/extensions.ts'
import { forgetInEvent, forgetInState, placesOf } from '#app/group/rules/forget.ts'
import type { Machine } from '#app/group/rules/machine.ts'
import { openMoneyOf } from '#app/group/rules/open-money.ts'
import type { Group } from '#app/group/rules/state.ts'
import type {
  ExecuteHow,
  GroupSnapshot,
  PokeReport,
} from '#app/group/service/group-objects.server.ts'
import type { UserId } from '#app/kernel/id.ts'
import { minutes } from '#app/kernel/limits.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import { createPayments, type Payments } from '#app/payments/service/payments.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import type { Env } from '#app/platform/env.ts'
import { createLog } from '#app/platform/log.server.ts'
import type { Runtime } from '#app/platform/runtime.ts'
import { type Db, openDb } from '#db/db.ts'
import { Alarm } from './alarm.ts'
import { createParts } from './features.ts'
import type { Kind } from './kind.ts'
import { stuckRowOf } from './mirror.ts'
import { Outbox } from './outbox.ts'
import type { Part } from './part.ts'
import { Store } from './store.ts'
import { MIRROR_GRACE_MS } from './task.ts'

/**
 * Delay of the backup alarm that is set before an alarm starts its work, in case the object dies
 * meanwhile.
 */
const SAFETY_MS = minutes(1)
/** Time until a group that a newer version wrote is tried again. */
const REFUSED_MS = minutes(10)
/**
 * One effect may cause another (a seat freed at the cutoff fails the group). This chain ends long
 * before the limit.
 */
const ROUNDS_MAX = 8

/**
 * One group: the only place where its seats are given away. Each command is decided and committed
 * in one synchronous step, so no other request can come between. Work that needs Stripe or D1 is
 * done afterwards from the outbox and comes back as a new command. Memory only caches what storage
 * holds; losing it costs nothing.
 */
export abstract class GroupObject<S extends Group, Command> extends DurableObject<Env> {
  /** The rules. A test removes the seat check to prove that its race test can fail. */
  protected abstract decide: Machine<S, Command | AnyCommand>['decide']
  readonly #runtime: Runtime
  readonly #kind: Kind<S, Command>
  readonly #store: Store<S>
  readonly #outbox: Outbox
  readonly #parts: readonly Part[]
  /** How many commands created a notice since this object woke. */
  #notices = 0
  readonly #alarm: Alarm
  #db: Db | undefined
  #payments: Payments | undefined

  constructor(ctx: DurableObjectState, env: Env, runtime: Runtime, kind: Kind<S, Command>) {
    super(ctx, env)
    this.#runtime = runtime
    this.#kind = kind
    this.#store = new Store(ctx.storage.sql)
    this.#alarm = new Alarm(ctx.storage)
    this.#parts = createParts({
      sql: ctx.storage.sql,
      isStarted: () => this.#store.isStarted(),
      events: () => this.#store.events(),
      enqueue: (task, now) => {
        this.#store.enqueue(task, now)
        if (task.kind === 'notice') this.#notices++
      },
    })
    this.#outbox = new Outbox({
      kind,
      store: this.#store,
      clock: runtime.clock,
      log: createLog({ object: kind.name }),
      db: () => this.#d1(),
      payments: () =>
        (this.#payments ??= createPayments({
          secretKey: readConfig(env).stripe.secretKey,
          fetch: runtime.fetch,
        })),
      load: () => this.#store.load(),
      send: (command) => this.#commit(command),
      dueAt: () => this.#dueAt(),
      row: () => Object.assign({}, ...this.#parts.map((part) => part.row())),
    })
    void ctx.blockConcurrencyWhile(async () => {
      await this.#alarm.look()
      if (this.#isRefused()) return
      // The object died between a commit and the write to D1, or before it stored that the write
      // was done.
      if (this.#store.isMirrorBehind() && this.#store.nextTry('mirror') === null)
        this.#store.enqueue({ kind: 'project' }, runtime.clock.now(), runtime.clock.now())
      // Also covers an alarm that was lost while D1 could not be written either: nothing else would
      // wake the object.
      this.#armEarlier()
    })
  }

  /**
   * The only entry point for commands. Decides and commits a command, then waits until the lists
   * show it (if D1 answers). An event of the provider that has already taken effect is answered but
   * not applied again.
   */
  async execute(command: Command, { eventId }: ExecuteHow = {}): Promise<Result<GroupSnapshot<S>>> {
    const before = this.#notices
    const done = this.#commit(command, eventId)
    if (!done.ok) return done
    await this.#outbox.drain('mirror', Number.MAX_SAFE_INTEGER)
    this.#armEarlier()
    return ok({ ...this.#snapshotOf(done.value), noticed: this.#notices > before })
  }

  /**
   * Sends a question or command to a part of the group and waits until D1 has the result. Users who
   * have left by now are strangers, even if the alarm is late.
   */
  async ask(name: string, question: object): Promise<Result<{ noticed: boolean }>> {
    const part = this.#parts.find((one) => one.name === name)
    if (!part) return fail('notFound')
    const before = this.#notices
    const state = this.#commit({ type: 'tick' })
    if (!state.ok) return state
    const now = this.#runtime.clock.now()
    const { rules } = this.#kind
    const done = this.#atomically(() => part.answer(rules, state.value, question, now))
    await this.#outbox.drain('mirror', Number.MAX_SAFE_INTEGER)
    this.#armEarlier()
    if (!done.ok) return done
    return ok({ ...done.value, noticed: this.#notices > before })
  }

  /** The group's current state, or null if it never existed. */
  snapshot(): GroupSnapshot<S> | null {
    const state = this.#store.load()
    return state && this.#snapshotOf(state)
  }

  /**
   * Does what is due now, by time or in the outbox, and sets the alarm again. Safe at any time and
   * any number of times. `rebuild`: also rewrites everything that D1 shows of this group. `retry`:
   * also tries now what is waiting for its next try.
   */
  async poke({ rebuild = false, retry = false } = {}): Promise<PokeReport> {
    const before = this.#store.load()
    if (!before) return { nextDueAt: null, changed: false, noticed: false }
    const notices = this.#notices
    await this.#alarm.look()
    if (rebuild) {
      this.#store.forgetMirror()
      // Also for a group that will never have anything to do again: no due time would show that its
      // rows are old.
      this.#store.enqueue({ kind: 'project' }, this.#runtime.clock.now())
    }
    let done = 0
    const failures: unknown[] = []
    for (let round = 0; round < ROUNDS_MAX; round++) {
      const now = this.#runtime.clock.now()
      if (failures.length === 0) failures.push(...this.#passTime(now))
      const dueBy = retry && round === 0 ? Number.MAX_SAFE_INTEGER : now
      const lanes = [
        this.#outbox.drain('money', dueBy),
        this.#outbox.drain('mirror', Number.MAX_SAFE_INTEGER),
      ]
      const tried = (await Promise.all(lanes)).reduce((sum, n) => sum + n, 0)
      done += tried
      if (this.#mirrorIsStale()) this.#store.enqueue({ kind: 'project' }, now)
      else if (tried === 0) break
    }
    this.#store.keepMark()
    if (failures.length > 0) throw failures[0]
    this.#arm()
    return {
      nextDueAt: this.#dueAt(),
      changed: done > 0 || this.#load().version !== before.version,
      noticed: this.#notices > notices,
    }
  }

  /** Applies what is due in the group and its parts. Returns the errors. */
  #passTime(now: Instant): unknown[] {
    const due = this.#kind.machine.nextDue(this.#load())
    const isDue = (at: Instant | null) => at !== null && at <= now
    const steps = [
      isDue(due) && (() => this.#commit({ type: 'tick' })),
      ...this.#parts.map(
        (part) =>
          isDue(part.dueAt()) &&
          (() => this.#atomically(() => part.tick(this.#kind.rules, this.#load(), now))),
      ),
    ]
    return steps.flatMap((step) => {
      try {
        if (step) step()
        return []
      } catch (error) {
        return [error]
      }
    })
  }

  /**
   * Removes a user from the features' data, and erases their identity from the state, the history
   * and the rows in D1. Safe to repeat. Fails with `unavailable` while the user has open payments
   * here, and while D1 cannot be written.
   */
  async forgetPerson(userId: UserId): Promise<Result<null>> {
    const state = this.#store.load()
    if (!state) return ok(null)
    if (openMoneyOf(state, userId).length > 0) return fail('unavailable', { retryAfterSeconds: 60 })
    this.#commit({ type: 'leaveFeatures', userId })
    const now = this.#runtime.clock.now()
    this.#atomically(() => {
      const places = placesOf(this.#store.events(), userId)
      const forgotten = forgetInState(this.#load(), userId)
      this.#store.rewrite((event) => forgetInEvent(event, places), forgotten)
      for (const part of this.#parts) part.forget(places)
      this.#store.forgetMirror()
      this.#store.enqueue({ kind: 'project' }, now)
    })
    await this.#outbox.drain('mirror', Number.MAX_SAFE_INTEGER)
    this.#arm()
    const isWritten = this.#store.nextTry('mirror') === null && !this.#store.isMirrorBehind()
    return isWritten ? ok(null) : fail('unavailable', { retryAfterSeconds: 60 })
  }

  /** Never throws: the platform retries a throwing alarm a few times and then drops it for good. */
  override async alarm(): Promise<void> {
    try {
      const { clock } = this.#runtime
      const now = clock.now()
      this.#alarm.wentOff()
      const wakeAt = this.#wakeAt()
      if (wakeAt !== null && wakeAt <= now) await this.#alarm.set(clock.systemTime(now + SAFETY_MS))
      await this.poke()
    } catch (error) {
      if (error instanceof NewerVersion) await this.#reportRefusal(error)
      else createLog({ object: this.#kind.name }).error('the alarm failed', error)
    }
  }

  /**
   * Whether a newer version of the code wrote this group. If so, nothing is read from it or stored
   * in it, but the alarm stays set, and D1 and the log record it.
   */
  #isRefused(): boolean {
    try {
      this.#store.load()
      return false
    } catch (error) {
      if (!(error instanceof NewerVersion)) throw error
      this.ctx.waitUntil(this.#reportRefusal(error))
      return true
    }
  }

  async #reportRefusal(refusal: NewerVersion): Promise<void> {
    const now = this.#runtime.clock.now()
    const id = this.#store.groupId()
    const log = createLog({ object: this.#kind.name, group: id })
    void this.#alarm.setBy(this.#platformTime(now + REFUSED_MS), this.#platformTime(now))
    try {
      const isNew = id && (await putRefusedGroup(this.#d1(), { id, what: refusal.what, now }))
      if (isNew) log.error('a group cannot be opened', refusal)
    } catch (error) {
      log.error('a group cannot be opened, and the list of those cannot be written', error)
    }
  }

  #d1(): Db {
    this.#db ??= openDb(this.env.DB)
    return this.#db
  }

  /**
   * Decides and commits: events, state, outbox, the provider's event and the alarm, all or nothing.
   */
  #commit(command: Command | AnyCommand, eventId?: string): Result<S> {
    const now = this.#runtime.clock.now()
    const result = this.#atomically(() => this.#decideAndStore(command, eventId, now))
    if (result.ok) this.#armEarlier()
    return result
  }

  /** All or nothing, in storage and in memory. */
  #atomically<T>(work: () => T): T {
    try {
      return this.ctx.storage.transactionSync(work)
    } catch (error) {
      this.#store.forget()
      for (const part of this.#parts) part.reread()
      throw error
    }
  }

  #decideAndStore(
    command: Command | AnyCommand,
    eventId: string | undefined,
    now: Instant,
  ): Result<S> {
    const state = this.#store.load()
    if (state && eventId && this.#store.hasSeen(eventId)) return ok(state)
    const decided = this.decide(state, command, now)
    if (!decided.ok) return decided
    const { events, state: after, effects } = decided.value
    if (!after) return fail('notFound')
    if (eventId) this.#store.markSeen(eventId, now)
    if (events.length > 0) this.#store.append(events, after, effects, now)
    if (effects.some(({ kind }) => kind === 'notice')) this.#notices++
    return ok(after)
  }

  #load(): S {
    const state = this.#store.load()
    if (!state) throw new Error('no group')
    return state
  }

  /**
   * When a deadline, an unfinished payment, a part or a failed write next needs work here; also
   * written to the read model.
   */
  #dueAt(): Instant | null {
    const state = this.#store.load()
    const due = state && this.#kind.machine.nextDue(state)
    const store = this.#store
    return earliest(due, store.nextTry('money'), store.nextAlone(), ...this.#partsDue())
  }

  /**
   * While payments are being retried, a due time in the past is good enough: the sweep comes either
   * way.
   */
  #mirrorIsStale(): boolean {
    const shown = this.#store.mirror().nextDueAt
    const due = this.#dueAt()
    if (shown === due) return false
    return shown === null || due === null || due < shown || this.#store.nextTry('money') === null
  }

  #wakeAt(): Instant | null {
    const state = this.#store.load()
    const unsaid = this.#store.isMirrorBehind() ? this.#runtime.clock.now() + MIRROR_GRACE_MS : null
    const due = state && this.#kind.machine.nextDue(state)
    return earliest(due, this.#store.nextTry(), unsaid, ...this.#partsDue())
  }

  #partsDue(): (Instant | null)[] {
    return this.#parts.map((part) => part.dueAt())
  }

  /** Sets the alarm to the next time there is something to do. */
  #arm(): void {
    const at = this.#wakeAt()
    void this.#alarm.set(at === null ? null : this.#platformTime(at))
  }

  /** Like `#arm`, but only moves the alarm to an earlier time. */
  #armEarlier(): void {
    const at = this.#wakeAt()
    if (at !== null)
      void this.#alarm.setBy(this.#platformTime(at), this.#platformTime(this.#runtime.clock.now()))
  }

  #platformTime(at: Instant): number {
    return Math.max(0, this.#runtime.clock.systemTime(at))
  }

  #snapshotOf(state: S): GroupSnapshot<S> {
    const stuck = this.#store.stuckRows().map(stuckRowOf)
    return { state, nextDueAt: this.#dueAt(), stuck, noticed: false }
  }
}

const earliest = (...times: (Instant | null)[]): Instant | null => {
  const known = times.filter((t) => t !== null)
  return known.length > 0 ? Math.min(...known) : null
}
