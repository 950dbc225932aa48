import { createHash } from 'node:crypto'
import {
  catalogStatements,
  listPostagePrices,
  type Period,
  type Service,
  selectCatalogVersion,
} from '#app/catalog/rows/catalog.server.ts'
import type { Language } from '#app/i18n/languages.ts'
import { isNamed, isNearly } from '#app/kernel/airport-names.ts'
import type { AirportId } from '#app/kernel/id.ts'
import { MAX_PASSENGERS } from '#app/kernel/limits.ts'
import type { LondonDay } from '#app/kernel/time.ts'
import { CARRIERS, type PostageRow, PRICE_FIELDS } from '#app/orders/rules/postage.ts'
import { batchRead } from '#app/platform/batch-reads.server.ts'
import { isInRequest, perRequest } from '#app/platform/request-scope.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'

export type { Period, Service }
export type Airport = { id: AirportId; name: Record<Language, string>; terminals: string[] }
/** `prices[n - 1]`: pence per person when n travel. */
export type AirportPrices = Airport & { prices: number[]; period: Period }
/** London days, inclusive. */
export type SpecialPeriod = { from: LondonDay; to: LondonDay }
export type ServiceDescription = { id: string; title: string; content: string; sortOrder: number }

type Statements = ReturnType<typeof catalogStatements>
/** Everything on sale at one moment. Shared between requests: must not be modified. */
export type CatalogRows = { readonly [Part in keyof Statements]: Awaited<Statements[Part]> }

/** This isolate's last read of each database, with its version. */
const cache = new WeakMap<object, { version: number; rows: CatalogRows }>()

// Everything on sale, from D1: airports, price tables, special periods, postage, service
// descriptions. All but the postage is read once per request. It is large and rarely changes, so it
// is cached but never served stale: each request checks the cached version within a round trip that
// it makes anyway.

const inRequest = perRequest((): { current?: Promise<CatalogRows> } => ({}))

async function readRows({ db }: Needs<'db'>): Promise<CatalogRows> {
  const cached = cache.get(db.$client)
  if (cached) {
    const [row] = await batchRead(db, selectCatalogVersion(db))
    if (row?.version === cached.version) return cached.rows
  }
  const statements = catalogStatements(db)
  // Version first: if the parts are read one by one, a write in between must not count as read.
  const [[row], airports, prices, periods, descriptions] = await Promise.all([
    batchRead(db, selectCatalogVersion(db)),
    batchRead(db, statements.airports),
    batchRead(db, statements.prices),
    batchRead(db, statements.periods),
    batchRead(db, statements.descriptions),
  ])
  const rows = { airports, prices, periods, descriptions }
  if (row) cache.set(db.$client, { version: row.version, rows })
  return rows
}

// Outside requests the cache has no end, so the version is checked each time.
export function readCatalog(context: Needs<'db'>): Promise<CatalogRows> {
  if (!isInRequest()) return readRows(context)
  const request = inRequest()
  request.current ??= readRows(context)
  return request.current
}

/**
 * Prices of every open airport on a London day: from the special table if the day is in a special
 * period.
 */
export async function readAirportPrices(
  context: Needs<'db'>,
  day: LondonDay,
): Promise<AirportPrices[]> {
  const rows = await readCatalog(context)
  const special = rows.periods.some(({ fromDay, toDay }) => fromDay <= day && day <= toDay)
  return priceTable(rows, special ? 'special' : 'normal')
}

/**
 * The catalogue as last read by this isolate: a guess to compare with what `readCatalog` returns.
 * Null if it was never read.
 */
export const guessCatalog = ({ db }: Needs<'db'>): CatalogRows | null =>
  cache.get(db.$client)?.rows ?? null

/** An airport and its prices on a London day, to copy into a carpool; null if it is not open. */
export const quoteAirport = async (
  context: Needs<'db'>,
  airportId: string,
  day: LondonDay,
): Promise<AirportPrices | null> =>
  (await readAirportPrices(context, day)).find(({ id }) => id === airportId) ?? null

