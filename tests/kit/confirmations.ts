import type { Effect } from '#app/domain/group/effect.ts'
import { isReceipt } from '#app/domain/notice.ts'

/** Whether an effect only tells that something went as it should: a receipt, or who joined. */
export const isConfirmation = (effect: Effect): effect is Extract<Effect, { kind: 'notice' }> =>
  effect.kind === 'notice' && (isReceipt(effect.code) || effect.code === 'somebodyJoined')
