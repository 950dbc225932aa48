import fc from 'fast-check'
import { assert, expect, test } from 'vitest'
import { evolve, evolveAll } from '#app/group/rules/evolve.ts'
import { confirmedPeople, paymentStatusOf, seatedPeople } from '#app/group/rules/state.ts'
import type { GroupStatus } from '#app/group/rules/status.ts'
import { hours, PRICE_RAISE_NOTICE_MS } from '#app/kernel/limits.ts'
import { checkCancelled } from '#tests/kit/cancelled.ts'
import { USERS } from '#tests/kit/steps.ts'
import { nameOf } from '#tests/kit/story.ts'
import { END, offeredButton, party, placeIdOf, userOf } from '#tests/kit/trip.ts'
import { PRICES, run, step, World } from '#tests/kit/trip-world.ts'
import type { Intent } from '#tests/kit/world.ts'
import { nextDue } from './machine.ts'
import { balanceDueOf, buttonOf } from './permissions.ts'
import type { Participant, TripState } from './state.ts'

/** Which statuses may follow which; final ones have none. */
const WAYS: Partial<Record<GroupStatus, GroupStatus[]>> = {
  PENDING: ['OPEN', 'CANCELLED'],
  OPEN: ['FULL', 'SUCCESS', 'FAILED', 'CANCELLED'],
  FULL: ['OPEN', 'SUCCESS', 'FAILED', 'CANCELLED'],
  SUCCESS: ['COMPLETED', 'CLOSED'],
}

/** What a place pays on top of its deposit; amounts below the card minimum are zero. */
const balanceOf = (trip: TripState, p: Participant): number => {
  const due = trip.balancePrice * p.party.people
  return due < 30 ? 0 : due
}

/** Checks what each event was decided on; `seen` is what has already been checked. */
class Watch {
  seen = 0
  state: TripState | null = null
  readonly happened = new Set<string>()

