import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { holdSeats } from '#app/carpool/service/carpools.server.ts'
import { NO_HOLD } from '#app/group/rules/state.ts'
import { confirmDeposit, prepareDeposit } from '#app/group/service/groups.server.ts'
import { minutes } from '#app/kernel/limits.ts'
import { newCharge } from '#app/payments/rules/charge.ts'
import { reconcilePayment } from '#app/reconciliation/service/reconcile.server.ts'
import {
  type Car,
  carOf,
  holdSeat,
  openCar,
  party,
  placeIn,
  rowsOf,
} from '#tests/worker/world/cars.ts'
import { student } from '#tests/worker/world/people.ts'
import {
  advance,
  codeOf,
  deliver,
  eventsOf,
  fault,
  intentIdOf,
  moneyOf,
  must,
  pay,
  services,
  stripe,
  stripeUp,
} from '#tests/worker/world/services.ts'

/** What must be the same however the payment was learned of. */
async function outcome(car: Car, seat: Awaited<ReturnType<typeof holdSeat>>) {
  const state = await carOf(car.carpoolId)
  const place = await placeIn(car.carpoolId, seat.participantId)
  return {
    status: state.status,
    strays: state.strays,
    places: state.participants.length,
    seat: place.seat,
    deposit: { ...place.deposit, intentId: null },
    hold: { ...place.hold, captureBefore: null },
    money: await moneyOf(seat.intentId),
    taken: (await rowsOf(car.carpoolId, "SELECT type FROM events WHERE type = 'seatTaken'")).length,
  }
}

const repeated = (events: Stripe.Event[], times: number) =>
  Array.from({ length: times }, () => events).flat()
const shuffled = <T>(list: T[], seed: number): T[] =>
  list
    .map((item, i) => ({ item, at: Math.sin(seed * 97 + i * 31) }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)

const times = [0, 1, 3]
const orders = ['before', 'after', 'around', 'at the same time as'] as const
const cases = times.flatMap((n) => orders.map((order, i) => ({ n, order, seed: n * 10 + i })))

test.each(cases)(
  'events delivered $n times $order the browser’s own confirmation make one seat and one hold',
  async ({ n, order, seed }) => {
    await fault('drop-events', 100_000)
    const car = await openCar({ maxPassengers: 3 })
    const bob = await holdSeat(car)
    await pay(bob.clientSecret)
    const events = shuffled(repeated(await eventsOf(bob.intentId), n), seed)
    const tell = async (list: Stripe.Event[]) => {
      for (const event of list) expect(await deliver(event)).toBe(200)
    }
    const confirm = () =>
      confirmDeposit(carpoolKind, services, bob.viewer, bob.participantId).then(must)
    const half = Math.ceil(events.length / 2)
    if (order === 'before') await tell(events).then(confirm)
    if (order === 'after') await confirm().then(() => tell(events))
    if (order === 'around')
      await tell(events.slice(0, half))
        .then(confirm)
        .then(() => tell(events.slice(half)))
    if (order === 'at the same time as')
      await Promise.all([confirm(), ...events.map((event) => tell([event]))])
    expect(await outcome(car, bob)).toEqual({
      status: 'OPEN',
      strays: [],
      places: 2,
      seat: 'taken',
      deposit: { ...newCharge(), state: 'held' },
      hold: NO_HOLD,
      money: 'requires_capture',
      taken: 2,
    })
  },
)

test('an event takes effect once: its id is stored with it, and it can arrive again after a failure', async () => {
  await fault('drop-events', 100_000)
  const car = await openCar({ maxPassengers: 3 })
  const bob = await holdSeat(car)
  await pay(bob.clientSecret)
  const [event] = (await eventsOf(bob.intentId)).filter(
    (e) => e.type === 'payment_intent.amount_capturable_updated',
  )
  if (!event) throw new Error('no event')
  await fault('fail-calls', 100)
  expect(await deliver(event)).toBe(503)
  expect(await rowsOf(car.carpoolId, `SELECT * FROM seen WHERE event_id = '${event.id}'`)).toEqual(
    [],
  )
  await stripeUp()
  for (let n = 0; n < 3; n++) expect(await deliver(event)).toBe(200)
  expect(
    await rowsOf(car.carpoolId, `SELECT * FROM seen WHERE event_id = '${event.id}'`),
  ).toHaveLength(1)
  expect((await placeIn(car.carpoolId, bob.participantId)).seat).toBe('taken')
})

test('an event about an unknown payment is accepted and changes nothing', async () => {
  const other = await stripe.paymentIntents.create({ amount: 500, currency: 'gbp' })
  expect(codeOf(await reconcilePayment(services, other.id))).toBe('notFound')
  expect(codeOf(await reconcilePayment(services, 'pi_unknown'))).toBe('notFound')
  for (const event of await eventsOf(other.id)) expect(await deliver(event)).toBe(200)
})

test('a lost reply causes no second capture, and errors are overcome', async () => {
  for (const kind of ['lose-answers', 'fail-calls']) {
    const car = await openCar()
    const bob = await holdSeat(car)
    await pay(bob.clientSecret)
    await fault(kind, 5, { path: '/capture' })
    must(await confirmDeposit(carpoolKind, services, bob.viewer, bob.participantId))
    await advance(0)
    await stripeUp()
    await advance(minutes(1))
    const { participants } = await carOf(car.carpoolId)
    expect(participants.map((p) => [p.deposit.state, p.deposit.paid])).toEqual([
      ['paid', 2000],
      ['paid', 2000],
    ])
    const captures = (await eventsOf(bob.intentId)).filter((e) => e.type === 'charge.captured')
    expect(captures).toHaveLength(1)
  }
})

test('a customer is made only for a card that may be kept, also for a payment begun before', async () => {
  const car = await openCar({ maxPassengers: 3 })
  const viewer = student()
  const hold = party({ flightTime: car.flightTime })
  const { participantId } = must(await holdSeats(services, viewer, car.carpoolId, hold))
  const customerOf = async (keepCard: boolean) => {
    const { clientSecret } = must(
      await prepareDeposit(carpoolKind, services, viewer, participantId, keepCard),
    )
    const { id, customer } = await stripe.paymentIntents.retrieve(intentIdOf(clientSecret))
    return { id, customer }
  }
  const first = await customerOf(false)
  expect(first.customer).toBeNull()
  const kept = await customerOf(true)
  expect(kept).toEqual({ id: first.id, customer: expect.stringMatching(/^cus_/) })
  expect(await customerOf(false)).toEqual(kept)
})
