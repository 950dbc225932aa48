import { firstFlightOf } from '#app/group/rules/flight-window.ts'
import type { PaymentFacts } from '#app/group/rules/payment.ts'
import type { Party } from '#app/group/rules/state.ts'
import { is } from '#app/group/rules/status.ts'
import { hours } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { Command, TripOwn } from '#app/trip/rules/command.ts'
import { apply, decide } from '#app/trip/rules/machine.ts'
import type { TripButton } from '#app/trip/rules/permissions.ts'
import type { Terms, TripState } from '#app/trip/rules/state.ts'
import { GroupStory, placeIdOf, userOf } from './story.ts'

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

export const party = (over: Partial<Party> = {}): Party => ({
  people: 1,
  terminal: 'T2',
  flightNumber: 'BA038',
  flightTime: START - hours(4),
  nLocation: '1 Castle Boulevard',
  bigLuggage: 2,
  smallLuggage: 1,
  bag: 1,
  ...over,
})

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
export class Story extends GroupStory<TripState, TripOwn> {
  constructor() {
    super({ apply, decide }, NOW)
  }
  get trip() {
    return this.group
  }
  draft(name: string, t: Partial<Terms> = {}, p: Partial<Party> = {}) {
    const ids = { participantId: placeIdOf(name), userId: userOf(name) }
    return this.say({ type: 'draftTrip', tripId: TRIP, ...ids, terms: terms(t), party: creator(p) })
  }
  hold(name: string, p: Partial<Party> = {}, id = name) {
    return this.say({
      type: 'hold',
      participantId: placeIdOf(id),
      userId: userOf(name),
      party: party(p),
    })
  }
  /**
   * The facts read about a deposit: a trip's card payments are captured at once, so none is ever
   * only held.
   */
  facts(
    name: string,
    money: PaymentFacts['money'],
    over: Partial<PaymentFacts> = {},
  ): PaymentFacts {
    return {
      intentId: `pi_${name}`,
      participantId: placeIdOf(name),
      purpose: 'deposit',
      attempt: 1,
      amount: 2000,
      money,
      authorised: money === 'captured',
      received: money === 'captured' ? 2000 : 0,
      captureBefore: null,
      card: null,
      ...over,
    }
  }
  setPrice(balancePrice: number) {
    return this.say({ type: 'setBalancePrice', balancePrice })
  }
  /** A balance payment begun, with an intent to pay it. */
  paying(name: string) {
    this.begin(name)
    this.attachBalance(name)
    return this
  }
  /** A balance taken all the way to paid. */
  paidUp(name: string) {
    this.paying(name)
    this.settleBalance(name)
    return this
  }
  /** A trip opened by `name`: draft, intent, deposit paid. */
  opened(name: string, t: Partial<Terms> = {}, p: Partial<Party> = {}) {
    this.draft(name, t, p)
    this.attach(name)
    this.settle(name)
    return this
  }
  /** A joiner with a hold and an intent they may be paying. */
  holding(name: string, p: Partial<Party> = {}) {
    this.hold(name, p)
    this.attach(name)
    return this
  }
  /** A joiner taken all the way to the confirmed seat. */
  joined(name: string, p: Partial<Party> = {}) {
    this.holding(name, p)
    this.settle(name)
    return this
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
