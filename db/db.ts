import type { D1Database } from '@cloudflare/workers-types'
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'

export type Db = DrizzleD1Database & { $client: D1Database }

/**
 * Requests share one database object, so whatever has been worked out about tables and names is
 * kept.
 */
const opened = new WeakMap<D1Database, Db>()

/** The database behind a D1 binding, with the schema's names in snake case. */
export function openDb(binding: D1Database): Db {
  const known = opened.get(binding)
  if (known) return known
  const db = drizzle(binding, { casing: 'snake_case' })
  opened.set(binding, db)
  return db
}
