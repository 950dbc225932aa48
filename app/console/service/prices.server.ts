import {
  isPriced,
  type PriceChange,
  type PriceLine,
  priceChanges,
} from '#app/catalog/rules/pricing/prices.ts'
import type { Period } from '#app/catalog/service/catalog.server.ts'
import { priceWrites, readPriceTable } from '#app/console/rows/admin-tables.server.ts'
import type { Language } from '#app/i18n/languages.ts'
import type { AirportId } from '#app/kernel/id.ts'
import { MAX_PASSENGERS } from '#app/kernel/limits.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import { issue } from '#app/schemas/issue.ts'
import { adminTable } from './admin-table.server.ts'

/** A line of the table for administrators, of any airport, priced or not. */
export type PricedAirport = PriceLine & { name: Record<Language, string>; active: boolean }
/**
 * A line of a submitted table: an airport, as its sender names it, with a price for every group
 * size.
 */
export type SentLine = { airportId: string; prices: readonly MinorUnits[] }

const SIZES = Array.from({ length: MAX_PASSENGERS }, (_, at) => at + 1)

const refuse = (field: string, code: 'airportUnknown' | 'airportMissing', id = ''): Result<never> =>
  fail('validationFailed', { field, issue: issue(code, id ? { id } : {}) })

/**
 * The two tables of carpool prices. A carpool copies its prices when it opens, so changes here
 * don't affect existing ones.
 */
export const pricesTable = (context: Needs<'db' | 'clock'>, period: Period) =>
  adminTable<PricedAirport[], readonly SentLine[]>(context, {
    name: `${period}Prices`,
    action: 'pricesSet',
    async read() {
      const { airports, prices, version } = await readPriceTable(context.db, period)
      const price = (id: AirportId, people: number) =>
        prices.find((row) => row.airportId === id && row.people === people)?.amount ?? null
      const table = airports.map(({ id, nameZh, nameEn, active }) => ({
        airportId: id,
        name: { zh: nameZh, en: nameEn },
        active,
        prices: SIZES.map((people) => price(id, people)),
      }))
      return { table, version }
    },
    next: afterSending,
    changes(before, after) {
      const changes = priceChanges(before, after)
      if (changes.length === 0) return null
      return { before: cells(changes, 'before'), after: cells(changes, 'after') }
    },
    amounts: (before, after) =>
      priceChanges(before, after).map((change) => ({ ...change, name: cellName(change) })),
    writes: (before, after) => priceWrites(context.db, period, priceChanges(before, after)),
  })

/** Every airport that has prices must be sent, and none that does not exist. */
function afterSending(sent: readonly SentLine[], before: PricedAirport[]): Result<PricedAirport[]> {
  const unknown = sent.findIndex(
    ({ airportId }) => !before.some((line) => line.airportId === airportId),
  )
  if (unknown >= 0) return refuse(`items.${unknown}.airportId`, 'airportUnknown')
  const prices = new Map(sent.map((line) => [line.airportId, line.prices]))
  const missing = before.find((line) => isPriced(line.prices) && !prices.has(line.airportId))
  if (missing) return refuse('items', 'airportMissing', missing.airportId)
  return ok(before.map((line) => ({ ...line, prices: prices.get(line.airportId) ?? line.prices })))
}

/** `air_lhr.3` is Heathrow's price for three. */
export const cellName = ({ airportId, people }: { airportId: string; people: number }): string =>
  `${airportId}.${people}`

/** The changed cells as stored in the audit log. */
const cells = (changes: readonly PriceChange[], side: 'before' | 'after') =>
  Object.fromEntries(changes.map((change) => [cellName(change), change[side]]))
