import { describe, expect, test } from 'vitest'
import type { ChargeFacts } from '#app/payments/rules/charge.ts'
import type { PaymentMoney } from '#app/payments/rules/payment.ts'
import {
  moveFor,
  type RowCharge,
  type RowMove,
  type RowPayment,
  refundsAfter,
} from './row-charge.ts'

const order = (payment: RowPayment, over: Partial<RowCharge> = {}): RowCharge => ({
  userId: 'usr_1',
  status: 'open',
  payment,
  refundedAmount: 0,
  failedAmount: 0,
  beforeLoss: null,
  paymentAttempt: 2,
  intentId: payment === 'free' ? null : 'pi_own',
  ...over,
})
const facts = (money: PaymentMoney, over: Partial<ChargeFacts> = {}): ChargeFacts => ({
  intentId: 'pi_own',
  attempt: 2,
  amount: 1000,
  money,
  received: money === 'captured' ? 1000 : 0,
  authorised: false,
  captureBefore: null,
  card: null,
  ...over,
})

const AMOUNT = 1000
const MONEY = ['unpaid', 'processing', 'held', 'captured', 'returned'] as const
type Row = [payment: RowPayment | 'deleted', ...moves: RowMove[]]
const [N, P, R, B] = ['nothing', 'pay', 'release', 'refunded'] as const

/** One row per order state, one column per state in MONEY. */
const OWN: Row[] = [
  ['awaiting', N, N, N, P, 'lost'],
  ['paid', N, N, N, N, B],
  ['refunding', R, N, R, R, B],
  ['refunded', N, N, N, N, N],
]
const OTHER: Row[] = [
  ['awaiting', R, N, R, P, N],
  ['paid', R, N, R, R, N],
  ['refunding', R, N, R, R, N],
  ['refunded', R, N, R, R, N],
  ['free', R, N, R, R, N],
  ['deleted', R, N, R, R, N],
]

describe.each([
  ["the order's own payment", OWN, 'pi_own'],
  ['another payment', OTHER, 'pi_other'],
] as const)('%s', (_, rows, intentId) => {
  test.each(rows)('of a %s order', (payment, ...moves) => {
    const state = payment === 'deleted' ? null : order(payment)
    const found = MONEY.map((money) => moveFor(state, AMOUNT, facts(money, { intentId })))
    expect(Object.fromEntries(MONEY.map((money, at) => [money, found[at]]))).toEqual(
      Object.fromEntries(MONEY.map((money, at) => [money, moves[at]])),
    )
  })
})

test('a payment read before its order recorded it is matched by its attempt', () => {
  const waiting = order('awaiting', { intentId: null })
  expect(moveFor(waiting, AMOUNT, facts('unpaid'))).toBe('nothing')
  expect(moveFor(waiting, AMOUNT, facts('captured'))).toBe('pay')
  expect(moveFor(waiting, AMOUNT, facts('unpaid', { attempt: 1 }))).toBe('release')
})

test('a payment of the wrong amount is refunded', () => {
  expect(moveFor(order('awaiting'), AMOUNT, facts('captured', { amount: 999 }))).toBe('release')
})

const won = { id: 'dp_1', state: 'won', amount: 1000 } as const
const open = { id: 'dp_2', state: 'open', amount: 1000 } as const
const lost = { id: 'dp_1', state: 'lost', amount: 1000 } as const
const failed = [{ id: 're_1', amount: 400 }]
const beforeLoss = { payment: 'paid', status: 'processing' } as const

test.each<[string, RowMove, RowCharge, Partial<ChargeFacts>]>([
  ['a refund', 'part', order('paid'), { refunded: 400 }],
  ['a known refund', N, order('paid', { refundedAmount: 400 }), { refunded: 400 }],
  ['an older refund', N, order('paid', { refundedAmount: 700 }), { refunded: 400 }],
  ['a failed one', 'part', order('paid', { refundedAmount: 400 }), { failedRefunds: failed }],
  [
    'one of two that failed',
    'part',
    order('paid', { refundedAmount: 400 }),
    { refunded: 400, failedRefunds: failed },
  ],
  ['a known failed one', N, order('paid', { failedAmount: 400 }), { failedRefunds: failed }],
  ['one before it failed', N, order('paid', { failedAmount: 400 }), { refunded: 400 }],
  ['a refund of a refunded order', N, order('refunded'), { refunded: 400 }],
  ['a dispute of what goes back', 'wait', order('refunding'), { disputes: [open] }],
  ['a dispute that is over', R, order('refunding'), { disputes: [won] }],
  ['a dispute of another payment', N, order('paid', { intentId: 'pi_b' }), { disputes: [open] }],
  ['a loss won back', 'wonBack', order('refunded', { beforeLoss }), { disputes: [won] }],
  ['a loss, half won', N, order('refunded', { beforeLoss }), { disputes: [won, open] }],
  ['a loss that stands', N, order('refunded', { beforeLoss }), { disputes: [lost] }],
  ['no dispute after a loss', N, order('refunded', { beforeLoss }), {}],
  ['a dispute won at once', N, order('paid'), { disputes: [won] }],
])('%s: %s', (_, move, of, over) => {
  expect(moveFor(of, AMOUNT, facts('captured', over))).toBe(move)
})

test('refunds and failures only grow', () => {
  const known = { refundedAmount: 300, failedAmount: 200 }
  const after = (refunded: number, amount: number) =>
    refundsAfter(known, facts('captured', { refunded, failedRefunds: [{ id: 're_1', amount }] }))
  expect(after(300, 200)).toEqual({ ...known, everRefunded: 500 })
  expect(after(100, 100)).toEqual({ ...known, everRefunded: 500 })
  expect(after(300, 400)).toEqual({ refundedAmount: 300, failedAmount: 400, everRefunded: 700 })
  expect(after(900, 0)).toEqual({ refundedAmount: 700, failedAmount: 200, everRefunded: 900 })
})
