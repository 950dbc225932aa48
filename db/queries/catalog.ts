import { and, asc, eq, gte, lte } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import {
  airports,
  postagePrices,
  prices,
  serviceDescriptions,
  specialPeriods,
  versions,
} from '#db/schema.ts'

export type Period = 'normal' | 'special'
export type Service = (typeof serviceDescriptions.$inferSelect)['service']

/** Airports available for new carpools, in order. */
const selectAirports = (db: Db) =>
  db
    .select()
    .from(airports)
    .where(eq(airports.active, true))
    .orderBy(asc(airports.sortOrder), asc(airports.id))

const selectPrices = (db: Db) => db.select().from(prices)

const selectPeriods = (db: Db) =>
  db.select().from(specialPeriods).orderBy(asc(specialPeriods.fromDay))

const selectPeriodOf = (db: Db, day: string) =>
  db
    .select()
    .from(specialPeriods)
    .where(and(lte(specialPeriods.fromDay, day), gte(specialPeriods.toDay, day)))
    .limit(1)

/** A number that changes with every write to the offer, as one row; none if the row was lost. */
export const selectOfferVersion = (db: Db) =>
  db.select({ version: versions.version }).from(versions).where(eq(versions.name, 'offer'))

/**
 * The full offer: every airport (closed ones too), price, special period and service description,
 * each in order.
 */
export const offerStatements = (db: Db) => ({
  airports: db.select().from(airports).orderBy(asc(airports.sortOrder), asc(airports.id)),
  prices: selectPrices(db),
  periods: selectPeriods(db),
  descriptions: db.select().from(serviceDescriptions).orderBy(asc(serviceDescriptions.sortOrder)),
})

/** Open airports, every price, and the special period of a London day, in one round trip. */
export async function readPriceList(db: Db, day: string) {
  const [airportRows, priceRows, periods] = await db.batch([
    selectAirports(db),
    selectPrices(db),
    selectPeriodOf(db, day),
  ])
  return { airports: airportRows, prices: priceRows, special: periods[0] ?? null }
}

/** Open airports, every price and every special period, in one round trip. */
export async function readPrices(db: Db) {
  const [airportRows, priceRows, periods] = await db.batch([
    selectAirports(db),
    selectPrices(db),
    selectPeriods(db),
  ])
  return { airports: airportRows, prices: priceRows, periods }
}

export const listAirports = (db: Db) => selectAirports(db)

/** Every postage price, in fen, by weight. */
export const listPostagePrices = (db: Db) =>
  db.select().from(postagePrices).orderBy(asc(postagePrices.grams))

export const listServiceDescriptions = (db: Db, service: Service, lang: 'zh' | 'en') =>
  db
    .select()
    .from(serviceDescriptions)
    .where(and(eq(serviceDescriptions.service, service), eq(serviceDescriptions.lang, lang)))
    .orderBy(asc(serviceDescriptions.sortOrder))
