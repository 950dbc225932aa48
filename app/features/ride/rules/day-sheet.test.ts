import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { GroupId, ParticipantId } from '#app/kernel/id.ts'
import { hours, MEET_AROUND_MS } from '#app/kernel/limits.ts'
import { addDays, londonDay } from '#app/kernel/time.ts'
import { dayCars, type SheetGroup, type SheetPlace } from './day-sheet.ts'
import type { PlaceRide } from './ride-state.ts'

const ride = (id: string, meetAt: number, until = '2099-12-31') =>
  ({
    id,
    meetAt,
    vehicle: { id: 'veh_1', licenceUntil: until },
    driver: { id: 'drv_1', badgeUntil: until },
  }) as unknown as PlaceRide

const place = (id: string, about: Partial<SheetPlace['party']> = {}, over = {}): SheetPlace => ({
  participantId: `par_${id}`,
  party: {
    people: 1,
    bigLuggage: 0,
    smallLuggage: 0,
    bag: 0,
    terminal: null,
    flightNumber: null,
    flightTime: null,
    nLocation: null,
    ...about,
  },
  ride: null,
  owes: false,
  flightChangedAt: null,
  name: null,
  phone: null,
  ...over,
})
const group = (at: number, places: SheetPlace[], over = {}): SheetGroup<string> => ({
  groupId: 'car_1',
  about: 'a group',
  at,
  byAddress: false,
  isAssignable: true,
  places,
  ...over,
})
const NO_CHANGE = new Map<string, string>()
const at = (text: string) => Date.parse(text)

const count = fc.integer({ min: 0, max: 5 })
/** Around both clock changes, and around the new year. */
const departure = fc
  .tuple(
    fc.constantFrom('2026-10-25T00:00Z', '2027-03-28T00:00Z', '2026-12-31T00:00Z').map(at),
    fc.integer({ min: -hours(30), max: hours(54) }),
  )
  .map(([midnight, by]) => midnight + by)
