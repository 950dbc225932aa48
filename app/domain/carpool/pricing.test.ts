import { expect, test } from 'vitest'
import { Story, terms } from '#tests/kit/carpool.ts'
import { basePriceOf, depositPartOf, owedBy, pricePerPerson } from './pricing.ts'

test('the price a person is that of the group size, and there is none beyond the table', () => {
  expect([1, 2, 3, 4, 5].map((n) => pricePerPerson(terms().prices, n))).toEqual(terms().prices)
  expect(() => pricePerPerson(terms().prices, 6)).toThrow()
  expect(basePriceOf({ ...terms({ maxPassengers: 4 }), private: false })).toBe(5400)
  expect(basePriceOf({ ...terms({ maxPassengers: 4 }), private: true })).toBe(18000)
})

test('a complete group owes its price a person for each of a party; a private car its price once', () => {
  const group = new Story().opened('ann', { maxPassengers: 3 }).joined('bob', { people: 2 })
  expect(owedBy(group.car, group.place('ann'))).toBe(6800)
  expect(owedBy(group.car, group.place('bob'))).toBe(13600)
  const alone = new Story().opened('ann', { maxPassengers: 1 })
  expect(owedBy(alone.car, alone.place('ann'))).toBe(18000)
})

test('nothing is owed while the size of the group is open', () => {
  const story = new Story().opened('ann')
  expect(owedBy(story.car, story.place('ann'))).toBeNull()
})

test('the deposit kept is £20, or less when less is owed', () => {
  expect([0, 1500, 2000, 9500].map(depositPartOf)).toEqual([0, 1500, 2000, 2000])
})
