import fc from 'fast-check'
import { expect, test } from 'vitest'
import { depositPartOf, quoteBalance, remainderOf } from '#app/group/rules/balance.ts'
import { Story, terms } from '#tests/kit/carpool.ts'
import { basePriceOf, owedBy, pricePerPerson } from './pricing.ts'

test('the price per person depends on the group size, and there is none beyond the table', () => {
  expect([1, 2, 3, 4, 5].map((n) => pricePerPerson(terms().prices, n))).toEqual(terms().prices)
  expect(() => pricePerPerson(terms().prices, 6)).toThrow()
  expect(basePriceOf({ ...terms({ maxPassengers: 4 }), private: false })).toBe(5400)
  expect(basePriceOf({ ...terms({ maxPassengers: 4 }), private: true })).toBe(18000)
})

test('a complete group owes its price for each person of a party; a private car owes its price once', () => {
  const group = new Story().opened('ann', { maxPassengers: 3 }).joined('bob', { people: 2 })
  expect(owedBy(group.car, group.place('ann'))).toBe(6800)
  expect(owedBy(group.car, group.place('bob'))).toBe(13600)
  const alone = new Story().opened('ann', { maxPassengers: 1 })
  expect(owedBy(alone.car, alone.place('ann'))).toBe(18000)
})

test('nothing is owed while the group size is open', () => {
  const story = new Story().opened('ann')
  expect(owedBy(story.car, story.place('ann'))).toBeNull()
})

test('the deposit kept is £20, or less when less is owed', () => {
  expect([0, 1500, 2000, 9500].map(depositPartOf)).toEqual([0, 1500, 2000, 2000])
})

test('a rest after the deposit that is too small to charge by card is waived', () => {
  expect([1500, 2000, 2001, 2029, 2030, 9500].map(remainderOf)).toEqual([0, 0, 0, 0, 30, 7500])
})

const quotes: [number, number, number, number, number][] = [
  // original, points, points per pound → points used, card
  [4800, 0, 100, 0, 4800],
  [4800, 500, 100, 500, 4300],
  [4800, 4769, 100, 4769, 31],
  [4800, 4770, 100, 4770, 30],
  [4800, 4771, 100, 4770, 30],
  [4800, 4799, 100, 4770, 30],
  [4800, 4800, 100, 4800, 0],
  [4800, 99999, 100, 4800, 0],
  [30, 29, 100, 0, 30],
  [30, 30, 100, 30, 0],
  [4800, -5, 100, 0, 4800],
  // 10 points to the pound: each is worth 10p.
  [4800, 100, 10, 100, 3800],
  [4800, 479, 10, 477, 30],
  [4800, 480, 10, 480, 0],
  // 300 points to the pound: three are worth a penny, and points worth nothing stay with the user.
  [4800, 2, 300, 0, 4800],
  [4800, 1501, 300, 1500, 4300],
  [4800, 14400, 300, 14400, 0],
]
test.each(quotes)(
  '%ip with %i points at %i a pound take %i points and %ip by card',
  (original, points, rate, used, card) => {
    expect(quoteBalance(original, points, rate)).toEqual({
      original,
      points: used,
      deducted: original - card,
      amount: card,
    })
  },
)

test('a quote never uses more points than there are, never leaves 1p to 29p, and adds up', () => {
  const original = fc.integer({ min: 30, max: 90_000 }).map(remainderOf)
  fc.assert(
    fc.property(
      original,
      fc.nat(100_000),
      fc.integer({ min: 1, max: 1000 }),
      (left, points, rate) => {
        const quote = quoteBalance(left, points, rate)
        expect(quote.points).toBeLessThanOrEqual(points)
        expect(quote.points).toBeGreaterThanOrEqual(0)
        expect(quote.deducted + quote.amount).toBe(left)
        expect(quote.amount === 0 || quote.amount >= 30).toBe(true)
        // The points used are worth the deducted amount, rounded down to the penny.
        expect(Math.floor((quote.points * 100) / rate)).toBeGreaterThanOrEqual(quote.deducted)
        expect(
          Math.floor(((quote.points - 1) * 100) / rate) < quote.deducted || quote.points === 0,
        ).toBe(true)
      },
    ),
    { numRuns: 2000 },
  )
})

test('a place owes according to the final group size, and nothing once the group has failed', () => {
  const story = new Story()
    .opened('ann', { maxPassengers: 5 }, { people: 2 })
    .joined('bob', { people: 3 })
  expect(owedBy(story.car, story.place('bob'))).toBe(13800)
  const failed = new Story().failed('ann')
  expect(owedBy(failed.car, failed.place('ann'))).toBeNull()
})

test('asking for the points of a quote gives that quote; fewer never take more points', () => {
  const points = fc.nat(100_000)
  const rates = fc.integer({ min: 1, max: 1000 })
  fc.assert(
    fc.property(fc.integer({ min: 30, max: 90_000 }), points, points, rates, (left, a, b, rate) => {
      const [fewer, more] = [Math.min(a, b), Math.max(a, b)]
      const part = quoteBalance(left, fewer, rate)
      expect(quoteBalance(left, part.points, rate)).toEqual(part)
      const whole = quoteBalance(left, more, rate)
      expect(part.points).toBeLessThanOrEqual(whole.points)
      expect(part.amount).toBeGreaterThanOrEqual(whole.amount)
    }),
    { numRuns: 2000 },
  )
})
