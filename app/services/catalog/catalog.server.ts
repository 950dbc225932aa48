import type { AirportId } from '#app/domain/id.ts'
import { MAX_PASSENGERS } from '#app/domain/limits.ts'
import { CARRIERS, type PostageRow, PRICE_FIELDS } from '#app/domain/order/postage.ts'
import type { LondonDay } from '#app/domain/time.ts'
import type { Language } from '#app/i18n/languages.ts'
import type { Db } from '#db/db.ts'
import {
  listAirports,
  listPostagePrices,
  listServiceDescriptions,
  type Period,
  readPriceList,
  readPrices,
  type Service,
} from '#db/queries/catalog.ts'
import type { Offer } from './offer.server.ts'

export type { Period, Service }
export type Airport = { id: AirportId; name: Record<Language, string>; terminals: string[] }
/** `prices[n - 1]`: pence per person when n travel. */
export type AirportPrices = Airport & { prices: number[]; period: Period }
/** London days, inclusive. */
export type SpecialPeriod = { from: LondonDay; to: LondonDay }
export type ServiceDescription = { id: string; title: string; content: string; sortOrder: number }

export type Catalog = ReturnType<typeof createCatalog>

type AirportRow = Awaited<ReturnType<typeof listAirports>>[number]
type PriceRow = Awaited<ReturnType<typeof readPrices>>['prices'][number]
type DescriptionRow = Awaited<ReturnType<typeof listServiceDescriptions>>[number]
type PostagePriceRow = Awaited<ReturnType<typeof listPostagePrices>>[number]

const toAirport = (row: AirportRow): Airport => ({
  id: row.id,
  name: { zh: row.nameZh, en: row.nameEn },
  terminals: row.terminals,
})

const toPostageRow = (row: PostagePriceRow): PostageRow => ({
  id: row.id,
  grams: row.grams,
  prices: Object.fromEntries(
    CARRIERS.map((carrier) => [carrier, row[PRICE_FIELDS[carrier]]]),
  ) as PostageRow['prices'],
})

/**
 * The price table of a period. An airport without a price for every group size cannot be sold and
 * is left out.
 */
function priceTable(airports: AirportRow[], rows: PriceRow[], period: Period): AirportPrices[] {
  return airports.flatMap((airport) => {
    const prices = rows
      .filter((row) => row.airportId === airport.id && row.period === period)
      .sort((a, b) => a.people - b.people)
      .map(({ amount }) => amount)
    return prices.length === MAX_PASSENGERS ? [{ ...toAirport(airport), prices, period }] : []
  })
}

type Offered = Record<Period, AirportPrices[]> & { periods: SpecialPeriod[] }

/** Special periods that ended before `today` are left out: no departure can fall in them. */
const priceMatricesOf = (
  { airports, prices, periods }: Pick<Offer, 'airports' | 'prices' | 'periods'>,
  today: LondonDay,
): Offered => {
  const open = airports.filter(({ active }) => active)
  return {
    normal: priceTable(open, prices, 'normal'),
    special: priceTable(open, prices, 'special'),
    periods: periods
      .filter(({ toDay }) => toDay >= today)
      .map(({ fromDay, toDay }) => ({ from: fromDay, to: toDay })),
  }
}

const toDescription = ({ id, title, content, sortOrder }: DescriptionRow): ServiceDescription => ({
  id,
  title,
  content,
  sortOrder,
})

/**
 * The parts of an offer that a service's page shows: both price tables, the days of the special
 * one, and the service's descriptions.
 */
export const offerOf = (offer: Offer, service: Service, language: Language, today: LondonDay) => ({
  prices: priceMatricesOf(offer, today),
  descriptions: offer.descriptions
    .filter((row) => row.service === service && row.lang === language)
    .map(toDescription),
})

/**
 * What is on offer, read from D1: airports, price tables, special periods, postage, service
 * descriptions.
 */
export function createCatalog({ db }: { db: Db }) {
  /**
   * Prices of every open airport on a London day: from the special table if the day is in a special
   * period.
   */
  const airportPrices = async (day: LondonDay): Promise<AirportPrices[]> => {
    const { airports, prices, special } = await readPriceList(db, day)
    return priceTable(airports, prices, special ? 'special' : 'normal')
  }
  return {
    airportPrices,

    /**
     * Airport and prices of one airport on a London day, to be copied into a carpool; null if it is
     * not open.
     */
    quote: async (airportId: string, day: LondonDay): Promise<AirportPrices | null> =>
      (await airportPrices(day)).find(({ id }) => id === airportId) ?? null,

    /** Airports open to new carpools, in display order. */
    airports: async (): Promise<Airport[]> => (await listAirports(db)).map(toAirport),

    priceMatrix: async (period: Period): Promise<AirportPrices[]> => {
      const { airports, prices } = await readPrices(db)
      return priceTable(airports, prices, period)
    },

    /**
     * Both price tables and the days of the special one, in one round trip, for the carpool pages.
     */
    priceMatrices: async (today: LondonDay): Promise<Offered> =>
      priceMatricesOf(await readPrices(db), today),

    /** The postage table, in fen, lightest parcel first. */
    postage: async (): Promise<PostageRow[]> => (await listPostagePrices(db)).map(toPostageRow),

    /** A service's descriptions in one language, in order. */
    serviceDescriptions: async (
      service: Service,
      language: Language,
    ): Promise<ServiceDescription[]> =>
      (await listServiceDescriptions(db, service, language)).map(toDescription),
  }
}
