import fc from 'fast-check'
import { hours, minutes } from '#app/kernel/limits.ts'
import { userOf } from './story.ts'
import type { GroupWorld, Luck } from './world.ts'

export const USERS = ['ann', 'bob', 'cat', 'dan', 'eve']

/** One action by a user, the provider, the outbox or the clock, in any kind of group. */
export type AnyStep<End extends string> =
  | { do: 'hold' | 'join'; user: number; people: number; shift: number }
  | { do: 'intent' | 'createOnly' | 'giveUp' | 'exit'; user: number }
  | { do: 'begin' | 'tryToPay' | 'payAll'; user: number; points: number }
  | { do: 'reserve' | 'balanceIntent'; user: number; lost: boolean }
  | { do: 'pay' | 'paySlowly' | 'cancelled'; intent: number }
  | { do: 'cancelGroup'; group: number; when: number }
  | { do: 'deliver'; intent: number; age: number }
  | { do: 'effect'; effect: number; luck: Luck }
  | { do: 'wait'; ms: number; tick: boolean }
  | { do: 'until'; end: End; before: number }

export const user = fc.nat(USERS.length - 1)
export const people = fc.integer({ min: 1, max: 3 })
export const one = <T extends string>(...names: T[]) => fc.constantFrom(...names)
export const often = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary })
const intent = fc.nat(20)
const waits = [1, minutes(5), minutes(5), minutes(16), minutes(16), hours(1), hours(1), hours(30)]

type Ways<End extends string> = {
  shift: fc.Arbitrary<number>
  points: fc.Arbitrary<number>
  luck: fc.Arbitrary<Luck>
  longest: number
  ends: { weight: number; end: fc.Arbitrary<End>; before: number[] }
}

/** The steps that every kind of group has, as often as they lead somewhere. */
export const stepsWith = <End extends string>({ shift, points, luck, longest, ends }: Ways<End>) =>
  [
    often(5, fc.record({ do: one('hold', 'join', 'join'), user, people, shift })),
    often(3, fc.record({ do: one('intent', 'intent', 'createOnly'), user })),
    often(2, fc.record({ do: one('giveUp', 'exit', 'exit'), user })),
    often(
      4,
      fc.record({ do: one('begin', 'tryToPay', 'tryToPay', 'payAll', 'payAll'), user, points }),
    ),
    often(2, fc.record({ do: one('reserve', 'balanceIntent'), user, lost: fc.boolean() })),
    often(4, fc.record({ do: one('pay', 'pay', 'paySlowly', 'cancelled'), intent })),
    often(4, fc.record({ do: one('deliver'), intent, age: fc.nat(4) })),
    often(1, fc.record({ do: one('cancelGroup'), group: fc.nat(3), when: fc.nat(9) })),
    often(5, fc.record({ do: one('effect'), effect: fc.nat(9), luck })),
    often(
      3,
      fc.record({
        do: one('wait'),
        ms: fc.constantFrom(...waits, longest),
        tick: fc.boolean(),
      }),
    ),
    often(
      ends.weight,
      fc.record({ do: one('until'), end: ends.end, before: fc.constantFrom(...ends.before) }),
    ),
  ] as const

type AnyWorld = GroupWorld<never>

/** Newcomers can be anyone; steps that need a place mostly go to users who have one. */
export function nameOf(world: AnyWorld, index: number, what: string): string {
  const placed = USERS.filter((name) => world.livePlace(name))
  const from = what === 'hold' || what === 'join' || placed.length === 0 ? USERS : placed
  return from[index % from.length] ?? 'ann'
}

/** Runs one step; a step that makes no sense now is refused by the rules or does nothing. */
export function runAny<End extends string>(world: AnyWorld, s: AnyStep<End>): unknown {
  const name = 'user' in s ? nameOf(world, s.user, s.do) : ''
  const userId = userOf(name)
  const found =
    'intent' in s ? world.intents[s.intent % Math.max(1, world.intents.length)] : undefined
  const place = world.livePlace(name) as { story: object; p: { id: string } } | null
  const say = (story: object | undefined, command: object) =>
    story && world.say(story as never, command as never)
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
      return say(place?.story, { type: 'giveUp', participantId: place?.p.id, userId })
    case 'exit':
      return say(place?.story ?? world.first, { type: 'exit', userId })
    case 'begin':
      return world.begin(name, s.points)
    case 'tryToPay':
    case 'payAll':
      world.begin(name, Math.min(s.points, world.ledger.balance(userId)))
      world.reserve(name)
      world.makeIntent(name, 'balance')
      return s.do === 'payAll' && world.payNewest()
    case 'reserve':
      return world.reserve(name, !s.lost)
    case 'balanceIntent':
      return world.makeIntent(name, 'balance', !s.lost)
    case 'pay':
    case 'paySlowly':
      return found && world.pay(found, s.do === 'paySlowly')
    case 'cancelled': {
      const isOpen = found?.facts.money === 'unpaid' || found?.facts.money === 'held'
      return found && isOpen && world.update(found, { money: 'returned' })
    }
    case 'cancelGroup': {
      // A cancellation ends a group, so most runs do without it.
      const story = world.stories[s.group % world.stories.length]
      return s.when === 7 && say(story, { type: 'cancelGroup', by: 'adm_one' })
    }
    case 'deliver': {
      const facts = found?.history.at(-1 - (s.age % found.history.length))
      return facts && world.tell(facts)
    }
    case 'effect':
      return world.doEffect(s.effect, s.luck)
    case 'wait':
      world.now += s.ms
      return s.tick && world.tick()
    case 'until': {
      const { [s.end]: end } = (world.first as { group: Record<string, number> }).group
      world.now = Math.max(world.now, (end ?? 0) - s.before)
      return world.tick()
    }
  }
}
