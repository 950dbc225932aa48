import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Participant } from '#app/carpool/rules/state.ts'
import { changeOf } from '#app/features/flights/rules/flights.ts'
import { confirmedPeople, seatedPeople } from '#app/group/rules/state.ts'
import type { ParticipantId } from '#app/kernel/id.ts'
import { hours, minutes } from '#app/kernel/limits.ts'
import { isPaid } from '#app/payments/rules/charge.ts'
import { DEPARTURE, flightOf, party, placeIdOf, Story, terms, userOf } from '#tests/kit/carpool.ts'
import { World } from '#tests/kit/carpool-world.ts'
import type { Luck } from '#tests/kit/world.ts'
import { answerTo, arrivalOf } from './decide-move.ts'
import type { MoveCommand } from './move-event.ts'
import { movesOf, movingOf } from './move-event.ts'

/**
 * Places move between three cars while messages are lost, repeated and late, and while money goes
 * back, is disputed or refunded with a whole car. No payment may have two owners or none, nothing
 * may be refunded without a decision, and no car may take more people than it has seats.
 */

const GAP = hours(4)
const NAMES = ['ann', 'bob', 'cat', 'dan', 'eve', 'fay', 'gus']
type Sent = Extract<MoveCommand, { type: 'arrive' }>

class Moves extends World {
  /** Every message that was ever sent to a car, to be sent again. */
  readonly sent: Sent[] = []
  #moves = 0

  constructor() {
    super({ points: 900 })
    const [first, ...others] = this.cars
    this.#fill(first as Story, ['ann', 'bob'], { people: 2 })
    for (const names of [['cat', 'dan', 'eve'], ['fay']]) {
      const car = new Story()
      this.cars.push(car)
      this.#fill(car, names)
    }
    expect(others).toEqual([])
  }
  #fill(car: Story, names: string[], p: { people?: number } = {}) {
    const at = DEPARTURE + this.cars.indexOf(car) * GAP
    const id = `car_${this.cars.indexOf(car)}` as const
    for (const [n, name] of names.entries()) {
      const own = { participantId: placeIdOf(name), userId: userOf(name) }
      const flight = { ...(n === 0 && p), flightTime: at - hours(2) }
      this.say(
        car,
        n === 0
          ? {
              type: 'draft',
              carpoolId: id,
              ...own,
              terms: terms({ carpoolAt: at, maxPassengers: 3 }),
              party: party(flight),
            }
          : { type: 'hold', ...own, party: party(flight) },
      )
      this.makeIntent(name, 'deposit')
      this.payNewest()
    }
    for (const { effect } of [...this.todo])
      if (effect.kind === 'capture')
        this.doEffect(
          this.todo.findIndex((t) => t.effect === effect),
          'well',
        )
  }
  payBalance(name: string, points: number) {
    this.begin(name, points)
    this.reserve(name)
    this.makeIntent(name, 'balance')
    if (this.intents.at(-1)?.facts.purpose === 'balance') this.payNewest()
  }
  fly(name: string, at: number) {
    const found = this.livePlace(name)
    if (!found) return
    const own = { participantId: found.p.id, userId: found.p.userId }
    const flight = flightOf(found.p.party, { flightTime: DEPARTURE + at })
    this.say(found.story, { type: 'changeFlight', ...own, flight })
  }
  move(name: string, to: number) {
    const from = this.cars.find(({ state }) =>
      state?.participants.some((p) => p.userId === userOf(name) && p.seat === 'taken'),
    )
    const p = from?.car.participants.find(
      (one) => one.userId === userOf(name) && one.seat === 'taken',
    )
    const other = this.cars[to]
    if (!from || !p || !other) return
    this.say(from, {
      type: 'beginMove',
      participantId: p.id,
      to: { carpoolId: other.car.id, participantId: placeIdOf(`m${this.#moves++}`) },
      seen: changeOf(from.car, p)?.version ?? 0,
      by: 'adm_one',
    })
    const command = arrivalOf(from.car, p.id)
    if (command?.type === 'arrive') this.sent.push(command)
  }
  /** An old message arrives once more, at the car that it was sent to. */
  again(n: number) {
    const command = this.sent[n % Math.max(1, this.sent.length)]
    const other = command && this.cars.find((car) => answerOf(car, command) !== undefined)
    if (other && command) this.say(other, command)
  }
  fromOutside(n: number, what: 'refund' | 'dispute') {
    const found = this.intents[n % Math.max(1, this.intents.length)]
    if (found?.facts.money !== 'captured' || found.facts.received < 500) return
    const { received, refunded = 0 } = found.facts
    if (what === 'refund')
      this.update(found, { received: received - 500, refunded: refunded + 500 })
    else
      this.update(found, {
        disputes: [{ id: `dp_${found.facts.intentId}`, state: 'open', amount: 500, moves: 1 }],
      })
  }
}
const answerOf = ({ car }: Story, { participantId }: Sent) => answerTo(car, participantId)

