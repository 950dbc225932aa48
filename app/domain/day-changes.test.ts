import { describe, expect, test } from 'vitest'
import { carKey, changesSince, sheetTexts } from './day-changes.ts'
import type { SheetCar, SheetPlace } from './day-sheet.ts'
import type { PlaceRide } from './group/ride-state.ts'

const ride = (over: object = {}) =>
  ({
    id: 'ride_1',
    version: 1,
    vehicle: { plate: 'AB12 CDE' },
    driver: { name: 'Sam' },
    meetingPoint: 'T2',
    note: '',
    ...over,
  }) as unknown as PlaceRide
const place = (id: string, over: Partial<SheetPlace> = {}) =>
  ({
    participantId: `par_${id}`,
    party: { people: 1 },
    owes: false,
    name: 'Ann',
    ...over,
  }) as SheetPlace
const car = (over: Partial<SheetCar<string>> = {}): SheetCar<string> => ({
  groupId: 'car_1',
  about: 'a car',
  byAddress: false,
  isAssignable: true,
  ride: ride(),
  meetAt: 1000,
  expired: [],
  people: 1,
  bigLuggage: 0,
  smallLuggage: 0,
  bag: 0,
  places: [place('a'), place('b')],
  ...over,
})
const since = (before: SheetCar<string>[], now: SheetCar<string>[]) =>
  changesSince(sheetTexts(before), sheetTexts(now))
const CAR = carKey(car())

describe('since a sheet was printed', () => {
  test('nothing has changed if it says the same, whatever the driver has reported', () => {
    const reported = ride({ version: 2, progress: { version: 1, stage: 'arrived' } })
    expect(since([car()], [car()])).toEqual({ marks: {}, gone: [] })
    expect(since([car()], [car({ ride: reported })])).toEqual({ marks: {}, gone: [] })
  })
  test.each<[string, Partial<SheetCar<string>>]>([
    ['another driver', { ride: ride({ driver: { name: 'Kim' } }) }],
    ['another plate', { ride: ride({ vehicle: { plate: 'XY1' } }) }],
    ['another place', { ride: ride({ meetingPoint: 'T3' }) }],
    ['another note', { ride: ride({ note: 'hurry' }) }],
    ['another time', { meetAt: 2000 }],
    ['papers that ran out', { expired: ['badge'] }],
  ])('a car is marked for %s', (_, over) => {
    expect(since([car()], [car(over)])).toEqual({ marks: { [CAR]: 'changed' }, gone: [] })
  })
  test.each<[string, Partial<SheetPlace>]>([
    ['a balance', { owes: true }],
    ['a phone', { phone: '07700900000' }],
    ['travel details', { party: { people: 2 } as SheetPlace['party'] }],
  ])('a row is marked for %s', (_, over) => {
    const now = car({ places: [place('a', over), place('b')] })
    expect(since([car()], [now])).toEqual({ marks: { par_a: 'changed' }, gone: [] })
  })
  test('who joined is new, who left is named, and who changed cars is marked', () => {
    const now = car({ places: [place('a'), place('c')] })
    expect(since([car()], [now])).toEqual({ marks: { par_c: 'new' }, gone: ['par_b'] })
    const other = car({ ride: ride({ id: 'ride_2' }) })
    expect(since([car()], [other])).toEqual({
      marks: { [carKey(other)]: 'new', par_a: 'changed', par_b: 'changed' },
      gone: [],
    })
  })
})
