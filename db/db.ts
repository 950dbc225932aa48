import type { D1Database } from '@cloudflare/workers-types'
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'
import { PATIENCE_MS } from '#app/kernel/limits.ts'
import { type Bounded, within } from '#app/kernel/within.ts'
import { boundedDb } from './bounded-db.ts'

export type Db = DrizzleD1Database & { $client: D1Database }

/**
 * One database object per binding, so that what drizzle has computed about tables and names is
 * reused across requests.
 */
const opened = new WeakMap<D1Database, Db>()

const inTime: Bounded = (work) => within(PATIENCE_MS, work())

/**
 * The database behind a D1 binding, with column names in snake case. `bounded` limits how long its
 * calls may take.
 */
export function openDb(binding: D1Database, bounded = inTime): Db {
  const known = opened.get(binding)
  if (known) return known
  const db = drizzle(boundedDb(binding, bounded), { casing: 'snake_case' })
  opened.set(binding, db)
  return db
}
