import type { AdminId, AirportId } from '#app/domain/id.ts'
import { MAX_PASSENGERS } from '#app/domain/limits.ts'
import type { MinorUnits } from '#app/domain/money.ts'
import {
  isPriced,
  type PriceChange,
  type PriceLine,
  priceChanges,
} from '#app/domain/offer/prices.ts'
import { fail, ok, type Result } from '#app/domain/result.ts'
import type { Clock } from '#app/domain/time.ts'
import type { Language } from '#app/i18n/languages.ts'
import { issue } from '#app/schemas/issue.ts'
import type { Period } from '#app/services/catalog/catalog.server.ts'
import type { Db } from '#db/db.ts'
import { readPriceTable, writePrices } from '#db/queries/admin-catalog.ts'

export type { PriceChange, PriceLine }
export type PricedAirport = PriceLine & { name: Record<Language, string>; active: boolean }
/** A price table as administrators see it: every airport, priced or not. */
export type AdminPriceTable = { version: number; lines: PricedAirport[] }
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
export function createAdminPrices({ db, clock }: { db: Db; clock: Clock }) {
  async function read(period: Period): Promise<AdminPriceTable> {
    const { airports, prices, version } = await readPriceTable(db, period)
    const price = (id: AirportId, people: number) =>
      prices.find((row) => row.airportId === id && row.people === people)?.amount ?? null
    const lines = airports.map(({ id, nameZh, nameEn, active }) => ({
      airportId: id,
      name: { zh: nameZh, en: nameEn },
      active,
      prices: SIZES.map((people) => price(id, people)),
    }))
    return { version, lines }
  }

  return {
    read,

    /**
     * Replaces the whole table if it is still at version `seen`. Every airport that has prices must
     * be included. Returns the new table. Fails with versionConflict, or validationFailed at the
     * first invalid line.
     */
    async replace(
      adminId: AdminId,
      period: Period,
      seen: number,
      sent: readonly SentLine[],
    ): Promise<Result<AdminPriceTable>> {
      const { version, lines } = await read(period)
      if (version !== seen) return fail('versionConflict')
      const known = new Map<string, PricedAirport>(lines.map((line) => [line.airportId, line]))
      const unknown = sent.findIndex(({ airportId }) => !known.has(airportId))
      if (unknown >= 0) return refuse(`items.${unknown}.airportId`, 'airportUnknown')
      const prices = new Map(sent.map((line) => [line.airportId, line.prices]))
      const missing = lines.find((line) => isPriced(line.prices) && !prices.has(line.airportId))
      if (missing) return refuse('items', 'airportMissing', missing.airportId)
      const after = lines.map((line) => ({
        ...line,
        prices: prices.get(line.airportId) ?? line.prices,
      }))
      const changes = priceChanges(lines, after)
      if (changes.length === 0) return ok({ version, lines })
      const written = await writePrices(db, period, seen, changes, {
        at: clock.now(),
        adminId,
        action: 'pricesSet',
        subject: `${period}Prices`,
        before: cells(changes, 'before'),
        after: cells(changes, 'after'),
      })
      return written === null ? fail('versionConflict') : ok({ version: written, lines: after })
    },
  }
}

/** The changed cells as stored in the audit log: `air_lhr.3` is Heathrow's price for three. */
const cells = (changes: readonly PriceChange[], side: 'before' | 'after') =>
  Object.fromEntries(
    changes.map((change) => [`${change.airportId}.${change.people}`, change[side]]),
  )
