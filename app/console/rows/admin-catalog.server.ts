import { and, asc, count, eq, inArray, not, sql } from 'drizzle-orm'
import { type AuditEntry, auditIfChanged, changeAudited } from '#app/audit/rows/audit.server.ts'
import type { AirportId } from '#app/kernel/id.ts'
import type { Db } from '#db/db.ts'
import { carpools } from '#db/kinds.ts'
import { hasRow } from '#db/rows.ts'
import { airports, prices, versions } from '#db/schema.ts'

export type AirportRow = typeof airports.$inferSelect
type AirportFields = Omit<AirportRow, 'id' | 'sortOrder'>

/** Every airport, including closed ones, in order. */
export const selectAirports = (db: Db) =>
  db.select().from(airports).orderBy(asc(airports.sortOrder), asc(airports.id))

/** Every airport, with the number of group sizes it has prices for in each table. */
export async function readAirports(db: Db) {
  const [rows, priced] = await db.batch([
    selectAirports(db),
    db
      .select({ airportId: prices.airportId, period: prices.period, cells: count() })
      .from(prices)
      .groupBy(prices.airportId, prices.period),
  ])
  return { airports: rows, priced }
}

export const findAirport = (db: Db, id: string) =>
  db
    .select()
    .from(airports)
    .where(eq(airports.id, id as AirportId))
    .get()

/** Adds an airport at the end of the list. Repeating the same id changes nothing. */
export async function insertAirport(
  db: Db,
  id: AirportId,
  fields: AirportFields,
  entry: AuditEntry,
) {
  const last = sql<number>`(select coalesce(max(${airports.sortOrder}), 0) + 1 from ${airports})`
  await db.batch([
    db
      .insert(airports)
      .values({ id, ...fields, sortOrder: last })
      .onConflictDoNothing(),
    auditIfChanged(db, entry),
  ])
}

/** An airport as it was read: a write guarded by this does not overwrite someone else's. */
const stillAs = ({ id, nameZh, nameEn, terminals, active, ...ride }: AirportRow) =>
  and(
    eq(airports.id, id),
    eq(airports.nameZh, nameZh),
    eq(airports.nameEn, nameEn),
    sql`json(${airports.terminals}) = json(${JSON.stringify(terminals)})`,
    eq(airports.active, active),
    eq(airports.clearingMinutes, ride.clearingMinutes),
    sql`json(${airports.meetingPoints}) = json(${JSON.stringify(ride.meetingPoints)})`,
  )

/** Changes an airport if it is still as it was read; returns whether it was. */
export async function updateAirport(
  db: Db,
  before: AirportRow,
  fields: AirportFields,
  entry: AuditEntry,
) {
  const set = db.update(airports).set(fields).where(stillAs(before)).returning({ id: airports.id })
  return (await changeAudited(db, set, entry)) !== undefined
}

/**
 * Bumps the version of a table that another write has changed, if the preceding statement in the
 * batch changed a row.
 */
const bumpIfChanged = (db: Db, name: 'normalPrices' | 'specialPrices') =>
  db
    .insert(versions)
    .select(sql`select ${name}, 1 where changes() > 0`)
    .onConflictDoUpdate({ target: versions.name, set: { version: sql`${versions.version} + 1` } })

/**
 * Deletes an airport with its prices, or closes it if a carpool refers to it. Returns null if it
 * has changed since it was read. (A carpool being opened at this moment has its own copy of name,
 * terminals and prices.) The versions of its price tables change too, so anyone with one open must
 * read it again.
 */
export async function removeAirport(
  db: Db,
  row: AirportRow,
  { deleted, closed }: { deleted: AuditEntry; closed: AuditEntry },
): Promise<'deleted' | 'closed' | null> {
  const used = hasRow(db, carpools, eq(carpools.airportId, row.id))
  const unused = and(stillAs(row), not(used))
  const erasable = db.select({ id: airports.id }).from(airports).where(unused)
  const [, erased, , , , shut] = await db.batch([
    db.delete(prices).where(inArray(prices.airportId, erasable)),
    db.delete(airports).where(unused).returning({ id: airports.id }),
    auditIfChanged(db, deleted),
    bumpIfChanged(db, 'normalPrices'),
    bumpIfChanged(db, 'specialPrices'),
    db
      .update(airports)
      .set({ active: false })
      .where(and(stillAs(row), eq(airports.active, true), used))
      .returning({ id: airports.id }),
    auditIfChanged(db, closed),
  ])
  if (erased.length > 0) return 'deleted'
  return shut.length > 0 || !row.active ? 'closed' : null
}
