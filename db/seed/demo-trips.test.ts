import { expect, test } from 'vitest'
import { FLIGHT_WINDOW_MS, TRIP_NAME_MAX } from '#app/kernel/limits.ts'
import { demoUsers } from './demo.ts'
import { type DemoTrip, demoTrips } from './demo-trips.ts'

const people = demoUsers.map(({ key }) => key)
/** A number that sorts like the moment. */
const moment = ([days, at]: DemoTrip['cutoff']) => days + Number(at.slice(0, 2)) / 24

test('everyone on a demo trip is a demo user, once, and only they pay', () => {
  for (const { key, creator, joiners, paid } of demoTrips) {
    const who = [creator, ...joiners.map((joiner) => joiner.who)]
    expect(new Set(who).size, key).toBe(who.length)
    for (const name of who) expect(people).toContain(name)
    for (const name of paid?.who ?? []) expect(who, key).toContain(name)
  }
})
test('demo trips follow the rules of names, times and flights', () => {
  for (const { key, name, createDaysAgo, cutoff, start, end, joiners } of demoTrips) {
    expect(name.length, key).toBeLessThanOrEqual(TRIP_NAME_MAX)
    expect(cutoff[0] + createDaysAgo, key).toBeGreaterThanOrEqual(1)
    expect(moment(start), key).toBeGreaterThan(moment(cutoff))
    expect(moment(end), key).toBeGreaterThan(moment(start))
    for (const { flightAfterMinutes } of joiners) {
      const gap = Math.abs(flightAfterMinutes - (joiners[0]?.flightAfterMinutes ?? 0)) * 60_000
      expect(gap, key).toBeLessThanOrEqual(FLIGHT_WINDOW_MS)
    }
  }
})
test('people and times of each demo trip match its status', () => {
  for (const { key, status, minPassengers, maxPassengers, joiners, cutoff, end } of demoTrips) {
    const taken = joiners.reduce((sum, joiner) => sum + joiner.people, 1)
    expect(taken, key).toBeLessThanOrEqual(maxPassengers)
    expect(taken === maxPassengers, key).toBe(status === 'FULL')
    expect(cutoff[0] > 0, key).toBe(status === 'OPEN' || status === 'FULL')
    expect(taken >= minPassengers, `${key} goes ahead`).toBe(!['FAILED', 'OPEN'].includes(status))
    expect(end[0] < 0, key).toBe(status === 'COMPLETED')
  }
})
test('one demo trip is one person short, and one has an unpaid passenger', () => {
  const short = demoTrips.some(
    ({ joiners, minPassengers }) =>
      joiners.reduce((sum, { people }) => sum + people, 1) === minPassengers - 1,
  )
  expect(short).toBe(true)
  expect(demoTrips.some(({ status, paid }) => status === 'SUCCESS' && !paid)).toBe(true)
})
