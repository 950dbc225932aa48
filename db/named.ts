import { type GetColumnData, getTableColumns, type SQL, sql, type Table } from 'drizzle-orm'

/** A table's columns under names that begin with `prefix`. */
type Named<T extends Table> = {
  [Key in keyof T['_']['columns']]: SQL.Aliased<GetColumnData<T['_']['columns'][Key]>>
}

/**
 * A table's columns under names of their own, for a statement that reads several tables: in a
 * batch, D1 keeps one of two columns with the same name. Unlike columns, those of a left join that
 * found nothing are a row of nulls: see `orNull`.
 */
export const named = <T extends Table>(table: T, prefix: string): Named<T> =>
  Object.fromEntries(
    Object.entries(getTableColumns(table)).map(([key, column]) => [
      key,
      sql`${column}`.mapWith(column).as(`${prefix}_${column.name}`),
    ]),
  ) as Named<T>

/** A row of a left join by `named`; null if it found nothing. `key`: never null in a row. */
export const orNull = <T extends object>(row: T, key: keyof T): T | null =>
  row[key] === null ? null : row
