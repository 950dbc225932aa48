import { evolve } from '#app/group/rules/evolve.ts'
import type { AnyEvent } from '#app/group/rules/extensions.ts'
import type { Group } from '#app/group/rules/state.ts'
import { Host } from './host.ts'
import type { Row, Sqlite, Value } from './sql.ts'

/** One event with its number and commit time. */
export type Logged = { seq: number; at: number; event: AnyEvent }

const instantOf = (value: Value | undefined): number | null =>
  value === null || value === undefined ? null : Number(value)

/** Where the groups of one kind live, and what they have stored. */
export class GroupHost<S extends Group> extends Host {
  readonly #begun = new WeakSet<Sqlite>()
  readonly #states = new Map<string, { writes: number; state: S | null }>()

  /** All groups that have ever existed, in order of creation. */
  ids(): string[] {
    return [...this.slots.values()].filter((slot) => this.#isBegun(slot.db)).map(({ name }) => name)
  }
  /** How often a group has written to storage. */
  writesOf(id: string): number {
    return this.slots.get(id)?.db.writes ?? 0
  }
  /** A group's state as its object has stored it: the last snapshot, plus the events since. */
  stateOf(id: string): S | null {
    const writes = this.writesOf(id)
    const known = this.#states.get(id)
    if (known?.writes === writes) return known.state
    const body = this.#rowsOf(id, 'SELECT body FROM snapshot')[0]?.body
    const kept = typeof body === 'string' ? (JSON.parse(body) as S) : null
    const state = this.eventsOf(id, kept?.version).reduce(
      (now, { event }) => evolve(now, event),
      kept,
    )
    this.#states.set(id, { writes, state })
    return state
  }
  states(): S[] {
    return this.ids().flatMap((id) => this.stateOf(id) ?? [])
  }
  /** A group's events after event number `seq`. */
  eventsOf(id: string, seq = 0): Logged[] {
    const query = 'SELECT seq, at, body FROM events WHERE seq > ? ORDER BY seq'
    return this.#rowsOf(id, query, [seq]).map((row) => ({
      seq: Number(row.seq),
      at: Number(row.at),
      event: JSON.parse(String(row.body)),
    }))
  }
  /** An object's outstanding work; `lane`: all of it, or one of its lanes. */
  outboxOf(id: string, lane = '%'): Row[] {
    const query = 'SELECT key, attempts, next_try_at FROM outbox WHERE lane LIKE ?'
    return this.#rowsOf(id, query, [lane])
  }

  /** A group's message board: how many posts it has, and when it has something to do. */
  boardOf(id: string) {
    const query =
      "SELECT due_at, (SELECT COUNT(*) FROM posts) AS posts, (SELECT MIN(at) FROM reports WHERE open = 1) AS reported_at, EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'posts') AS ever FROM board"
    const [row] = this.#rowsOf(id, query)
    return {
      posts: Number(row?.posts ?? 0),
      dueAt: instantOf(row?.due_at),
      reportedAt: instantOf(row?.reported_at),
      everPosted: row?.ever === 1,
    }
  }

  /**
   * Whether a group has nothing more to write to the lists: either it says so, or they have its
   * last write, whose number is `shown`.
   */
  hasTold(id: string, shown: unknown): boolean {
    const [mirror] = this.#rowsOf(id, 'SELECT writes, version FROM mirror')
    const version = this.stateOf(id)?.version ?? 0
    const isMarked = mirror?.version === version && this.outboxOf(id, 'mirror').length === 0
    return isMarked || Number(shown) >= Number(mirror?.writes) + version - Number(mirror?.version)
  }

  #rowsOf(id: string, query: string, params: Value[] = []): Row[] {
    const slot = this.slots.get(id)
    return slot && this.#isBegun(slot.db) ? slot.db.all(query, params) : []
  }

  /** Whether a group has ever existed: an object that was only queried has no tables. */
  #isBegun(db: Sqlite): boolean {
    const begun =
      this.#begun.has(db) ||
      db.all("SELECT 1 AS one FROM sqlite_master WHERE name = 'events'").length > 0
    if (begun) this.#begun.add(db)
    return begun
  }
}
