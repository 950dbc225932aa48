/**
 * A cell's value: a text, a number, an amount in minor units, or one of our times, which a
 * spreadsheet may parse.
 */
export type Cell = string | number | null | { pence: number } | { time: string | null }

/**
 * Formats one cell of a CSV file (RFC 4180) so that a spreadsheet opened by a double click shows
 * the text as typed: it runs no formula, and turns no text into a number, a date or a time.
 */
export function cellOf(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object' && 'pence' in cell) return poundsOf(cell.pence)
  const text = typeof cell === 'string' ? keptAsText(cell) : (cell.time ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Minor units as pounds with two digits, `-12.05`. */
export const poundsOf = (pence: number): string => {
  const whole = Math.abs(pence)
  return `${pence < 0 ? '-' : ''}${Math.trunc(whole / 100)}.${String(whole % 100).padStart(2, '0')}`
}

/**
 * A text as spreadsheets read it: full-width characters become plain, invisible ones are dropped.
 */
const seenBySheet = (text: string): string => text.replace(/\p{Cf}/gu, '').normalize('NFKC')

/** Characters that start a formula in spreadsheets, or are skipped before one. */
const RUNS = /^[=+\-@\t\r\n]/
/** A UK phone number: a space preserves its leading 0, and people can still read and dial it. */
const PHONE = /^0\d{9,10}$/
/** Numbers that spreadsheets leave unchanged. */
const SAME = /^(?:0|[1-9]\d{0,14})$/
const CONSTANT = /^(?:true|false|#(?:n\/a|ref!|name\?|div\/0!|value!|null!|num!))$/i

/**
 * Words and signs of dates, times and powers in the languages of our operators' spreadsheets. A
 * text with a digit and no other letters may be taken for a value.
 */
const WORDS = new RegExp(
  [
    'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?',
    'sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?',
    '(?:mon|tue(?:s)?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?',
    '(?<=\\d\\s*)[ap]\\.?m?\\.?(?!\\p{L})',
    // A flight such as 6E123 reads as a power of ten, even with a space inside.
    '(?<=\\d\\s*)[ed](?=\\s*[\\d+-])',
    // Year to second, morning and afternoon, and weekdays in Chinese.
    '[\\u5e74\\u6708\\u65e5\\u65f6\\u5206\\u79d2]|\\u4e0a\\u5348|\\u4e0b\\u5348|\\u661f\\u671f|\\u5468',
  ].join('|'),
  'giu',
)

function looksLikeValue(text: string): boolean {
  const seen = seenBySheet(text).trim()
  if (CONSTANT.test(seen)) return true
  if (!/\p{Nd}/u.test(seen) || SAME.test(text)) return false
  return !/\p{L}/u.test(seen.replace(WORDS, ''))
}

function keptAsText(text: string): string {
  if (PHONE.test(text)) return `${text.slice(0, 5)} ${text.slice(5)}`
  return RUNS.test(seenBySheet(text)) || looksLikeValue(text) ? `'${text}` : text
}