/** The places that a payment belongs to: not one that its new group has taken in already. */
function ownersOf(world: Moves, intentId: string): Participant[] {
  const there = (id: ParticipantId | undefined) =>
    world.cars.some(({ car }) => car.participants.some((p) => p.id === id))
  return world.cars.flatMap(({ car }) =>
    car.participants.filter(
      (p) =>
        p.seat === 'taken' &&
        [p.deposit.intentId, p.balance.intentId].includes(intentId) &&
        !there(movingOf(car, p)?.to.participantId),
    ),
  )
}

/** Whether a place that it paid for is gone for a reason of its own, so that it may be refunded. */
const isDecided = (world: Moves, intentId: string): boolean =>
  world.cars.some(({ car }) =>
    car.participants.some(
      (p) =>
        p.leaving !== null &&
        p.leaving !== 'moved' &&
        [p.deposit.intentId, p.balance.intentId].includes(intentId),
    ),
  )

function check(world: Moves) {
  for (const { car } of world.cars) expect(seatedPeople(car)).toBeLessThanOrEqual(car.maxPassengers)
  for (const { facts } of world.intents) {
    const { intentId, purpose, money, authorised } = facts
    const owners = ownersOf(world, intentId)
    expect(owners.length, `owners of ${intentId}`).toBeLessThanOrEqual(1)
    const stray = world.cars.some(({ car }) => car.strays.some((s) => s.intentId === intentId))
    const isKept = world.cars.some(({ car }) =>
      car.participants.some((p) => p.leaving === 'unpaid' && p.deposit.intentId === intentId),
    )
    if (money === 'captured')
      expect(owners.length === 1 || stray || isKept, `${intentId} pays for a place`).toBe(true)
    if (authorised && (stray || money === 'returned'))
      expect(isDecided(world, intentId), `somebody has decided to refund ${intentId}`).toBe(true)
    const [owner] = owners
    if (!owner || money !== 'captured') continue
    const taken = facts.received + (facts.refunded ?? 0)
    const booked = purpose === 'deposit' ? owner.deposit.paid : owner.balance.paid
    if (booked) expect(booked, `what ${intentId} has paid`).toBe(taken)
  }
  for (const name of NAMES) expect(world.ledger.balance(userOf(name))).toBeGreaterThanOrEqual(0)
}

function checkRest(world: Moves, seated: number) {
  const all = world.cars.flatMap(({ car }) => car.participants)
  expect(world.cars.map(({ car }) => movesOf(car).moving)).toEqual(world.cars.map(() => ({})))
  for (const p of all.filter((one) => one.leaving === 'moved')) {
    const to = all.find(({ id }) => id === p.convertedTo?.participantId)
    expect(to?.movedFrom?.participantId, 'where it went').toBe(p.id)
    expect(to?.party).toMatchObject({ people: p.party.people, nLocation: p.party.nLocation })
  }
  const gone = (p: Participant) => p.leaving !== null && p.leaving !== 'moved'
  const lost = all.filter(gone).reduce((sum, p) => sum + p.party.people, 0)
  const there = world.cars.reduce((sum, { car }) => sum + confirmedPeople(car), 0)
  expect(there + lost, 'no seat is created or lost').toBe(seated)
  // Points earned: once for each pound of a place that travelled.
  const earned = [...world.ledger.rows.keys()].filter((id) => id.startsWith('earn:'))
  for (const id of earned) {
    const p = all.find((one) => `earn:${one.id}` === id)
    expect(p?.leaving, 'who has moved earns where they travel').not.toBe('moved')
  }
}

type Step =
  | { do: 'fly'; user: number; at: number }
  | { do: 'move' | 'go'; user: number; to: number }
  | { do: 'pay'; user: number; points: number }
  | { do: 'effect'; n: number; luck: Luck }
  | { do: 'again'; n: number }
  | { do: 'deliver'; n: number; age: number }
  | { do: 'refund' | 'dispute'; n: number }
  | { do: 'wait'; ms: number }
  | { do: 'cancel'; car: number; when: number }