  look({ story }: World): void {
    for (const [i, event] of story.events.slice(this.seen).entries()) {
      const before = this.state
      this.state = evolve<TripState>(before, event)
      this.happened.add(nameOf(event))
      const now = story.times[this.seen + i] ?? Number.NaN
      if (before && event.type === 'statusChanged') this.#status(before, event.to, now)
      if (before && event.type === 'balancePriceSet') this.#price(before, event.balancePrice, now)
      if (before && event.type === 'seatHeld' && event.participantId !== placeIdOf('ann'))
        this.#held(before, this.state, now)
      if (before && event.type === 'seatLeft' && event.reason === 'exited')
        expect(now, 'left before the cutoff').toBeLessThan(before.cutoffAt)
      if (before && event.type === 'chargeBegun')
        expect(now, 'begun before it is due').toBeLessThan(balanceDueOf(before))
      if (before && event.type === 'seatLeft' && event.reason === 'unpaid') {
        expect(now, 'released when it is due').toBeGreaterThanOrEqual(balanceDueOf(before))
        expect(placeIn(before, event)?.balance, 'released unpaid').toMatchObject({ state: 'open' })
      }
      if (event.type === 'chargePaid' && event.slot === 'balance')
        this.#paid(this.state, event.participantId)
    }
    this.seen = story.events.length
  }
  #status(before: TripState, to: GroupStatus, now: number): void {
    this.happened.add(to)
    const ways = before.cancelled === null ? WAYS[before.status] : ['CANCELLED']
    expect(ways ?? [], `a way out of ${before.status}`).toContain(to)
    if (before.cancelled !== null) return
    if (to === 'COMPLETED') expect(now).toBeGreaterThanOrEqual(before.tripEndAt)
    if (to === 'CLOSED')
      expect(
        before.participants.some((p) => p.seat === 'taken'),
        'nobody paid',
      ).toBe(false)
    const people = confirmedPeople(before)
    if (before.status === 'PENDING' && to === 'OPEN')
      expect(people, 'opened by a deposit').toBeGreaterThan(0)
    if (to === 'CANCELLED') expect(seatedPeople(before), 'nobody is left').toBe(0)
    if (to !== 'SUCCESS' && to !== 'FAILED') return
    expect(people, 'who is left').toBeGreaterThan(0)
    expect(now, 'decided at the cutoff').toBeGreaterThanOrEqual(before.cutoffAt)
    expect(seatedPeople(before), 'with every payment looked at').toBe(people)
    expect(to, `with ${people} of ${before.minPassengers}`).toBe(
      people >= before.minPassengers && now < before.tripStartAt ? 'SUCCESS' : 'FAILED',
    )
    if (people === before.minPassengers) this.happened.add('exactly enough')
    if (people === before.minPassengers - 1) this.happened.add('one too few')
    if (now > before.cutoffAt) this.happened.add('decided late')
  }
  /** A joiner comes before the cutoff, and within three hours of the first flight, if any. */
  #held(before: TripState, after: TripState, now: number): void {
    expect(now, 'joined before the cutoff').toBeLessThan(before.cutoffAt)
    const seats = before.participants.filter(
      (p) => p.seat !== 'gone' && p.party.flightTime !== null,
    )
    const first = (seats.find((p) => p.seat === 'taken') ?? seats[0])?.party.flightTime
    const own = after.participants.at(-1)?.party.flightTime ?? Number.NaN
    expect(Math.abs(own - (first ?? own)), 'a flight near the first').toBeLessThanOrEqual(hours(3))
  }
  #price(before: TripState, price: number, now: number): void {
    if (price > before.balancePrice && confirmedPeople(before) > 0)
      expect(now, 'time to leave').toBeLessThanOrEqual(before.cutoffAt - PRICE_RAISE_NOTICE_MS)
    expect(['FAILED', 'COMPLETED', 'CANCELLED']).not.toContain(before.status)
    for (const { balance } of before.participants) {
      expect(['paid', 'begun', 'closing'], 'a price that is paid stays').not.toContain(
        balance.state,
      )
    }
  }
  #paid(state: TripState, id: string): void {
    const p = state.participants.find((one) => one.id === id)
    expect(state.status).toBe('SUCCESS')
    expect(p?.balance.paid, 'paid at the price').toBe(p && balanceOf(state, p))
    this.happened.add(p?.balance.paid === 0 ? 'let off' : 'paid by card')
  }
}

const placeIn = (trip: TripState, { participantId }: { participantId: string }) =>
  trip.participants.find((p) => p.id === participantId)

const covers = (p: Participant, intentId: string) =>
  (p.seat !== 'gone' && [p.deposit.intentId, p.balance.intentId].includes(intentId)) ||
  (p.leaving === 'unpaid' && p.deposit.intentId === intentId)

/** No money without a seat, a seat being decided, or a refund under way. */
function checkCovered({ story: { trip } }: World, { facts: { intentId, money } }: Intent) {
  if (money !== 'captured') return
  const covered =
    trip.strays.some((s) => s.intentId === intentId) ||
    trip.participants.some((p) => covers(p, intentId))
  assert(covered, `${intentId} is paid, and for nothing`)
}

/**
 * What holds after every step. Uses `assert`, because there are a million of these checks and
 * `expect` is slow.
 */
