/** A whole number or one with decimals, as people type it: digits, no `1e3` and no `0x10`. */
const NUMBER = /^[+-]?\d{1,15}(?:\.\d{1,15})?$/

/**
 * The number in a text, full-width digits of Chinese keyboards included; null if it is none.
 * `Number` itself also accepts an empty text, `1e3` and `0x10`.
 */
export function numberOf(text: string): number | null {
  const plain = text.normalize('NFKC').trim()
  return NUMBER.test(plain) ? Number(plain) : null
}

/** The same for a whole number from 0. */
export function countOf(text: string): number | null {
  const count = numberOf(text)
  return Number.isSafeInteger(count) && Number(count) >= 0 ? count : null
}

/** The whole number from 0 in a form's field; NaN, which equals nothing, if it has none. */
export const countIn = (form: FormData, name: string): number =>
  countOf(String(form.get(name) ?? '')) ?? Number.NaN
