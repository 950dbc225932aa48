import type { RequestId } from '#app/kernel/id.ts'
import { isOnItsWay, money, usual } from '#app/notices/rules/notice-truth.ts'
import type { RequestKind } from './request.ts'

/** `amount`: pence that are asked for, were paid, or go back. */
type RequestParams = { requestId: RequestId; what: RequestKind; amount: number }

export const requestNotices = {
  /** Money is asked for. `changed` 1: it takes the place of an earlier request. */
  requestAsked: money<RequestParams & { changed?: 1 }>('warn', isAwaited, {
    variant: ({ changed }) => changed === 1 && 'changed',
  }),
  /** The same, some days later. */
  requestDue: money<RequestParams>('warn', isAwaited),
  /** Taken back: nothing is to be paid. */
  requestVoided: money<RequestParams>('ok', ({ request }) => request?.status === 'void'),
  requestPaid: usual<RequestParams>('ok', ({ request }) => request?.payment === 'paid', {
    receipt: true,
    lines: ({ amount }) => ({ base: amount }),
  }),
  /** An administrator recorded that it was paid in another way. */
  requestOutside: usual<RequestParams>('ok', ({ request }) => request?.status === 'outside'),
  requestRefunded: money<RequestParams>('info', isOnItsWay, { refund: 'listed' }),
}

function isAwaited({ request }: Parameters<typeof isOnItsWay>[0]) {
  return request?.payment === 'awaiting' && ('request' as const)
}
