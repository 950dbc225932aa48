const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** Five bits per letter, without letters that are mistaken for others. */
export function encodeLetters(bytes: Uint8Array, length: number): string {
  let bits = 0
  let value = 0
  let text = ''
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += ALPHABET[(value >>> bits) & 31]
    }
    value &= (1 << bits) - 1
  }
  return text.slice(0, length)
}

/** Letters derived from `what`, the same each time. */
export async function lettersOf(what: readonly unknown[], length: number): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(what))
  return encodeLetters(new Uint8Array(await crypto.subtle.digest('SHA-256', text)), length)
}

/** Random letters that nobody can guess. */
export const randomLetters = (length: number): string =>
  encodeLetters(crypto.getRandomValues(new Uint8Array(length)), length)
