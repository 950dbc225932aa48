import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEPARTURE, infoOf, party, placeIdOf, type Story, takenActions, userOf } from '#tests/kit/carpool.ts'
import { type Intent, type Luck, World } from '#tests/kit/carpool-world.ts'
import { hours, minutes } from '../limits.ts'
import { nextDue } from './due.ts'
import { evolveAll } from './evolve.ts'
import { actionsOf, standingOf } from './lifecycle.ts'
import { movedTo } from './settle.ts'
import { type CarpoolStatus, type Participant, paymentStatusOf, seatedPeople } from './state.ts'

const USERS = ['ann', 'bob', 'cat', 'dan', 'eve']
/** Which statuses may follow which; none of the ends has a way out. */
const WAYS: Partial<Record<CarpoolStatus, CarpoolStatus[]>> = {
  PENDING: ['OPEN', 'SUCCESS_PENDING_PAYMENT', 'PRIVATE_PENDING_PAYMENT', 'CANCELLED'],
  OPEN: ['FULL', 'SUCCESS_PENDING_PAYMENT', 'FAILED', 'CANCELLED'],
  FULL: ['OPEN', 'SUCCESS_PENDING_PAYMENT', 'FAILED', 'CANCELLED'],
  SUCCESS_PENDING_PAYMENT: ['SUCCESS', 'CLOSED'],
  SUCCESS: ['COMPLETED', 'CLOSED'],
  PRIVATE_PENDING_PAYMENT: ['PRIVATE', 'CLOSED', 'CANCELLED'],
  PRIVATE: ['COMPLETED', 'CLOSED'],
}

type Step =
  | { do: 'hold' | 'join'; user: number; people: number }
  | { do: 'intent' | 'createOnly' | 'giveUp' | 'exit' | 'edit' | 'convert' | 'cancelFailed'; user: number }
  | { do: 'begin' | 'payAll'; user: number; points: number }
  | { do: 'reserve' | 'balanceIntent'; user: number; lost: boolean }
  | { do: 'pay' | 'paySlowly' | 'cancelled'; intent: number }
  | { do: 'deliver'; intent: number; age: number }
  | { do: 'effect'; effect: number; luck: Luck }
  | { do: 'wait'; ms: number; tick: boolean }

const user = fc.nat(USERS.length - 1)
const intent = fc.nat(20)
const people = fc.integer({ min: 1, max: 3 })
const points = fc.constantFrom(0, 300, 5000, 99_999)
const one = <T extends string>(...names: T[]) => fc.constantFrom(...names)
const luck = one<Luck>('well', 'well', 'well', 'unreachable', 'answerLost', 'declined')
const waits = [1, minutes(5), minutes(16), hours(1), hours(24), hours(30), hours(100)]
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: one('hold', 'join', 'join'), user, people }) },
  { weight: 3, arbitrary: fc.record({ do: one('intent', 'intent', 'createOnly'), user }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: one('giveUp', 'exit', 'edit', 'convert', 'convert', 'cancelFailed'), user }),
  },
  { weight: 4, arbitrary: fc.record({ do: one('begin', 'payAll', 'payAll'), user, points }) },
  { weight: 2, arbitrary: fc.record({ do: one('reserve', 'balanceIntent'), user, lost: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: one('pay', 'pay', 'paySlowly', 'cancelled'), intent }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('deliver' as const), intent, age: fc.nat(4) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('effect' as const), effect: fc.nat(9), luck }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(...waits),
      tick: fc.boolean(),
    }),
  },
)

/** Paid and seen to be paid, as most are. */
function payNewest(world: World) {
  const made = world.intents.at(-1)
  if (!made) return
  world.pay(made)
  world.tell(made.facts)
}

function run(world: World, s: Step) {
  const name = 'user' in s ? (USERS[s.user] ?? 'ann') : ''
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
        world.say(place.car, { type: 'editInfo', ...own, info: infoOf({ bag: world.todo.length % 6 }) })
      )
    case 'convert':
      return world.convert(name)
    case 'cancelFailed':
      return void world.say(world.group, { type: 'cancelFailed', userId })
    case 'begin':
      return world.begin(name, s.points)
    case 'payAll':
      world.begin(name, Math.min(s.points, world.ledger.balance(userId)))
      world.reserve(name)
      world.makeIntent(name, 'balance')
      return payNewest(world)
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
    case 'deliver': {
      const facts = found?.history.at(-1 - (s.age % found.history.length))
      return void (facts && world.tell(facts))
    }
    case 'effect':
      return world.doEffect(s.effect, s.luck)
    case 'wait':
      world.now += s.ms
      return s.tick ? world.tick() : undefined
  }
}

