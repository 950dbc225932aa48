import { expect, test } from 'vitest'
import { type BasePayment, ORDER_STATUSES, type OrderStatus } from './order.ts'
import { decideStatus, isBasePaid, isPlaced, refusePayment, refuseRemoval } from './permissions.ts'

const PAYMENTS: BasePayment[] = ['free', 'awaiting', 'paid', 'refunding', 'refunded']
const payBefore = 1_000_000

test('an order stands unless its base price is still to be paid', () => {
  expect(PAYMENTS.filter((payment) => !isPlaced({ payment }))).toEqual(['awaiting'])
})

test('nothing of the base price is left to pay when it was paid or there is none, and not when it went back', () => {
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

test('only an order that does not stand yet is deleted by its owner', () => {
  const refused = PAYMENTS.map((payment) => refuseRemoval({ payment }))
  expect(refused).toEqual(['alreadyPaid', null, 'alreadyPaid', 'alreadyPaid', 'alreadyPaid'])
})

test('a placed order goes from any status but failed to any other, and only failed gives the money back', () => {
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

test('a failed order is the end of it', () => {
  for (const to of ['open', 'processing', 'completed'] as const)
    for (const payment of ['refunding', 'refunded', 'free'] as const)
      expect(decideStatus({ status: 'failed', payment }, to)).toMatchObject({
        ok: false,
        error: { code: 'operationExpired' },
      })
})

test('an order that is not paid yet has no status to be moved on from', () => {
  for (const to of ORDER_STATUSES)
    expect(decideStatus({ status: 'open', payment: 'awaiting' }, to)).toMatchObject({
      ok: false,
      error: { code: 'notFound' },
    })
})

test('failing an order whose money is already back refunds nothing more', () => {
  const to: OrderStatus = 'failed'
  expect(decideStatus({ status: 'completed', payment: 'refunded' }, to)).toEqual({
    ok: true,
    value: { status: 'failed', payment: 'refunded' },
  })
})
