import type { D1Database } from '@cloudflare/workers-types'
import type { Life } from './life.ts'
import type { Network } from './network.ts'
import type { Sqlite, Value } from './sql.ts'

/** How long a database call hangs: longer than any of the product's timeouts. */
const HANG_MS = 25_000

type Given = Value | boolean | undefined

/** A prepared statement of the database, as in D1's client. */
class Statement {
  readonly #run: Runner
  readonly query: string
  readonly params: readonly Value[]

  constructor(run: Runner, query: string, params: readonly Value[] = []) {
    this.#run = run
    this.query = query
    this.params = params
  }
  bind(...params: Given[]): Statement {
    return new Statement(this.#run, this.query, params.map(toValue))
  }
  all() {
    return this.#run((db) => answer(db, this))
  }
  run() {
    return this.all()
  }
  raw() {
    return this.#run((db) => db.raw(this.query, this.params))
  }
  first(column?: string) {
    return this.#run((db) => {
      const row = db.all(this.query, this.params)[0] ?? null
      return column === undefined ? row : (row?.[column] ?? null)
    })
  }
}

type Runner = <T>(work: (db: Sqlite) => T, together?: boolean) => Promise<T>

function toValue(value: Given): Value {
  if (value === undefined) throw new Error("D1_TYPE_ERROR: Type 'undefined' not supported")
  return typeof value === 'boolean' ? Number(value) : value
}

function answer(db: Sqlite, { query, params }: Statement) {
  const before = db.writes
  const results = db.all(query, params)
  return { success: true, results, meta: { changes: db.writes === before ? 0 : db.changes() } }
}

/** The database as one life sees it, over a network that may be failing. */
export function d1For(life: Life, db: Sqlite, network: Network): D1Database {
  // A single statement is atomic by itself.
  const run: Runner = (work, together = false) =>
    network.send(life, async () => {
      const fault = network.trouble.d1.shift()
      if (fault === 'fail') throw lost()
      if (fault === 'hang') await network.scheduler.sleep(HANG_MS)
      if (fault === 'hang' && network.chance().chance(0.5)) throw lost()
      const result = together ? db.atomically(() => work(db)) : work(db)
      if (fault === 'lose') throw lost()
      return result
    })
  const database = {
    prepare: (query: string) => new Statement(run, query),
    batch: (statements: Statement[]) =>
      run((inside) => statements.map((one) => answer(inside, one)), true),
    exec: (script: string) => run((inside) => inside.script(script), true),
  }
  return database as unknown as D1Database
}

const lost = () => new Error('D1_ERROR: Network connection lost.')
