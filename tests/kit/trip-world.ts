import fc from 'fast-check'
import type { Effect } from '#app/group/rules/effect.ts'
import type { PaymentFacts } from '#app/group/rules/payment.ts'
import { type MoneyEffect, openIntentOf, stepFor } from '#app/group/rules/payment-step.ts'
import { findParticipant } from '#app/group/rules/state.ts'
import { hours, minutes } from '#app/kernel/limits.ts'
import type { PaymentPurpose } from '#app/payments/rules/ledger.ts'
import type { Command } from '#app/trip/rules/command.ts'
import { apply, nextDue } from '#app/trip/rules/machine.ts'
import type { Participant } from '#app/trip/rules/state.ts'
import { isWhen, when } from './carpool-steps.ts'
import { NOW, party, placeIdOf, Story, userOf } from './trip.ts'

/** One intent at the provider: its current facts and all earlier ones. */
export type Intent = { facts: PaymentFacts; history: PaymentFacts[]; secretGiven: boolean }
/**
 * How well the world carries out a call: the response may be lost on the way back, or the call on
 * the way there.
 */
export type Luck = 'well' | 'unreachable' | 'answerLost'

export const USERS = ['ann', 'bob', 'cat', 'dan', 'eve']

/** A trip, the payment provider and all outstanding work. */
export class World {
  now = NOW
  readonly story = new Story()
  readonly intents: Intent[] = []
  /** The intents ordered to be released, once for each order. */
  readonly released: string[] = []
  todo: MoneyEffect[] = []
  /** What was written for people to read: notices and the audit log. */
  readonly told: Extract<Effect, { kind: 'notice' | 'audit' }>[] = []
  #places = 0

