import fc from 'fast-check'
import { expect, test } from 'vitest'
import { offerOf, supplementOf } from '#app/domain/group/alone.ts'
import { changeOf } from '#app/domain/group/flights.ts'
import { hours, minutes } from '#app/domain/limits.ts'
import { DEPARTURE, flightOf, party, placeIdOf, terms, userOf } from '#tests/kit/carpool.ts'
import { payNewest } from '#tests/kit/carpool-steps.ts'
import { type Intent, type Luck, World } from '#tests/kit/carpool-world.ts'
import type { Participant } from './state.ts'

/**
 * Passengers are offered cars alone, agree, pay, change their minds and their flights, while
 * messages are lost, late and repeated, cards are declined, money goes back from outside and cars
 * are cancelled. Every payment has one owner or goes back whole, nobody is charged for what they
 * did not agree to, a private car is paid in full, and nobody has a seat in two cars.
 */

const NAMES = ['ann', 'bob', 'cat']
const LATE = DEPARTURE + hours(18)
const PRICE = 18000

class Alones extends World {
  constructor() {
    super({ points: 900 })
    for (const [n, name] of NAMES.entries()) {
      const own = { participantId: placeIdOf(name), userId: userOf(name), party: party() }
      const carpoolId = 'car_0' as const
      this.say(
        this.group,
        n === 0
          ? { type: 'draft', carpoolId, ...own, terms: terms({ maxPassengers: 3 }) }
          : { type: 'hold', ...own },
      )
      this.makeIntent(name, 'deposit')
      payNewest(this)
    }
    for (const { effect } of [...this.todo])
      if (effect.kind === 'capture')
        this.doEffect(
          this.todo.findIndex((t) => t.effect === effect),
          'well',
        )
  }
  place = (name: string) => this.group.place(name) as Participant
  payBalance(name: string, points: number) {
    this.begin(name, points)
    this.reserve(name)
    this.makeIntent(name, 'balance')
    if (this.intents.at(-1)?.facts.purpose === 'balance') payNewest(this)
  }
  fly(name: string, flightTime: number) {
    const { id: participantId, userId, party } = this.place(name)
    const flight = flightOf(party, { flightTime })
    this.say(this.group, { type: 'changeFlight', participantId, userId, flight })
  }
  offer(name: string, at: number) {
    const p = this.place(name)
    const to = {
      carpoolId: `car_${p.id}`,
      participantId: placeIdOf(`alone_${name}`),
    } as const
    const seen = changeOf(this.group.car, p)?.version ?? 0
    const about = { participantId: p.id, to, carpoolAt: LATE + hours(at), seen }
    this.say(this.group, { type: 'offerAlone', ...about, by: 'adm_one' })
  }
  agree(name: string) {
    const p = this.place(name)
    const offer = p.alone?.offer
    if (!offer) return
    const own = { participantId: p.id, userId: p.userId, consent: '1' }
    const { carpoolAt, price } = offer
    const amount = supplementOf(p, price)
    this.group.now = this.now
    const isOpen = offerOf(this.group.car, p, this.now) !== null
    const refused = this.say(this.group, { type: 'agreeAlone', ...own, carpoolAt, amount })
    if (!isOpen && !p.supplement) expect(refused).not.toBeNull()
  }
  settleFlight(name: string) {
    const p = this.place(name)
    const seen = changeOf(this.group.car, p)?.version ?? 0
    const about = { participantId: p.id, seen, note: 'a coach', by: 'adm_one' } as const
    this.say(this.group, { type: 'settleFlight', ...about })
  }
  fromOutside(n: number, what: 'refund' | 'dispute') {
    const found = this.intents[n % this.intents.length] as Intent
    if (found.facts.money !== 'captured' || found.facts.received < 500) return
    const { received, refunded = 0, intentId } = found.facts
    if (what === 'refund')
      this.update(found, { received: received - 500, refunded: refunded + 500 })
    else
      this.update(found, {
        disputes: [{ id: `dp_${intentId}`, state: 'open', amount: 500, moves: 1 }],
      })
  }
}

const placesIn = (world: World): Participant[] => world.cars.flatMap(({ car }) => car.participants)

/** Whether the place's private car is already open, which the old group may not know yet. */
const isThere = (world: World, { moving }: Participant): boolean =>
  placesIn(world).some(({ id }) => id === moving?.to.participantId)

