import type { TKey } from '#app/i18n/keys.ts'

/**
 * What the browser's payment client reports about a card, while it is typed or when it is refused.
 */
export type CardError = { type?: string; code?: string; decline_code?: string }

type Kind =
  | 'declined'
  | 'insufficientFunds'
  | 'lostOrStolen'
  | 'expiredCard'
  | 'incorrectCvc'
  | 'incorrectNumber'
  | 'invalidExpiry'
  | 'processing'
  | 'authentication'
  | 'network'
  | 'other'

/** Codes of the provider's public list; a decline code is more specific than the code beside it. */
const kinds: Record<string, Kind> = {
  insufficient_funds: 'insufficientFunds',
  withdrawal_count_limit_exceeded: 'insufficientFunds',
  lost_card: 'lostOrStolen',
  stolen_card: 'lostOrStolen',
  pickup_card: 'lostOrStolen',
  restricted_card: 'lostOrStolen',
  expired_card: 'expiredCard',
  incorrect_cvc: 'incorrectCvc',
  invalid_cvc: 'incorrectCvc',
  incomplete_cvc: 'incorrectCvc',
  incorrect_number: 'incorrectNumber',
  invalid_number: 'incorrectNumber',
  incomplete_number: 'incorrectNumber',
  invalid_expiry_month: 'invalidExpiry',
  invalid_expiry_month_past: 'invalidExpiry',
  invalid_expiry_year: 'invalidExpiry',
  invalid_expiry_year_past: 'invalidExpiry',
  incomplete_expiry: 'invalidExpiry',
  processing_error: 'processing',
  issuer_not_available: 'processing',
  try_again_later: 'processing',
  authentication_required: 'authentication',
  payment_intent_authentication_failure: 'authentication',
  card_declined: 'declined',
}

/** Our own text for the provider's error, in the page's language; never the provider's text. */
export function cardErrorKey({
  type,
  code,
  decline_code,
}: CardError): Extract<TKey, `pay:error.${string}`> {
  const kind = kinds[decline_code ?? ''] ?? kinds[code ?? '']
  if (kind) return `pay:error.${kind}`
  return type === 'api_connection_error' ? 'pay:error.network' : 'pay:error.other'
}

/** What is wrong with what has been typed so far. */
export function typingKey(error: CardError): Extract<TKey, `pay:typing.${string}`> {
  const key = cardErrorKey(error)
  if (key === 'pay:error.incorrectNumber') return 'pay:typing.number'
  if (key === 'pay:error.invalidExpiry') return 'pay:typing.expiry'
  return key === 'pay:error.incorrectCvc' ? 'pay:typing.cvc' : 'pay:typing.other'
}

/**
 * Whether the payment itself has moved on (paid, or cancelled elsewhere): only the server knows its
 * state now.
 */
export const hasMovedOn = ({ code }: CardError): boolean =>
  code === 'payment_intent_unexpected_state'
