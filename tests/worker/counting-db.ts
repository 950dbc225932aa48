import { env } from 'cloudflare:workers'

/**
 * The database with a count of its round trips: a batch counts as one, and so does a single
 * statement.
 */
export function countingDb() {
  const count = { roundTrips: 0 }
  const RUNS = ['all', 'run', 'first', 'raw']
  const counted = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, name) {
        const found = Reflect.get(target, name)
        if (typeof found !== 'function') return found
        if (name === 'bind') return (...values: unknown[]) => counted(target.bind(...values))
        if (RUNS.includes(String(name))) count.roundTrips++
        return found.bind(target)
      },
    })
  const binding = {
    prepare: (sql: string) => counted(env.DB.prepare(sql)),
    batch: (statements: D1PreparedStatement[]) => {
      count.roundTrips++
      return env.DB.batch(statements)
    },
  } as unknown as D1Database
  return { count, binding }
}