const covers = (p: Participant, intentId: string) =>
  p.seat !== 'gone' && [p.deposit.intentId, p.deposit.next?.intentId, p.balance.intentId].includes(intentId)

/** No money without a seat, a seat being decided, or a release under way; or else nobody has heard of it yet. */
function checkCovered(world: World, { facts, secretGiven }: Intent) {
  if (facts.money !== 'held' && facts.money !== 'captured') return
  if (!secretGiven) return // A renewal whose answer was lost: the outbox or an event will tell.
  const covered = world.cars.some(
    ({ car }) =>
      car.strays.some((s) => s.intentId === facts.intentId) ||
      car.participants.some((p) => covers(p, facts.intentId)) ||
      (movedTo(car, facts) !== null && world.todo.some((t) => t.effect.kind === 'openPrivate')),
  )
  expect(covered, `${facts.intentId} is ${facts.money} and pays for nothing`).toBe(true)
}

function checkCar(world: World, story: Story) {
  const { car } = story
  expect(seatedPeople(car)).toBeLessThanOrEqual(car.maxPassengers)
  for (const name of USERS) {
    const live = car.participants.filter((p) => p.userId === userOf(name) && p.seat !== 'gone')
    expect(live.length, 'one live place a user').toBeLessThanOrEqual(1)
  }
  for (const p of car.participants) {
    const paid = ['held', 'captured', 'released'].includes(p.deposit.status) && p.leaving !== 'converted'
    expect(paid, 'a seat is taken exactly when its deposit has been held').toBe(p.seat === 'taken')
  }
  expect(evolveAll(null, story.events)).toEqual(car)
  expect(car.version).toBe(story.events.length)
  const path = story.events.flatMap((e) => (e.type === 'statusChanged' ? [e.to] : []))
  const first = story.events[0]?.type === 'drafted' ? 'PENDING' : 'PRIVATE_PENDING_PAYMENT'
  for (const [i, to] of path.entries()) expect(WAYS[path[i - 1] ?? first] ?? []).toContain(to)
  const asked = (p: Participant, slot: string) =>
    world.todo.some(({ effect: e }) => e.kind === 'resolve' && e.participantId === p.id && e.slot === slot)
  for (const p of car.participants) {
    const closing = [
      p.seat === 'lapsing' ? 'seat' : '',
      p.seat === 'taken' && p.deposit.next?.closing ? 'next' : '',
      p.seat === 'taken' && p.balance.closing ? 'balance' : '',
    ].filter(Boolean)
    for (const slot of closing) expect(asked(p, slot), `somebody looks at the ${slot} of ${p.id}`).toBe(true)
  }
  for (const { intentId } of car.strays)
    expect(
      world.todo.some(({ effect: e }) => e.kind === 'release' && e.intentId === intentId),
      'a stray is being released',
    ).toBe(true)
}

function checkInvariants(world: World) {
  for (const story of world.cars) checkCar(world, story)
  for (const i of world.intents) checkCovered(world, i)
  for (const name of USERS) expect(world.ledger.balance(userOf(name)), 'points').toBeGreaterThanOrEqual(0)
}

/** Once time has been applied: nothing is left due, and what is offered is what is taken. */
function checkAtTick(world: World) {
  expect(world.nextDue(), 'a tick leaves nothing due').toBeGreaterThan(world.now)
  for (const { car } of world.cars)
    for (const p of car.participants) {
      const named = actionsOf(standingOf(car, p, paymentStatusOf(p)), world.now)
      expect(named, `the actions of ${p.id} in ${car.status}`).toEqual(takenActions(car, p, world.now))
    }
}

/** What a place has cost its owner in the end, in pence, from the rules alone. */
function costOf({ car }: Story, p: Participant): number {
  if (p.seat !== 'taken') return 0
  const people = car.participants.reduce((sum, q) => sum + (q.seat === 'taken' ? q.party.people : 0), 0)
  const price = car.private ? (car.prices[0] ?? 0) : (car.prices[people - 1] ?? 0) * p.party.people
  const deposit = p.deposit.status === 'released' ? 0 : 2000
  const balance = p.balance.paid === null ? 0 : price - 2000 - (p.balance.quote?.deducted ?? 0)
  if (car.status === 'COMPLETED') return price - (p.balance.quote?.deducted ?? 0)
  expect(car.status, 'who still has a seat in the end').toBe('CLOSED')
  return deposit + balance
}

