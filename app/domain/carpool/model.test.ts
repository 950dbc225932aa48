import fc from 'fast-check'
import { expect, test } from 'vitest'
import { party, placeIdOf, Story, userOf } from '#tests/kit/carpool.ts'
import { hours, minutes } from '../limits.ts'
import { nextDue } from './due.ts'
import { type Effect, effectsOf } from './effect.ts'
import { evolveAll } from './evolve.ts'
import type { PaymentFacts } from './payment.ts'
import { type MoneyEffect, moveFor, openIntentOf } from './pursue.ts'
import { type CarpoolStatus, seatedPeople } from './state.ts'

/** One intent at the provider: what it says now, and everything it has said before. */
type Intent = { facts: PaymentFacts; history: PaymentFacts[]; secretGiven: boolean }

const isMoneyEffect = (e: Effect): e is MoneyEffect =>
  e.kind === 'resolve' || e.kind === 'release' || e.kind === 'capture' || e.kind === 'check'
const USERS = ['ann', 'bob', 'cat', 'dan', 'eve']
/** Which statuses may follow which; none of the ends has a way out. */
const WAYS: Partial<Record<CarpoolStatus, CarpoolStatus[]>> = {
  PENDING: ['OPEN', 'SUCCESS_PENDING_PAYMENT', 'PRIVATE_PENDING_PAYMENT', 'CANCELLED'],
  OPEN: ['FULL', 'SUCCESS_PENDING_PAYMENT', 'FAILED'],
  FULL: ['OPEN', 'SUCCESS_PENDING_PAYMENT', 'FAILED'],
  SUCCESS_PENDING_PAYMENT: ['SUCCESS', 'CLOSED'],
  SUCCESS: ['COMPLETED', 'CLOSED'],
  PRIVATE_PENDING_PAYMENT: ['PRIVATE', 'CLOSED', 'CANCELLED'],
  PRIVATE: ['COMPLETED', 'CLOSED'],
}

type Step =
  | { do: 'hold'; user: number; people: number }
  | { do: 'intent' | 'createOnly' | 'giveUp'; user: number }
  | { do: 'pay' | 'bankCancels'; intent: number }
  | { do: 'deliver'; intent: number; age: number }
  | { do: 'effect'; effect: number; fails: boolean }
  | { do: 'wait'; ms: number; tick: boolean }

const user = fc.nat(USERS.length - 1)
const intent = fc.nat(20)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('hold' as const), user, people: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('intent' as const, 'intent' as const, 'createOnly' as const, 'giveUp' as const),
      user,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('pay' as const, 'pay' as const, 'bankCancels' as const),
      intent,
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('deliver' as const), intent, age: fc.nat(4) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('effect' as const), effect: fc.nat(9), fails: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(1, minutes(5), minutes(16), hours(30), hours(100)),
      tick: fc.boolean(),
    }),
  },
)

/** A carpool, the payment provider and the list of effects still to be done. */
class World extends Story {
  intents: Intent[] = []
  effects: MoneyEffect[] = []
  places = 0

  override say(command: Parameters<Story['say']>[0]) {
    const before = this.events.length
    const was = this.state
    const refused = super.say(command)
    let at = was
    for (const event of this.events.slice(before)) {
      at = evolveAll(at, [event])
      if (at) this.effects.push(...effectsOf(event, at).filter(isMoneyEffect))
    }
    return refused
  }
  update(i: Intent, over: Partial<PaymentFacts>) {
    i.facts = { ...i.facts, ...over }
    i.history.push(i.facts)
  }
  byId = (id: string) => this.intents.find((i) => i.facts.intentId === id)
  livePlace = (name: string) =>
    this.state?.participants.find((p) => p.userId === userOf(name) && p.seat === 'held')

  /** Like depositIntent: make it, record it, and only then give its secret out. */
  makeIntent(name: string, attach: boolean) {
    const p = this.livePlace(name)
    if (!p || p.deposit.intentId) return
    const { attempt } = p.deposit
    const key = `pi_${p.id}_${attempt}`
    let made = this.byId(key)
    if (!made) {
      const facts: PaymentFacts = {
        intentId: key,
        participantId: p.id,
        attempt,
        purpose: 'deposit',
        amount: 2000,
        card: null,
        money: 'unpaid',
        authorised: false,
        received: 0,
        captureBefore: null,
      }
      made = { facts, history: [facts], secretGiven: false }
      this.intents.push(made)
    }
    if (!attach) return
    const refused = this.say({
      type: 'attachIntent',
      purpose: 'deposit',
      participantId: p.id,
      userId: p.userId,
      attempt,
      intentId: key,
    })
    if (!refused && this.car.participants.find((q) => q.id === p.id)?.deposit.intentId === key)
      made.secretGiven = true
  }
  pay(i: Intent) {
    if (i.secretGiven && i.facts.money === 'unpaid')
      this.update(i, { money: 'held', authorised: true, captureBefore: this.now + hours(24 * 7) })
  }
  /** As the outbox does it; `fails`: the provider cannot be reached. */
  doEffect(index: number, fails: boolean) {
    const effect = this.effects[index % Math.max(1, this.effects.length)]
    if (!effect) return
    const id = openIntentOf(effect, this.car)
    const found = id === null ? undefined : this.byId(id)
    if (found && !fails) {
      const move = moveFor(effect, this.car, found.facts)
      if (move.do === 'release') this.update(found, { money: 'returned', received: 0 })
      if (move.do === 'capture') this.update(found, { money: 'captured', received: move.amount })
      if (move.do !== 'wait') this.say({ type: 'settle', facts: found.facts })
    }
    if (openIntentOf(effect, this.car) === null) this.effects = this.effects.filter((e) => e !== effect)
  }
  run(s: Step) {
    const name = 'user' in s ? (USERS[s.user] ?? 'ann') : ''
    const found = 'intent' in s ? this.intents[s.intent % Math.max(1, this.intents.length)] : undefined
    switch (s.do) {
      case 'hold':
        return void this.hold(name, { people: s.people }, `${name}${this.places++}`)
      case 'intent':
      case 'createOnly':
        return this.makeIntent(name, s.do === 'intent')
      case 'giveUp': {
        const p = this.livePlace(name)
        return void (p && this.say({ type: 'giveUp', participantId: p.id, userId: p.userId }))
      }
      case 'pay':
        return void (found && this.pay(found))
      case 'bankCancels':
        return void (found && found.facts.money !== 'captured' && this.update(found, { money: 'returned' }))
      case 'deliver': {
        const facts = found?.history.at(-1 - (s.age % found.history.length))
        return void (facts && this.say({ type: 'settle', facts }))
      }
      case 'effect':
        return this.doEffect(s.effect, s.fails)
      case 'wait':
        this.now += s.ms
        return void (s.tick && this.tick())
    }
  }
}

