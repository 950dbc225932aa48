import type { MinorUnits } from '#app/kernel/money.ts'
import { type Carrier, compareCarriers, estimatePostage, type PostageRow } from './postage.ts'

/** Pence of a sum in yuan at a rate, half a penny up. */
export const penceOf = (fen: MinorUnits, fenPerPound: number): MinorUnits =>
  Math.floor((fen * 200 + fenPerPound) / (2 * fenPerPound))

/**
 * The postage of weighed boxes: `fen` for each, and in all. refused: the number of the first box
 * that the carrier does not take, and the cheapest carrier that takes all of them, if there is one.
 */
export type Weighed =
  | { kind: 'price'; each: MinorUnits[]; fen: MinorUnits }
  | { kind: 'refused'; box: number; other: Carrier | null }

export function weigh(
  rows: readonly PostageRow[],
  grams: readonly number[],
  carrier: Carrier,
): Weighed {
  const each = pricesOf(rows, grams, carrier)
  const refused = each.indexOf(null)
  if (refused < 0) return { kind: 'price', each: each as MinorUnits[], fen: sum(each) }
  const heaviest = Math.max(...grams)
  const other = compareCarriers(rows, heaviest)
    .map((offer) => offer.carrier)
    .filter((one) => !pricesOf(rows, grams, one).includes(null))
    .sort((a, b) => sum(pricesOf(rows, grams, a)) - sum(pricesOf(rows, grams, b)))[0]
  return { kind: 'refused', box: refused + 1, other: other ?? null }
}

const pricesOf = (rows: readonly PostageRow[], grams: readonly number[], carrier: Carrier) =>
  grams.map((weight) => {
    const estimate = estimatePostage(rows, weight, carrier)
    return estimate.kind === 'price' ? estimate.amount : null
  })

const sum = (prices: readonly (MinorUnits | null)[]): MinorUnits =>
  prices.reduce<number>((total, price) => total + (price ?? 0), 0)