  say(command: Command): string | null {
    const { story } = this
    story.now = this.now
    const { state } = story
    const from = story.events.length
    const refused = story.say(command)
    for (const effect of apply(state, story.events.slice(from)).effects) this.#order(effect)
    return refused
  }
  #order(effect: Effect): void {
    if (effect.kind === 'notice' || effect.kind === 'audit') {
      this.told.push(effect)
      return
    }
    // A trip keeps no cards, captures its deposits at once and earns no points: no other effects
    // may be ordered.
    if (effect.kind !== 'resolve' && effect.kind !== 'release')
      throw new Error(`a trip with a ${effect.kind}`)
    if (effect.kind === 'release') this.released.push(effect.intentId)
    this.todo.push(effect)
  }
  tell = (facts: PaymentFacts): void => void this.say({ type: 'settle', facts })
  update(i: Intent, over: Partial<PaymentFacts>): void {
    i.facts = { ...i.facts, ...over }
    i.history.push(i.facts)
  }
  byId = (id: string | null) => this.intents.find((i) => i.facts.intentId === id)
  livePlace = (name: string): Participant | undefined =>
    this.story.state?.participants.find((p) => p.userId === userOf(name) && p.seat !== 'gone')

  hold(name: string, people: number, shift: number): void {
    const ids = { participantId: placeIdOf(`${name}${this.#places++}`), userId: userOf(name) }
    const flightTime = (party().flightTime ?? 0) + shift
    this.say({ type: 'hold', ...ids, party: party({ people, flightTime }) })
  }
  /**
   * Makes an intent for what the place has to pay, records it, and only then hands out its secret.
   */
  makeIntent(name: string, purpose: 'deposit' | 'balance', attach = true): void {
    const p = this.livePlace(name)
    if (!p) return
    const { attempt } = p[purpose]
    const amount = purpose === 'balance' ? (p.balance.quote?.amount ?? 0) : 2000
    if (amount === 0) return
    const intentId = `${purpose}_${p.id}_${attempt}`
    const made = this.byId(intentId) ?? this.#create(intentId, p, purpose, attempt, amount)
    if (!attach) return
    const own = { participantId: p.id, userId: p.userId }
    const refused = this.say({ type: 'attachIntent', purpose, ...own, attempt, intentId })
    const now = findParticipant(this.story.trip, p.id)
    if (!refused && now?.[purpose].intentId === intentId) made.secretGiven = true
  }
  #create(
    intentId: string,
    p: Participant,
    purpose: PaymentPurpose,
    attempt: number,
    amount: number,
  ): Intent {
    const unpaid = {
      money: 'unpaid',
      authorised: false,
      received: 0,
      captureBefore: null,
      card: null,
    } as const
    const facts: PaymentFacts = {
      intentId,
      participantId: p.id,
      purpose,
      attempt,
      amount,
      ...unpaid,
    }
    const made = { facts, history: [facts], secretGiven: false }
    this.intents.push(made)
    return made
  }
  /** The card is confirmed: the money is charged at once or is processing. */
  pay(i: Intent, slowly = false): void {
    const { money, amount } = i.facts
    const taken = { money: 'captured', received: amount, authorised: true } as const
    if (money === 'processing') this.update(i, slowly ? { money: 'unpaid' } : taken)
    else if (i.secretGiven && money === 'unpaid')
      this.update(i, slowly ? { money: 'processing' } : taken)
  }
  payNewest(): void {
    const made = this.intents.at(-1)
    if (!made) return
    this.pay(made)
    this.tell(made.facts)
  }
  begin(name: string): void {
    const p = this.livePlace(name)
    const own = p && { participantId: p.id, userId: p.userId }
    if (own) this.say({ type: 'beginBalance', ...own, points: 0, pointsPerPound: 100 })
  }
  /** Like the outbox: every attempt reads the work from the current state. */
  doEffect(index: number, luck: Luck): void {
    const effect = this.todo[index % Math.max(1, this.todo.length)]
    if (effect && luck !== 'unreachable' && this.#pursue(effect, luck))
      this.todo = this.todo.filter((one) => one !== effect)
  }
  #pursue(effect: MoneyEffect, luck: Luck): boolean {
    const found = this.byId(openIntentOf(effect, this.story.trip))
    if (found) {
      const move = stepFor(effect, this.story.trip, found.facts)
      const { refunded = 0, received } = found.facts
      if (move.do === 'release')
        this.update(found, { money: 'returned', received: 0, refunded: refunded + received })
      if (luck === 'answerLost') return false
      if (move.do !== 'wait') this.tell(found.facts)
    }
    return openIntentOf(effect, this.story.trip) === null
  }
  /**
   * Faults end and time advances to `until`: every effect is done and every payment is read once
   * more.
   */
  settleDown(until: number): void {
    for (let round = 0; round < 300; round++) {
      this.say({ type: 'tick' })
      for (const i of this.intents) {
        if (i.facts.money === 'processing') this.pay(i)
        this.tell(i.facts)
      }
      for (let n = this.todo.length - 1; n >= 0; n--) this.doEffect(n, 'well')
      const due = nextDue(this.story.trip) ?? Number.POSITIVE_INFINITY
      if (this.todo.length > 0) continue
      if (due <= until) this.now = Math.max(this.now, due)
      else if (this.now < until) this.now = until
      else return
    }
    throw new Error(`does not come to rest: ${JSON.stringify(this.todo)}`)
  }
}

/** One action by a user, the provider, the outbox or the clock. */
export type Step =
  | { do: 'hold' | 'join'; user: number; people: number; shift: number }
  | {
      do: 'intent' | 'createOnly' | 'giveUp' | 'exit' | 'begin' | 'tryToPay' | 'payAll'
      user: number
    }
  | { do: 'balanceIntent'; user: number; lost: boolean }
  | { do: 'setPrice'; price: number }
  | { do: 'pay' | 'paySlowly' | 'cancelled'; intent: number }
  | { do: 'cancelGroup'; when: number }
  | { do: 'deliver'; intent: number; age: number }
  | { do: 'effect'; effect: number; luck: Luck }
  | { do: 'wait'; ms: number; tick: boolean }
  | { do: 'until'; end: 'cutoffAt' | 'tripStartAt' | 'tripEndAt'; before: number }

