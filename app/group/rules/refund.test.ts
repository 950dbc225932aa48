import fc from 'fast-check'
import { expect, test } from 'vitest'
import { userOf } from '#tests/kit/carpool.ts'
import { World as CarWorld, step as carStep, run as runCar } from '#tests/kit/carpool-world.ts'
import { USERS } from '#tests/kit/steps.ts'
import { run as runTrip, World as TripWorld, step as tripStep } from '#tests/kit/trip-world.ts'
import type { PaymentFacts } from './payment.ts'
import { refundsOf } from './refund.ts'
import { movedTo } from './settle.ts'
import { type Refund, seatedOf } from './state.ts'
import { is } from './status.ts'

/** What the provider holds of a payment right now: blocked on the card, or captured. */
const has = ({ money, amount, received }: PaymentFacts): number =>
  money === 'held' ? amount : money === 'captured' ? received : 0

/** What the provider holds for the payments a refund names. */
const named = (intents: { facts: PaymentFacts }[], { deposit, balance }: Refund): number =>
  intents
    .filter(
      ({ facts }) => facts.intentId === deposit.intentId || facts.intentId === balance.intentId,
    )
    .reduce((sum, { facts }) => sum + has(facts), 0)

/** How many of the runs had something to give back; with none, the test would prove nothing. */
class Tally {
  deposits = 0
  balances = 0
  points = 0
  count(refunds: Refund[]): void {
    for (const { deposit, balance, points } of refunds) {
      if (deposit.amount > 0) this.deposits++
      if (balance.amount > 0) this.balances++
      if (points > 0) this.points++
    }
  }
}

const CAR_STEPS = fc.array(carStep, { minLength: 5, maxLength: 50, size: 'max' })
const CAR_START = fc.record({ maxPassengers: fc.integer({ min: 1, max: 3 }), saves: fc.boolean() })

test('a carpool’s refunds equal what the provider holds for each place, and nothing is left after cancelling', () => {
  const tally = new Tally()
  fc.assert(
    fc.property(CAR_START, CAR_STEPS, ({ maxPassengers, saves }, steps) => {
      const world = new CarWorld({ saves, points: 5000 })
      world.group.draft('ann', { maxPassengers })
      world.makeIntent('ann', 'deposit')
      world.payNewest()
      for (const next of steps) if (next.do !== 'cancelGroup') runCar(world, next)
      world.tick()
      for (const i of world.intents) world.tell(i.facts)
      for (const car of [...world.cars]) {
        if (is(car.car.status, 'over') || seatedOf(car.car).length === 0) continue
        const refunds = refundsOf(car.car)
        tally.count(refunds)
        for (const r of refunds)
          expect(r.total, `${r.participantId} in ${car.car.status}`).toBe(named(world.intents, r))
        const points = new Map(
          USERS.map((name) => [userOf(name), world.ledger.balance(userOf(name))]),
        )
        expect(world.say(car, { type: 'cancelGroup', by: 'adm_one' })).toBeNull()
        world.settleDown(world.now)
        for (const r of refunds) {
          const own = world.intents.filter(({ facts }) => {
            const to = world.cars.map((one) => movedTo(one.car, facts)?.participantId).find(Boolean)
            return (to ?? facts.participantId) === r.participantId
          })
          const left = own.reduce((sum, { facts }) => sum + has(facts), 0)
          expect(left, `what is kept of ${r.participantId}`).toBe(0)
          const back = world.ledger.balance(r.userId) - (points.get(r.userId) ?? 0)
          expect(back, 'points that come back').toBeGreaterThanOrEqual(r.points)
        }
      }
    }),
    { numRuns: 400 },
  )
  expect(
    Math.min(tally.deposits, tally.balances, tally.points),
    JSON.stringify(tally),
  ).toBeGreaterThan(0)
}, 60_000)

const TRIP_STEPS = fc.array(tripStep, { minLength: 5, maxLength: 50, size: 'max' })

test('a trip’s refunds do too', () => {
  const tally = new Tally()
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 }), TRIP_STEPS, (minPassengers, steps) => {
      const world = new TripWorld()
      world.story.draft('ann', { minPassengers, maxPassengers: 4, balancePrice: 3000 })
      world.makeIntent('ann', 'deposit')
      world.payNewest()
      for (const next of steps) if (next.do !== 'cancelGroup') runTrip(world, next)
      world.tick()
      for (const i of world.intents) world.tell(i.facts)
      const { trip } = world.story
      if (is(trip.status, 'over') || seatedOf(trip).length === 0) return
      const refunds = refundsOf(trip)
      tally.count(refunds)
      for (const r of refunds) expect(r.total, r.participantId).toBe(named(world.intents, r))
      expect(world.say(world.story, { type: 'cancelGroup', by: 'adm_one' })).toBeNull()
      world.settleDown(world.now)
      const released = world.story.trip.participants.filter((p) => p.leaving === 'unpaid')
      expect(
        world.intents.reduce((sum, { facts }) => sum + has(facts), 0),
        'what is kept: the deposits of those who had not paid in time',
      ).toBe(released.length * 2000)
    }),
    { numRuns: 400 },
  )
  expect(Math.min(tally.deposits, tally.balances), JSON.stringify(tally)).toBeGreaterThan(0)
}, 60_000)
