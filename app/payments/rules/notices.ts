import type { GroupParams, NoticeParams, OrderParams } from '#app/notices/rules/notice.ts'
import { money } from '#app/notices/rules/notice-truth.ts'

/** A place or an order that a notice is about; nothing if it is gone. */
export type NoticeAbout =
  | OrderParams
  | (GroupParams & { participantId: string })
  | Record<never, never>

export const paymentNotices = {
  /** The bank rejected a refund of `amount` pence, which is still owed. */
  refundFailed: money<NoticeAbout & { refundId: string; amount: number }>(
    'danger',
    ({ isRefundOwed }) => isRefundOwed,
    {
      variant({ orderId, tripId, carpoolId }: NoticeParams) {
        if (orderId !== undefined) return 'order'
        return tripId === undefined && carpoolId === undefined && 'other'
      },
    },
  ),
}