const drawnGroup = fc.record({
  at: departure,
  places: fc.array(
    fc.record({
      car: fc.constantFrom(null, 'one', 'two'),
      people: fc.integer({ min: 1, max: 5 }),
      bigLuggage: count,
      smallLuggage: count,
      bag: count,
      flightTime: fc.option(fc.integer({ min: 0, max: 90_000_000 })),
      nLocation: fc.option(fc.constantFrom('1 High St, NG7 2RD', 'NG11 1AA', 'Nova', '')),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  meets: fc.record({
    one: fc.integer({ min: -MEET_AROUND_MS, max: MEET_AROUND_MS }),
    two: fc.integer({ min: -MEET_AROUND_MS, max: MEET_AROUND_MS }),
  }),
  byAddress: fc.boolean(),
})

test('the sheets of all days have every place once, on the day it is met, and their sums are those of the places', () => {
  fc.assert(
    fc.property(fc.array(drawnGroup, { maxLength: 8 }), (drawn) => {
      const groups = drawn.map(({ at, places, meets, byAddress }, n) =>
        group(
          at,
          places.map(({ car, ...party }, m) =>
            place(`${n}_${m}`, party, { ride: car && ride(`${n}${car}`, at + meets[car]) }),
          ),
          { groupId: `car_${n}` as GroupId, byAddress },
        ),
      )
      const around = groups.flatMap(({ at }) => [-1, 0, 1].map((by) => addDays(londonDay(at), by)))
      const days = [...new Set(around)]
      const sheets = days.map((day) => ({ day, cars: dayCars(groups, day, NO_CHANGE) }))
      const cars = sheets.flatMap(({ cars }) => cars)
      const ids = (of: { places: SheetPlace[] }[]): ParticipantId[] =>
        of.flatMap(({ places }) => places.map(({ participantId }) => participantId)).sort()
      expect(ids(cars)).toEqual(ids(groups))
      for (const { day, cars } of sheets) {
        for (const { meetAt } of cars) expect(londonDay(meetAt)).toBe(day)
        const order = cars.map((car) => [Number(car.ride !== null), car.meetAt] as const)
        expect(order).toEqual(order.toSorted(([a, x], [b, y]) => a - b || x - y))
      }
      const all = groups.flatMap(({ places }) => places)
      for (const field of ['people', 'bigLuggage', 'smallLuggage', 'bag'] as const)
        expect(cars.reduce((sum, car) => sum + car[field], 0)).toBe(
          all.reduce((sum, { party }) => sum + party[field], 0),
        )
      for (const car of cars)
        expect(new Set(car.places.map((place) => place.ride?.id ?? null))).toEqual(
          new Set([car.ride?.id ?? null]),
        )
    }),
  )
})

describe('the day of a car', () => {
  const days = (groups: SheetGroup<string>[], of: string[]) =>
    of.map((day) => dayCars(groups, day, NO_CHANGE).length)

  test('is the one on which it meets, even the evening before the departure', () => {
    const early = group(at('2026-12-09T05:00Z'), [
      place('ann', {}, { ride: ride('one', at('2026-12-08T23:30Z')) }),
      place('bob'),
    ])
    expect(days([early], ['2026-12-07', '2026-12-08', '2026-12-09'])).toEqual([0, 1, 1])
    expect(dayCars([early], '2026-12-08', NO_CHANGE)[0]?.places).toMatchObject([
      { participantId: 'par_ann' },
    ])
    expect(dayCars([early], '2026-12-09', NO_CHANGE)[0]?.ride).toBeNull()
  })

  test.each([
    [
      'starts',
      '2027-03-27T23:59Z',
      '2027-03-28T00:00Z',
      '2027-03-28T22:59Z',
      '2027-03-28T23:00Z',
      '2027-03-28',
    ],
    [
      'ends',
      '2026-10-24T22:59Z',
      '2026-10-24T23:00Z',
      '2026-10-25T23:59Z',
      '2026-10-26T00:00Z',
      '2026-10-25',
    ],
  ])('has 23 or 25 hours when summer time %s', (_, before, first, last, after, day) => {
    const groups = [before, first, last, after].map((time, n) =>
      group(at(time), [place(String(n))], { groupId: `car_${n}` }),
    )
    expect(dayCars(groups, day, NO_CHANGE).map(({ groupId }) => groupId)).toEqual([
      'car_1',
      'car_2',
    ])
  })
})

test('passengers who fly in are in the order of their flights, those who are fetched in that of their postcodes', () => {
  const addresses = ['Nova, flat 3', '9 Long Row NG11 8AA', 'ng2 5aa', '1 Park Row, NG2 1AB', null]
  const places = addresses.map((nLocation, n) => place(String(n), { nLocation, flightTime: 9 - n }))
  const order = (byAddress: boolean) =>
    dayCars([group(0, places, { byAddress })], londonDay(0), NO_CHANGE)[0]?.places.map(
      ({ participantId }) => participantId,
    )
  expect(order(false)).toEqual(['par_4', 'par_3', 'par_2', 'par_1', 'par_0'])
  expect(order(true)).toEqual(['par_3', 'par_2', 'par_1', 'par_0', 'par_4'])
})

test('papers that run out before the ride are named, as the fleet knows them now', () => {
  const met = at('2026-12-09T12:00Z')
  const day = '2026-12-09'
  const groups = [group(met, [place('ann', {}, { ride: ride('one', met, day) })])]
  const expired = (vehicle?: string, driver?: string, of = groups) =>
    dayCars(
      of,
      day,
      new Map(
        Object.entries({ ...(vehicle && { veh_1: vehicle }), ...(driver && { drv_1: driver }) }),
      ),
    )[0]?.expired
  expect(expired()).toEqual([])
  expect(expired(day, day)).toEqual([])
  expect(expired('2026-12-08')).toEqual(['licence'])
  expect(expired(day, '2026-12-08')).toEqual(['badge'])
  expect(expired('2026-12-08', '2026-12-08')).toEqual(['licence', 'badge'])
  // Renewed since it was assigned, or met the evening before the departure.
  const old = [group(met, [place('ann', {}, { ride: ride('one', met, '2026-12-08') })])]
  expect([expired(undefined, undefined, old), expired(day, day, old)]).toEqual([
    ['licence', 'badge'],
    [],
  ])
  const eve = [group(met + hours(12), [place('ann', {}, { ride: ride('one', met, day) })])]
  expect(expired(day, '2026-12-10', eve)).toEqual(['licence'])
})
