const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** `length` random letters and digits. */
export function randomText(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length))
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}

const LENGTHS = {
  cus: 14,
  req: 14,
  pi: 24,
  ch: 24,
  re: 24,
  dp: 24,
  po: 24,
  pm: 24,
  txn: 24,
  evt: 24,
  payatt: 24,
}

/** A new id in Stripe's form, such as `pi_1PgafyB7WZ01zgkWSjxsAJo3`. */
export const newId = (prefix: keyof typeof LENGTHS): string =>
  `${prefix}_${randomText(LENGTHS[prefix])}`

/**
 * The secret that lets a browser act on one intent; the part before `_secret_` is the intent's id.
 */
export const newClientSecret = (intentId: string): string => `${intentId}_secret_${randomText(25)}`
