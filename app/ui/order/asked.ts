/**
 * A weight and a carrier as somebody typed and chose them, sensible or not; no carrier: all of
 * them.
 */
export type Asked = { kg: string; carrier: string }

/** The estimate that a page's address asks for, for its loader; null when it asks for none. */
export function readAsked({ searchParams }: URL): Asked | null {
  const kg = searchParams.get('kg')
  if (kg === null) return null
  return { kg: kg.slice(0, KG_LENGTH_MAX), carrier: searchParams.get('carrier') ?? '' }
}

/** Longer than any weight. */
export const KG_LENGTH_MAX = 20
