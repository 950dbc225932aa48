import { expect, test } from 'vitest'
import {
  ADDRESS_MAX,
  FLIGHT_NUMBER_MAX,
  hours,
  MAX_PASSENGERS,
  minutes,
} from '#app/kernel/limits.ts'
import type { Result } from '#app/kernel/result.ts'
import { DEPARTURE, infoOf, NOW, party, terms } from '#tests/kit/carpool.ts'
import { checkInfo, checkParty, checkTerms, checkWaiter } from './check.ts'
import { earliestDeparture } from './permissions.ts'

const fieldOf = (refused: Result<never> | null) =>
  refused && (refused.ok ? 'none' : (refused.error.params?.field ?? refused.error.code))
const first = earliestDeparture(NOW)

test.each<[string | null, Parameters<typeof terms>[0], Parameters<typeof party>[0]]>([
  [null, {}, {}],
  [null, { maxPassengers: 1 }, {}],
  [null, { maxPassengers: MAX_PASSENGERS }, { people: MAX_PASSENGERS }],
  ['maxPassengers', { maxPassengers: 0 }, {}],
  ['maxPassengers', { maxPassengers: MAX_PASSENGERS + 1 }, {}],
  ['maxPassengers', { maxPassengers: 2.5 }, {}],
  ['airportId', { maxPassengers: 3, prices: [1, 2] }, {}],
  [null, { maxPassengers: 2, prices: [1, 2] }, {}],
  [null, { carpoolAt: first + minutes(1) }, { flightTime: first }],
  ['carpoolDatetime', { carpoolAt: first - 1 }, { flightTime: first }],
  ['flightTime', { carpoolAt: first }, { flightTime: first - 1 }],
  ['flightTimeOrder', {}, { flightTime: DEPARTURE }],
  ['people', { maxPassengers: 2 }, { people: 3 }],
  ['terminal', {}, { terminal: 'T1' }],
])('%s is wrong with a car of %j for %j', (field, of, who) => {
  expect(fieldOf(checkTerms(terms(of), party(who), NOW))).toBe(field)
})

const text = (length: number) => 'x'.repeat(length)
const INFO: [string | null, Parameters<typeof infoOf>[0]][] = [
  [null, {}],
  ['flightTime', { flightTime: DEPARTURE - hours(2) + 0.5 }],
  [null, { flightNumber: text(FLIGHT_NUMBER_MAX) }],
  [null, { flightNumber: null }],
  ['flightNumber', { flightNumber: text(FLIGHT_NUMBER_MAX + 1) }],
  [null, { nLocation: text(1) }],
  [null, { nLocation: text(ADDRESS_MAX) }],
  ['nLocation', { nLocation: '' }],
  ['nLocation', { nLocation: text(ADDRESS_MAX + 1) }],
  ['bag', { bag: -1 }],
]
test.each(INFO)('%s is wrong with %j, when joining and when correcting', (field, info) => {
  expect(fieldOf(checkParty(party(info), terms()))).toBe(field)
  expect(fieldOf(checkInfo(infoOf(info)))).toBe(field)
})

test('one to all but one of a car’s people can wait for it', () => {
  const luggage = { bigLuggage: 1, smallLuggage: 1, bag: 1 }
  const wrong = (people: number, over = {}) =>
    fieldOf(checkWaiter({ people, ...luggage, ...over }, { maxPassengers: 3 }))
  expect([0, 1, 1.5, 2, 3].map((n) => wrong(n))).toEqual(['people', null, 'people', null, 'people'])
  expect(wrong(1, { bag: -1 })).toBe('bag')
})