function checkInvariants(world: World) {
  const { story, todo, released } = world
  const { trip } = story
  assert(seatedPeople(trip) <= trip.maxPassengers, 'more people than seats')
  assert(trip.version === story.events.length, 'a version an event')
  const live = trip.participants.filter((p) => p.seat !== 'gone').map((p) => p.userId)
  assert(new Set(live).size === live.length, 'one live place a user')
  const asked = (id: string, slot: string) =>
    todo.some(({ effect: e }) => e.kind === 'resolve' && e.participantId === id && e.slot === slot)
  for (const p of trip.participants) {
    assert(
      (p.deposit.state === 'paid') === (p.seat === 'taken' || p.leaving === 'unpaid'),
      `${p.id}: a seat is taken when it is paid`,
    )
    if (p.seat === 'lapsing')
      assert(asked(p.id, 'deposit'), `somebody looks at the deposit of ${p.id}`)
    if (p.seat === 'taken' && p.balance.state === 'closing')
      assert(asked(p.id, 'balance'), `somebody looks at the balance of ${p.id}`)
    const isOut =
      (trip.status === 'FAILED' || trip.status === 'CANCELLED' || p.leaving === 'exited') &&
      p.leaving !== 'unpaid'
    const refunds = released.filter((id) => id === p.deposit.intentId).length
    if (p.deposit.paid > 0 && isOut) assert(refunds === 1, `${p.id} is refunded ${refunds} times`)
  }
  if (trip.cancelled !== null) checkCancelled(trip, story.events, world.told)
  for (const { intentId } of trip.strays) {
    const isAsked = todo.some(({ effect: e }) => e.kind === 'release' && e.intentId === intentId)
    assert(isAsked, `${intentId} is being released`)
  }
  for (const i of world.intents) checkCovered(world, i)
}

/** Once time has been applied: nothing is left due, and every button offered is accepted. */
function checkAtTick({ story, now }: World) {
  const { trip } = story
  expect(nextDue(trip) ?? Number.POSITIVE_INFINITY, 'a tick leaves nothing due').toBeGreaterThan(
    now,
  )
  const tries = trip.participants.filter(
    ({ seat, balance: b }) => seat === 'taken' && b.state === 'begun',
  )
  if (now >= balanceDueOf(trip)) expect(tries, 'no try outlives its time').toEqual([])
  const letOff = trip.participants.filter((p) => p.seat === 'taken' && balanceOf(trip, p) === 0)
  if (trip.status === 'SUCCESS')
    for (const p of letOff) expect(p.balance.paid, 'nothing to pay').toBe(0)
  for (const name of [null, ...USERS]) {
    const p = trip.participants.find(
      (one) => name && one.userId === userOf(name) && one.seat === 'taken',
    )
    const own = p ? { paymentStatus: paymentStatusOf(p) } : null
    expect(
      buttonOf({ ...trip, balanceDueAt: balanceDueOf(trip) }, own, now),
      `the button of ${name}`,
    ).toBe(offeredButton(trip, name, now))
  }
}

/** Whether a place was confirmed when the trip was confirmed. */
const wasConfirmed = ({ events }: World['story'], { id }: Participant): boolean => {
  const decided = events.findIndex((e) => e.type === 'statusChanged' && e.to === 'SUCCESS')
  const before = evolveAll<TripState>(null, events.slice(0, Math.max(0, decided)))
  return before?.participants.some((p) => p.id === id && p.seat === 'taken') ?? false
}

/** The final state: long after the trip, with every fault over. */
function checkRest(world: World) {
  const { story, intents } = world
  const { trip } = story
  expect(evolveAll(null, story.events)).toEqual(trip)
  expect(nextDue(trip)).toBeNull()
  expect(trip.strays).toEqual([])
  expect(['COMPLETED', 'CLOSED', 'CANCELLED', 'FAILED']).toContain(trip.status)
  for (const p of trip.participants) {
    const isIn = p.seat === 'taken'
    if (!isIn) expect(p.seat).toBe('gone')
    if (isIn) expect(trip.status).toBe('COMPLETED')
    const own = intents.filter(({ facts }) => facts.participantId === p.id)
    const kept = own.reduce((sum, { facts }) => sum + facts.received, 0)
    if (isIn) expect(p.balance.state, 'who goes has paid').toBe('paid')
    const cost = isIn ? 2000 + balanceOf(trip, p) : p.leaving === 'unpaid' ? 2000 : 0
    expect(kept, `what was kept of ${p.id} in ${trip.status}`).toBe(cost)
  }
  const told = story.notices().filter((n) => n.startsWith('trip'))
  expect(new Set(told).size, 'each is told once').toBe(told.length)
  const confirmed = story.trip.participants.filter(
    (p) => p.seat === 'taken' || p.leaving === 'cancelled' || p.leaving === 'unpaid',
  )
  // Anyone an administrator released after the trip was confirmed had already been notified that it
  // was confirmed.
  const before = trip.participants.filter(
    (p) => p.leaving === 'groupCancelled' && wasConfirmed(story, p),
  )
  expect(told.length, 'and everybody is').toBe(confirmed.length + before.length)
}