function checkInvariants(world: World, before: CarpoolStatus) {
  const { car } = world
  expect(seatedPeople(car)).toBeLessThanOrEqual(car.maxPassengers)
  for (const name of USERS) {
    const live = car.participants.filter((p) => p.userId === userOf(name) && p.seat !== 'gone')
    expect(live.length, 'one live place a user').toBeLessThanOrEqual(1)
  }
  for (const p of car.participants) {
    const paid = ['held', 'captured', 'released'].includes(p.deposit.status)
    expect(paid, 'a seat is taken exactly when its deposit has been held').toBe(p.seat === 'taken')
  }
  expect(evolveAll(null, world.events)).toEqual(car)
  expect(car.version).toBe(world.events.length)
  if (car.status !== before) {
    const path = world.events.flatMap((e) => (e.type === 'statusChanged' ? [e.to] : []))
    for (const [i, to] of path.entries()) expect(WAYS[path[i - 1] ?? 'PENDING'] ?? []).toContain(to)
  }
  for (const { facts } of world.intents) {
    if (facts.money !== 'held' && facts.money !== 'captured') continue
    const place = car.participants.find((p) => p.deposit.intentId === facts.intentId)
    const covered = (place && place.seat !== 'gone') || car.strays.some((s) => s.intentId === facts.intentId)
    expect(covered, 'no money without a seat, a seat being decided, or a release under way').toBe(true)
  }
  for (const p of car.participants.filter((q) => q.seat === 'lapsing')) {
    const pending = world.effects.some((e) => e.kind === 'resolve' && e.participantId === p.id)
    expect(pending, 'a lapsing hold has somebody looking at its payment').toBe(true)
  }
}

/** Everything that was under way is done: the provider answers, every effect is tried, all is read once more. */
function settleDown(world: World) {
  for (let round = 0; round < 50; round++) {
    world.tick()
    for (const i of world.intents) world.say({ type: 'settle', facts: i.facts })
    for (let n = world.effects.length - 1; n >= 0; n--) world.doEffect(n, false)
    const due = nextDue(world.car)
    if (due !== null && due <= world.now + hours(24 * 30)) world.now = Math.max(world.now, due)
    else if (!world.effects.some((e) => e.kind !== 'check')) return
  }
  throw new Error('does not come to rest')
}

test('any sequence of commands, readings and waits keeps seats and money in order', () => {
  const start = fc.record({
    maxPassengers: fc.integer({ min: 1, max: 5 }),
    people: fc.integer({ min: 1, max: 3 }),
  })
  fc.assert(
    fc.property(start, fc.array(step, { maxLength: 60 }), (s, steps) => {
      const world = new World()
      world.draft('ann', { maxPassengers: s.maxPassengers }, { people: Math.min(s.people, s.maxPassengers) })
      world.makeIntent('ann', true)
      for (const one of steps) {
        const before = world.car.status
        world.run(one)
        checkInvariants(world, before)
        if (one.do === 'wait' && one.tick)
          expect(nextDue(world.car) ?? Number.POSITIVE_INFINITY, 'a tick leaves nothing due').toBeGreaterThan(
            world.now,
          )
      }
      const before = world.car.status
      settleDown(world)
      checkInvariants(world, before)
      expect(world.car.strays).toEqual([])
      expect(world.car.participants.filter((p) => p.seat === 'held' || p.seat === 'lapsing')).toEqual([])
      expect(['PENDING', 'OPEN', 'FULL']).not.toContain(world.car.status)
      for (const p of world.car.participants) {
        const at = p.deposit.intentId ? world.byId(p.deposit.intentId)?.facts.money : 'unpaid'
        if (p.seat === 'gone') expect(['returned', 'unpaid']).toContain(at)
        if (p.deposit.status === 'captured') expect(at).toBe('captured')
      }
    }),
    { numRuns: 1500 },
  )
})

test('a refused command changes nothing, and a repeated one changes nothing more', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const world = new World()
      world.draft('ann', { maxPassengers: 4 })
      world.makeIntent('ann', true)
      for (const one of steps) world.run(one)
      world.tick()
      const again = [
        { type: 'hold' as const, participantId: placeIdOf('twice'), userId: userOf('bob'), party: party() },
        ...world.intents.map((i) => ({ type: 'settle' as const, facts: i.facts })),
        { type: 'tick' as const },
      ]
      for (const command of again) {
        world.say(command)
        world.tick() // a deposit read long after its bank deadline is due at once
        const { version } = world.car
        world.say(command)
        expect(world.car.version).toBe(version)
      }
    }),
    { numRuns: 300 },
  )
})
