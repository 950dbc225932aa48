/**
 * How a test card behaves. `authentication`: whether the bank requires 3-D Secure before paying.
 */
export type Behaviour = {
  brand: string
  /** The names of its ready-made payment methods. */
  names: readonly string[]
  authentication: 'none' | 'required' | 'unless-set-up' | 'lookup-fails'
  decline: { code: string; declineCode: string } | null
  /** It can be saved, although every charge fails. */
  attaches?: true
  /** Refunds to it are not immediate. */
  refunds?: 'pending'
  country?: string
}

const pays = (brand: string, ...names: string[]): Behaviour => ({
  brand,
  names,
  authentication: 'none',
  decline: null,
})
const declined = (code: string, declineCode: string, ...names: string[]): Behaviour => ({
  brand: 'visa',
  names,
  authentication: 'none',
  decline: { code, declineCode },
})
const asks = (
  behaviour: Behaviour,
  authentication: Behaviour['authentication'] = 'required',
): Behaviour => ({
  ...behaviour,
  authentication,
})

/** Paid in another app; refunds to these are not immediate. */
export const remoteMethods: Readonly<Record<'alipay' | 'wechat_pay', Behaviour>> = {
  alipay: { ...pays('alipay'), refunds: 'pending' },
  wechat_pay: { ...pays('wechat_pay'), refunds: 'pending' },
}
export const isRemote = (type: string): type is keyof typeof remoteMethods =>
  Object.hasOwn(remoteMethods, type)

/** The cards in the wallets, by the token that a wallet gives: the wallet's type and the number. */
export const walletTokens: Readonly<Record<string, ['apple_pay' | 'google_pay', string]>> = {
  tok_apple_pay: ['apple_pay', '4242424242424242'],
  tok_apple_pay_declined: ['apple_pay', '4000000000000002'],
  tok_google_pay: ['google_pay', '4242424242424242'],
  tok_google_pay_declined: ['google_pay', '4000000000000002'],
}

/** The test cards of Stripe's public documentation, by number. */
export const testCards: Readonly<Record<string, Behaviour>> = {
  '4242424242424242': pays('visa', 'pm_card_visa'),
  '4000000000007726': { ...pays('visa', 'pm_card_pendingRefund'), refunds: 'pending' },
  '4000008260000000': { ...pays('visa', 'pm_card_gb'), country: 'GB' },
  '5555555555554444': pays('mastercard', 'pm_card_mastercard'),
  '378282246310005': pays('amex', 'pm_card_amex'),
  '6011111111111117': pays('discover', 'pm_card_discover'),
  '3566002020360505': pays('jcb', 'pm_card_jcb'),
  '6200000000000005': { ...pays('unionpay', 'pm_card_unionpay'), country: 'CN' },
  '4000000000003220': asks(pays('visa', 'pm_card_threeDSecure2Required')),
  '4000002760003184': asks(pays('visa', 'pm_card_authenticationRequired')),
  '4000002500003155': asks(pays('visa', 'pm_card_authenticationRequiredOnSetup'), 'unless-set-up'),
  '4000008260003178': asks(
    declined(
      'card_declined',
      'insufficient_funds',
      'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
    ),
  ),
  '4000008400001629': asks(
    declined('card_declined', 'generic_decline', 'pm_card_threeDSecureRequiredChargeDeclined'),
  ),
  '4000008400001280': asks(
    declined('card_declined', 'generic_decline', 'pm_card_threeDSecureRequiredProcessingError'),
    'lookup-fails',
  ),
  '4000000000000002': declined(
    'card_declined',
    'generic_decline',
    'pm_card_visa_chargeDeclined',
    'pm_card_chargeDeclined',
  ),
  '4000000000009995': declined(
    'card_declined',
    'insufficient_funds',
    'pm_card_visa_chargeDeclinedInsufficientFunds',
    'pm_card_chargeDeclinedInsufficientFunds',
  ),
  '4000000000009987': declined('card_declined', 'lost_card', 'pm_card_visa_chargeDeclinedLostCard'),
  '4000000000009979': declined(
    'card_declined',
    'stolen_card',
    'pm_card_visa_chargeDeclinedStolenCard',
  ),
  '4000000000000069': declined('expired_card', 'expired_card', 'pm_card_chargeDeclinedExpiredCard'),
  '4000000000000127': declined(
    'incorrect_cvc',
    'incorrect_cvc',
    'pm_card_chargeDeclinedIncorrectCvc',
  ),
  '4000000000000119': declined(
    'processing_error',
    'processing_error',
    'pm_card_chargeDeclinedProcessingError',
  ),
  '4000000000000341': {
    ...declined('card_declined', 'generic_decline', 'pm_card_chargeCustomerFail'),
    attaches: true,
  },
}

/** The number of a ready-made payment method such as `pm_card_visa`, or null. */
export const numberOfReadyMethod = (name: string): string | null =>
  Object.entries(testCards).find(([, card]) => card.names.includes(name))?.[0] ?? null

const MESSAGES: Record<string, string> = {
  insufficient_funds: 'Your card has insufficient funds.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  processing_error: 'An error occurred while processing your card. Try again in a little bit.',
  incorrect_number: 'Your card number is incorrect.',
  invalid_expiry_month: "Your card's expiration month is invalid.",
  invalid_expiry_year: "Your card's expiration year is invalid.",
  invalid_cvc: "Your card's security code is invalid.",
  authentication_required: 'Your card was declined. This transaction requires authentication.',
  test_mode_live_card:
    'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
}
export const messageOf = (code: string): string => MESSAGES[code] ?? 'Your card was declined.'

/** Whether a card number's check digit is right. */
export function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

export type CardNumbers = { number: string; month: number; year: number; cvc: string | null }

/**
 * A card's error before any bank is asked: a code and the field, or null. `now` is in epoch ms; a
 * card is valid until the end of its month.
 */
export function faultOfCard(
  card: CardNumbers,
  now: number,
): { code: string; param: string } | null {
  if (!/^\d{12,19}$/.test(card.number) || !passesLuhn(card.number))
    return { code: 'incorrect_number', param: 'number' }
  if (card.month < 1 || card.month > 12) return { code: 'invalid_expiry_month', param: 'exp_month' }
  const year = card.year < 100 ? 2000 + card.year : card.year
  if (year > 2100 || Date.UTC(year, card.month, 1) <= now)
    return { code: 'invalid_expiry_year', param: 'exp_year' }
  const cvcLength = /^3[47]/.test(card.number) ? 4 : 3
  if (card.cvc !== null && !new RegExp(`^\\d{${cvcLength}}$`).test(card.cvc))
    return { code: 'invalid_cvc', param: 'cvc' }
  return null
}
