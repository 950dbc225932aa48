import { expect, test } from 'vitest'
import {
  CARRIERS,
  type Carrier,
  compareCarriers,
  type Estimate,
  estimatePostage,
  gramsOf,
  type PostageRow,
} from './postage.ts'

const row = (grams: number, prices: Partial<Record<Carrier, number>>): PostageRow => ({
  id: String(grams),
  grams,
  prices: Object.fromEntries(
    CARRIERS.map((carrier) => [carrier, prices[carrier] ?? null]),
  ) as Record<Carrier, number | null>,
})
/**
 * SF takes everything, sea mail starts above 1 kg, Royal Mail takes up to 5 kg; nobody flies to
 * Macau. Unsorted.
 */
const rows = [
  row(5000, { SF: 30000, HKS: 12000, RM: 15000 }),
  row(500, { SF: 9000, RM: 4550 }),
  row(10_000, { SF: 55000, HKS: 20000 }),
  row(1000, { SF: 12000, RM: 6000 }),
]
const price = (grams: number, amount: number): Estimate => ({ kind: 'price', grams, amount })

test.each<[string, number, Carrier, Estimate]>([
  ['a gram is charged as the lightest row', 1, 'SF', price(500, 9000)],
  ['a weight of the table is charged as itself', 500, 'SF', price(500, 9000)],
  ['a gram more is charged as the next row', 501, 'SF', price(1000, 12000)],
  ['the heaviest row is taken', 10_000, 'SF', price(10_000, 55000)],
  ['half a yuan stays', 300, 'RM', price(500, 4550)],
  ['a carrier may start later', 1001, 'HKS', price(5000, 12000)],
  ['too light', 1000, 'HKS', { kind: 'notTaken', takes: { above: 1000, upTo: 10_000 } }],
  ['the last weight of a carrier', 5000, 'RM', price(5000, 15000)],
  ['too heavy for this carrier', 5001, 'RM', { kind: 'notTaken', takes: { above: 0, upTo: 5000 } }],
  ['a carrier that takes nothing', 1000, 'MC', { kind: 'notTaken', takes: null }],
  [
    'too heavy for all',
    10_001,
    'RM',
    { kind: 'tooHeavy', heaviest: 10_000, takes: { above: 0, upTo: 5000 } },
  ],
  [
    'too heavy, and nothing taken',
    10_001,
    'MC',
    { kind: 'tooHeavy', heaviest: 10_000, takes: null },
  ],
])('%s: %i g by %s', (_, grams, carrier, expected) => {
  expect(estimatePostage(rows, grams, carrier)).toEqual(expected)
})
test('the order of the rows does not matter, and it is not changed', () => {
  const before = rows.map(({ id }) => id)
  for (const grams of [1, 750, 4000, 10_000, 10_001])
    for (const carrier of CARRIERS)
      expect(estimatePostage([...rows].reverse(), grams, carrier)).toEqual(
        estimatePostage(rows, grams, carrier),
      )
  expect(rows.map(({ id }) => id)).toEqual(before)
})
test('without a table no weight is taken', () => {
  expect(estimatePostage([], 1000, 'SF')).toEqual({ kind: 'notTaken', takes: null })
})
test('offers are sorted by price, with carriers that do not take the weight last, in table order', () => {
  const order = (grams: number) => compareCarriers(rows, grams).map(({ carrier }) => carrier)
  expect(order(400)).toEqual(['RM', 'SF', 'HKA', 'HKS', 'TW', 'MC', 'UPS', 'BPOST'])
  expect(order(5000)).toEqual(['HKS', 'RM', 'SF', 'HKA', 'TW', 'MC', 'UPS', 'BPOST'])
  expect(order(20_000)).toEqual([...CARRIERS])
})

test.each([
  ['2.5', 2500],
  ['2,5', 2500],
  ['２．５', 2500],
  ['２，５', 2500],
  ['2。5', 2500],
  [' 2.5 kg ', 2500],
  ['2.5KG', 2500],
  ['3公斤', 3000],
  ['2.', 2000],
  ['.5', 500],
  ['0.5', 500],
  ['05', 5000],
  ['1.005', 1005],
  ['16.1', 16_100],
  ['0.001', 1],
  ['99', 99_000],
  ['99.000', 99_000],
])('%j is %i grams', (text, grams) => {
  expect(gramsOf(text)).toBe(grams)
})
test.each([
  '',
  ' ',
  '2kg3',
  '.',
  ',',
  'kg',
  '0',
  '0.000',
  '-1',
  '+1',
  '99.001',
  '100',
  '2500',
  '99999',
  '1.2345',
  '1.2.3',
  '1e1',
  '0x5',
  '2 5',
  '两公斤',
  'abc',
  'NaN',
  'Infinity',
])('%j is not a weight', (text) => {
  expect(gramsOf(text)).toBeNull()
})
