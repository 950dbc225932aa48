/** What one person's place in a carpool may cost. */
export const PRICE_PENCE = { min: 1, max: 100_000 } as const
export const PERIOD_LABEL_MAX = 40
export const PERIODS_MAX = 100
