import { sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { Db } from '#db/db.ts'
import type { GroupRow } from '#db/kinds.ts'
import { cellsOf, insertCells, stored } from '#db/lists.ts'
import { prepared } from '#db/prepared-query.ts'
import { groups, participants } from '#db/schema.ts'
import { dropGhosts, freePlaces, type ParticipantRow } from './participants.server.ts'

const TABLES = { groups, participants }

/** Makes rows of the read model match `cells`, unless there are newer ones. */
const writeIfNewer = prepared((db, { cells }: { cells: string }, name: keyof typeof TABLES) => {
  const table = TABLES[name]
  const set = stored(table)
    .filter(([field]) => field !== 'id')
    .map(([field]) => [field, sql`excluded.${sql.identifier(toSnakeCase(field))}`])
  return insertCells(db, table, cells).onConflictDoUpdate({
    target: table.id,
    set: Object.fromEntries(set),
    setWhere: sql`excluded.version > ${table.version}`,
  })
})

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
    writeIfNewer(db, { cells: cellsOf(groups, [row]) }, 'groups'),
    ...(people.length > 0
      ? [writeIfNewer(db, { cells: cellsOf(participants, people) }, 'participants')]
      : []),
    ...(gone.length > 0 ? [freePlaces(db, gone, row.version)] : []),
    ...(held.length > 0 ? [dropGhosts(db, held, row)] : []),
  ]
}
