import { type Destination, destinationOf } from '#app/orders/rules/postage.ts'

/** The weight as typed, valid or not, and the destination; the default is mainland China. */
export type EstimateQuery = { kg: string; to: Destination }

/** The estimate requested by a page's address, for its loader; null if it requests none. */
export function readEstimateQuery({ searchParams }: URL): EstimateQuery | null {
  const kg = searchParams.get('kg')
  if (kg === null) return null
  return { kg: kg.slice(0, KG_LENGTH_MAX), to: destinationOf(searchParams.get('to')) }
}

/** Longer than any weight. */
export const KG_LENGTH_MAX = 20
