import {
  and,
  exists,
  getTableColumns,
  type InferInsertModel,
  is,
  SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Db } from './db.ts'

/** Whether a table has a row that meets all conditions, as an SQL condition. */
export const hasRow = (db: Db, table: SQLiteTable, ...all: (SQLWrapper | undefined)[]): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(table)
      .where(and(...all)),
  )

type RowValues<T extends SQLiteTable> = { [Name in keyof InferInsertModel<T>]: unknown }

/** A row's values by column. Omitted columns get their default; a value may be SQL. */
function valuesOf<T extends SQLiteTable>(
  table: T,
  row: RowValues<T>,
): [name: string, value: SQL][] {
  const given = row as Record<string, unknown>
  return Object.entries(getTableColumns(table)).map(([name, column]) => {
    const value = given[name] ?? column.default ?? null
    return [name, is(value, SQL) ? value : sql`${sql.param(value, column)}`]
  })
}

/** A row as the columns of a select, for an insert that depends on another table. */
export const columnsOf = <T extends SQLiteTable>(table: T, row: RowValues<T>) =>
  Object.fromEntries(valuesOf(table, row).map(([name, value]) => [name, value.as(name)])) as never

/** Inserts a row if a condition holds. An existing row stays as it is. */
export function insertIf<T extends SQLiteTable>(
  db: Db,
  table: T,
  row: InferInsertModel<T>,
  condition: SQLWrapper | undefined,
) {
  const values = valuesOf(table, row).map(([, value]) => value)
  return db
    .insert(table)
    .select(sql`select ${sql.join(values, sql`, `)} where ${condition}`)
    .onConflictDoNothing()
}

/**
 * Inserts a row if the preceding statement in the batch changed one: for consequences of a change
 * that a guard may refuse. Several may follow one another. An existing row stays as it is.
 */
export const insertIfChanged = <T extends SQLiteTable>(
  db: Db,
  table: T,
  row: InferInsertModel<T>,
) => insertIf(db, table, row, sql`changes() > 0`)

/** Inserts a row for each row of a query if a condition holds. Existing rows stay as they are. */
export function insertEach<T extends SQLiteTable>(
  db: Db,
  table: T,
  row: RowValues<T>,
  from: SQLWrapper,
  condition: SQLWrapper,
) {
  const values = valuesOf(table, row).map(([, value]) => value)
  return db
    .insert(table)
    .select(sql`select ${sql.join(values, sql`, `)} from ${from} where ${condition}`)
    .onConflictDoNothing()
}

type Reads = Record<string, BatchItem<'sqlite'>>

/** The results of several statements in one round trip, by name. */
export async function batchOf<R extends Reads>(db: Db, reads: R) {
  const answers: unknown[] = await db.batch(Object.values(reads) as [BatchItem<'sqlite'>])
  return Object.fromEntries(Object.keys(reads).map((name, at) => [name, answers[at]])) as {
    [Name in keyof R]: R[Name]['_']['result']
  }
}
