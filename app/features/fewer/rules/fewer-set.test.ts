import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkFewer, fewerPrices, largestSet, type Willing } from './fewer-set.ts'

type Car = { prices: number[]; maxPassengers: number }
const HEATHROW: Car = { prices: [15500, 8100, 5400, 4200], maxPassengers: 4 }

/** Every set of places by itself: who all accept the price for the people of that set. */
function naive(places: Willing[], { prices, maxPassengers }: Car): Willing[] | null {
  const all = Array.from({ length: 2 ** places.length }, (_, bits) =>
    places.filter((_, i) => bits & (2 ** i)),
  )
  const peopleOf = (set: Willing[]) => set.reduce((sum, { people }) => sum + people, 0)
  const fits = (set: Willing[]) => {
    const people = peopleOf(set)
    const accepts = ({ most }: Willing) => most !== null && (prices[people - 1] ?? 0) <= most
    return people >= 2 && people < maxPassengers && set.every(accepts)
  }
  /** Who is in it, place by place, so that the earliest ones come first. */
  const order = (set: Willing[]) => places.map((p) => (set.includes(p) ? 0 : 1)).join('')
  const sets = all.filter(fits)
  sets.sort((a, b) => peopleOf(b) - peopleOf(a) || order(a).localeCompare(order(b)))
  return sets[0] ?? null
}

const price = fc.integer({ min: 1, max: 12 }).map((n) => n * 1000)
const car = fc.record({
  // Tables are not checked to fall with every person, so this one is not either.
  prices: fc.oneof(
    fc.array(price, { minLength: 5, maxLength: 5 }),
    fc.array(price, { minLength: 5, maxLength: 5 }).map((all) => all.sort((a, b) => b - a)),
  ),
  maxPassengers: fc.integer({ min: 2, max: 5 }),
})
/** Confirmed places of a car that is not full. */
const places = fc.array(
  fc.record({ people: fc.integer({ min: 1, max: 4 }), most: fc.option(price, { nil: null }) }),
  { maxLength: 5 },
)

test('it is the set that a search through all sets finds', () => {
  const seen = { found: 0, none: 0, left: 0 }
  fc.assert(
    fc.property(places, car, (willing, of) => {
      const found = largestSet(willing, of)
      expect(found).toEqual(naive(willing, of))
      if (!found) seen.none++
      else seen[found.length < willing.length ? 'left' : 'found']++
    }),
    { numRuns: 1000 },
  )
  // Far below what is usual, so that no run misses it by chance.
  for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(5)
})

describe('who goes', () => {
  const of = (...list: [people: number, most: number | null][]) =>
    largestSet(
      list.map(([people, most], id) => ({ id, people, most })),
      HEATHROW,
    )?.map(({ id }) => id) ?? null
  test.each([
    [
      'nobody',
      'nobody said anything',
      [
        [1, null],
        [1, null],
        [1, null],
      ],
      null,
    ],
    ['nobody', 'one person is no shared car', [[1, 8100]], null],
    [
      'all three',
      'each accepts the price for three',
      [
        [1, 5400],
        [1, 8100],
        [1, 5400],
      ],
      [0, 1, 2],
    ],
    [
      'nobody',
      'two would have to pay the price for two',
      [
        [1, 5400],
        [1, 5400],
      ],
      null,
    ],
    [
      'two of three',
      'the third wants a full car',
      [
        [1, 8100],
        [1, null],
        [1, 8100],
      ],
      [0, 2],
    ],
    [
      'nobody',
      'without the third, one does not accept',
      [
        [1, 8100],
        [1, null],
        [1, 5400],
      ],
      null,
    ],
    [
      'a party of two',
      'it accepts the price for two',
      [
        [2, 8100],
        [1, 4200],
      ],
      [0],
    ],
    [
      'the earliest',
      'as many people either way',
      [
        [1, 5400],
        [2, 5400],
        [2, 5400],
      ],
      [0, 1],
    ],
  ] as [string, string, [number, number | null][], number[] | null][])(
    '%s, since %s',
    (_, __, list, ids) => expect(of(...list)).toEqual(ids),
  )
})

test('what can be ticked are the prices for fewer people, above the full one, each once', () => {
  expect(fewerPrices(HEATHROW)).toEqual([
    { people: 3, price: 5400 },
    { people: 2, price: 8100 },
  ])
  expect(fewerPrices({ ...HEATHROW, maxPassengers: 2 })).toEqual([])
  expect(fewerPrices({ prices: [9000, 4200, 5400, 4200], maxPassengers: 4 })).toEqual([
    { people: 3, price: 5400 },
  ])
  for (const wrong of [4200, 5399, 15500, 0])
    expect(checkFewer(HEATHROW, wrong), String(wrong)).toMatchObject({
      error: { code: 'validationFailed', params: { field: 'fewer' } },
    })
  for (const right of [5400, 8100, null, undefined]) expect(checkFewer(HEATHROW, right)).toBeNull()
})
