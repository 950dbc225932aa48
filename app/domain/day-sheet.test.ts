import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayCars, type SheetPlace } from './day-sheet.ts'
import type { PlaceRide } from './group/ride-state.ts'
import type { GroupId, ParticipantId } from './id.ts'

const ride = (id: string, meetAt: number) => ({ id, meetAt }) as unknown as PlaceRide
const count = fc.integer({ min: 0, max: 5 })
const group = fc.record({
  at: fc.integer({ min: 0, max: 90_000_000 }),
  places: fc.array(
    fc.record({
      car: fc.constantFrom(null, 'one', 'two'),
      people: fc.integer({ min: 1, max: 5 }),
      bigLuggage: count,
      smallLuggage: count,
      bag: count,
      flightTime: fc.option(fc.integer({ min: 0, max: 90_000_000 })),
    }),
    { minLength: 1, maxLength: 5 },
  ),
})

test('a sheet has every place once, and its sums are those of its places', () => {
  fc.assert(
    fc.property(fc.array(group, { maxLength: 12 }), (drawn) => {
      const groups = drawn.map(({ at, places }, n) => ({
        groupId: `car_${n}` as GroupId,
        about: n,
        at,
        places: places.map(
          ({ car, ...party }, m): SheetPlace => ({
            participantId: `par_${n}_${m}` as ParticipantId,
            party: { ...party, terminal: null, flightNumber: null, nLocation: null },
            ride: car === null ? null : ride(`${n}${car}`, at + car.length),
            owes: false,
            name: null,
            phone: null,
          }),
        ),
      }))
      const cars = dayCars(groups)
      const ids = (of: { places: SheetPlace[] }[]) =>
        of.flatMap(({ places }) => places.map(({ participantId }) => participantId)).sort()
      expect(ids(cars)).toEqual(ids(groups))
      const all = groups.flatMap(({ places }) => places)
      for (const field of ['people', 'bigLuggage', 'smallLuggage', 'bag'] as const)
        expect(cars.reduce((sum, car) => sum + car[field], 0)).toBe(
          all.reduce((sum, { party }) => sum + party[field], 0),
        )
      for (const car of cars)
        expect(new Set(car.places.map((place) => place.ride?.id ?? null))).toEqual(
          new Set([car.ride?.id ?? null]),
        )
      const order = cars.map((car) => [Number(car.ride !== null), car.meetAt] as const)
      expect(order).toEqual(order.toSorted(([a, x], [b, y]) => a - b || x - y))
    }),
  )
})
