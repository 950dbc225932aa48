import { describe, expect, test } from 'vitest'
import { CARRIERS, type Carrier, type PostageRow } from './postage.ts'
import { billedBy, stageOf } from './stage.ts'
import { trackingUrl } from './tracking.ts'
import { penceOf, weigh } from './weigh.ts'

const row = (kg: number, prices: Partial<Record<Carrier, number>>): PostageRow => ({
  id: String(kg),
  grams: kg * 1000,
  prices: {
    ...(Object.fromEntries(CARRIERS.map((one) => [one, null])) as Record<Carrier, null>),
    ...prices,
  },
})
const rows = [
  row(5, { SF: 15_000, HKA: 14_000, HKS: 20_000 }),
  row(10, { SF: 28_000, HKS: 40_000 }),
  row(20, { HKS: 90_000 }),
]

test.each([
  [38_600, 920, 4196],
  [1, 200, 1],
  [1, 201, 0],
  [0, 920, 0],
  [920, 920, 100],
])('%i fen at %i fen a pound are %i pence', (fen, rate, pence) => {
  expect(penceOf(fen, rate)).toBe(pence)
})

test('each box is priced by the row that covers it, and the sum is in fen', () => {
  expect(weigh(rows, [5000, 5001], 'SF')).toEqual({
    kind: 'price',
    each: [15_000, 28_000],
    fen: 43_000,
  })
})

test('a box that the carrier does not take is named, with the cheapest carrier for all', () => {
  expect(weigh(rows, [4000, 6000], 'HKA')).toEqual({ kind: 'refused', box: 2, other: 'SF' })
  expect(weigh(rows, [4000, 12_000], 'SF')).toEqual({ kind: 'refused', box: 2, other: 'HKS' })
  expect(weigh(rows, [21_000], 'SF')).toEqual({ kind: 'refused', box: 1, other: null })
})

describe('the next step', () => {
  const mail = { kind: 'mail', payment: 'paid' } as const
  const move = { kind: 'move', payment: 'free' } as const
  test.each([
    [{ ...mail, status: 'open' }, 'none', 'collect'],
    [{ ...mail, status: 'open' }, 'open', 'collect'],
    [{ ...mail, status: 'processing' }, 'none', 'weigh'],
    [{ ...mail, status: 'processing' }, 'open', 'pay'],
    [{ ...mail, status: 'processing' }, 'settled', 'send'],
    [{ ...mail, status: 'completed' }, 'settled', 'done'],
    [{ ...mail, status: 'failed' }, 'open', 'ended'],
    [{ ...mail, payment: 'awaiting', status: 'open' }, 'none', 'unpaid'],
    [{ ...move, status: 'open' }, 'none', 'quote'],
    [{ ...move, status: 'open' }, 'open', 'pay'],
    [{ ...move, status: 'processing' }, 'settled', 'do'],
  ] as const)('of %o with %s asked is %s', (order, billed, stage) => {
    expect(stageOf(order, billed)).toBe(stage)
  })

  test('follows what stands of the requests: void and refunded ones do not', () => {
    expect(billedBy([])).toBe('none')
    expect(billedBy(['void', 'refunded'])).toBe('none')
    expect(billedBy(['paid'])).toBe('settled')
    expect(billedBy(['void', 'outside'])).toBe('settled')
    expect(billedBy(['paid', 'open'])).toBe('open')
  })
})

test('a number leads to its carrier, written so that nothing else can be in the address', () => {
  expect(trackingUrl('UPS', '1Z 99')).toBe('https://www.ups.com/track?tracknum=1Z%2099')
  expect(trackingUrl('TW', 'X1')).toBeNull()
})
