import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { londonWall, startOfLondonDay } from '#app/kernel/time.ts'
import { REQUEST_KINDS } from '#app/requests/rules/request.ts'
import {
  bookOf,
  isOver,
  isSameBook,
  KIND_OF,
  type Known,
  lineOf,
  type Month,
  type Movement,
  monthAfter,
  monthOf,
  spanOfMonth,
} from './book.ts'
import { SALES, type Sale, saleOf, saleOfRequest, vatIn } from './sale.ts'

const sales = Object.keys(SALES) as Sale[]
const categories = [...Object.keys(KIND_OF), 'topup', 'other_adjustment']
/** Near the ends of months, where the clocks change too. */
const moments = ['2026-03-01', '2026-03-29', '2026-04-01', '2026-10-25', '2026-11-01'].map(
  startOfLondonDay,
)
const seller = { vatRegistered: 1, vatCarpool: 1 }

const movements = fc
  .array(
    fc.record({
      category: fc.constantFrom(...categories),
      amount: fc.integer({ min: -50_000, max: 50_000 }),
      fee: fc.integer({ min: 0, max: 500 }),
      at: fc
        .tuple(fc.constantFrom(...moments), fc.integer({ min: -7_200_000, max: 7_200_000 }))
        .map(([moment, ms]) => moment + ms),
      sale: fc.option(fc.constantFrom(...sales)),
      isKnown: fc.boolean(),
      isRefunded: fc.boolean(),
    }),
    { maxLength: 60 },
  )
  .map((list) =>
    list.map(({ isKnown, ...one }, index) => {
      const { sale, amount, fee, category } = one
      const movement: Movement = {
        ...{ ...one, id: `txn_${index}`, kind: KIND_OF[category] ?? 'other', net: amount - fee },
        ...{ sourceId: '', intentId: `pi_${index}`, subjectId: null, reason: null },
      }
      return lineOf(movement, isKnown && sale ? knownOf(sale) : null)
    }),
  )
const knownOf = (sale: Sale): Known => ({
  ...{ intentId: '', sale, subjectId: '', participantId: null, userId: '' },
  ...{ about: { day: '2026-01-01' }, seller },
})
const inMonth = <One extends { at: number }>(month: Month, list: One[]) => {
  const { from, to } = spanOfMonth(month)
  return list.filter(({ at }) => at >= from && at < to)
}

test('every month balances, and all months come to everything that moved', () => {
  fc.assert(
    fc.property(movements, (lines) => {
      const all = lines.map(({ at }) => monthOf(at)).sort()
      let closing = 0
      for (
        let month = all[0] ?? '2026-01';
        month <= (all.at(-1) ?? '');
        month = monthAfter(month)
      ) {
        const book = bookOf(inMonth(month, lines), [], [])
        const moved = Object.values(book.sums).reduce((sum, one) => sum + one, 0)
        expect(moved).toBe(book.net)
        const sold = Object.values(book.sales).reduce((sum, { amount }) => sum + amount, 0)
        expect(sold).toBe(book.sums.charge)
        const back = Object.values(book.refunds).reduce((sum, { amount }) => sum + amount, 0)
        expect(back).toBe(book.sums.refund)
        closing += moved
      }
      expect(closing).toBe(lines.reduce((sum, { net }) => sum + net, 0))
    }),
  )
})

test('what moves in a month changes no line and no sum of an earlier one', () => {
  fc.assert(
    fc.property(movements, movements, (lines, later) => {
      const { to } = spanOfMonth('2026-03')
      const after = later.filter(({ at }) => at >= to)
      const before = inMonth('2026-03', lines)
      expect(bookOf(inMonth('2026-03', [...lines, ...after]), [], [])).toEqual(
        bookOf(before, [], []),
      )
    }),
  )
})

