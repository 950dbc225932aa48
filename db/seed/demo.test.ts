import { expect, test } from 'vitest'
import {
  CUTOFF_BEFORE_DEPARTURE_MS,
  FLIGHT_WINDOW_MS,
  hours,
  MIN_DAYS_AHEAD,
} from '#app/kernel/limits.ts'
import { addDays, londonDay } from '#app/kernel/time.ts'
import { airportSeeds } from './airports.ts'
import { demoCarpools, demoUsers, departureOf } from './demo.ts'
import { demoTrips } from './demo-trips.ts'
import { instantOf } from './moment.ts'

const people = demoUsers.map(({ key }) => key)

test('everyone in a demo carpool is a demo user, once', () => {
  for (const { key, parties } of demoCarpools) {
    const who = parties.map((party) => party.who)
    expect(new Set(who).size, key).toBe(who.length)
    for (const name of who) expect(people).toContain(name)
  }
})
test('demo carpools follow the rules of terminals and flights', () => {
  for (const { key, airportId, tripType, parties } of demoCarpools) {
    const airport = airportSeeds.find(({ id }) => id === airportId)
    for (const { terminal, flightAfterMinutes } of parties) {
      expect(airport?.terminals, key).toContain(terminal)
      expect(tripType === 'PICKUP' ? flightAfterMinutes < 0 : flightAfterMinutes > 0, key).toBe(
        true,
      )
      const gap = Math.abs(flightAfterMinutes - (parties[0]?.flightAfterMinutes ?? 0)) * 60_000
      expect(gap, key).toBeLessThanOrEqual(FLIGHT_WINDOW_MS)
    }
  }
})
/**
 * Every five minutes of an ordinary day, of both clock changes and their neighbouring days, of New
 * Year's Eve and of a leap day.
 */
const playedAt = [
  '2026-11-22',
  '2026-03-28',
  '2026-03-29',
  '2026-03-30',
  '2026-10-24',
  '2026-10-25',
  '2026-10-26',
  '2026-12-31',
  '2028-02-29',
].flatMap((day) =>
  Array.from({ length: 288 }, (_, step) => Date.parse(`${day}T00:00Z`) + step * 5 * 60_000),
)

test('at any time of day, a demo carpool can have been opened then and reached its status', () => {
  for (const now of playedAt)
    for (const carpool of demoCarpools) {
      const { key, status, createDaysAgo } = carpool
      const told = `${key} at ${new Date(now).toISOString()}`
      const departure = departureOf(carpool, now)
      const earliest = addDays(londonDay(now - hours(24 * createDaysAgo)), MIN_DAYS_AHEAD)
      expect(londonDay(departure) >= earliest, told).toBe(true)
      const cutoff = departure - CUTOFF_BEFORE_DEPARTURE_MS
      expect(cutoff < now, told).toBe(status === 'FAILED' || status === 'COMPLETED')
      expect(departure < now, told).toBe(status === 'COMPLETED')
      // Anyone looking at a failed group still has time to decide about it.
      if (status === 'FAILED') expect(departure - now, told).toBeGreaterThan(hours(22))
    }
})
test('at any time of day, a demo trip can have been started then and reached its status', () => {
  for (const now of playedAt)
    for (const { key, status, createDaysAgo, cutoff, end, paid } of demoTrips) {
      const told = `${key} at ${new Date(now).toISOString()}`
      const cutoffAt = instantOf(cutoff, now)
      expect(cutoffAt, told).toBeGreaterThan(now - hours(24 * createDaysAgo))
      expect(cutoffAt > now, told).toBe(status === 'OPEN' || status === 'FULL')
      expect(instantOf(end, now) < now, told).toBe(status === 'COMPLETED')
      if (paid) expect(now - hours(24 * paid.daysAgo), told).toBeGreaterThan(cutoffAt)
    }
})
test('the seats of each demo carpool match its status', () => {
  for (const { key, status, parties, maxPassengers } of demoCarpools) {
    const seats = parties.reduce((sum, party) => sum + party.people, 0)
    const onHold = parties.some(({ deposit }) => deposit === 'onHold')
    if (['OPEN', 'FAILED', 'CANCELLED'].includes(status))
      expect(seats, key).toBeLessThan(maxPassengers)
    else expect(seats, key).toBe(maxPassengers)
    expect(onHold, key).toBe(status === 'FULL')
    expect(parties[0]?.deposit, key).toBe('paid')
  }
})
test('events after each demo carpool match its status', () => {
  const fitting = {
    paid: ['SUCCESS', 'COMPLETED'],
    left: ['CANCELLED'],
    converted: ['FAILED'],
    refunded: ['FAILED'],
  }
  for (const { key, ending, status, parties } of demoCarpools) {
    if (ending) expect(fitting[ending], key).toContain(status)
    if (ending && ending !== 'paid') expect(parties, key).toHaveLength(1)
  }
})
test('demo numbers are UK mobiles that nobody owns', () => {
  for (const { phone } of demoUsers) expect(phone).toMatch(/^07700900\d{3}$/)
})
