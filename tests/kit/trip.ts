import { firstFlightOf } from '#app/group/rules/flight-window.ts'
import type { Party } from '#app/group/rules/state.ts'
import { is } from '#app/group/rules/status.ts'
import { hours } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { Command, TripOwn } from '#app/trip/rules/command.ts'
import { apply, decide, nextDue } from '#app/trip/rules/machine.ts'
import type { TripButton } from '#app/trip/rules/permissions.ts'
import type { Terms, TripState } from '#app/trip/rules/state.ts'
import { GroupStory, partyWith, placeIdOf, userOf } from './story.ts'

const days = (n: number) => hours(24 * n)

/** Noon in London, far from any clock change; the cutoff is ten days later, the trip twenty. */
export const NOW: Instant = Date.parse('2026-12-01T12:00Z')
export const CUTOFF: Instant = NOW + days(10)
export const START: Instant = NOW + days(20)
export const END: Instant = NOW + days(22)
/** When balances are due for a trip confirmed at its cutoff. */
export const DUE: Instant = START - hours(24)
export const TRIP = 'trip_test'

export const terms = (over: Partial<Terms> = {}): Terms => ({
  tripName: '湖区两日游',
  minPassengers: 2,
  maxPassengers: 4,
  cutoffAt: CUTOFF,
  tripStartAt: START,
  tripEndAt: END,
  balancePrice: 3000,
  ...over,
})

export const party = partyWith<Party>(START - hours(4))

/** The creator of a trip has not given travel details. */
export const creator = (over: Partial<Party> = {}): Party =>
  party({ terminal: null, flightNumber: null, flightTime: null, nLocation: null, ...over })

export { placeIdOf, userOf }

/** Whether the rules accept a command now; "in a moment" is not a refusal. */
export function isTaken(state: TripState, command: Command, now: Instant): boolean {
  const result = decide(state, command, now)
  return result.ok || result.error.code === 'unavailable'
}

/**
 * What the button should say, found by trying what it stands for: joining as a stranger, paying as
 * the place's owner.
 */
export function offeredButton(state: TripState, name: string | null, now: Instant): TripButton {
  const own = state.participants.find(
    (p) => name && p.userId === userOf(name) && p.seat === 'taken',
  )
  if (!own) {
    const mine = party({ flightTime: firstFlightOf(state) ?? party().flightTime })
    const ids = { participantId: placeIdOf('stranger'), userId: userOf('stranger') }
    return isTaken(state, { type: 'hold', ...ids, party: mine }, now) ? 'join' : 'ended'
  }
  const ids = { participantId: own.id, userId: own.userId }
  if (isTaken(state, { type: 'beginBalance', ...ids, points: 0, pointsPerPound: 100 }, now))
    return 'payBalance'
  return is(state.status, 'over') ? 'ended' : 'joined'
}

/** One trip and a clock. */
export class Story extends GroupStory<TripState, TripOwn, Terms> {
  constructor() {
    super({ rules: { apply, decide, nextDue }, now: NOW, party, holds: false })
  }
  get trip() {
    return this.group
  }
  draft(name: string, t: Partial<Terms> = {}, p: Partial<Party> = {}) {
    const ids = { participantId: placeIdOf(name), userId: userOf(name) }
    return this.say({ type: 'draftTrip', tripId: TRIP, ...ids, terms: terms(t), party: creator(p) })
  }
  setPrice(balancePrice: number) {
    return this.say({ type: 'setBalancePrice', balancePrice })
  }
  /**
   * A trip of those named, just confirmed at its cutoff, with exactly as many people as it needs.
   */
  confirmed(names: string[], t: Partial<Terms> = {}) {
    const [first = 'ann', ...others] = names
    this.opened(first, {
      minPassengers: names.length,
      maxPassengers: Math.max(names.length, 2),
      ...t,
    })
    for (const name of others) this.joined(name)
    this.tick(this.trip.cutoffAt)
    return this
  }
}
