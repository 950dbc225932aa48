import type { NotNull } from 'drizzle-orm'
import { type SQLiteColumnBuilderBase, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { CarpoolId, TripId } from '#app/kernel/id.ts'
import { ofCarpool, ofGroup, ofTrip } from './schema.ts'

/*
 * Views of `groups`, each with the rows and columns of one kind, for queries about that kind:
 * columns that are null in other kinds are not null there, and the kind's indexes are used. Views
 * are read-only.
 */

type Columns = Record<string, SQLiteColumnBuilderBase>

/** Columns that are never null in rows of their own kind. */
const notNull = <C extends Columns>(columns: C) =>
  columns as { [Name in keyof C]: NotNull<C[Name]> }

export const carpools = sqliteTable('carpools', {
  ...ofGroup(),
  kind: text({ enum: ['carpool'] }).notNull(),
  id: text().$type<CarpoolId>().primaryKey(),
  ...notNull(ofCarpool()),
})

export const trips = sqliteTable('trips', {
  ...ofGroup(),
  kind: text({ enum: ['trip'] }).notNull(),
  id: text().$type<TripId>().primaryKey(),
  ...notNull(ofTrip()),
})

type Row<Table extends { $inferSelect: object }> = Omit<Table['$inferSelect'], 'rank'>
/** `rank` is computed by the database. */
export type CarpoolRow = Row<typeof carpools>
export type TripRow = Row<typeof trips>
/** A row of `groups`, by its kind. */
export type GroupRow = CarpoolRow | TripRow
