import type { TKey } from '#app/i18n/keys.ts'
import { ANSWER_WITHIN_SECONDS } from '#app/kernel/limits.ts'
import type { CardError, CardErrorKey } from './card-error-kinds.ts'

const loadKinds = async () => (await import('./card-error-kinds.ts')).knownKey

/**
 * Our own text for the provider's error, in the page's language; never the provider's text. Most
 * payments need none, so the codes are loaded now (decision 0016). If they don't arrive, the text
 * is one that is true of every card that was refused.
 */
export async function cardErrorKey(
  error: CardError,
  load: typeof loadKinds = loadKinds,
): Promise<CardErrorKey> {
  if (error.type === 'api_connection_error') return 'pay:error.network'
  if (!isRefused(error)) return 'pay:error.unanswered'
  try {
    const knownKey = await Promise.race([load(), tooLate()])
    return knownKey(error) ?? 'pay:error.other'
  } catch {
    return 'pay:error.other'
  }
}

/** Not `within`, which clears its timer: the payment pages have no bytes to spare. */
const tooLate = () =>
  new Promise<never>((_, reject) => setTimeout(reject, ANSWER_WITHIN_SECONDS * 1000))

const PARTS = ['number', 'expiry', 'cvc'] as const

/** The error in the card details typed so far; the code names the part of the card. */
export function typingKey({ code }: CardError): Extract<TKey, `pay:typing.${string}`> {
  const part = PARTS.find((name) => code?.includes(name))
  return part ? `pay:typing.${part}` : 'pay:typing.other'
}

/**
 * Whether the payment itself has moved on (paid, or cancelled elsewhere): only the server knows its
 * state now.
 */
export const hasMovedOn = ({ code }: CardError): boolean =>
  code === 'payment_intent_unexpected_state'

/**
 * Whether the card was declined. Otherwise it is unknown whether it was charged, and the same card
 * can be tried again.
 */
export const isRefused = ({ type }: CardError): boolean => !type?.startsWith('api_')
