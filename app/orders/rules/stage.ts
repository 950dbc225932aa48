import type { RequestStage } from '#app/requests/rules/request.ts'
import type { OrderKind, OrderState } from './order.ts'

/**
 * The next step of an order, worked out from its status and from what was asked for it. Mail:
 * collect, weigh, pay, send. Moving: quote, pay, do. done: carried out. unpaid: the base price is
 * not paid. ended: it was not carried out.
 */
export const ORDER_STAGES = ['collect', 'weigh', 'quote', 'pay', 'send', 'do', 'done'] as const
export type WorkStage = (typeof ORDER_STAGES)[number]
export type OrderStage = WorkStage | 'unpaid' | 'ended'
/** The stages of each service, in order. */
export const STAGES_OF: Record<OrderKind, readonly WorkStage[]> = {
  mail: ['collect', 'weigh', 'pay', 'send', 'done'],
  move: ['quote', 'pay', 'do', 'done'],
}

/** none: nothing stands that was asked for it. open: something is to be paid. */
export type Billed = 'none' | 'open' | 'settled'

/** What the requests about an order say together. */
export function billedBy(stages: readonly RequestStage[]): Billed {
  if (stages.includes('open')) return 'open'
  return stages.some((stage) => stage === 'paid' || stage === 'outside') ? 'settled' : 'none'
}

export function stageOf(
  { kind, status, payment }: Pick<OrderState, 'kind' | 'status' | 'payment'>,
  billed: Billed,
): OrderStage {
  if (payment === 'awaiting') return 'unpaid'
  if (status === 'completed') return 'done'
  if (status === 'failed') return 'ended'
  if (kind === 'mail' && status === 'open') return 'collect'
  if (billed === 'open') return 'pay'
  if (kind === 'mail') return billed === 'none' ? 'weigh' : 'send'
  return billed === 'none' ? 'quote' : 'do'
}
