import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fewerOf } from '#app/features/fewer/rules/fewer-event.ts'
import { evolveAll } from '#app/group/rules/evolve.ts'
import { movedTo } from '#app/group/rules/settle.ts'
import { shortfallOf } from '#app/group/rules/shortfall.ts'
import { isMissed, isPlaceUndecided, isStanding, seatedPeople } from '#app/group/rules/state.ts'
import { hours } from '#app/kernel/limits.ts'
import { isPaid } from '#app/payments/rules/charge.ts'
import { checkCancelled } from '#tests/kit/cancelled.ts'
import {
  DEPARTURE,
  party,
  placeIdOf,
  type Story,
  takenActions,
  userOf,
} from '#tests/kit/carpool.ts'
import { run, step, World } from '#tests/kit/carpool-world.ts'
import { people, USERS } from '#tests/kit/steps.ts'
import { nameOf } from '#tests/kit/story.ts'
import type { Intent } from '#tests/kit/world.ts'
import { nextDue } from './machine.ts'
import { actionFactsOf, actionsOf, balanceDueOf } from './permissions.ts'
import { rules } from './rules.ts'
import type { CarpoolStatus, Participant } from './state.ts'

/** Which statuses may follow which; final ones have none. */
const WAYS: Partial<Record<CarpoolStatus, CarpoolStatus[]>> = {
  PENDING: ['OPEN', 'SUCCESS_PENDING_PAYMENT', 'PRIVATE_PENDING_PAYMENT', 'CANCELLED'],
  OPEN: ['FULL', 'SUCCESS_PENDING_PAYMENT', 'FAILED', 'CANCELLED'],
  FULL: ['OPEN', 'SUCCESS_PENDING_PAYMENT', 'FAILED', 'CANCELLED'],
  SUCCESS_PENDING_PAYMENT: ['SUCCESS', 'CLOSED'],
  SUCCESS: ['COMPLETED'],
  PRIVATE_PENDING_PAYMENT: ['PRIVATE', 'CLOSED', 'CANCELLED'],
  PRIVATE: ['COMPLETED'],
}

const covers = (p: Participant, intentId: string) =>
  (p.seat !== 'gone' &&
    [p.deposit.intentId, p.renewal.intentId, p.balance.intentId].includes(intentId)) ||
  (p.leaving === 'unpaid' && p.deposit.intentId === intentId)

/**
 * No money without a seat, a seat being decided, or a release under way; unless nobody knows of the
 * payment yet.
 */
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

/** Everybody in a car that went with fewer said before that they accept what it costs. */
function checkAccepted({ car, events }: Story) {
  const went = events.find((e) => e.type === 'wentWithFewer')
  if (!went) return
  expect(car.maxPassengers).toBe(went.people)
  expect(went.people).toBeGreaterThan(1)
  for (const p of car.participants) {
    const wasIn = p.inFull === undefined && (p.seat === 'taken' || isMissed(p))
    const { most = 0 } = fewerOf(car, p.id) ?? {}
    if (wasIn) expect(most, p.id).toBeGreaterThanOrEqual(car.prices[went.people - 1] ?? 0)
    if (went.out.includes(p.id)) expect(p.deposit.paid, 'nobody outside is charged').toBe(0)
  }
}

