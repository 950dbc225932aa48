/** An amount or a rate that is to change; null: there was or will be none. */
export type AmountChange = { name: string; before: number | null; after: number | null }

/** A change by this factor, up or down, is more often a slip than meant. */
export const LEAP_FACTOR = 5

/**
 * Whether a change is typed twice. Starting or ceasing to charge is; a first amount has nothing to
 * be compared with.
 */
export function isLeap({ before, after }: AmountChange): boolean {
  if (before === null || after === null || before === after) return false
  const [low, high] = before < after ? [before, after] : [after, before]
  return low === 0 || high >= low * LEAP_FACTOR
}

/** The amounts in which a table differs from its earlier state, both by name. */
export function amountChanges(
  before: ReadonlyMap<string, number | null>,
  after: ReadonlyMap<string, number | null>,
): AmountChange[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((name) => ({ name, before: before.get(name) ?? null, after: after.get(name) ?? null }))
    .filter((change) => change.before !== change.after)
}
