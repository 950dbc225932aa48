/** Whole minor units: pence for gbp, fen for cny. Never a fraction (DESIGN section 5). */
export type MinorUnits = number
export type Currency = 'gbp' | 'cny'
export type Money = { amount: MinorUnits; currency: Currency }

export const gbp = (pence: MinorUnits): Money => {
  if (!Number.isSafeInteger(pence)) throw new Error(`not a whole number of pence: ${pence}`)
  return { amount: pence, currency: 'gbp' }
}
