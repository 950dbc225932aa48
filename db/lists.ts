import { type Column, getTableColumns, type InferInsertModel, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Db } from './db.ts'

/*
 * The only ways to pass a list of any length to a statement: as one bound value, since D1 and the
 * objects' SQLite bind at most 100 (decision 0019). `lists.test.ts` finds any other.
 */

type Item = string | number

/** A list as a subquery with a row per value. */
const rowsOf = (values: readonly Item[]) =>
  sql`(select value from json_each(${JSON.stringify(values)}))`

/** Whether a column has one of these values; false for an empty list. */
export const inList = <C extends Column | SQL>(
  column: C,
  values: readonly (C extends Column ? C['_']['data'] & Item : Item)[],
): SQL => sql`${column} in ${rowsOf(values)}`

/** Rows of a table as one value; omitted columns get their default. */
export function cellsOf<T extends SQLiteTable>(
  table: T,
  rows: readonly InferInsertModel<T>[],
): string {
  const columns = stored(table)
  const cells = rows.map((row) =>
    columns.map(([name, column]) => {
      const value = (row as Record<string, unknown>)[name] ?? column.default ?? null
      return value === null ? null : column.mapToDriverValue(value)
    }),
  )
  return JSON.stringify(cells)
}

/** Inserts the rows of `cellsOf`. */
export function insertCells<T extends SQLiteTable>(db: Db, table: T, cells: string) {
  const values = stored(table).map((_, at) => sql`value ->> ${sql.raw(String(at))}`)
  // Without a condition, SQLite would parse the conflict clause as part of the join.
  return db
    .insert(table)
    .select(sql`select ${sql.join(values, sql`, `)} from json_each(${cells}) where true`)
}

/** Inserts any number of rows in one statement. */
export const insertRows = <T extends SQLiteTable>(
  db: Db,
  table: T,
  rows: readonly InferInsertModel<T>[],
) => insertCells(db, table, cellsOf(table, rows))

/** The columns that the database does not compute, with their names. */
export const stored = (table: SQLiteTable): [name: string, Column][] =>
  Object.entries(getTableColumns(table)).filter(([, { generated }]) => !generated)