function check(world: Alones) {
  for (const name of NAMES) {
    const seats = placesIn(world).filter(
      (p) => p.userId === userOf(name) && p.seat === 'taken' && !isThere(world, p),
    )
    expect(seats.length, `seats of ${name}`).toBeLessThanOrEqual(1)
  }
  for (const { facts } of world.intents) {
    const { intentId, purpose } = facts
    const owners = placesIn(world).filter(
      (p) =>
        p.seat === 'taken' &&
        !isThere(world, p) &&
        [p.deposit.intentId, p.balance.intentId, p.supplement?.intentId].includes(intentId),
    )
    expect(owners.length, `owners of ${intentId}`).toBeLessThanOrEqual(1)
    const isStray = world.cars.some(({ car }) => car.strays.some((s) => s.intentId === intentId))
    if (owners.length === 1) expect(isStray, `${intentId} is paid for, and goes back`).toBe(false)
    if (purpose !== 'supplement' || facts.money !== 'captured') continue
    const agreed = world.group.events.some(
      (e) => e.type === 'aloneAgreed' && e.amount === facts.amount,
    )
    expect(agreed, `${intentId} was agreed to`).toBe(true)
  }
}

function checkRest(world: Alones) {
  for (const { car } of world.cars) expect(car.strays.filter(isRefundable(world))).toEqual([])
  for (const p of placesIn(world)) {
    expect(p.moving && p.seat === 'taken', 'nobody is between two cars').toBeFalsy()
    if (p.leaving === 'moved')
      expect(
        isThere(world, p) || placesIn(world).some((o) => o.movedFrom?.participantId === p.id),
      ).toBe(true)
    if (!p.movedFrom || p.seat !== 'taken') continue
    const { deposit, balance, supplement } = p
    const paid = deposit.captured + (balance.paid ?? 0) + (balance.quote?.deducted ?? 0)
    expect(paid + (supplement?.amount ?? 0), 'the price of the car').toBe(PRICE)
  }
  for (const { facts } of world.intents.filter((i) => i.facts.purpose === 'supplement')) {
    if (facts.money !== 'captured' || facts.disputes) continue
    const owner = placesIn(world).filter(
      (p) => p.seat === 'taken' && p.supplement?.intentId === facts.intentId,
    )
    expect(owner.length, `${facts.intentId} paid for a car`).toBe(1)
  }
}
/** Disputed money waits for the bank. */
const isRefundable =
  (world: World) =>
  ({ intentId }: { intentId: string }) =>
    world.byId(intentId)?.facts.disputes === undefined

const one = <T extends string>(...names: T[]) => fc.constantFrom(...names)
const user = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(NAMES.length - 1))
const n = fc.nat(20)
const luck = one<Luck>('well', 'well', 'unreachable', 'answerLost')
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: one('fly'), user, at: fc.constantFrom(0, 1, -20) }) },
  { weight: 5, arbitrary: fc.record({ do: one('offer'), user, at: fc.constantFrom(2, 2, 3) }) },
  { weight: 10, arbitrary: fc.record({ do: one('agree', 'intent', 'go', 'all', 'again'), user }) },
  { weight: 1, arbitrary: fc.record({ do: one('withdraw', 'settle'), user }) },
  { weight: 2, arbitrary: fc.record({ do: one('balance'), user, at: fc.constantFrom(0, 300) }) },
  { weight: 4, arbitrary: fc.record({ do: one('pay', 'paySlowly', 'payUntold', 'void'), n }) },
  { weight: 6, arbitrary: fc.record({ do: one('effect'), n, luck }) },
  { weight: 4, arbitrary: fc.record({ do: one('deliver'), n, at: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ do: one('refund', 'dispute'), n }) },
  { weight: 1, arbitrary: fc.record({ do: one('cancel'), n: fc.nat(40) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: one('wait'),
      at: fc.constantFrom(5, 16, 60, 60 * 40, 60 * 24 * 7, 60 * 24 * 8),
    }),
  },
)
type Step = { do: string; user?: number; n?: number; at?: number; luck?: Luck }

