import type { Effect } from '#app/group/rules/effect.ts'
import type { AnyCommand, AnyEvent } from '#app/group/rules/extensions.ts'
import type { Machine, Outcome } from '#app/group/rules/machine.ts'
import type { PaymentFacts } from '#app/group/rules/payment.ts'
import type { Group, Party, PlaceIn } from '#app/group/rules/state.ts'
import type { ErrorCode } from '#app/kernel/error.ts'
import type { AdminId, ParticipantId, UserId } from '#app/kernel/id.ts'
import { hours } from '#app/kernel/limits.ts'
import type { Failure } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import { isConfirmation } from './confirmations.ts'

export const userOf = (name: string): UserId => `usr_${name}`
export const placeIdOf = (name: string): ParticipantId => `par_${name}`

/** A student with a flight, as most tests need one. */
export const partyWith =
  <P extends Party>(flightTime: Instant) =>
  (over: Partial<P> = {}): P =>
    ({
      people: 1,
      terminal: 'T2',
      flightNumber: 'BA038',
      flightTime,
      nLocation: '1 Castle Boulevard',
      bigLuggage: 2,
      smallLuggage: 1,
      bag: 1,
      ...over,
    }) as P

type PartyOf<S extends Group> = S['participants'][number]['party']
type Command<S extends Group, Own> = AnyCommand<PartyOf<S>> | Own
type Rules<S extends Group, Own> = Pick<Machine<S, Command<S, Own>>, 'decide'> & {
  apply(state: S | null, events: readonly AnyEvent[]): Outcome<S>
  nextDue(state: S): Instant | null
}
/** What the stories of a kind of group have in common. */
export type Kind<S extends Group, Own> = {
  rules: Rules<S, Own>
  now: Instant
  party(over?: Partial<PartyOf<S>>): PartyOf<S>
  /** Whether a deposit is held on the card first, as a carpool's is, or charged at once. */
  holds: boolean
}

/**
 * One group and a clock, with users referred to by name; keeps every event with its time, and the
 * last refusal.
 */
export abstract class GroupStory<S extends Group, Own, Terms = unknown> {
  readonly kind: Kind<S, Own>
  now: Instant
  state: S | null = null
  events: AnyEvent[] = []
  /** When each event was decided. */
  times: Instant[] = []
  refusal: Failure | null = null

  constructor(kind: Kind<S, Own>) {
    this.kind = kind
    this.now = kind.now
  }

