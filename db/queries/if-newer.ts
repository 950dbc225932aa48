import { and, eq, getTableColumns, lt, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { getTableConfig } from 'drizzle-orm/sqlite-core'
import type { Db } from '#db/db.ts'
import { type carpools, participants, type trips } from '#db/schema.ts'
import { freePlaces, type ParticipantRow } from './participants.ts'

/** A group's row with the table of its kind. */
export type GroupRow = [typeof carpools | typeof trips, Row]
type Table = GroupRow[0] | typeof participants
type Row = { id: string; version: number }

/**
 * Names of a table's indexed fields, without the id. Instead of the rank it lists the status the
 * rank follows from.
 */
function indexedFields(table: Table): string[] {
  const indexed = getTableConfig(table).indexes.flatMap(({ config }) => config.columns)
  const fields = Object.entries(getTableColumns(table))
    .filter(([field, column]) => field !== 'id' && indexed.includes(column))
    .map(([field]) => (field === 'rank' ? 'status' : field))
  return [...new Set(fields)]
}
const indexedOf = new Map<Table, string[]>()

/**
 * The writes that make a row of the read model match `row`, unless a newer one exists. D1 bills an
 * index entry as a row, and SQLite rewrites the entries of every column that is set, changed or
 * not. So the first write sets only the indexed columns in `changed`, and applies only if the
 * others already match; the second writes the row if the first did not. A wrong guess costs extra
 * rows but never leaves a wrong row.
 */
function writeIfNewer(
  db: Db,
  table: Table,
  row: Row,
  changed: readonly string[],
): BatchItem<'sqlite'>[] {
  const indexed = indexedOf.get(table) ?? indexedFields(table)
  indexedOf.set(table, indexed)
  const same = indexed.filter((field) => !changed.includes(field))
  const columns = getTableColumns(table)
  const isSame = Object.entries(columns)
    .filter(([field]) => same.includes(field))
    .map(([field, column]) => sql`${column} IS ${sql.param(row[field as keyof Row], column)}`)
  const { id, ...all } = row
  const set = Object.fromEntries(Object.entries(all).filter(([field]) => !same.includes(field)))
  const update = db
    .update(table)
    .set(set)
    .where(and(eq(table.id, id as never), lt(table.version, row.version), ...isSame))
  return [
    ...(same.length > 0 ? [update] : []),
    db
      .insert(table)
      .values(row as never)
      .onConflictDoUpdate({
        target: table.id,
        set: all as never,
        setWhere: sql`excluded.version > ${table.version}`,
      }),
  ]
}

/**
 * Above this number of rows, a second statement for each costs more than the index entries saved.
 */
const FEW = 8

/**
 * The writes that bring the read model up to date with a group and some of its places. A row is
 * only ever replaced by a newer version of itself. `gone`: places that the group no longer has.
 * `changes`: which columns of a row have changed.
 */
export const groupWrites = (
  db: Db,
  [table, row]: GroupRow,
  people: ParticipantRow[],
  gone: string[],
  changes: Changes,
): BatchItem<'sqlite'>[] => [
  ...writeIfNewer(db, table, row, changes(row)),
  ...people.flatMap((p) =>
    writeIfNewer(db, participants, p, people.length > FEW ? Object.keys(p) : changes(p)),
  ),
  ...(gone.length > 0 ? [freePlaces(db, gone, row.version)] : []),
]

/** Remembers written rows, to tell which columns of the next version have changed. */
export function createChanges(often: readonly string[]) {
  const written = new Map<string, Row>()
  /**
   * Returns what has changed since the row was last written; if that is unknown, the fields that
   * change `often`.
   */
  return <R extends Row>(row: R): readonly string[] => {
    const before = written.get(row.id)
    written.set(row.id, row)
    if (!before) return often
    return Object.entries(row).flatMap(([field, value]) =>
      value === before[field as keyof Row] ? [] : [field],
    )
  }
}
export type Changes = ReturnType<typeof createChanges>
