import type { ErrorCode } from '#app/kernel/error.ts'
import { REQUEST_OVERDUE_MS } from '#app/kernel/limits.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { RowPayment } from '#app/payments/rules/row-charge.ts'

/** What money is asked for; each has its name in locales, and its line in the books. */
export const REQUEST_KINDS = ['postage', 'boxes', 'move', 'waiting', 'cleaning', 'other'] as const
export type RequestKind = (typeof REQUEST_KINDS)[number]

/** One line of the sum, in pence. The text is an administrator's, and shown as it is. */
export type RequestLine = { text: string; amount: MinorUnits }
export const LINE_TEXT_MAX = 60
export const NOTE_MAX = 300

/** How money reaches us other than through the product (docs/rules.md#requests-for-money). */
export const OUTSIDE_WAYS = ['wechat', 'alipay', 'bank', 'cash'] as const
export type PaidOutside = { how: (typeof OUTSIDE_WAYS)[number]; reference: string }

/**
 * The part of a request that decides what can be done with it. `status`: asked (it stands, paid or
 * not), void (taken back) or outside (paid in another way).
 */
export type RequestState = { status: string; payment: RowPayment }

/** The student's view of a request; `refunded`: all of the money went back. */
export type RequestStage = 'open' | 'paid' | 'refunded' | 'void' | 'outside'
export function stageOf({ status, payment }: RequestState): RequestStage {
  if (status === 'void' || status === 'outside') return status
  if (payment === 'awaiting') return 'open'
  return payment === 'refunded' ? 'refunded' : 'paid'
}

export const isOpen = (request: RequestState): boolean => stageOf(request) === 'open'

/** When the student should have paid. Nothing ends then. */
export const payBy = ({ askedAt }: { askedAt: Instant }): Instant => askedAt + REQUEST_OVERDUE_MS

/**
 * Why a request can no longer be paid, changed, taken back or recorded as paid outside; null: it
 * can.
 */
export function refuseEnded(request: RequestState): ErrorCode | null {
  const stage = stageOf(request)
  if (stage === 'open') return null
  return stage === 'void' ? 'operationExpired' : 'alreadyPaid'
}

/** The sum of the lines, in pence. */
export const sumOf = (lines: readonly RequestLine[]): MinorUnits =>
  lines.reduce((sum, { amount }) => sum + amount, 0)
