import type { OrderView } from '#app/orders/service/orders.server.ts'
import type { StepState } from '#app/web/ui/step-dots.tsx'

/** The steps of an order's life, and the ways it can end. */
export type OrderStepName = 'placed' | 'collected' | 'processed' | 'completed' | 'failed' | 'refund'
export type OrderStep = { name: OrderStepName; state: StepState }

const NAMES = ['placed', 'collected', 'processed', 'completed'] as const
const REACHED: Record<string, number> = { open: 1, processing: 2, completed: 4 }

/**
 * The steps of the viewer's own order, in order (docs/rules.md#order-status); none for a status
 * that this version does not know.
 */
export function orderSteps({ status, own }: Pick<OrderView, 'status' | 'own'>): OrderStep[] {
  if (status === 'failed') {
    const steps: OrderStep[] = [
      { name: 'placed', state: 'done' },
      { name: 'failed', state: 'stopped' },
    ]
    if (own?.payment === 'free') return steps
    const isBack = own?.payment === 'refunded' && own.refundOwed === 0
    return [...steps, { name: 'refund', state: isBack ? 'done' : 'current' }]
  }
  const done = own?.payment === 'awaiting' ? 0 : REACHED[status]
  if (done === undefined) return []
  return NAMES.map((name, at) => ({
    name,
    state: at < done ? 'done' : at === done ? 'current' : 'upcoming',
  }))
}
