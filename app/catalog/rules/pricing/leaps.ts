/** An amount or a rate that changes; null: none before, or none after. */
export type AmountChange = { name: string; before: number | null; after: number | null }

/** A change by this factor, up or down, is usually a typing error. */
export const LEAP_FACTOR = 5

/**
 * Whether a change must be typed twice. Starting or ceasing to charge must; a first amount has no
 * predecessor to compare with.
 */
export function isLeap({ before, after }: AmountChange): boolean {
  if (before === null || after === null || before === after) return false
  const [low, high] = before < after ? [before, after] : [after, before]
  return low === 0 || high >= low * LEAP_FACTOR
}

/** The differences between two states of a table's amounts, by name. */
export function amountChanges(
  before: ReadonlyMap<string, number | null>,
  after: ReadonlyMap<string, number | null>,
): AmountChange[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((name) => ({ name, before: before.get(name) ?? null, after: after.get(name) ?? null }))
    .filter((change) => change.before !== change.after)
}
