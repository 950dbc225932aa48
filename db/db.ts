import type { D1Database } from '@cloudflare/workers-types'
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'
import * as schema from './schema.ts'

export type Db = DrizzleD1Database<typeof schema> & { $client: D1Database }

/** The database behind a D1 binding, with the schema's names in snake case. */
export const openDb = (binding: D1Database): Db => drizzle(binding, { schema, casing: 'snake_case' })
