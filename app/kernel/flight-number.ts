/**
 * Flight numbers as people write them: `ba 0038`, `BA-38` and `ＢＡ38` are one flight, and
 * `CA937/BA38` are two. Whatever compares or looks up flights does so by these keys.
 */
const ONE = '([A-Z]{2}|[A-Z]\\d|\\d[A-Z])[\\s.·_\\-\\u2010-\\u2015\\u2212]*0*(\\d{1,4}[A-Z]?)'
const WHOLE = new RegExp(`^${ONE}$`)
const ANY = new RegExp(`(?<![A-Z0-9])${ONE}(?![A-Z0-9])`, 'g')

const plainOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toUpperCase()
    .trim()

/** The flights in a text, in order, each once. A text without flights is its own key. */
export function flightKeys(text: string | null): string[] {
  const plain = plainOf(text ?? '')
  const found = [...plain.matchAll(ANY)].map(([, airline, number]) => `${airline}${number}`)
  if (found.length > 0) return [...new Set(found)]
  const rest = plain.replace(/[^\p{L}\p{N}]/gu, '')
  return rest === '' ? [] : [rest]
}

/** The key of a text that is one flight number and nothing else; null if it is not. */
export function flightNumberOf(text: string): string | null {
  const [, airline, number] = WHOLE.exec(plainOf(text)) ?? []
  return airline && number ? `${airline}${number}` : null
}

/** The texts without those that name the same flights as an earlier one. */
export function flightsOnce(texts: readonly string[]): string[] {
  const known = new Set<string>()
  return texts.filter((text) => {
    const key = flightKeys(text).join(' ')
    if (known.has(key)) return false
    known.add(key)
    return true
  })
}
