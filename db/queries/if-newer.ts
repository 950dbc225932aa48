import { getTableColumns, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { Db } from '#db/db.ts'
import { type carpools, participants, type trips } from '#db/schema.ts'
import { dropGhosts, freePlaces, type ParticipantRow } from './participants.ts'

/** A group's row with the table of its kind. */
export type GroupRow = [typeof carpools | typeof trips, Row]
type Table = GroupRow[0] | typeof participants
type Row = { id: string; version: number }

/** Makes a row of the read model match `row`, unless a newer one exists. */
function writeIfNewer(db: Db, table: Table, row: Row): BatchItem<'sqlite'> {
  const columns = Object.entries(getTableColumns(table)).filter(([, column]) => !column.generated)
  const set = columns
    .filter(([field]) => field !== 'id')
    .map(([field]) => [field, sql`excluded.${sql.identifier(toSnakeCase(field))}`])
  return db
    .insert(table)
    .values({ ...row } as never)
    .onConflictDoUpdate({
      target: table.id,
      set: Object.fromEntries(set),
      setWhere: sql`excluded.version > ${table.version}`,
    })
}

/**
 * The writes that bring the read model up to date with a group and some of its places. A row is
 * only ever replaced by a newer version of itself. `gone`: places that the group no longer has.
 */
export const groupWrites = (
  db: Db,
  [table, row]: GroupRow,
  people: ParticipantRow[],
  gone: string[],
): BatchItem<'sqlite'>[] => {
  const held = people.filter((p) => p.seat === 'held')
  return [
    writeIfNewer(db, table, row),
    ...people.map((p) => writeIfNewer(db, participants, p)),
    ...(gone.length > 0 ? [freePlaces(db, gone, row.version)] : []),
    ...(held.length > 0 ? [dropGhosts(db, table, held, row)] : []),
  ]
}