function checkCar(world: World, story: Story) {
  const { car } = story
  expect(seatedPeople(car)).toBeLessThanOrEqual(car.maxPassengers)
  for (const name of USERS) {
    const live = car.participants.filter((p) => p.userId === userOf(name) && p.seat !== 'gone')
    expect(live.length, 'one live place a user').toBeLessThanOrEqual(1)
  }
  for (const p of car.participants) {
    const kept = p.leaving === 'unpaid' && p.deposit.state === 'paid'
    const paid = ['held', 'paid', 'lost'].includes(p.deposit.state) && p.leaving !== 'converted'
    expect(paid, 'a seat is taken exactly when its deposit has been held').toBe(
      isStanding(p) || kept,
    )
    if (p.leaving === 'unpaid')
      expect(p.balance, 'nobody who paid is released').toMatchObject({ state: 'open' })
  }
  checkAccepted(story)
  expect(evolveAll(null, story.events)).toEqual(car)
  expect(car.version).toBe(story.events.length)
  const path = story.events.flatMap((e) => (e.type === 'statusChanged' ? [e.to] : []))
  const first = story.events[0]?.type === 'drafted' ? 'PENDING' : 'PRIVATE_PENDING_PAYMENT'
  for (const [i, to] of path.entries())
    if (to !== 'CANCELLED' || car.cancelled === null)
      expect(WAYS[path[i - 1] ?? first] ?? []).toContain(to)
  if (car.cancelled !== null) checkCancelled(car, story.events, world.told)
  const asked = (p: Participant, slot: string) =>
    world.todo.some(
      ({ effect: e }) => e.kind === 'resolve' && e.participantId === p.id && e.slot === slot,
    )
  for (const p of car.participants) {
    const closing = [
      p.seat === 'lapsing' ? 'deposit' : '',
      isStanding(p) && p.renewal.state === 'closing' ? 'renewal' : '',
      p.seat === 'taken' && p.balance.state === 'closing' ? 'balance' : '',
    ].filter(Boolean)
    for (const slot of closing)
      expect(asked(p, slot), `somebody looks at the ${slot} of ${p.id}`).toBe(true)
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
  for (const name of USERS)
    expect(world.ledger.balance(userOf(name)), 'points').toBeGreaterThanOrEqual(0)
}

/** Once time has been applied: nothing is left due, and every action offered is accepted. */
function checkAtTick(world: World) {
  expect(world.nextDue(), 'a tick leaves nothing due').toBeGreaterThan(world.now)
  for (const { car } of world.cars)
    for (const p of car.participants) {
      if (car.status === 'SUCCESS_PENDING_PAYMENT' && p.seat === 'taken' && !isPaid(p.balance))
        expect(
          world.now < balanceDueOf(car) || isPlaceUndecided(car, p),
          `${p.id} may still be paid`,
        ).toBe(true)
      const named = actionsOf(actionFactsOf(car, p), world.now)
      expect(named, `the actions of ${p.id} in ${car.status}`).toEqual(
        takenActions(car, p, world.now),
      )
    }
}

/** What a place has finally cost its owner, in pence, derived from the rules alone. */
function costOf({ car }: Story, p: Participant): number {
  // The deposit of a released place is kept, unless the bank had released it or we gave it back.
  if (p.leaving === 'unpaid') return p.deposit.state === 'paid' ? 2000 : 0
  if (p.seat !== 'taken') return 0
  const completedBy = car.participants.filter(
    (q) =>
      q.inFull === undefined &&
      (q.seat === 'taken' || q.leaving === 'refunded' || q.leaving === 'unpaid'),
  )
  const people = completedBy.reduce((sum, q) => sum + q.party.people, 0)
  const price = car.private ? (car.prices[0] ?? 0) : (car.prices[people - 1] ?? 0) * p.party.people
  const deposit = p.deposit.state === 'lost' ? 0 : 2000
  expect(car.status, 'who still has a seat in the end').toBe('COMPLETED')
  return deposit + price - 2000 - (p.balance.quote?.deducted ?? 0)
}

/** What a place in a car that went has left unpaid, derived from the rules alone. */
function missedOf(story: Story, p: Participant): number {
  const { prices, maxPassengers } = story.car
  const price = story.car.private
    ? (prices[0] ?? 0)
    : (prices[maxPassengers - 1] ?? 0) * p.party.people
  if (p.seat === 'taken') return p.deposit.state === 'lost' ? 2000 : 0
  // The deposit that we gave back is not owed.
  if (p.leaving === 'refunded') return price - 2000
  return p.leaving === 'unpaid' ? price - costOf(story, p) : 0
}

/** What a car that went cost less than planned, after what was paid for released seats. */
function missingIn(story: Story): number {
  const sum = (list: Participant[], of: (p: Participant) => number) =>
    list.reduce((total, p) => total + of(p), 0)
  const { participants } = story.car
  const isThere = (p: Participant) => p.seat === 'taken'
  const replaced = participants.filter((p) => isThere(p) && p.inFull !== undefined)
  const left = participants.filter((p) => !isThere(p))
  const covered = sum(replaced, (p) => costOf(story, p))
  const missed = sum(left, (p) => missedOf(story, p))
  return (
    Math.max(0, missed - covered) + sum(participants.filter(isThere), (p) => missedOf(story, p))
  )
}

/** The final state: long after departure, with every fault over. */
function checkRest(world: World) {
  const kept = new Map<string, number>()
  for (const { facts } of world.intents) {
    expect(['captured', 'returned', 'unpaid'], `${facts.intentId} is done with`).toContain(
      facts.money,
    )
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
    const paying = car.participants.filter((p) => p.seat === 'taken')
    if (car.status === 'COMPLETED') {
      const missing = missingIn(story)
      expect(shortfallOf(rules, car), 'what a car that went has cost less').toBe(missing)
      expect(paying.length, 'who pays goes').toBeGreaterThan(0)
    }
    for (const p of car.participants) {
      expect(p.seat, `${p.id} in ${car.status}`).toBe(
        p.seat === 'taken' && car.status === 'COMPLETED' ? 'taken' : 'gone',
      )
      expect(kept.get(p.id) ?? 0, `what was kept of ${p.id} in ${car.status}`).toBe(
        costOf(story, p),
      )
      const had = p.seat === 'taken' && isPaid(p.balance) ? (p.balance.quote?.points ?? 0) : 0
      const earned =
        car.status === 'COMPLETED' && p.seat === 'taken' ? Math.floor(costOf(story, p) / 100) : 0
      spent.set(p.userId, (spent.get(p.userId) ?? 0) + had - earned)
    }
  }
  for (const name of USERS)
    expect(world.ledger.balance(userOf(name)), `the points of ${name}`).toBe(
      world.ledger.start - (spent.get(userOf(name)) ?? 0),
    )
}

/**
 * Statuses the runs must have reached; otherwise the model would only exercise drafts that were
 * never paid.
 */
const TO_BE_REACHED = [
  ...['COMPLETED', 'CLOSED', 'CANCELLED', 'FAILED'],
  ...['private COMPLETED', 'private CLOSED', 'private CANCELLED', 'converted car paid'],
  ...['converted', 'renewalFailed', 'strayFound', 'balance chargeReserved'],
  ...['chargeHeld', 'chargeClosing', 'chargeLost'].map((type) => `renewal ${type}`),
  ...['chargeClosing', 'chargeLost', 'chargePaid'].map((type) => `balance ${type}`),
  ...['left exited', 'left cancelled', 'left dayOver', 'left departed', 'left groupCancelled'],
  ...['left unpaid', 'placeRefunded', 'gone without somebody', 'deposit outstanding'],
  ...['seat taken over', 'wentWithFewer', 'left without', 'fewer COMPLETED'],
]

function happened({ cars }: World): Set<string> {
  const all = cars.flatMap(({ car, events }) => [
    `${car.private ? 'private ' : ''}${car.status}`,
    ...(car.openedFor ? [`fewer ${car.status}`] : []),
    ...(events.some((e) => e.type === 'wentWithFewer' && e.out.length > 0) ? ['left without'] : []),
    ...events.map(nameOf),
  ])
  const gone = cars.filter(({ car }) => car.status === 'COMPLETED').map(({ car }) => car)
  const any = (is: (p: Participant) => boolean) => gone.some((car) => car.participants.some(is))
  return new Set([
    ...all,
    ...(cars.slice(1).some(({ car }) => car.status === 'COMPLETED') ? ['converted car paid'] : []),
    ...(any((p) => p.leaving === 'unpaid') ? ['gone without somebody'] : []),
    ...(any((p) => p.inFull !== undefined && p.seat === 'taken') ? ['seat taken over'] : []),
    ...(any((p) => p.seat === 'taken' && p.deposit.state === 'lost')
      ? ['deposit outstanding']
      : []),
  ])
}

/** Enough steps to reach departure and go beyond it. */
const STEPS = fc.array(step, { minLength: 5, maxLength: 80, size: 'max' })
const START = fc.record({
  paid: fc.nat(9).map((n) => n > 0),
  maxPassengers: fc.integer({ min: 1, max: 5 }),
  people,
  saves: fc.boolean(),
  holdMs: fc.constantFrom(hours(24 * 7), hours(36)),
  /** How many of the possible refunds after the end are made. */
  refunds: fc.nat(3),
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
  if (s.paid) world.payNewest()
  return world
}

/** Refunds some of the places an administrator may refund at the end. */
function refundSome(world: World, count: number) {
  const all = world.cars.flatMap((story) => story.car.participants.map((p) => ({ story, p })))
  const places = all.filter(({ p }) => p.leaving === 'unpaid')
  for (const { story, p } of places.slice(0, count))
    world.say(story, { type: 'refundPlace', participantId: p.id, by: 'adm_one' })
  world.settleDown(world.now)
  checkRest(world)
}

test('any sequence of commands, readings, faults and waits keeps seats, money and points consistent', () => {
  const reached = new Map<string, number>()
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
      refundSome(world, s.refunds)
      // A client secret still in circulation no longer pays for anything; what is paid with it goes
      // back.
      for (const i of world.intents) world.pay(i)
      world.settleDown(world.now)
      checkRest(world)
      for (const what of happened(world)) reached.set(what, (reached.get(what) ?? 0) + 1)
    }),
    { numRuns: 1500 },
  )
  for (const what of TO_BE_REACHED)
    expect(reached.get(what) ?? 0, `runs that came to ${what}`).toBeGreaterThan(0)
}, 60_000)

test('a refused command changes nothing, and repeating a command changes nothing more', () => {
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
