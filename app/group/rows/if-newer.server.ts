import { getTableColumns, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { Db } from '#db/db.ts'
import type { GroupRow } from '#db/kinds.ts'
import { groups, participants } from '#db/schema.ts'
import { dropGhosts, freePlaces, type ParticipantRow } from './participants.server.ts'

/** Makes a row of the read model match `row`, unless a newer one exists. */
function writeIfNewer(
  db: Db,
  table: typeof groups | typeof participants,
  row: GroupRow | ParticipantRow,
): BatchItem<'sqlite'> {
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
  row: GroupRow,
  people: ParticipantRow[],
  gone: string[],
): BatchItem<'sqlite'>[] => {
  const held = people.filter((p) => p.seat === 'held')
  return [
    writeIfNewer(db, groups, row),
    ...people.map((p) => writeIfNewer(db, participants, p)),
    ...(gone.length > 0 ? [freePlaces(db, gone, row.version)] : []),
    ...(held.length > 0 ? [dropGhosts(db, held, row)] : []),
  ]
}