/** The end of all things: long after departure, with every fault over. */
function checkRest(world: World) {
  const kept = new Map<string, number>()
  for (const { facts } of world.intents) {
    expect(['captured', 'returned', 'unpaid'], `${facts.intentId} is done with`).toContain(facts.money)
    const to = world.cars.map(({ car }) => movedTo(car, facts)?.participantId).find(Boolean)
    const place = to ?? facts.participantId
    kept.set(place, (kept.get(place) ?? 0) + facts.received)
  }
  const spent = new Map<string, number>()
  for (const story of world.cars) {
    const { car } = story
    expect(nextDue(car)).toBeNull()
    expect(car.strays).toEqual([])
    expect(['COMPLETED', 'CLOSED', 'CANCELLED', 'FAILED']).toContain(car.status)
    for (const p of car.participants) {
      expect(p.seat, `${p.id} in ${car.status}`).toBe(
        p.seat === 'taken' && (car.status === 'COMPLETED' || car.status === 'CLOSED') ? 'taken' : 'gone',
      )
      expect(kept.get(p.id) ?? 0, `what was kept of ${p.id} in ${car.status}`).toBe(costOf(story, p))
      const had = p.seat === 'taken' && p.balance.paid !== null ? (p.balance.quote?.points ?? 0) : 0
      const earned = car.status === 'COMPLETED' && p.seat === 'taken' ? Math.floor(costOf(story, p) / 100) : 0
      spent.set(p.userId, (spent.get(p.userId) ?? 0) + had - earned)
    }
  }
  for (const name of USERS)
    expect(world.ledger.balance(userOf(name)), `the points of ${name}`).toBe(
      world.ledger.start - (spent.get(userOf(name)) ?? 0),
    )
}

/** Enough steps to come to departure and beyond it. */
const STEPS = fc.array(step, { minLength: 5, maxLength: 80, size: 'max' })
const START = fc.record({
  paid: fc.nat(9).map((n) => n > 0),
  maxPassengers: fc.integer({ min: 1, max: 5 }),
  people,
  saves: fc.boolean(),
  holdMs: fc.constantFrom(hours(24 * 7), hours(36)),
})
type Start = typeof START extends fc.Arbitrary<infer T> ? T : never

function begun(s: Start): World {
  const world = new World(s)
  world.group.draft(
    'ann',
    { maxPassengers: s.maxPassengers },
    { people: Math.min(s.people, s.maxPassengers) },
  )
  world.makeIntent('ann', 'deposit')
  if (s.paid) payNewest(world)
  return world
}

test('any sequence of commands, readings, faults and waits keeps seats, money and points in order', () => {
  const reached = new Set<string>()
  fc.assert(
    fc.property(START, STEPS, (s, steps) => {
      const world = begun(s)
      for (const next of steps) {
        run(world, next)
        checkInvariants(world)
        if (next.do === 'wait' && next.tick) checkAtTick(world)
      }
      world.settleDown(DEPARTURE + hours(48))
      checkInvariants(world)
      checkRest(world)
      // A secret that is still about pays for nothing any more, and what is paid with it goes back.
      for (const i of world.intents) world.pay(i)
      world.settleDown(world.now)
      checkRest(world)
      for (const { car, events } of world.cars) {
        reached.add(`${car.private ? 'private ' : ''}${car.status}`)
        for (const e of events) reached.add(e.type === 'seatLeft' ? `left ${e.reason}` : e.type)
      }
    }),
    { numRuns: 1500 },
  )
  // Or all this would be about drafts that were never paid.
  for (const what of [
    'COMPLETED',
    'CLOSED',
    'CANCELLED',
    'FAILED',
    'private COMPLETED',
    'private CLOSED',
    'private CANCELLED',
    'converted',
    'depositReplaced',
    'renewalFailed',
    'nextClosing',
    'nextLost',
    'balanceClosing',
    'balanceLost',
    'balancePaid',
    'strayFound',
    'left exited',
    'left cancelled',
    'left dayOver',
    'left departed',
  ])
    expect([...reached], 'was reached').toContain(what)
}, 60_000)

test('a refused command changes nothing, and a repeated one changes nothing more', () => {
  fc.assert(
    fc.property(START, STEPS, (s, steps) => {
      const world = begun({ ...s, maxPassengers: 4 })
      for (const next of steps) run(world, next)
      world.tick()
      const userId = userOf('bob')
      const to = { carpoolId: 'car_bob', participantId: placeIdOf('bob_alone') } as const
      const again = [
        { type: 'hold' as const, participantId: placeIdOf('twice'), userId, party: party() },
        { type: 'cancelFailed' as const, userId },
        { type: 'convert' as const, userId, to },
        { type: 'exit' as const, userId },
        ...world.intents.map((i) => ({ type: 'settle' as const, facts: i.facts })),
        { type: 'tick' as const },
      ]
      for (const command of again) {
        world.say(world.group, command)
        world.tick() // a deposit read long after its bank deadline is due at once
        const { version } = world.group.car
        world.say(world.group, command)
        expect(world.group.car.version).toBe(version)
      }
    }),
    { numRuns: 300 },
  )
})
