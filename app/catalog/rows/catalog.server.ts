import { asc, eq } from 'drizzle-orm'
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

/** A number that changes with every write to the catalogue, as one row; no row if it was lost. */
export const selectCatalogVersion = (db: Db) =>
  db.select({ version: versions.version }).from(versions).where(eq(versions.name, 'offer'))

/**
 * The whole catalogue: every airport (closed ones too), price, special period and service
 * description, each in order.
 */
export const catalogStatements = (db: Db) => ({
  airports: db.select().from(airports).orderBy(asc(airports.sortOrder), asc(airports.id)),
  prices: db.select().from(prices),
  periods: db.select().from(specialPeriods).orderBy(asc(specialPeriods.fromDay)),
  descriptions: db.select().from(serviceDescriptions).orderBy(asc(serviceDescriptions.sortOrder)),
})

/** Every text about a service or the product, for the search for gaps. */
export const listTexts = (db: Db) => {
  const { service, lang, title, content } = serviceDescriptions
  return db.select({ service, lang, title, content }).from(serviceDescriptions)
}

/** Every postage price, in fen, by weight. */
export const listPostagePrices = (db: Db) =>
  db.select().from(postagePrices).orderBy(asc(postagePrices.grams))
