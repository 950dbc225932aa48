import { expect, test } from 'vitest'
import { FLIGHT_WINDOW_MS, MIN_DAYS_AHEAD } from '../../app/domain/limits.ts'
import { airportSeeds } from './airports.ts'
import { demoCarpools, demoUsers } from './demo.ts'

const people = demoUsers.map(({ key }) => key)

test('everyone in a demo carpool is a demo user, once', () => {
  for (const { key, parties } of demoCarpools) {
    const who = parties.map((party) => party.who)
    expect(new Set(who).size, key).toBe(who.length)
    for (const name of who) expect(people).toContain(name)
  }
})
test('demo carpools keep the rules of terminals, flights and earliest day', () => {
  for (const { key, airportId, tripType, parties, inDays, createDaysAgo } of demoCarpools) {
    const airport = airportSeeds.find(({ id }) => id === airportId)
    expect(inDays + createDaysAgo, key).toBeGreaterThanOrEqual(MIN_DAYS_AHEAD)
    for (const { terminal, flightAfterMinutes } of parties) {
      expect(airport?.terminals, key).toContain(terminal)
      expect(tripType === 'PICKUP' ? flightAfterMinutes < 0 : flightAfterMinutes > 0, key).toBe(true)
      const gap = Math.abs(flightAfterMinutes - (parties[0]?.flightAfterMinutes ?? 0)) * 60_000
      expect(gap, key).toBeLessThanOrEqual(FLIGHT_WINDOW_MS)
    }
  }
})
test('the seats of each demo carpool fit the state it shows', () => {
  for (const { key, status, parties, maxPassengers } of demoCarpools) {
    const seats = parties.reduce((sum, party) => sum + party.people, 0)
    const onHold = parties.some(({ deposit }) => deposit === 'onHold')
    if (['OPEN', 'FAILED', 'CANCELLED'].includes(status)) expect(seats, key).toBeLessThan(maxPassengers)
    else expect(seats, key).toBe(maxPassengers)
    expect(onHold, key).toBe(status === 'FULL')
    expect(parties[0]?.deposit, key).toBe('paid')
  }
})
test('what comes after a demo carpool fits the state it shows', () => {
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
test('demo numbers are UK mobiles that nobody has', () => {
  for (const { phone } of demoUsers) expect(phone).toMatch(/^07700900\d{3}$/)
})
