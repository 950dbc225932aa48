import { asc, eq, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Period, Service } from '#app/catalog/rows/catalog.server.ts'
import type { SpecialPeriod } from '#app/catalog/rules/pricing/periods.ts'
import type { PriceChange } from '#app/catalog/rules/pricing/prices.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { Db } from '#db/db.ts'
import { inList, insertRows } from '#db/lists.ts'
import { postagePrices, prices, serviceDescriptions, settings, specialPeriods } from '#db/schema.ts'
import { selectAirports } from './admin-catalog.server.ts'
import { selectVersion, versionOf } from './versions.server.ts'

export type PostagePriceRow = typeof postagePrices.$inferSelect
export type DescriptionRow = typeof serviceDescriptions.$inferSelect

/** The postage table by weight, and its version. */
export async function readPostageTable(db: Db) {
  const [version, rows] = await db.batch([
    selectVersion(db, 'postage'),
    db.select().from(postagePrices).orderBy(asc(postagePrices.grams)),
  ])
  return { version: versionOf(version), rows }
}

/** The writes that replace the postage table with `rows`. */
export const postageWrites = (db: Db, rows: PostagePriceRow[]): BatchItem<'sqlite'>[] => [
  db.delete(postagePrices),
  insertRows(db, postagePrices, rows),
]

/** A service's description in every language, in order, and its version. */
export async function readDescriptionTable(db: Db, service: Service) {
  const [version, rows] = await db.batch([
    selectVersion(db, `descriptions:${service}`),
    db
      .select()
      .from(serviceDescriptions)
      .where(eq(serviceDescriptions.service, service))
      .orderBy(asc(serviceDescriptions.sortOrder), asc(serviceDescriptions.id)),
  ])
  return { version: versionOf(version), rows }
}

/** The writes that replace a service's description with `rows`. */
export const descriptionWrites = (
  db: Db,
  service: Service,
  rows: DescriptionRow[],
): BatchItem<'sqlite'>[] => [
  db.delete(serviceDescriptions).where(eq(serviceDescriptions.service, service)),
  insertRows(db, serviceDescriptions, rows),
]

/** Every setting that has been changed from its default, and the version. */
export async function readSettingsTable(db: Db) {
  const [version, rows] = await db.batch([
    selectVersion(db, 'settings'),
    db.select({ key: settings.key, value: settings.value }).from(settings),
  ])
  return { version: versionOf(version), rows }
}

/** The writes that change some settings; null restores the built-in value. */
export function settingWrites(
  db: Db,
  values: Record<string, number | string | null>,
  updatedAt: Instant,
): BatchItem<'sqlite'>[] {
  const entries = Object.entries(values)
  const unset = entries.filter(([, value]) => value === null).map(([key]) => key)
  const set = entries.flatMap(([key, value]) => (value === null ? [] : [{ key, value, updatedAt }]))
  return [
    db.delete(settings).where(inList(settings.key, unset)),
    insertRows(db, settings, set).onConflictDoUpdate({
      target: settings.key,
      set: { value: sql`excluded.value`, updatedAt: sql`excluded.updated_at` },
    }),
  ]
}

/** Every airport, a price table's contents and its version, read at one moment. */
export async function readPriceTable(db: Db, period: Period) {
  const [airports, rows, version] = await db.batch([
    selectAirports(db),
    db.select().from(prices).where(eq(prices.period, period)),
    selectVersion(db, `${period}Prices`),
  ])
  return { airports, prices: rows, version: versionOf(version) }
}

/** The writes that change some cells of a price table. */
export const priceWrites = (
  db: Db,
  period: Period,
  changes: readonly PriceChange[],
): BatchItem<'sqlite'>[] => [
  insertRows(
    db,
    prices,
    changes.map(({ airportId, people, after }) => ({ airportId, period, people, amount: after })),
  ).onConflictDoUpdate({
    target: [prices.airportId, prices.period, prices.people],
    set: { amount: sql`excluded.amount` },
  }),
]

/** Every special period in order, and the version of the list. */
export async function readPeriods(db: Db) {
  const [rows, version] = await db.batch([
    db.select().from(specialPeriods).orderBy(asc(specialPeriods.fromDay)),
    selectVersion(db, 'specialPeriods'),
  ])
  const table = rows.map(
    ({ fromDay, toDay, label }): SpecialPeriod => ({ from: fromDay, to: toDay, label }),
  )
  return { table, version: versionOf(version) }
}

/** The writes that replace the list of special periods. */
export const periodWrites = (db: Db, periods: readonly SpecialPeriod[]): BatchItem<'sqlite'>[] => [
  db.delete(specialPeriods),
  insertRows(
    db,
    specialPeriods,
    // No two begin on the same day, because they do not overlap.
    periods.map(({ from, to, label }) => ({
      id: `period_${from}`,
      fromDay: from,
      toDay: to,
      label,
    })),
  ),
]
