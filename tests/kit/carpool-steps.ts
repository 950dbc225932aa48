import fc from 'fast-check'
import { hours, minutes } from '#app/kernel/limits.ts'
import { infoOf, userOf } from './carpool.ts'
import type { Intent, Luck, World } from './carpool-world.ts'

export const USERS = ['ann', 'bob', 'cat', 'dan', 'eve']

/** One action by a user, the provider, the outbox or the clock. */
export type Step =
  | { do: 'hold' | 'join'; user: number; people: number }
  | {
      do:
        | 'intent'
        | 'createOnly'
        | 'giveUp'
        | 'exit'
        | 'edit'
        | 'convert'
        | 'goPrivate'
        | 'cancelFailed'
      user: number
    }
  | { do: 'begin' | 'tryToPay' | 'payAll'; user: number; points: number }
  | { do: 'reserve' | 'balanceIntent'; user: number; lost: boolean }
  | { do: 'pay' | 'paySlowly' | 'cancelled'; intent: number }
  | { do: 'cancelGroup'; car: number; when: number }
  | { do: 'refundPlace'; user: number }
  | { do: 'deliver'; intent: number; age: number }
  | { do: 'effect'; effect: number; luck: Luck }
  | { do: 'wait'; ms: number; tick: boolean }
  | { do: 'until'; end: 'cutoffAt' | 'carpoolAt'; before: number }

const user = fc.nat(USERS.length - 1)
const intent = fc.nat(20)
export const people = fc.integer({ min: 1, max: 3 })
const points = fc.constantFrom(0, 300, 5000, 99_999)
/** Cancellation ends a group, so most runs do without it. */
export const when = fc.nat(9)
export const isWhen = (n: number): boolean => n === 7
const one = <T extends string>(...names: T[]) => fc.constantFrom(...names)
const luck = one<Luck>('well', 'well', 'well', 'unreachable', 'answerLost', 'declined')
const waits = [
  1,
  minutes(5),
  minutes(5),
  minutes(16),
  minutes(16),
  hours(1),
  hours(1),
  hours(30),
  hours(100),
]
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: one('hold', 'join', 'join'), user, people }) },
  { weight: 3, arbitrary: fc.record({ do: one('intent', 'intent', 'createOnly'), user }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: one('giveUp', 'exit', 'edit', 'convert', 'goPrivate', 'goPrivate', 'cancelFailed'),
      user,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: one('begin', 'tryToPay', 'tryToPay', 'payAll', 'payAll'),
      user,
      points,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: one('reserve', 'balanceIntent'), user, lost: fc.boolean() }),
  },
  { weight: 4, arbitrary: fc.record({ do: one('pay', 'pay', 'paySlowly', 'cancelled'), intent }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('deliver' as const), intent, age: fc.nat(4) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('cancelGroup' as const), car: fc.nat(3), when }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refundPlace' as const), user }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('effect' as const), effect: fc.nat(9), luck }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(...waits),
      tick: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('until' as const),
      end: one('cutoffAt', 'cutoffAt', 'carpoolAt'),
      before: fc.constantFrom(0, minutes(5), -minutes(5), -hours(2)),
    }),
  },
)

/** Paid, and the payment noticed, as most are. */
export function payNewest(world: World) {
  const made = world.intents.at(-1)
  if (!made) return
  world.pay(made)
  world.tell(made.facts)
}

/** Newcomers can be anyone; steps that need a place mostly go to users who have one. */
function nameOf(world: World, user: number, what: Step['do']): string {
  const placed = USERS.filter((name) => world.livePlace(name))
  const from = what === 'hold' || what === 'join' || placed.length === 0 ? USERS : placed
  return from[user % from.length] ?? 'ann'
}

/** Runs one step; a step that makes no sense now is refused by the rules or does nothing. */
export function run(world: World, s: Step) {
  const name = 'user' in s ? nameOf(world, s.user, s.do) : ''
  const userId = userOf(name)
  const found: Intent | undefined =
    'intent' in s ? world.intents[s.intent % Math.max(1, world.intents.length)] : undefined
  const place = world.livePlace(name)
  const own = place && { participantId: place.p.id, userId }
  switch (s.do) {
    case 'hold':
      return world.hold(name, s.people)
    case 'join':
      world.hold(name, s.people)
      world.makeIntent(name, 'deposit')
      return payNewest(world)
    case 'intent':
    case 'createOnly':
      return world.makeIntent(name, 'deposit', s.do === 'intent')
    case 'giveUp':
      return void (own && world.say(place.car, { type: 'giveUp', ...own }))
    case 'exit':
      return void world.say((place ?? { car: world.group }).car, { type: 'exit', userId })
    case 'edit':
      return void (
        own &&
        world.say(place.car, {
          type: 'editInfo',
          ...own,
          info: infoOf({ bag: world.todo.length % 6 }),
        })
      )
    case 'convert':
      return world.convert(name)
    case 'goPrivate':
      world.convert(name)
      return world.openPrivates()
    case 'cancelFailed':
      return void world.say(world.group, { type: 'cancelFailed', userId })
    case 'begin':
      return world.begin(name, s.points)
    case 'tryToPay':
    case 'payAll':
      world.begin(name, Math.min(s.points, world.ledger.balance(userId)))
      world.reserve(name)
      world.makeIntent(name, 'balance')
      return s.do === 'payAll' ? payNewest(world) : undefined
    case 'reserve':
      return world.reserve(name, !s.lost)
    case 'balanceIntent':
      return world.makeIntent(name, 'balance', !s.lost)
    case 'pay':
    case 'paySlowly':
      return void (found && world.pay(found, s.do === 'paySlowly'))
    case 'cancelled':
      return void (
        found &&
        ['unpaid', 'held'].includes(found.facts.money) &&
        world.update(found, { money: 'returned' })
      )
    case 'cancelGroup': {
      const car = world.cars[s.car % world.cars.length]
      return void (car && isWhen(s.when) && world.say(car, { type: 'cancelGroup', by: 'adm_one' }))
    }
    case 'refundPlace':
      return void (
        own &&
        world.say(place.car, { type: 'refundPlace', participantId: place.p.id, by: 'adm_one' })
      )
    case 'deliver': {
      const facts = found?.history.at(-1 - (s.age % found.history.length))
      return void (facts && world.tell(facts))
    }
    case 'effect':
      return world.doEffect(s.effect, s.luck)
    case 'wait':
      world.now += s.ms
      return s.tick ? world.tick() : undefined
    case 'until':
      world.now = Math.max(world.now, world.group.car[s.end] - s.before)
      return world.tick()
  }
}
