import { isReceipt } from '#app/notices/rules/notices.ts'

/** Whether a notice only tells that something went as it should: a receipt, or who joined. */
export const isConfirmation = (code: string): boolean =>
  isReceipt(code) || code === 'somebodyJoined'
