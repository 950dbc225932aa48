import type { D1Database, D1PreparedStatement, D1Result } from '@cloudflare/workers-types'
import { type Bounded, Unavailable } from '#app/kernel/within.ts'

/** D1's messages for invalid statements. Any other error is a failure of D1 itself. */
const MISTAKE =
  /SQLITE_(?:ERROR|CONSTRAINT|MISMATCH|RANGE|TOOBIG)|constraint failed|no such|syntax error|too many SQL|D1_(?:TYPE|COLUMN|DUMP|EXEC)/i

/**
 * A database whose calls end in time. Throws `Unavailable` if D1 fails, is full or does not answer;
 * an invalid statement throws D1's own error.
 */
export function boundedDb(binding: D1Database, bounded: Bounded): D1Database {
  const originals = new WeakMap<object, D1PreparedStatement>()
  const original = (statement: object) => originals.get(statement) as D1PreparedStatement

  async function ask<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await bounded(work)
    } catch (error) {
      if (error instanceof Unavailable || !(error instanceof Error)) throw error
      if (error instanceof TypeError || MISTAKE.test(error.message)) throw error
      throw new Unavailable('D1 failed', { cause: error })
    }
  }

  function statement(of: D1PreparedStatement): D1PreparedStatement {
    const made = {
      bind: (...values: unknown[]) => statement(of.bind(...values)),
      all: () => ask(() => of.all()),
      run: () => ask(() => of.run()),
      first: (column?: string) => ask(() => (column ? of.first(column) : of.first())),
      raw: (options?: { columnNames: true }) =>
        ask(() => (options ? of.raw(options) : of.raw()) as Promise<unknown>),
    } as unknown as D1PreparedStatement
    originals.set(made, of)
    return made
  }

  return {
    prepare: (sql: string) => statement(binding.prepare(sql)),
    batch: <T>(statements: D1PreparedStatement[]): Promise<D1Result<T>[]> =>
      ask(() => binding.batch<T>(statements.map(original))),
  } as unknown as D1Database
}
