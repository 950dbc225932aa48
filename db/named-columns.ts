import { type GetColumnData, getTableColumns, type SQL, sql, type Table } from 'drizzle-orm'

/** A table's columns under names that begin with `prefix`. */
type Named<T extends Table> = {
  [Key in keyof T['_']['columns']]: SQL.Aliased<GetColumnData<T['_']['columns'][Key]>>
}

/**
 * A table's columns under distinct names, for a statement that reads several tables: in a batch, D1
 * keeps only one of two columns with the same name. In a left join without a match they are all
 * null; see `orNull`.
 */
export const named = <T extends Table>(table: T, prefix: string): Named<T> =>
  Object.fromEntries(
    Object.entries(getTableColumns(table)).map(([key, column]) => [
      key,
      sql`${column}`.mapWith(column).as(`${prefix}_${column.name}`),
    ]),
  ) as Named<T>

/** A row of a left join by `named`; null without a match. `key`: a column that is never null. */
export const orNull = <T extends object>(row: T, key: keyof T): T | null =>
  row[key] === null ? null : row
