import { expect, test } from 'vitest'
import { isPriced, priceChanges, priceDoubts } from './prices.ts'

const line = (airportId: `air_${string}`, ...prices: (number | null)[]) => ({ airportId, prices })
const lhr = line('air_lhr', 15500, 7900, 5400, 4200, 3500)
const none = line('air_new', null, null, null, null, null)

test('a table’s changes are the cells whose amount differs', () => {
  const after = [line('air_lhr', 15500, 8000, 5400, 4200, 3400), none]
  expect(priceChanges([lhr, none], after)).toEqual([
    { airportId: 'air_lhr', people: 2, before: 7900, after: 8000 },
    { airportId: 'air_lhr', people: 5, before: 3500, after: 3400 },
  ])
  expect(priceChanges([lhr], [lhr])).toEqual([])
})

test('a first price has no previous one, and an airport that is not named stays unchanged', () => {
  expect(priceChanges([lhr, none], [line('air_new', 100)])).toEqual([
    { airportId: 'air_new', people: 1, before: null, after: 100 },
  ])
})

test('an airport is offered once every group size has a price', () => {
  expect(isPriced(lhr.prices)).toBe(true)
  expect(isPriced(none.prices)).toBe(false)
  expect(isPriced([15500, 7900, 5400, 4200, null])).toBe(false)
  expect(isPriced([15500, 7900, 5400, 4200])).toBe(false)
})

test('a price below the deposit and one that is dearer in a bigger group are questioned', () => {
  expect(priceDoubts([lhr, none])).toEqual([])
  expect(priceDoubts([line('air_ema', 4500, 4501, 2400, 2000, 1999)])).toEqual([
    { airportId: 'air_ema', people: 2, kind: 'dearerForMore' },
    { airportId: 'air_ema', people: 5, kind: 'belowDeposit' },
  ])
})
