/**
 * Texts of the stand-in's own pages, as the real Stripe's pages have theirs. Development only, so
 * they are kept apart from the product's texts.
 */
export type Locale = 'zh' | 'en'

export const localeOf = (wanted: string | null): Locale =>
  wanted?.toLowerCase().startsWith('en') ? 'en' : 'zh'

export const texts = {
  en: {
    frameTitle: 'Secure card payment input frame',
    number: 'Card number',
    expiry: 'Expiry date (month and year)',
    expiryShort: 'MM / YY',
    cvc: 'Security code (CVC)',
    challengeTitle: 'Confirm it is you',
    challengeIntro: 'This stands in for your bank’s own page. No real money moves.',
    challengeAmount: 'Amount',
    remoteTitle: 'Pay in the app',
    remotePay: 'Pay',
    remoteRefuse: 'Refuse',
    walletDecline: 'Pay with a card that is declined',
    remoteLate: 'Pay, but let it take a while',
    complete: 'Complete authentication',
    fail: 'Fail authentication',
    challengeDone: 'Done. You can close this page.',
    incomplete_number: 'Your card number is incomplete.',
    incomplete_expiry: "Your card's expiration date is incomplete.",
    incomplete_cvc: "Your card's security code is incomplete.",
    invalid_expiry_year_past: "Your card's expiration year is in the past.",
  },
  zh: {
    frameTitle: '安全的银行卡信息输入框',
    number: '卡号',
    expiry: '有效期（月和年）',
    expiryShort: '月 / 年',
    cvc: '安全码（CVC）',
    challengeTitle: '确认是你本人',
    challengeIntro: '这里代替银行的验证页面，不会动用真实的钱。',
    challengeAmount: '金额',
    remoteTitle: '在 App 里付款',
    remotePay: '付款',
    remoteRefuse: '不付了',
    walletDecline: '用一张会被拒的卡付',
    remoteLate: '付款，但过一会儿才有结果',
    complete: '通过验证',
    fail: '验证失败',
    challengeDone: '已完成，可以关闭此页。',
    incomplete_number: '卡号不完整。',
    incomplete_expiry: '银行卡有效期不完整。',
    incomplete_cvc: '银行卡安全码不完整。',
    invalid_expiry_year_past: '银行卡的有效期年份已过。',
  },
} as const satisfies Record<Locale, Record<string, string>>

/**
 * The API's error messages as Stripe.js shows them in Chinese, by decline code or code; the API
 * itself answers in English.
 */
export const zhErrors: Record<string, string> = {
  incorrect_number: '卡号不正确。',
  invalid_number: '卡号无效。',
  generic_decline: '银行卡被拒绝。',
  card_declined: '银行卡被拒绝。',
  insufficient_funds: '银行卡余额不足。',
  lost_card: '银行卡被拒绝。',
  stolen_card: '银行卡被拒绝。',
  expired_card: '银行卡已过期。',
  incorrect_cvc: '银行卡安全码不正确。',
  invalid_cvc: '银行卡安全码无效。',
  invalid_expiry_month: '银行卡有效期月份无效。',
  invalid_expiry_year: '银行卡有效期年份无效。',
  processing_error: '处理银行卡时出错，请稍后再试。',
  authentication_required: '银行卡被拒绝，此交易需要身份验证。',
  payment_intent_authentication_failure: '我们无法验证你的支付方式，请换一种支付方式再试。',
  test_mode_live_card: '银行卡被拒绝：测试模式下请使用测试卡。',
}