  /** Returns the refusal's code, or null if the command was accepted. */
  say(command: Command<S, Own>): ErrorCode | null {
    const result = this.kind.rules.decide(this.state, command, this.now)
    this.refusal = result.ok ? null : result.error
    if (!result.ok) return result.error.code
    this.events.push(...result.value.events)
    this.times.push(...result.value.events.map(() => this.now))
    this.state = result.value.state
    return null
  }
  get group(): S {
    if (!this.state) throw new Error('no group yet')
    return this.state
  }
  place(name: string): PlaceIn<S> {
    const found = this.group.participants.find((p) => p.id === placeIdOf(name))
    if (!found) throw new Error(`no place of ${name}`)
    return found as PlaceIn<S>
  }
  /** Ids for a command about the place of that name, issued by its owner, or by `by`. */
  own(name: string, by?: string) {
    const id = placeIdOf(name)
    const owner = this.state?.participants.find((p) => p.id === id)?.userId ?? userOf(name)
    return { participantId: id, userId: by ? userOf(by) : owner }
  }
  abstract draft(name: string, t?: Partial<Terms>, p?: Partial<PartyOf<S>>): ErrorCode | null
  hold(name: string, p: Partial<PartyOf<S>> = {}, id = name) {
    const ids = { participantId: placeIdOf(id), userId: userOf(name) }
    return this.say({ type: 'hold', ...ids, party: this.kind.party(p) })
  }
  attach(name: string, intentId = `pi_${name}`, attempt = 1) {
    const purpose = 'deposit' as const
    return this.say({ type: 'attachIntent', purpose, ...this.own(name), attempt, intentId })
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
  begin(name: string, points = 0, pointsPerPound = 100, by?: string) {
    const own = this.own(name, by)
    return this.say({ type: 'beginBalance', ...own, points, pointsPerPound })
  }
  attachBalance(
    name: string,
    intentId = `bal_${name}`,
    attempt = this.place(name).balance.attempt,
  ) {
    const own = this.own(name)
    return this.say({ type: 'attachIntent', purpose: 'balance', ...own, attempt, intentId })
  }
  /** What is read about a deposit. */
  facts(
    name: string,
    money: PaymentFacts['money'],
    over: Partial<PaymentFacts> = {},
  ): PaymentFacts {
    const authorised = money === 'held' || money === 'captured'
    return {
      intentId: `pi_${name}`,
      participantId: placeIdOf(name),
      purpose: 'deposit',
      attempt: 1,
      amount: 2000,
      money,
      authorised,
      received: money === 'captured' ? 2000 : 0,
      captureBefore: authorised && this.kind.holds ? this.now + hours(24 * 7) : null,
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
  settleBalance(
    name: string,
    money: PaymentFacts['money'] = 'captured',
    over: Partial<PaymentFacts> = {},
  ) {
    const { quote, attempt } = this.place(name).balance
    const amount = over.amount ?? quote?.amount ?? 0
    const received = money === 'captured' ? amount : 0
    const intent = { intentId: `bal_${name}`, purpose: 'balance', attempt } as const
    return this.settle(name, money, { ...intent, amount, received, captureBefore: null, ...over })
  }
  reserved(name: string, granted = true, attempt = this.place(name).balance.attempt) {
    return this.say({ type: 'pointsReserved', participantId: placeIdOf(name), attempt, granted })
  }
  /** A balance payment begun, with an intent to pay it. */
  paying(name: string, points = 0, intentId = `bal_${name}`) {
    this.begin(name, points)
    if (points > 0) this.reserved(name)
    this.attachBalance(name, intentId)
    return this
  }
  /** A balance taken all the way to paid. */
  paidUp(name: string, points = 0) {
    this.paying(name, points)
    this.settleBalance(name)
    return this
  }
  /** A group opened by `name`: draft, intent, deposit. */
  opened(name: string, t: Partial<Terms> = {}, p: Partial<PartyOf<S>> = {}) {
    this.draft(name, t, p)
    return this.#deposited(name)
  }
  /** A joiner with a hold and an intent they may be paying. */
  holding(name: string, p: Partial<PartyOf<S>> = {}) {
    this.hold(name, p)
    this.attach(name)
    return this
  }
  /** A joiner taken all the way to the confirmed seat. */
  joined(name: string, p: Partial<PartyOf<S>> = {}) {
    this.hold(name, p)
    return this.#deposited(name)
  }
  #deposited(name: string) {
    this.attach(name)
    this.settle(name, this.kind.holds ? 'held' : 'captured')
    return this
  }
  tick(at = this.now) {
    this.now = at
    return this.say({ type: 'tick' })
  }

  /**
   * Every effect so far but confirmations, each derived from the state right after its event;
   * `from`: skips that many events.
   */
  effects(from = 0): Effect[] {
    return this.allEffects(from).filter((e) => e.kind !== 'notice' || !isConfirmation(e.code))
  }
  allEffects(from = 0): Effect[] {
    const { apply } = this.kind.rules
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
}

/** The story, once that has happened in it. */
export function having<S>(story: S, happens: (story: S) => unknown): S {
  happens(story)
  return story
}

/** An event's type, with what tells it from others of its type. */
export function nameOf(e: AnyEvent): string {
  if ('slot' in e) return `${e.slot} ${e.type}`
  return e.type === 'seatLeft' ? `left ${e.reason}` : e.type
}
