import { DatabaseSync, type StatementSync } from 'node:sqlite'

export type Value = string | number | null | Uint8Array
export type Row = Record<string, Value>

const READS = /^\s*(SELECT|WITH|PRAGMA)/i

/** What the platform allows D1 and objects; longer statements are refused there too. */
const LIMITS = {
  variableNumber: 100,
  sqlLength: 100_000,
  column: 100,
  exprDepth: 100,
  compoundSelect: 5,
  functionArg: 32,
  likePatternLength: 50,
  triggerDepth: 10,
}

/** One in-memory SQLite database that keeps its statements prepared. */
export class Sqlite {
  readonly #db = new DatabaseSync(':memory:', { limits: LIMITS })
  readonly #statements = new Map<string, StatementSync>()
  /** The statements that return rows as arrays. */
  readonly #lists = new Map<string, StatementSync>()
  /** Counts statements that may have changed something, so that nothing is reread needlessly. */
  writes = 0

  /** Runs one statement. Returns its rows. */
  all(query: string, params: readonly Value[] = []): Row[] {
    if (!READS.test(query)) this.writes++
    return this.#prepared(query).all(...params) as Row[]
  }
  /** Rows as arrays of values, in column order. */
  raw(query: string, params: readonly Value[] = []): Value[][] {
    if (!READS.test(query)) this.writes++
    return this.#prepared(query, this.#lists).all(...params) as unknown as Value[][]
  }
  /** Any number of statements without parameters. */
  script(statements: string): void {
    this.writes++
    this.#db.exec(statements)
  }
  /** Runs `work` as all or nothing; may be nested. */
  atomically<T>(work: () => T): T {
    this.#prepared('SAVEPOINT step').run()
    try {
      return work()
    } catch (error) {
      this.#prepared('ROLLBACK TO step').run()
      throw error
    } finally {
      this.#prepared('RELEASE step').run()
    }
  }
  /** How many rows the last writing statement changed. */
  changes(): number {
    return Number(this.all('SELECT changes() AS n')[0]?.n ?? 0)
  }
  /** A function that statements may call. */
  define(name: string, work: () => Value): void {
    this.#db.function(name, work)
  }
  close(): void {
    this.#db.close()
  }

  #prepared(query: string, statements = this.#statements): StatementSync {
    const known = statements.get(query)
    if (known) return known
    const made = this.#db.prepare(query)
    made.setReturnArrays(statements === this.#lists)
    statements.set(query, made)
    return made
  }
}

/** What `SqlStorage.exec` returns: rows that have already been read. */
class Cursor {
  readonly #rows: Row[]
  constructor(rows: Row[]) {
    this.#rows = rows
  }
  toArray(): Row[] {
    return this.#rows
  }
  one(): Row {
    const [row] = this.#rows
    if (!row || this.#rows.length > 1) throw new Error(`expected one row, got ${this.#rows.length}`)
    return row
  }
  [Symbol.iterator]() {
    return this.#rows[Symbol.iterator]()
  }
}

/** `SqlStorage` over a database. `check` throws if the caller may no longer use it. */
export const sqlStorage = (db: Sqlite, check: () => void): SqlStorage => {
  const exec = (query: string, ...params: Value[]) => {
    check()
    // A multi-statement script never has parameters and never reads.
    if (params.length === 0 && !READS.test(query)) {
      db.script(query)
      return new Cursor([])
    }
    return new Cursor(db.all(query, params))
  }
  return { exec } as unknown as SqlStorage
}
