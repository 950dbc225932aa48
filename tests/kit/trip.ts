import type { ErrorCode } from '#app/domain/error.ts'
import type { Effect } from '#app/domain/group/effect.ts'
import type { Event } from '#app/domain/group/event.ts'
import { firstFlightOf } from '#app/domain/group/flights.ts'
import type { PaymentFacts } from '#app/domain/group/payment.ts'
import type { Party } from '#app/domain/group/state.ts'
import { isOver } from '#app/domain/group/state.ts'
import type { AdminId, ParticipantId, UserId } from '#app/domain/id.ts'
import { hours } from '#app/domain/limits.ts'
import type { Failure } from '#app/domain/result.ts'
import type { Instant } from '#app/domain/time.ts'
import type { Command } from '#app/domain/trip/command.ts'
import { apply, decide } from '#app/domain/trip/machine.ts'
import type { TripButton } from '#app/domain/trip/permissions.ts'
import type { Terms, TripState } from '#app/domain/trip/state.ts'
import { isConfirmation } from './confirmations.ts'

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

export const userOf = (name: string): UserId => `usr_${name}`
export const placeIdOf = (name: string): ParticipantId => `par_${name}`

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
  return isOver(state.status) ? 'ended' : 'joined'
}

/**
 * One trip and a clock, with users referred to by name; keeps every event with its time, and the
 * last refusal.
 */
export class Story {
  now = NOW
  state: TripState | null = null
  events: Event[] = []
  /** When each event was decided. */
  times: Instant[] = []
  refusal: Failure | null = null

  /** Returns the refusal's code, or null if the command was accepted. */
  say(command: Command): ErrorCode | null {
    const result = decide(this.state, command, this.now)
    this.refusal = result.ok ? null : result.error
    if (!result.ok) return result.error.code
    this.events.push(...result.value.events)
    this.times.push(...result.value.events.map(() => this.now))
    this.state = result.value.state
    return null
  }
  get trip(): TripState {
    if (!this.state) throw new Error('no trip yet')
    return this.state
  }
  place(name: string) {
    const found = this.trip.participants.find((p) => p.id === placeIdOf(name))
    if (!found) throw new Error(`no place of ${name}`)
    return found
  }
  /** Ids for a command about the place of that name, issued by its owner, or by `by`. */
  own(name: string, by?: string) {
    const id = placeIdOf(name)
    const owner = this.state?.participants.find((p) => p.id === id)?.userId ?? userOf(name)
    return { participantId: id, userId: by ? userOf(by) : owner }
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
  attach(name: string, intentId = `pi_${name}`, attempt = 1) {
    return this.say({
      type: 'attachIntent',
      purpose: 'deposit',
      ...this.own(name),
      attempt,
      intentId,
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
  settle(
    name: string,
    money: PaymentFacts['money'] = 'captured',
    over: Partial<PaymentFacts> = {},
  ) {
    return this.say({ type: 'settle', facts: this.facts(name, money, over) })
  }
  giveUp(name: string, by?: string) {
    return this.say({ type: 'giveUp', ...this.own(name, by) })
  }
  exit(name: string) {
    return this.say({ type: 'exit', userId: userOf(name) })
  }
  /** Issued by an administrator. */
  cancelGroup(by: AdminId = 'adm_one') {
    return this.say({ type: 'cancelGroup', by })
  }
  setPrice(balancePrice: number) {
    return this.say({ type: 'setBalancePrice', balancePrice })
  }
  begin(name: string, points = 0) {
    return this.say({ type: 'beginBalance', ...this.own(name), points, pointsPerPound: 100 })
  }
  attachBalance(name: string, intentId = `bal_${name}`) {
    const { attempt } = this.place(name).balance
    return this.say({
      type: 'attachIntent',
      purpose: 'balance',
      ...this.own(name),
      attempt,
      intentId,
    })
  }
  settleBalance(
    name: string,
    money: PaymentFacts['money'] = 'captured',
    over: Partial<PaymentFacts> = {},
  ) {
    const { quote, attempt } = this.place(name).balance
    const amount = over.amount ?? quote?.amount ?? 0
    const received = money === 'captured' ? amount : 0
    const intent = {
      intentId: `bal_${name}`,
      purpose: 'balance',
      attempt,
      amount,
      received,
    } as const
    return this.settle(name, money, { ...intent, ...over })
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
  /**
   * Every effect so far but confirmations, each derived from the state right after its event;
   * `from`: skips that many events.
   */
  effects(from = 0): Effect[] {
    return this.allEffects(from).filter((e) => e.kind !== 'notice' || !isConfirmation(e.code))
  }
  allEffects(from = 0): Effect[] {
    const before = apply(null, this.events.slice(0, from)).effects.length
    return apply(null, this.events).effects.slice(before)
  }
  /** Receipts, and news of who joined, which nearly every step has. */
  confirmations(): string[] {
    return this.allEffects().flatMap((e) =>
      e.kind === 'notice' && isConfirmation(e.code) ? [`${e.code} to ${e.userId}`] : [],
    )
  }
  /** The effects caused by `act`. */
  effectsOf(act: () => void): Effect[] {
    const before = this.events.length
    act()
    return this.effects(before)
  }
  notices(): string[] {
    return this.effects().flatMap((e) => (e.kind === 'notice' ? [`${e.code} to ${e.userId}`] : []))
  }
  tick(at = this.now) {
    this.now = at
    return this.say({ type: 'tick' })
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
