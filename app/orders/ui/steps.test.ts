import { expect, test } from 'vitest'
import { ORDER_STATUSES } from '#app/orders/rules/order.ts'
import type { OwnOrder } from '#app/orders/service/orders.server.ts'
import { orderSteps } from './steps.ts'

const steps = (status: string, payment: OwnOrder['payment'] = 'paid', refundOwed = 0) =>
  orderSteps({ status, own: { payment, refundOwed } as OwnOrder })
    .map(({ name, state }) => `${name} ${state}`)
    .join(', ')

test.each([
  [
    'open',
    'awaiting',
    'placed current, collected upcoming, processed upcoming, completed upcoming',
  ],
  ['open', 'paid', 'placed done, collected current, processed upcoming, completed upcoming'],
  ['open', 'free', 'placed done, collected current, processed upcoming, completed upcoming'],
  ['processing', 'paid', 'placed done, collected done, processed current, completed upcoming'],
  ['completed', 'paid', 'placed done, collected done, processed done, completed done'],
  ['failed', 'refunding', 'placed done, failed stopped, refund current'],
  ['failed', 'refunded', 'placed done, failed stopped, refund done'],
  ['failed', 'free', 'placed done, failed stopped'],
  ['lost', 'paid', ''],
] as const)('%s, %s', (status, payment, expected) => {
  expect(steps(status, payment)).toBe(expected)
})
test('a refund that failed is still under way', () => {
  expect(steps('failed', 'refunded', 500)).toBe('placed done, failed stopped, refund current')
})
test('every status has steps', () => {
  for (const status of ORDER_STATUSES) expect(steps(status), status).not.toBe('')
})