/** Airports open to new carpools, in display order. */
export const listOpenAirports = async (context: Needs<'db'>): Promise<Airport[]> =>
  openAirports(await readCatalog(context))

export const readPrices = async (context: Needs<'db'>, period: Period): Promise<AirportPrices[]> =>
  priceTable(await readCatalog(context), period)

/** The data of a service's page; see `servicePageOf`. */
export const readServicePage = async (
  context: Needs<'db'>,
  service: Service,
  language: Language,
  today: LondonDay,
) => servicePageOf(await readCatalog(context), service, language, today)

/** A service's descriptions in one language, in order. */
export const readDescriptions = async (
  context: Needs<'db'>,
  service: Service,
  language: Language,
): Promise<ServiceDescription[]> => descriptionsOf(await readCatalog(context), service, language)

/** A version that identifies the current texts of a service's descriptions, in all languages. */
export const readTermsVersion = async (context: Needs<'db'>, service: Service): Promise<string> => {
  const { descriptions } = await readCatalog(context)
  const texts = descriptions
    .filter((row) => row.service === service)
    .map(({ lang, title, content }) => [lang, title, content])
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16)
}

/** The postage table, in fen, lightest parcel first. */
export const readPostage = async ({ db }: Needs<'db'>): Promise<PostageRow[]> =>
  (await batchRead(db, listPostagePrices(db))).map(toPostageRow)

/**
 * The airports that match a text: by code, part of a name, or a name with one mistake; undefined if
 * all match.
 */
export function airportsNamed({ airports }: CatalogRows, text: string): AirportId[] | undefined {
  const named = airports.map(({ id, nameZh, nameEn }) => ({ id, name: { zh: nameZh, en: nameEn } }))
  const exact = named.filter(({ name }) => isNamed(name, text))
  const found = exact.length > 0 ? exact : named.filter(({ name }) => isNearly(name, text))
  return found.length === airports.length ? undefined : found.map(({ id }) => id)
}

const openAirports = ({ airports }: CatalogRows): Airport[] =>
  airports
    .filter(({ active }) => active)
    .map(({ id, nameZh, nameEn, terminals }) => ({
      id,
      name: { zh: nameZh, en: nameEn },
      terminals,
    }))

/**
 * The price table of a period. An airport without a price for every group size cannot be sold and
 * is left out.
 */
const priceTable = (rows: CatalogRows, period: Period): AirportPrices[] =>
  openAirports(rows).flatMap((airport) => {
    const prices = rows.prices
      .filter((row) => row.airportId === airport.id && row.period === period)
      .sort((a, b) => a.people - b.people)
      .map(({ amount }) => amount)
    return prices.length === MAX_PASSENGERS ? [{ ...airport, prices, period }] : []
  })

/**
 * Both price tables, the days of the special one, and a service's descriptions. Special periods
 * that ended before `today` are left out: no departure can fall in them.
 */
export const servicePageOf = (
  rows: CatalogRows,
  service: Service,
  language: Language,
  today: LondonDay,
) => ({
  prices: {
    normal: priceTable(rows, 'normal'),
    special: priceTable(rows, 'special'),
    periods: rows.periods
      .filter(({ toDay }) => toDay >= today)
      .map(({ fromDay, toDay }): SpecialPeriod => ({ from: fromDay, to: toDay })),
  },
  descriptions: descriptionsOf(rows, service, language),
})

const descriptionsOf = (
  { descriptions }: CatalogRows,
  service: Service,
  language: Language,
): ServiceDescription[] =>
  descriptions
    .filter((row) => row.service === service && row.lang === language)
    .map(({ id, title, content, sortOrder }) => ({ id, title, content, sortOrder }))

type PostagePriceRow = Awaited<ReturnType<typeof listPostagePrices>>[number]

const toPostageRow = (row: PostagePriceRow): PostageRow => ({
  id: row.id,
  grams: row.grams,
  prices: Object.fromEntries(
    CARRIERS.map((carrier) => [carrier, row[PRICE_FIELDS[carrier]]]),
  ) as PostageRow['prices'],
})
