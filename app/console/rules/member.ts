/** Limits on what administrators can do to accounts. */
export const MEMBERSHIP_LEVEL = { min: 0, max: 9 } as const
/** The most points moved in one manual adjustment, so that a typo cannot make a millionaire. */
export const POINTS_AT_ONCE_MAX = 100_000
export const POINTS_REASON_MAX = 100
