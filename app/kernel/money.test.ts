import { expect, test } from 'vitest'
import { amountText, minorUnitsOf } from './money.ts'

test.each([
  ['38', 3800],
  ['38.5', 3850],
  ['38,50', 3850],
  ['38.05', 3805],
  ['０．３', 30],
  ['38。5', 3850],
  [' £ 38 ', 3800],
  ['￥45.5', 4550],
  ['12元', 1200],
  ['0', 0],
])('%s is read as an amount', (text, amount) => {
  expect(minorUnitsOf(text)).toBe(amount)
})

test.each(['', '-1', '1.234', 'abc', '1e3', '.', '1,000.00', '12345678', '£', '1£2', '1元2'])(
  '%s is not an amount',
  (text) => {
    expect(minorUnitsOf(text)).toBeNull()
  },
)

test('an amount shown for editing is read back unchanged', () => {
  for (const amount of [0, 5, 30, 100, 3805, 3850, 100_000])
    expect(minorUnitsOf(amountText(amount))).toBe(amount)
  expect(amountText(3850)).toBe('38.50')
  expect(amountText(null)).toBe('')
})
