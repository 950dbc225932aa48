import type { AirportId } from '#app/domain/id.ts'
import { DEPOSIT_PENCE, MAX_PASSENGERS } from '#app/domain/limits.ts'
import type { MinorUnits } from '#app/domain/money.ts'

/**
 * An airport's line of a price table: `prices[n - 1]` is for each person when n travel. Null: not
 * set yet.
 */
export type PriceLine = { airportId: AirportId; prices: readonly (MinorUnits | null)[] }
/** A cell of a price table that is to be another one. */
export type PriceChange = {
  airportId: AirportId
  people: number
  before: MinorUnits | null
  after: MinorUnits
}

/** Whether a line has a price for every group size; only then is the airport sold. */
export const isPriced = (prices: readonly (MinorUnits | null)[]): prices is readonly MinorUnits[] =>
  prices.length === MAX_PASSENGERS && prices.every((price) => price !== null)

/**
 * The cells in which a table differs from what it was, in its order. An airport that it does not
 * name stays as it is.
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
 * Prices that are allowed and seldom meant: less than the deposit, or more for each person in a
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
