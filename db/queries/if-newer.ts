import { and, eq, getTableColumns, lt, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { getTableConfig } from 'drizzle-orm/sqlite-core'
import type { Db } from '#db/db.ts'
import { prepared } from '#db/prepared.ts'
import { type carpools, participants, type trips } from '#db/schema.ts'
import { dropGhosts, freePlaces, type ParticipantRow } from './participants.ts'

/** A group's row with the table of its kind. */
export type GroupRow = [typeof carpools | typeof trips, Row]
type Table = GroupRow[0] | typeof participants
type Row = { id: string; version: number }

/** The writes of a table's rows, built once. */
type Writes = {
  /** Fields that indexes hold, without the id. Instead of the rank, the status it follows from. */
  indexed: string[]
  /** Sets a row except the fields in `same`, if those already match and the row is newer. */
  update(db: Db, row: Row, same: string[]): BatchItem<'sqlite'>
  insert(db: Db, row: Row): BatchItem<'sqlite'>
}

function writesOf(table: Table): Writes {
  const columns = Object.entries(getTableColumns(table)).filter(([, column]) => !column.generated)
  const all = (row: Row) =>
    Object.fromEntries(columns.map(([field]) => [field, row[field as keyof Row]]))
  const indexes = getTableConfig(table).indexes.flatMap(({ config }) => config.columns)
  const indexed = Object.entries(getTableColumns(table))
    .filter(([field, column]) => field !== 'id' && indexes.includes(column))
    .map(([field]) => (field === 'rank' ? 'status' : field))
  return {
    indexed: [...new Set(indexed)],
    update: prepared((db, row: Row, same: string[]) => {
      const isSame = columns
        .filter(([field]) => same.includes(field))
        .map(([field, column]) => sql`${column} IS ${sql.param(row[field as keyof Row], column)}`)
      const set = Object.entries(all(row)).filter(
        ([field]) => field !== 'id' && !same.includes(field),
      )
      return db
        .update(table)
        .set(Object.fromEntries(set))
        .where(and(eq(table.id, row.id as never), lt(table.version, row.version), ...isSame))
    }),
    insert: prepared((db, row: Row) => {
      const { id, ...set } = all(row)
      return db
        .insert(table)
        .values({ id, ...set } as never)
        .onConflictDoUpdate({
          target: table.id,
          set: set as never,
          setWhere: sql`excluded.version > ${table.version}`,
        })
    }),
  }
}
const writes = new Map<Table, Writes>()

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
  const known = writes.get(table) ?? writesOf(table)
  writes.set(table, known)
  const { indexed, update, insert } = known
  const same = indexed.filter((field) => !changed.includes(field))
  return [...(same.length > 0 ? [update(db, row, same)] : []), insert(db, row)]
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
): BatchItem<'sqlite'>[] => {
  const held = people.filter((p) => p.seat === 'held')
  return [
    ...writeIfNewer(db, table, row, changes(row)),
    ...people.flatMap((p) =>
      writeIfNewer(db, participants, p, people.length > FEW ? Object.keys(p) : changes(p)),
    ),
    ...(gone.length > 0 ? [freePlaces(db, gone, row.version)] : []),
    ...(held.length > 0 ? [dropGhosts(db, table, held, row)] : []),
  ]
}

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
