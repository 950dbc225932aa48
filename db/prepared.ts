import { is, Param, Placeholder, type QueryPromise, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { RunnableQuery } from 'drizzle-orm/runnable-query'
import { boundedCache } from '#app/bounded-cache.ts'
import type { Db } from './db.ts'

type Query = BatchItem<'sqlite'> & { prepare(): unknown }
/** A prepared query with its values: it can be awaited, batched and shown as SQL. */
type Runnable<Result> = RunnableQuery<Result, 'sqlite'> & PromiseLike<Result> & { toSQL(): Sql }
type Sql = { sql: string; params: unknown[] }
type Values = Record<string, unknown>
/** A query as drizzle keeps it once its SQL is built. */
type Built = {
  getQuery(): Sql
  execute(): Promise<unknown>
}
/** The same with its text, and how each parameter gets its value. */
type Kept = { built: Built; text: string; fills: ((values: Values) => unknown)[] }

/** Forms of one query that are kept: the usual filters, not every combination. */
const FORMS_MAX = 64

/**
 * A query whose SQL is built once per isolate and form instead of for every request. `build` gets
 * placeholders in place of the values, so it must not look at them; whatever decides how the SQL
 * reads is in `form`. The result runs alone or in a batch, like the query itself.
 */
export function prepared<V extends object, Q extends Query, Form = null>(
  build: (db: Db, values: V, form: Form) => Q,
) {
  const databases = new WeakMap<Db, Pick<Map<string, Kept>, 'get' | 'set'>>()
  return (db: Db, values: V, form = null as Form): Runnable<Q['_']['result']> => {
    const forms = databases.get(db) ?? boundedCache<string, Kept>(FORMS_MAX)
    databases.set(db, forms)
    const key = JSON.stringify(form)
    const kept = forms.get(key) ?? keptOf(build(db, holesFor<V>(), form))
    forms.set(key, kept)
    return withValues(kept, values as Values) as unknown as Runnable<Q['_']['result']>
  }
}

/** An object that has a placeholder of its name for every property. */
const holesFor = <V>() =>
  new Proxy({}, { get: (_, name) => sql.placeholder(String(name)) }) as unknown as V

function keptOf(query: Query): Kept {
  const built = query.prepare() as Built
  const { sql: text, params } = built.getQuery()
  return { built, text, fills: params.map(fillOf) }
}

/** The query with its values: what drizzle needs of it for `await` and for `db.batch`. */
function withValues({ built, text, fills }: Kept, values: Values) {
  const query = { sql: text, params: fills.map((fill) => fill(values)) }
  const bound: Built = Object.create(built, { query: { value: query } })
  return {
    _prepare: () => bound,
    toSQL: () => query,
    // biome-ignore lint/suspicious/noThenProperty: awaiting it runs it, as with every query.
    then: (...handlers: Parameters<QueryPromise<unknown>['then']>) =>
      bound.execute().then(...handlers),
  }
}

/**
 * How a parameter gets its value for D1. drizzle's own `fillPlaceholders` encodes null, as JSON for
 * example.
 */
function fillOf(param: unknown): (values: Values) => unknown {
  if (is(param, Placeholder)) return (values) => given(param, values)
  if (!is(param, Param)) return () => param
  const { value: hole, encoder } = param
  if (!is(hole, Placeholder)) return () => param
  return (values) => {
    const value = given(hole, values)
    return value === null ? null : encoder.mapToDriverValue(value)
  }
}

function given({ name }: Placeholder, values: Values): unknown {
  if (values[name] === undefined) throw new Error(`no value for ${name}`)
  return values[name]
}
