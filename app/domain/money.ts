/** Whole minor units: pence for gbp, fen for cny. Never a fraction (DESIGN section 5). */
export type MinorUnits = number
export type Currency = 'gbp' | 'cny'
