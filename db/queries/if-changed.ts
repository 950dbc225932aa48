import { getTableColumns, type InferInsertModel, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Db } from '#db/db.ts'

/**
 * Writes a row if the preceding statement in the batch changed one: for what follows from a change
 * a guard may refuse. Several may follow one another. An existing row stays as it is.
 */
export function insertIfChanged<T extends SQLiteTable>(db: Db, table: T, row: InferInsertModel<T>) {
  const given = row as Record<string, unknown>
  const values = Object.entries(getTableColumns(table)).map(
    ([name, column]) => sql`${sql.param(given[name] ?? column.default ?? null, column)}`,
  )
  return db
    .insert(table)
    .select(sql`select ${sql.join(values, sql`, `)} where changes() > 0`)
    .onConflictDoNothing()
}