/**
 * Statuses the runs must have reached; otherwise the model would only exercise drafts that were
 * never paid.
 */
const TO_BE_REACHED = [
  ...['OPEN', 'FULL', 'SUCCESS', 'COMPLETED', 'CANCELLED', 'FAILED'],
  ...[
    'exactly enough',
    'one too few',
    'decided late',
    'let off',
    'paid by card',
    'balancePriceSet',
  ],
  ...['holdLapsing', 'seatFreed', 'deposit chargeLost', 'strayFound', 'strayReturned'],
  ...[
    'balance chargeBegun',
    'balance chargeClosing',
    'balance chargeLost',
    'left exited',
    'left cancelled',
    'partyChanged',
  ],
  ...['groupCancelled', 'left groupCancelled', 'left unpaid', 'CLOSED'],
]

const STEPS = fc.array(step, { minLength: 5, maxLength: 60, size: 'max' })
const START = fc.record({
  paid: fc.nat(9).map((n) => n > 0),
  minPassengers: fc.integer({ min: 1, max: 4 }),
  more: fc.nat(3),
  people: fc.integer({ min: 1, max: 3 }),
  balancePrice: fc.constantFrom(3000, ...PRICES),
  travels: fc.boolean(),
})
type Start = typeof START extends fc.Arbitrary<infer T> ? T : never

function begun({ paid, minPassengers, more, people, balancePrice, travels }: Start): World {
  const world = new World()
  const maxPassengers = Math.max(2, minPassengers + more)
  const { terminal, flightTime, nLocation } = party()
  const travel = travels ? { terminal, flightTime, nLocation } : {}
  const size = Math.min(people, maxPassengers)
  world.story.draft(
    'ann',
    { minPassengers, maxPassengers, balancePrice },
    { people: size, ...travel },
  )
  world.makeIntent('ann', 'deposit')
  if (paid) world.payNewest()
  return world
}

test('any sequence of commands, readings, faults and waits keeps seats, money and the decision consistent', () => {
  const reached = new Map<string, number>()
  fc.assert(
    fc.property(START, STEPS, (start, steps) => {
      const world = begun(start)
      const watch = new Watch()
      for (const next of steps) {
        run(world, next)
        watch.look(world)
        checkInvariants(world)
        if (next.do === 'until' || (next.do === 'wait' && next.tick)) checkAtTick(world)
      }
      world.settleDown(END + hours(48))
      watch.look(world)
      checkInvariants(world)
      checkRest(world)
      // A client secret still in circulation no longer pays for anything; what is paid with it goes
      // back.
      for (const i of world.intents) world.pay(i)
      world.settleDown(world.now)
      watch.look(world)
      checkRest(world)
      for (const what of watch.happened) reached.set(what, (reached.get(what) ?? 0) + 1)
    }),
    { numRuns: 1500 },
  )
  for (const what of TO_BE_REACHED)
    expect(reached.get(what) ?? 0, `runs that came to ${what}`).toBeGreaterThan(0)
}, 60_000)

test('a repeated command changes nothing more', () => {
  fc.assert(
    fc.property(START, STEPS, (start, steps) => {
      const world = begun(start)
      for (const next of steps) run(world, next)
      world.tick()
      const userId = userOf('bob')
      const again = [
        { type: 'hold' as const, participantId: placeIdOf('twice'), userId, party: party() },
        { type: 'exit' as const, userId },
        { type: 'setBalancePrice' as const, balancePrice: 5000 },
        ...world.intents.map(({ facts }) => ({ type: 'settle' as const, facts })),
        { type: 'tick' as const },
      ]
      for (const command of again) {
        world.say(world.story, command)
        const { version } = world.story.trip
        world.say(world.story, command)
        expect(world.story.trip.version).toBe(version)
      }
    }),
    { numRuns: 300 },
  )
})
