/** Whole minor units: pence for gbp, fen for cny. Never a fraction (docs/rules.md#payments). */
export type MinorUnits = number
export type Currency = 'gbp' | 'cny'

/**
 * Minor units of an amount as people type it: `38`, `38.5`, `38,50`, `£38`, `１２元`. Null if it is
 * not an amount, is negative, or has more than two decimals.
 */
export function minorUnitsOf(text: string): MinorUnits | null {
  const plain = text
    .normalize('NFKC')
    .replace(/\s+/g, '')
    .replace(/^[£¥]|[元镑]$/gu, '')
  const parts = /^(\d{1,7})(?:[.,。](\d{1,2}))?$/.exec(plain)
  if (!parts) return null
  const [, whole = '', rest = ''] = parts
  return Number(whole) * 100 + Number(rest.padEnd(2, '0'))
}

/** Minor units as one would type them: `38`, `38.50`. Empty for null. */
export function amountText(amount: MinorUnits | null): string {
  if (amount === null) return ''
  const rest = amount % 100
  return `${Math.floor(amount / 100)}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`
}
