import { expect, test } from 'vitest'
import type { RowPayment } from '#app/payments/rules/row-charge.ts'
import { ORDER_STATUSES, type OrderStatus } from './order.ts'
import {
  decideStatus,
  isBasePaid,
  isDone,
  isPlaced,
  refusePayment,
  refuseRemoval,
  statusAfterRefund,
} from './permissions.ts'

const PAYMENTS: RowPayment[] = ['free', 'awaiting', 'paid', 'refunding', 'refunded']
const payBefore = 1_000_000

test('an order is placed unless its base price is still unpaid', () => {
  expect(PAYMENTS.filter((payment) => !isPlaced({ payment }))).toEqual(['awaiting'])
})

test('the base price counts as paid when it was paid or is zero, and not after a refund', () => {
  expect(PAYMENTS.filter((payment) => isBasePaid({ payment }))).toEqual(['free', 'paid'])
})

test.each([
  ['awaiting', payBefore - 1, null],
  ['awaiting', payBefore, 'operationExpired'],
  ['awaiting', payBefore + 1, 'operationExpired'],
  ['paid', payBefore - 1, 'alreadyPaid'],
  ['free', payBefore - 1, 'alreadyPaid'],
  ['refunding', payBefore - 1, 'alreadyPaid'],
  ['refunded', payBefore + 1, 'alreadyPaid'],
] as const)('the base price of a %s order at %i: %s', (payment, now, refused) => {
  expect(refusePayment({ payment, payBefore }, now)).toBe(refused)
})

test('only an unplaced order can be deleted by its owner', () => {
  const refused = PAYMENTS.map((payment) => refuseRemoval({ payment }))
  expect(refused).toEqual(['alreadyPaid', null, 'alreadyPaid', 'alreadyPaid', 'alreadyPaid'])
})

test('a placed order moves from any status but failed to any other, and only failed refunds it', () => {
  for (const from of ['open', 'processing', 'completed'] as const)
    for (const to of ORDER_STATUSES)
      for (const payment of ['paid', 'free'] as const) {
        const back = to === 'failed' && payment === 'paid'
        const expected = from === to ? null : { status: to, payment: back ? 'refunding' : payment }
        expect(decideStatus({ status: from, payment }, to), `${from} to ${to}, ${payment}`).toEqual(
          {
            ok: true,
            value: expected,
          },
        )
      }
})

test('failed is final', () => {
  for (const to of ['open', 'processing', 'completed'] as const)
    for (const payment of ['refunding', 'refunded', 'free'] as const)
      expect(decideStatus({ status: 'failed', payment }, to)).toMatchObject({
        ok: false,
        error: { code: 'operationExpired' },
      })
})

test('an unpaid order has no status to change', () => {
  for (const to of ORDER_STATUSES)
    expect(decideStatus({ status: 'open', payment: 'awaiting' }, to)).toMatchObject({
      ok: false,
      error: { code: 'notFound' },
    })
})

test('failing an order that is already refunded refunds nothing more', () => {
  const to: OrderStatus = 'failed'
  expect(decideStatus({ status: 'completed', payment: 'refunded' }, to)).toEqual({
    ok: true,
    value: { status: 'failed', payment: 'refunded' },
  })
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

test('an order is done once nothing is left to pay, to do or to give back', () => {
  const done = PAYMENTS.flatMap((payment) =>
    [...ORDER_STATUSES, 'odd'].flatMap((status) =>
      isDone({ payment, status }) ? `${payment} ${status}` : [],
    ),
  )
  expect(done).toEqual([
    ...['free completed', 'free failed', 'paid completed'],
    ...[...ORDER_STATUSES, 'odd'].map((status) => `refunded ${status}`),
  ])
})