test.each([
  ['2026-03-31 23:59', '2026-03'],
  ['2026-04-01 00:00', '2026-04'],
  ['2026-10-31 23:59', '2026-10'],
  ['2026-12-31 23:59', '2026-12'],
])('at %s in London it is %s', (wall, month) => {
  const at = startOfLondonDay(wall.slice(0, 10)) + (wall.endsWith('23:59') ? 86_340_000 : 0)
  expect([londonWall(at), monthOf(at)]).toEqual([wall.replace(' ', 'T'), month])
  const { from, to } = spanOfMonth(month)
  expect(at >= from && at < to).toBe(true)
})

describe('a line', () => {
  const charge: Movement = {
    ...{ id: 'txn_1', at: 0, kind: 'charge', category: 'charge', amount: 2000, fee: 50, net: 1950 },
    ...{ sourceId: 'ch_1', intentId: 'pi_1', sale: 'carpoolDeposit', subjectId: 'car_1' },
    ...{ reason: null, isRefunded: false },
  }
  test.each([
    ['a payment with its receipt', {}, knownOf('carpoolDeposit'), false],
    ['a payment of ours that paid for nothing', {}, null, true],
    ['the same once it is refunded', { isRefunded: true }, null, false],
    ['somebody else’s refund', { kind: 'refund', sale: null }, null, true],
    ['a refund of a payment that came too late', { kind: 'refund' }, null, false],
    ['a dispute of a payment that is not ours', { kind: 'dispute', sale: null }, null, true],
    ['a payout', { kind: 'payout', sale: null }, null, false],
    ['a fee of Stripe’s', { kind: 'fee', sale: null }, null, false],
    ['a top-up', { kind: 'other', sale: null }, knownOf('mailBase'), true],
  ] as const)('of %s', (_, change, known, isUnmatched) => {
    expect(lineOf({ ...charge, ...change }, known).isUnmatched).toBe(isUnmatched)
  })

  test.each([
    ['a carpool', 'carpoolBalance', seller, 20, 333],
    ['what is zero-rated', 'tripDeposit', seller, 0, 0],
    ['a seller who is not registered', 'carpoolBalance', { vatCarpool: 1 }, null, 0],
  ] as const)('has the VAT of %s', (_, sale, of, rate, vat) => {
    const known = { ...knownOf(sale), seller: of }
    expect(lineOf(charge, known)).toMatchObject({ rate, vat })
    expect(lineOf({ ...charge, kind: 'refund', amount: -2000 }, known).vat).toBe(0 - vat)
    expect(lineOf({ ...charge, kind: 'dispute' }, known).vat).toBe(0)
  })
})

test('VAT is a sixth of the price, half a penny up', () => {
  expect([3, 2, 1, 0, -3, 1997].map((pence) => vatIn(pence, 20))).toEqual([1, 0, 0, 0, -1, 333])
})

test.each([
  ['carpoolDeposit', 'carpoolDeposit'],
  ['request', 'requestOther'],
  ['toString', null],
  [undefined, null],
])('the purpose %s sells %s', (purpose, sale) => {
  expect(saleOf(purpose)).toBe(sale)
})

test('a request sells what it asks for', () => {
  expect(REQUEST_KINDS.map(saleOfRequest)).toEqual(
    sales.filter((sale) => sale.startsWith('request')),
  )
})

test('a month is over a day after its end, once nothing is still to be paid out', () => {
  const book = bookOf([], [], [])
  const payout = { id: 'po_1', at: 0, arrives: '2026-04-02', amount: 1 } as const
  const at = startOfLondonDay('2026-04-02')
  expect([isOver('2026-03', book, at - 1), isOver('2026-03', book, at)]).toEqual([false, true])
  const pending = { ...book, payouts: [{ ...payout, is: 'pending' as const }] }
  expect(isOver('2026-03', pending, at)).toBe(false)
  expect(isSameBook(book, { ...pending, net: 0 })).toBe(true)
  expect(isSameBook(book, { ...book, sums: { ...book.sums, fee: -1 } })).toBe(false)
  expect(isSameBook(book, { ...book, count: 1 })).toBe(false)
})
