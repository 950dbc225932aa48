import { describe, expect, test } from 'vitest'
import type { ChargeFacts } from '#app/payments/rules/charge.ts'
import type { PaymentMoney } from '#app/payments/rules/payment.ts'
import type { BasePayment, OrderState } from './order.ts'
import { moveFor, type OrderMove, statusAfterRefund } from './settle.ts'

const order = (payment: BasePayment, over: Partial<OrderState> = {}): OrderState => ({
  id: 'mail_1',
  kind: 'mail',
  userId: 'usr_1',
  status: 'open',
  payment,
  baseAmount: payment === 'free' ? 0 : 1000,
  refundedAmount: 0,
  failedAmount: 0,
  beforeLoss: null,
  paymentAttempt: 2,
  intentId: payment === 'free' ? null : 'pi_own',
  payBefore: 0,
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

const MONEY = ['unpaid', 'processing', 'held', 'captured', 'returned'] as const
type Row = [payment: BasePayment | 'deleted', ...moves: OrderMove[]]
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
    const found = MONEY.map((money) => moveFor(state, facts(money, { intentId })))
    expect(Object.fromEntries(MONEY.map((money, at) => [money, found[at]]))).toEqual(
      Object.fromEntries(MONEY.map((money, at) => [money, moves[at]])),
    )
  })
})

test('a payment read before its order recorded it is matched by its attempt', () => {
  const waiting = order('awaiting', { intentId: null })
  expect(moveFor(waiting, facts('unpaid'))).toBe('nothing')
  expect(moveFor(waiting, facts('captured'))).toBe('pay')
  expect(moveFor(waiting, facts('unpaid', { attempt: 1 }))).toBe('release')
})

test('a payment of the wrong amount is refunded', () => {
  expect(moveFor(order('awaiting'), facts('captured', { amount: 999 }))).toBe('release')
})

test('a refunded order has failed, unless it was carried out', () => {
  expect(['open', 'processing', 'completed', 'failed', 'odd'].map(statusAfterRefund)).toEqual([
    'failed',
    'failed',
    'completed',
    'failed',
    'odd',
  ])
})
