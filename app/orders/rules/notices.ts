import type { CorrectionParams } from '#app/kernel/corrections.ts'
import type { OrderParams } from '#app/notices/rules/notice.ts'
import { isOnItsWay, money, usual } from '#app/notices/rules/notice-truth.ts'

/** `amount`: pence that were paid, or go back; 0 for nothing. */
type PaidParams = OrderParams & { amount: number }

export const orderNotices = {
  /** The base price was paid. */
  orderPaid: usual<PaidParams>(
    'ok',
    ({ order }) => order?.payment === 'paid' && order.status === 'open',
    { receipt: true, lines: ({ amount = 0 }) => ({ base: amount }) },
  ),
  orderProcessing: usual<OrderParams>('info', ({ order }) => order?.status === 'processing'),
  orderCompleted: usual<OrderParams>('ok', ({ order }) => order?.status === 'completed'),
  /** The parcels are with the carrier. */
  orderSent: usual<OrderParams & { carrier: string; numbers: string }>(
    'ok',
    ({ order }) => order?.status === 'completed',
  ),
  /** The order was given up by the service. */
  orderFailed: money<PaidParams>(
    'warn',
    (about) => about.order?.status === 'failed' && isOnItsWay(about),
    { refund: 'listed', variant: ({ amount = 0 }) => amount === 0 && 'free' },
  ),
  orderCorrected: usual<OrderParams & CorrectionParams>(
    'info',
    ({ order }) => order?.status === 'open' || order?.status === 'processing',
  ),
  /** Refunded by hand, here or in the provider's dashboard. */
  orderRefunded: money<PaidParams>('info', isOnItsWay, { refund: 'listed' }),
}