const user = fc.nat(USERS.length - 1)
const intent = fc.nat(20)
const one = <T extends string>(...names: T[]) => fc.constantFrom(...names)
const shift = fc.constantFrom(0, 0, 0, hours(3), -hours(3), hours(4))
const waits = [1, minutes(5), minutes(16), minutes(16), hours(1), hours(1), hours(30)]
export const PRICES = [0, 14, 29, 30, 3000, 4500]
const always = <T extends string>(name: T) => fc.constant(name)

export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: one('hold', 'join', 'join'),
      user,
      people: fc.integer({ min: 1, max: 3 }),
      shift,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: one('intent', 'intent', 'createOnly', 'giveUp', 'exit', 'exit'),
      user,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: one('begin', 'tryToPay', 'tryToPay', 'payAll', 'payAll'), user }),
  },
  { weight: 1, arbitrary: fc.record({ do: always('balanceIntent'), user, lost: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: always('setPrice'), price: fc.constantFrom(...PRICES) }),
  },
  { weight: 4, arbitrary: fc.record({ do: one('pay', 'pay', 'paySlowly', 'cancelled'), intent }) },
  { weight: 1, arbitrary: fc.record({ do: always('cancelGroup'), when }) },
  { weight: 4, arbitrary: fc.record({ do: always('deliver'), intent, age: fc.nat(4) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: always('effect'),
      effect: fc.nat(9),
      luck: one<Luck>('well', 'well', 'unreachable', 'answerLost'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: always('wait'), ms: fc.constantFrom(...waits), tick: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: always('until'),
      end: one('cutoffAt', 'cutoffAt', 'cutoffAt', 'tripStartAt', 'tripEndAt'),
      before: fc.constantFrom(0, 1, minutes(5), -minutes(5)),
    }),
  },
)

/** Newcomers can be anyone; steps that need a place mostly go to users who have one. */
function nameOf(world: World, index: number, what: Step['do']): string {
  const placed = USERS.filter((name) => world.livePlace(name))
  const from = what === 'hold' || what === 'join' || placed.length === 0 ? USERS : placed
  return from[index % from.length] ?? 'ann'
}

/** Runs one step; a step that makes no sense now is refused by the rules or does nothing. */
export function run(world: World, s: Step): unknown {
  const name = 'user' in s ? nameOf(world, s.user, s.do) : ''
  const found =
    'intent' in s ? world.intents[s.intent % Math.max(1, world.intents.length)] : undefined
  const p = world.livePlace(name)
  switch (s.do) {
    case 'hold':
      return world.hold(name, s.people, s.shift)
    case 'join':
      world.hold(name, s.people, s.shift)
      world.makeIntent(name, 'deposit')
      return world.payNewest()
    case 'intent':
    case 'createOnly':
      return world.makeIntent(name, 'deposit', s.do === 'intent')
    case 'giveUp':
      return p && world.say({ type: 'giveUp', participantId: p.id, userId: p.userId })
    case 'exit':
      return world.say({ type: 'exit', userId: userOf(name) })
    case 'begin':
      return world.begin(name)
    case 'tryToPay':
    case 'payAll':
      world.begin(name)
      world.makeIntent(name, 'balance')
      return s.do === 'payAll' && world.payNewest()
    case 'balanceIntent':
      return world.makeIntent(name, 'balance', !s.lost)
    case 'setPrice':
      return world.say({ type: 'setBalancePrice', balancePrice: s.price })
    case 'pay':
    case 'paySlowly':
      return found && world.pay(found, s.do === 'paySlowly')
    case 'cancelled':
      return found?.facts.money === 'unpaid' && world.update(found, { money: 'returned' })
    case 'cancelGroup':
      return isWhen(s.when) && world.say({ type: 'cancelGroup', by: 'adm_one' })
    case 'deliver': {
      const facts = found?.history.at(-1 - (s.age % found.history.length))
      return facts && world.tell(facts)
    }
    case 'effect':
      return world.doEffect(s.effect, s.luck)
    case 'wait':
      world.now += s.ms
      return s.tick && world.say({ type: 'tick' })
    case 'until':
      world.now = Math.max(world.now, world.story.trip[s.end] - s.before)
      return world.say({ type: 'tick' })
  }
}