/** Whoever can go first makes room for the others. */
const user = fc.oneof(fc.constant(0), fc.nat(NAMES.length - 1))
const n = fc.nat(20)
const luck = fc.constantFrom<Luck>('well', 'well', 'unreachable', 'answerLost')
/** Most flights are near another car. */
const at = fc.constantFrom(...[0, 1, 2].map((k) => k * GAP - hours(2)), hours(30))
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('fly' as const), user, at }) },
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constantFrom('move' as const, 'go'), user, to: fc.nat(2) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      user,
      points: fc.constantFrom(0, 300, 900),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('effect' as const), n, luck }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('again' as const), n }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('deliver' as const), n, age: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('refund' as const, 'dispute'), n }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(minutes(5), hours(1), hours(40), hours(200)),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('cancel' as const), car: fc.nat(2), when: fc.nat(9) }),
  },
)

function run(world: Moves, s: Step) {
  const name = 'user' in s ? (NAMES[s.user] ?? 'ann') : ''
  switch (s.do) {
    case 'fly':
      return world.fly(name, s.at)
    case 'move':
      return world.move(name, s.to)
    case 'go':
      world.fly(name, s.to * GAP - hours(2))
      world.move(name, s.to)
      return world.doEffect(world.todo.length - 1, 'well')
    case 'pay':
      return world.payBalance(name, Math.min(s.points, world.ledger.balance(userOf(name))))
    case 'effect':
      return world.doEffect(s.n, s.luck)
    case 'again':
      return world.again(s.n)
    case 'deliver': {
      const found = world.intents[s.n % world.intents.length]
      const facts = found?.history.at(-1 - (s.age % found.history.length))
      return facts && world.tell(facts)
    }
    case 'refund':
    case 'dispute':
      return world.fromOutside(s.n, s.do)
    case 'wait':
      world.now += s.ms
      return world.tick()
    case 'cancel': {
      const car = world.cars[s.car]
      return s.when === 7 && car
        ? world.say(car, { type: 'cancelGroup', by: 'adm_one' })
        : undefined
    }
  }
}

const TO_BE_REACHED = [
  ...['moveBegun', 'placeMoved', 'placeArrived', 'arrivalRefused', 'moveRefused', 'moved twice'],
  ...['moved unpaid', 'moved with points', 'moneyReturned later', 'completed by it'],
]

function happened(world: Moves): Set<string> {
  const all = world.cars.flatMap(({ car }) => car.participants)
  const arrived = world.cars.flatMap(({ events }) =>
    events.filter((e) => e.type === 'placeArrived'),
  )
  const any = (is: boolean, what: string) => (is ? [what] : [])
  const moved = (id: string) => all.some((p) => p.id === id && p.movedFrom)
  return new Set([
    ...world.cars.flatMap(({ events }) => events.map(({ type }) => type)),
    ...any(
      all.some((p) => p.leaving === 'moved' && p.movedFrom),
      'moved twice',
    ),
    ...any(
      arrived.some((e) => !isPaid(e.money.balance)),
      'moved unpaid',
    ),
    ...any(
      arrived.some((e) => (e.money.balance.quote?.points ?? 0) > 0),
      'moved with points',
    ),
    ...any(
      world.cars.some(({ events }) =>
        events.some((e) => e.type === 'moneyReturned' && moved(e.participantId)),
      ),
      'moneyReturned later',
    ),
    ...any(
      world.cars.some(({ events }) =>
        events.some(
          (e, i) =>
            e.type === 'statusChanged' &&
            e.to === 'SUCCESS_PENDING_PAYMENT' &&
            events[i - 1]?.type === 'placeArrived',
        ),
      ),
      'completed by it',
    ),
  ])
}

test('no sequence of changes, moves, refusals, crashes and repeated messages creates or destroys money or seats', () => {
  const reached = new Map<string, number>()
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }), (steps) => {
      const world = new Moves()
      const seated = world.cars.reduce((sum, { car }) => sum + confirmedPeople(car), 0)
      check(world)
      for (const next of steps) {
        run(world, next)
        check(world)
      }
      for (let k = 0; k < 3; k++) world.again(k)
      world.settleDown(world.now)
      check(world)
      checkRest(world, seated)
      world.settleDown(DEPARTURE + 2 * GAP + hours(48))
      check(world)
      for (const what of happened(world)) reached.set(what, (reached.get(what) ?? 0) + 1)
    }),
    { numRuns: 300 },
  )
  for (const what of TO_BE_REACHED)
    expect(reached.get(what) ?? 0, `runs that came to ${what}`).toBeGreaterThan(0)
}, 60_000)
