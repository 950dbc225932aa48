import type { AirportId } from '#app/kernel/id.ts'
import { DEPOSIT_PENCE, MAX_PASSENGERS } from '#app/kernel/limits.ts'
import type { MinorUnits } from '#app/kernel/money.ts'

/**
 * An airport's line of a price table: `prices[n - 1]` is the price per person when n travel. Null:
 * not set yet.
 */
export type PriceLine = { airportId: AirportId; prices: readonly (MinorUnits | null)[] }
/** A changed cell of a price table. */
export type PriceChange = {
  airportId: AirportId
  people: number
  before: MinorUnits | null
  after: MinorUnits
}

/** Whether a line has a price for every group size; only then is the airport on sale. */
export const isPriced = (prices: readonly (MinorUnits | null)[]): prices is readonly MinorUnits[] =>
  prices.length === MAX_PASSENGERS && prices.every((price) => price !== null)

/**
 * The cells in which a table differs from its earlier state, in order. Airports it does not name
 * stay as they are.
 */
export function priceChanges(
  before: readonly PriceLine[],
  after: readonly PriceLine[],
): PriceChange[] {
  const was = new Map(before.map(({ airportId, prices }) => [airportId, prices]))
  return after.flatMap(({ airportId, prices }) =>
    prices.flatMap((price, at) => {
      const old = was.get(airportId)?.[at] ?? null
      return price === null || price === old
        ? []
        : [{ airportId, people: at + 1, before: old, after: price }]
    }),
  )
}

export type PriceDoubt = {
  airportId: AirportId
  people: number
  kind: 'belowDeposit' | 'dearerForMore'
}

/**
 * Prices that are allowed but rarely intended: less than the deposit, or more per person in a
 * bigger group.
 */
export function priceDoubts(lines: readonly PriceLine[]): PriceDoubt[] {
  return lines.flatMap(({ airportId, prices }) =>
    prices.flatMap((price, at) => {
      const kind = price === null ? null : doubtOf(price, prices[at - 1] ?? null)
      return kind ? [{ airportId, people: at + 1, kind }] : []
    }),
  )
}

function doubtOf(price: MinorUnits, inSmallerGroup: MinorUnits | null): PriceDoubt['kind'] | null {
  if (inSmallerGroup !== null && price > inSmallerGroup) return 'dearerForMore'
  return price < DEPOSIT_PENCE ? 'belowDeposit' : null
}
