/** Limits of what administrators do to accounts. */
export const MEMBERSHIP_LEVEL = { min: 0, max: 9 } as const
/**
 * The most points that one hand-out or take-back moves: a slip of the keyboard must not make a
 * millionaire.
 */
export const POINTS_AT_ONCE_MAX = 100_000
export const POINTS_REASON_MAX = 100
