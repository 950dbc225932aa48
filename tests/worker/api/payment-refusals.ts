/** What a payment's confirmation is refused with, in mail, moving and trips alike. */
export const UNPAID = {
  status: 409,
  code: 'paymentNotConfirmed',
  zh: '还没有收到这笔付款，没有多扣钱。在付款页完成付款，或者过一会儿再看状态。',
  en: 'We haven’t received this payment yet, and nothing extra was charged. Finish it on the payment page, or check again in a moment.',
}
export const AMOUNT = {
  status: 422,
  code: 'invalidPaymentAmount',
  zh: '付款金额无效，请联系客服。没有扣款。',
  en: 'Invalid payment amount, please contact support. You haven’t been charged.',
}
