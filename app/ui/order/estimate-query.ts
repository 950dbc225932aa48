/**
 * The weight as typed and the carrier as chosen, valid or not; an empty carrier means all of them.
 */
export type Asked = { kg: string; carrier: string }

/** The estimate requested by a page's address, for its loader; null if it requests none. */
export function readAsked({ searchParams }: URL): Asked | null {
  const kg = searchParams.get('kg')
  if (kg === null) return null
  return { kg: kg.slice(0, KG_LENGTH_MAX), carrier: searchParams.get('carrier') ?? '' }
}

/** Longer than any weight. */
export const KG_LENGTH_MAX = 20
