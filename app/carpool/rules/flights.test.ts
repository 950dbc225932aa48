import { expect, test } from 'vitest'
import { AFTER_LANDING_MS, BEFORE_TAKEOFF_MS, hours, minutes } from '#app/kernel/limits.ts'
import { DEPARTURE, placeIdOf, Story } from '#tests/kit/carpool.ts'
import {
  companionWindow,
  correctionWindow,
  inOrder,
  isInTime,
  tightLanding,
  usualDeparture,
} from './flights.ts'

const CAR = Date.UTC(2026, 11, 12, 15)
const at = (relative: number) => CAR + hours(relative)

test.each([
  // The first flight, and the range a companion's flight may be in, in hours relative to the car.
  ['PICKUP', -5, -8, -2],
  ['PICKUP', -1, -4, -1 / 60],
  ['PICKUP', -3, -6, -1 / 60],
  ['DROPOFF', 5, 2, 8],
  ['DROPOFF', 1, 1 / 60, 4],
  ['DROPOFF', 3, 1 / 60, 6],
] as const)(
  '%s with a first flight %d h from the car: from %d h to %d h',
  (tripType, first, from, to) => {
    const window = companionWindow({ tripType, carpoolAt: CAR }, at(first))
    expect(window).toEqual({ from: at(from), to: at(to) })
    for (const end of [window.from, window.to]) expect(inOrder(tripType, CAR, end)).toBe(true)
  },
)

test('a pickup’s car leaves after the landing, a drop-off’s before the take-off, never at the same time', () => {
  for (const tripType of ['PICKUP', 'DROPOFF'] as const)
    expect(inOrder(tripType, CAR, CAR)).toBe(false)
  expect(inOrder('PICKUP', CAR, CAR - minutes(1))).toBe(true)
  expect(inOrder('DROPOFF', CAR, CAR + minutes(1))).toBe(true)
})

const minute = minutes(1)
test.each([
  ['a pickup with companions', 'PICKUP', true],
  ['a pickup alone', 'PICKUP', false],
  ['a drop-off with companions', 'DROPOFF', true],
  ['a drop-off alone', 'DROPOFF', false],
] as const)(
  'a correction is accepted at both ends of the window of %s, and refused a minute outside',
  (_, tripType, shared) => {
    const flightTime = tripType === 'PICKUP' ? DEPARTURE - hours(2) : DEPARTURE + hours(2)
    const opened = () => {
      const story = new Story().opened('ann', { tripType, maxPassengers: 3 }, { flightTime })
      return shared ? story.joined('bob', { flightTime }) : story
    }
    const { from, to } = correctionWindow(opened().car, placeIdOf('ann'))
    expect(to === null).toBe(tripType === 'DROPOFF' && !shared)
    expect(opened().edit('ann', { flightTime: from })).toBeNull()
    expect(opened().edit('ann', { flightTime: from - minute })).not.toBeNull()
    if (to === null) return
    expect(opened().edit('ann', { flightTime: to })).toBeNull()
    expect(opened().edit('ann', { flightTime: to + minute })).not.toBeNull()
  },
)

test.each([
  // Tight is less than an hour from the landing to a pickup; a drop-off's flight is another matter.
  ['PICKUP', 59, minutes(59)],
  ['PICKUP', 1, minutes(1)],
  ['PICKUP', 60, null],
  ['PICKUP', 0, null],
  ['PICKUP', -30, null],
  ['DROPOFF', 30, null],
] as const)('%s with a flight %d minutes before the car: %s', (tripType, before, gap) => {
  expect(tightLanding({ tripType, carpoolAt: CAR }, CAR - minutes(before))).toBe(gap)
})

test.each([
  // The next quarter after the usual time from a landing, the last before that to a take-off.
  ['PICKUP', AFTER_LANDING_MS, 0],
  ['PICKUP', AFTER_LANDING_MS + minutes(14), 0],
  ['PICKUP', AFTER_LANDING_MS - minutes(1), 15],
  ['DROPOFF', -BEFORE_TAKEOFF_MS, 0],
  ['DROPOFF', -BEFORE_TAKEOFF_MS - minutes(14), 0],
  ['DROPOFF', -BEFORE_TAKEOFF_MS + minutes(1), -15],
] as const)(
  '%s: %d ms before the car is a flight that usually leaves %d min from it',
  (tripType, before, late) => {
    expect(usualDeparture(tripType, CAR - before)).toBe(CAR + minutes(late))
  },
)

test('a car meets a flight from its landing on, or before its take-off', () => {
  const met = (tripType: 'PICKUP' | 'DROPOFF') =>
    [-1, 0, 1].map((late) => isInTime(tripType, CAR, CAR + late))
  expect(met('PICKUP')).toEqual([false, true, true])
  expect(met('DROPOFF')).toEqual([true, false, false])
})
