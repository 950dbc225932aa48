import { is, Param, Placeholder, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { boundedCache } from '#app/kernel/bounded-cache.ts'
import type { Db } from './db.ts'

type Values = Record<string, unknown>
type Sql = { sql: string; params: unknown[] }
/** The part of a built drizzle query that a batch needs. */
type Built = { getQuery(): Sql; execute(): Promise<unknown> }

/** Cached variants per query: the usual filters, not every combination. */
const FORMS_MAX = 64

/**
 * A query whose SQL is built once per isolate and form, for the queries of every signed-in page and
 * every commit of a group (decision 0020). `build` gets a placeholder for each value that is not
 * null, so it may only check for null; a value that decides about the SQL belongs in `form`.
 */
export function prepared<V extends object, Q extends BatchItem<'sqlite'>, Form = null>(
  build: (db: Db, values: V, form: Form) => Q,
) {
  const databases = new WeakMap<Db, Pick<Map<string, Built>, 'get' | 'set'>>()
  return (db: Db, values: V, form = null as Form): Q => {
    const forms = databases.get(db) ?? boundedCache<string, Built>(FORMS_MAX)
    databases.set(db, forms)
    const flat: Values = {}
    const holes = holesFor(values as Values, '', flat) as V
    const key = JSON.stringify([form, Object.keys(flat)])
    const built = forms.get(key) ?? builtOf(build(db, holes, form))
    forms.set(key, built)
    return withValues(built, flat) as unknown as Q
  }
}

const builtOf = (query: unknown) => (query as { _prepare(): Built })._prepare()

/** Placeholders for an object's values; `flat` collects the values by placeholder name. */
function holesFor(values: Values, path: string, flat: Values): Values {
  const holes: Values = {}
  for (const [key, value] of Object.entries(values)) {
    const name = path + key
    if (value === null || value === undefined) holes[key] = value
    else if (typeof value === 'object') holes[key] = holesFor(value as Values, `${name}.`, flat)
    else {
      flat[name] = value
      holes[key] = sql.placeholder(name)
    }
  }
  return holes
}

/** The query with its values, as far as drizzle needs it for a batch and for `await`. */
function withValues(built: Built, values: Values) {
  const { sql: text, params } = built.getQuery()
  const query = { sql: text, params: params.map((param) => filled(param, values)) }
  const bound: Built = Object.create(built, { query: { value: query } })
  return {
    _prepare: () => bound,
    toSQL: () => query,
    // biome-ignore lint/suspicious/noThenProperty: awaiting it runs it, as with every query.
    then: (...handlers: Parameters<Promise<unknown>['then']>) => bound.execute().then(...handlers),
  }
}

/** A parameter for D1; a column's parameter is encoded like the column. */
function filled(param: unknown, values: Values): unknown {
  if (is(param, Placeholder)) return values[param.name]
  if (!is(param, Param) || !is(param.value, Placeholder)) return param
  return param.encoder.mapToDriverValue(values[param.value.name])
}
