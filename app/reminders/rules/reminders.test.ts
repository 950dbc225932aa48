import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hours, minutes } from '#app/kernel/limits.ts'
import { londonWall } from '#app/kernel/time.ts'
import { mayRemind, seatsReminderFrom, sendFrom } from './reminders.ts'

/** The nights of both clock changes, and one without. */
const CHANGES = ['2027-03-28T01:00Z', '2027-10-31T01:00Z', '2027-06-15T01:00Z'].map(Date.parse)

/** A minute around one of them. */
const aMinute = fc
  .tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -60 * 40, max: 60 * 40 }))
  .map(([around, n]) => around + minutes(n))

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hour: '2-digit',
  hourCycle: 'h23',
})
const isAwake = (at: number) => Number(clock.format(at)) >= 8 && Number(clock.format(at)) < 22

test('nobody is told between 22:00 and 8:00 in London, unless they depart within 12 hours', () => {
  fc.assert(
    fc.property(aMinute, fc.integer({ min: -60, max: 60 * 30 }), (now, ahead) => {
      const departureAt = now + minutes(ahead)
      const is = ahead > 0 && (isAwake(now) || ahead <= 60 * 12)
      expect(mayRemind(now, departureAt)).toBe(is)
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['2027-03-27T21:59Z', true],
  ['2027-03-27T22:00Z', false],
  // 8:00 comes an hour earlier than the day before.
  ['2027-03-28T06:59Z', false],
  ['2027-03-28T07:00Z', true],
  ['2027-10-30T20:59Z', true],
  ['2027-10-30T21:00Z', false],
  ['2027-10-31T07:59Z', false],
  ['2027-10-31T08:00Z', true],
])('at %s: %s', (at, is) => {
  expect(mayRemind(Date.parse(at), Date.parse(at) + hours(13))).toBe(is)
})

test('there is always a moment to tell of free seats: six hours before the cutoff, or before that night', () => {
  fc.assert(
    fc.property(aMinute, fc.integer({ min: 1, max: 60 * 48 }), (cutoffAt, ahead) => {
      const departureAt = cutoffAt + minutes(ahead)
      const from = seatsReminderFrom(cutoffAt, departureAt)
      const told: number[] = []
      for (let at = from; at < cutoffAt; at += minutes(1))
        if (isAwake(at) || departureAt - at <= hours(12)) told.push(at)
      expect(told.length).toBeGreaterThan(0)
      const last = told.at(-1) ?? 0
      if (last >= cutoffAt - hours(6)) expect(from).toBe(cutoffAt - hours(6))
      else expect(londonWall(from).slice(11)).toBe('21:00')
      expect(cutoffAt - from).toBeLessThanOrEqual(hours(12))
    }),
    { numRuns: 500 },
  )
})

test('what may not be told now is told when the night ends, before departure', () => {
  fc.assert(
    fc.property(aMinute, fc.integer({ min: 1, max: 60 * 48 }), (now, ahead) => {
      const departureAt = now + minutes(ahead)
      const at = sendFrom(now, departureAt)
      if (isAwake(now) || ahead <= 60 * 12) expect(at).toBe(now)
      else {
        expect(londonWall(at).slice(11)).toBe('08:00')
        expect(at - now).toBeLessThanOrEqual(hours(11))
        // On the night that is an hour longer, one hour less.
        expect(departureAt - at).toBeGreaterThan(hours(1))
      }
    }),
    { numRuns: 2000 },
  )
})
