import { and, asc, count, eq, exists, inArray, not, sql } from 'drizzle-orm'
import type { AirportId } from '#app/domain/id.ts'
import type { SpecialPeriod } from '#app/domain/offer/periods.ts'
import type { PriceChange } from '#app/domain/offer/prices.ts'
import type { Db } from '#db/db.ts'
import { airports, carpools, prices, specialPeriods, versions } from '#db/schema.ts'
import { type AuditEntry, auditEntry, auditIfChanged } from './audit.ts'
import type { Period } from './catalog.ts'
import { selectVersion, versionOf, writeVersioned } from './versions.ts'

export type AirportRow = typeof airports.$inferSelect
type AirportFields = Pick<AirportRow, 'nameZh' | 'nameEn' | 'terminals' | 'active'>

/** D1 allows 100 bound parameters per statement. */
const PARAMETERS_MAX = 100
const PRICE_TABLES = { normal: 'normalPrices', special: 'specialPrices' } as const

function* chunksOf<T extends object>(rows: readonly T[]): Generator<T[]> {
  const size = Math.floor(PARAMETERS_MAX / Object.keys(rows[0] ?? { one: 1 }).length)
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
}

/** Every airport, including closed ones, in order. */
const selectAirports = (db: Db) =>
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
const stillAs = ({ id, nameZh, nameEn, terminals, active }: AirportRow) =>
  and(
    eq(airports.id, id),
    eq(airports.nameZh, nameZh),
    eq(airports.nameEn, nameEn),
    sql`json(${airports.terminals}) = json(${JSON.stringify(terminals)})`,
    eq(airports.active, active),
  )

/** Changes an airport if it is still as it was read; returns whether it was. */
export async function updateAirport(
  db: Db,
  before: AirportRow,
  fields: AirportFields,
  entry: AuditEntry,
) {
  const [changed] = await db.batch([
    db.update(airports).set(fields).where(stillAs(before)).returning({ id: airports.id }),
    auditIfChanged(db, entry),
  ])
  return changed.length > 0
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
 * Deletes an airport with its prices, or closes it if a carpool refers to it; null if it is no
 * longer as it was read. (A carpool being opened at this moment has its own copy of name, terminals
 * and prices.) The price tables it was in change too, so anyone with one open must read it again.
 */
export async function removeAirport(
  db: Db,
  row: AirportRow,
  { deleted, closed }: { deleted: AuditEntry; closed: AuditEntry },
): Promise<'deleted' | 'closed' | null> {
  const used = exists(
    db.select({ one: sql`1` }).from(carpools).where(eq(carpools.airportId, row.id)).limit(1),
  )
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

/** Every airport, a price table's contents and its version, read at one moment. */
export async function readPriceTable(db: Db, period: Period) {
  const [airportRows, priceRows, version] = await db.batch([
    selectAirports(db),
    db.select().from(prices).where(eq(prices.period, period)),
    selectVersion(db, PRICE_TABLES[period]),
  ])
  return { airports: airportRows, prices: priceRows, version: versionOf(version) }
}

/**
 * Writes the changed cells of a price table. Returns its new version, or null if someone else was
 * first.
 */
export function writePrices(
  db: Db,
  period: Period,
  seen: number,
  changes: readonly PriceChange[],
  entry: AuditEntry,
): Promise<number | null> {
  const rows = changes.map(({ airportId, people, after }) => ({
    airportId,
    period,
    people,
    amount: after,
  }))
  const writes = [...chunksOf(rows)].map((chunk) =>
    db
      .insert(prices)
      .values(chunk)
      .onConflictDoUpdate({
        target: [prices.airportId, prices.period, prices.people],
        set: { amount: sql`excluded.amount` },
      }),
  )
  return writeVersioned(db, PRICE_TABLES[period], seen, [...writes, auditEntry(db, entry)])
}

/** Every special period in order, and the version of the list. */
export async function readPeriods(db: Db) {
  const [rows, version] = await db.batch([
    db.select().from(specialPeriods).orderBy(asc(specialPeriods.fromDay)),
    selectVersion(db, 'specialPeriods'),
  ])
  const periods = rows.map(
    ({ fromDay, toDay, label }): SpecialPeriod => ({ from: fromDay, to: toDay, label }),
  )
  return { periods, version: versionOf(version) }
}

/**
 * Replaces the list of special periods. Returns its new version, or null if someone else was first.
 */
export function writePeriods(
  db: Db,
  seen: number,
  periods: readonly SpecialPeriod[],
  entry: AuditEntry,
): Promise<number | null> {
  // No two begin on the same day, because they do not overlap.
  const rows = periods.map(({ from, to, label }) => ({
    id: `period_${from}`,
    fromDay: from,
    toDay: to,
    label,
  }))
  const inserts = [...chunksOf(rows)].map((chunk) => db.insert(specialPeriods).values(chunk))
  return writeVersioned(db, 'specialPeriods', seen, [
    db.delete(specialPeriods),
    ...inserts,
    auditEntry(db, entry),
  ])
}