function run(world: Alones, s: Step) {
  const name = NAMES[s.user ?? 0] ?? 'ann'
  const at = s.at ?? 0
  const found = world.intents[(s.n ?? 0) % world.intents.length] as Intent
  switch (s.do) {
    case 'fly':
      return world.fly(name, LATE + hours(at))
    case 'offer':
      return world.offer(name, at)
    case 'agree':
      return world.agree(name)
    case 'intent':
      return world.makeIntent(name, 'supplement')
    case 'go':
    case 'all':
    case 'again': {
      if (s.do !== 'go') world.fly(name, LATE)
      for (const isLost of s.do === 'again' ? [true, false] : [false]) {
        world.offer(name, 2)
        world.agree(name)
        world.makeIntent(name, 'supplement')
        const made = world.intents.at(-1)
        if (made?.facts.purpose !== 'supplement') return
        if (isLost && made.facts.money === 'unpaid') {
          world.update(made, { money: 'returned' })
          world.tell(made.facts)
        }
      }
      return s.do === 'all' ? payNewest(world) : undefined
    }
    case 'withdraw': {
      const participantId = placeIdOf(name)
      return world.say(world.group, { type: 'withdrawAlone', participantId, by: 'adm_one' })
    }
    case 'settle':
      return world.settleFlight(name)
    case 'balance':
      return world.payBalance(name, Math.min(at, world.ledger.balance(userOf(name))))
    case 'pay':
      world.pay(found)
      return world.tell(found.facts)
    case 'payUntold':
      return world.pay(found)
    case 'paySlowly':
      return world.pay(found, true)
    case 'void':
      return found.facts.money === 'unpaid' && world.update(found, { money: 'returned' })
    case 'effect':
      return world.doEffect(s.n ?? 0, s.luck ?? 'well')
    case 'deliver': {
      const facts = found.history.at(-1 - (at % found.history.length))
      return facts && world.tell(facts)
    }
    case 'refund':
    case 'dispute':
      return world.fromOutside(s.n ?? 0, s.do)
    case 'wait':
      world.now += minutes(at)
      return world.tick()
    default: {
      const n = s.n ?? 0
      // Mostly the newest private car, since few runs get that far; otherwise any car.
      const car = n > 8 ? world.cars.slice(1).at(-1) : world.cars[n % world.cars.length]
      return n >= 7 && n <= 18 && car && world.say(car, { type: 'cancelGroup', by: 'adm_one' })
    }
  }
}

const TO_BE_REACHED = [
  ...['aloneOffered', 'aloneWithdrawn', 'aloneAgreed', 'aloneAttached', 'aloneClosing'],
  ...['aloneLost', 'aloneRefused', 'alonePaid', 'privateOpened', 'placeMoved'],
  ...['with points', 'unpaid balance', 'second try', 'refunded later', 'cancelled private car'],
] as const

function happened(world: Alones): Set<string> {
  const places = placesIn(world)
  const arrived = places.filter((p) => p.movedFrom)
  const events = world.cars.flatMap((car) => car.events)
  const any = (is: boolean, what: (typeof TO_BE_REACHED)[number]) => (is ? [what] : [])
  const isOf = (id: string) => arrived.some((p) => p.id === id)
  return new Set([
    ...events.map(({ type }) => type),
    ...any(
      arrived.some((p) => (p.balance.quote?.points ?? 0) > 0),
      'with points',
    ),
    ...any(
      arrived.some((p) => p.supplement?.amount === PRICE - 2000),
      'unpaid balance',
    ),
    ...any(
      places.some((p) => p.supplement && (p.alone?.attempt ?? 1) > 1),
      'second try',
    ),
    ...any(
      events.some((e) => e.type === 'moneyReturned' && isOf(e.participantId)),
      'refunded later',
    ),
    ...any(
      arrived.some((p) => p.leaving === 'groupCancelled'),
      'cancelled private car',
    ),
  ])
}

test('no sequence of offers, payments, second thoughts, crashes and repeated messages loses money or charges what was not agreed to', () => {
  const reached = new Map<string, number>()
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }), (steps) => {
      const world = new Alones()
      check(world)
      for (const next of steps) {
        run(world, next)
        check(world)
      }
      world.settleDown(DEPARTURE + hours(48))
      check(world)
      checkRest(world)
      for (const what of happened(world)) reached.set(what, (reached.get(what) ?? 0) + 1)
    }),
    { numRuns: 400 },
  )
  for (const what of TO_BE_REACHED)
    expect(reached.get(what) ?? 0, `runs that came to ${what}`).toBeGreaterThan(0)
}, 60_000)
