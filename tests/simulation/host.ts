import { Life, ObjectReset } from './life.ts'
import type { Network } from './network.ts'
import type { Timer } from './scheduler.ts'
import { Sqlite, sqlStorage } from './sql.ts'

type Methods = Record<string, (...args: unknown[]) => unknown>
export type Build = (name: string, context: DurableObjectState, life: Life) => object

/** One object: its storage, its alarm and, while it is in memory, its instance. */
type Slot = {
  name: string
  db: Sqlite
  alarmAt: number | null
  timer: Timer | null
  inMemory: { life: Life; object: Methods; ready: Promise<unknown> } | null
}

const ALARM_MODES = { once: 6, late: 3, lost: 2, twice: 1, seven: 0.4 }
const HOUR_MS = 3_600_000

/** What the platform says of an error that the object's own code threw. */
const thrownInside = (error: unknown) =>
  error instanceof Error && !(error instanceof ObjectReset)
    ? Object.assign(error, { remote: true })
    : error

/**
 * Where the objects of one class live: storage that persists, instances that come and go, alarms.
 */
export class Host {
  readonly slots = new Map<string, Slot>()
  readonly #network: Network
  readonly #build: Build
  readonly #note: (what: string) => void
  /** Alarms running now. */
  working = 0

  constructor(network: Network, build: Build, note: (what: string) => void) {
    this.#network = network
    this.#build = build
    this.#note = note
  }

  /** The namespace as one life sees it. */
  bindingFor(life: Life): DurableObjectNamespace {
    const getByName = (name: string) =>
      new Proxy(
        {},
        {
          get: (_target, method) =>
            method === 'then'
              ? undefined
              : (...args: unknown[]) => this.#call(life, name, String(method), args),
        },
      )
    return { getByName } as unknown as DurableObjectNamespace
  }

  /** Evicts an object from memory, whatever it is doing. */
  evict(name: string): void {
    const slot = this.slots.get(name)
    slot?.inMemory?.life.end()
    if (slot) slot.inMemory = null
  }

  /** Fires an alarm now that is late, perhaps by hours. */
  hurry(name: string): void {
    const slot = this.slots.get(name)
    const { now } = this.#network.scheduler
    if (slot?.timer?.live && slot.alarmAt !== null && slot.alarmAt < now) this.#arm(slot, now)
  }

  /** Whether an alarm is set for this time from now at the latest. */
  alarmBy(name: string, ms: number): boolean {
    const at = this.slots.get(name)?.alarmAt ?? null
    return at !== null && at <= this.#network.scheduler.now + ms
  }

  close(): void {
    for (const slot of this.slots.values()) slot.db.close()
  }

  #call(caller: Life, name: string, method: string, args: unknown[]): Promise<unknown> {
    return this.#network.send(caller, async () => {
      if (this.#network.trouble.overloaded > 0) {
        this.#network.trouble.overloaded--
        throw Object.assign(new Error('The object is overloaded.'), {
          overloaded: true,
          retryable: true,
        })
      }
      return structuredClone(await this.#run(this.#slot(name), method, structuredClone(args)))
    })
  }

  async #run(slot: Slot, method: string, args: unknown[]): Promise<unknown> {
    const { life, object, ready } = this.#wake(slot)
    await ready
    if (!life.alive) throw new ObjectReset()
    const call = object[method]
    if (!call) throw new Error(`the object has no ${method}`)
    const work = (async () => call.apply(object, args))()
    return life.promised(work.catch((error) => Promise.reject(thrownInside(error))))
  }

  #slot(name: string): Slot {
    const known = this.slots.get(name)
    if (known) return known
    const made: Slot = { name, db: new Sqlite(), alarmAt: null, timer: null, inMemory: null }
    this.slots.set(name, made)
    return made
  }

  #wake(slot: Slot): NonNullable<Slot['inMemory']> {
    if (slot.inMemory) return slot.inMemory
    const life = new Life()
    let ready: Promise<unknown> = Promise.resolve()
    const context = {
      storage: this.#storage(slot, life),
      blockConcurrencyWhile: (work: () => Promise<unknown>) => (ready = work()),
      waitUntil: (work: Promise<unknown>) => void work.catch(() => undefined),
    }
    const object = this.#build(slot.name, context as unknown as DurableObjectState, life) as Methods
    slot.inMemory = { life, object, ready }
    return slot.inMemory
  }

  #storage(slot: Slot, life: Life) {
    const check = () => life.check()
    return {
      sql: sqlStorage(slot.db, check),
      transactionSync: <T>(work: () => T): T => {
        check()
        return slot.db.atomically(work)
      },
      getAlarm: async () => slot.alarmAt,
      setAlarm: async (at: number) => {
        check()
        this.#arm(slot, Number(at))
      },
      deleteAlarm: async () => {
        check()
        this.#arm(slot, null)
      },
    }
  }

  #arm(slot: Slot, at: number | null): void {
    const { scheduler } = this.#network
    scheduler.clear(slot.timer)
    slot.alarmAt = at
    slot.timer = at === null ? null : scheduler.set(() => void this.#ring(slot), at - scheduler.now)
  }

  /** An alarm is due: it fires, or, in a bad world, fires later, never or too often. */
  async #ring(slot: Slot): Promise<void> {
    const { scheduler, trouble, chance } = this.#network
    const mode = trouble.alarms ? chance().weighted(ALARM_MODES) : 'once'
    if (mode !== 'once') this.#note(`alarm ${mode}`)
    if (mode === 'late') {
      const wait = chance().chance(0.5)
        ? chance().int(1000, 60_000)
        : chance().int(60_000, 6 * HOUR_MS)
      slot.timer = scheduler.set(() => void this.#ring(slot), wait)
      return
    }
    slot.alarmAt = null
    slot.timer = null
    const times = { once: 1, lost: 0, twice: 2, seven: 7 }[mode]
    for (let n = 0; n < times; n++) await this.#goOff(slot)
  }

  async #goOff(slot: Slot): Promise<void> {
    this.working++
    try {
      await this.#run(slot, 'alarm', [])
    } catch (error) {
      if (!(error instanceof ObjectReset)) throw error
      // The platform retries an alarm whose object died; an alarm set in the meantime is left
      // alone.
      this.#note('alarm died')
      if (slot.alarmAt === null) this.#arm(slot, this.#network.scheduler.now + 2000)
    } finally {
      this.working--
    }
  }
}
