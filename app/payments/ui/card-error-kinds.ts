import type { TKey } from '#app/i18n/keys.ts'

/**
 * What the browser's payment client reports about a card, while it is typed or when it is refused.
 */
export type CardError = { type?: string; code?: string; decline_code?: string }

export type CardErrorKey = Extract<TKey, `pay:error.${string}`>

type Kind = CardErrorKey extends `pay:error.${infer Name}` ? Name : never

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

/** Our text for an error by its code; undefined for a code that we don't know. */
export function knownKey({ code, decline_code }: CardError): CardErrorKey | undefined {
  const kind = kinds[decline_code ?? ''] ?? kinds[code ?? '']
  return kind && `pay:error.${kind}`
}
