import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Viewer } from '#app/group/service/viewer.ts'
import { api } from '#tests/worker/world/api.ts'
import {
  beginBalance,
  carOf,
  completeCar,
  evict,
  holdSeat,
  inDays,
  joinCar,
  moneyFor,
  openCar,
  party,
  payBalance,
  placeIn,
  recordFor,
} from '#tests/worker/world/cars.ts'
import { memberWith, pointsOf, student } from '#tests/worker/world/people.ts'
import {
  advance,
  carpools,
  codeOf,
  sumsOf as moneyOf,
  must,
  pay,
  services,
  stripe,
  stripeDown,
  stripeUp,
  trips,
} from '#tests/worker/world/services.ts'
import { holdPlace, join, openTrip, stateOf, untilCutoff } from '#tests/worker/world/trips.ts'
import { timesTold } from './groups-kit.ts'
import { type Admin, auditOf, newAdmin } from './kit.ts'

let as: Admin
beforeEach(async () => {
  as = await newAdmin()
})
afterEach(stripeUp)

const cancel = async (id: string, admin = as) => {
  const kind = id.startsWith('trip_') ? 'trips' : 'carpools'
  return api('POST', `/admin/${kind}/${id}/cancel`, { as: admin })
}
const opened = async (id: string) => must(await services.admin.groups.open(as.id, 'carpool', id))
const NOTHING = { taken: 0, holds: 0, open: 0 }

/** We keep none of their money, each is notified once, and the log has it once. */
async function expectAllGone(id: string, viewers: Viewer[]) {
  await advance(0)
  for (const viewer of viewers) {
    expect(await moneyFor(viewer), viewer.id).toEqual(NOTHING)
    expect(await timesTold(viewer), viewer.id).toBe(1)
  }
  const log = await auditOf(id)
  expect(log.map(({ adminId, action }) => [adminId, action])).toEqual([[as.id, 'groupCancelled']])
}

describe('an open carpool', () => {
  test('releases its holds, notifies everyone and is shown to them as cancelled', async () => {
    const car = await openCar({ maxPassengers: 3, ...inDays(6) })
    const bob = await joinCar(car)
    const { status, body } = await cancel(car.carpoolId)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'CANCELLED',
      currentPassengers: 0,
      cancelled: { by: as.id },
      refunds: [{ deposit: { action: 'release', amount: 2000 } }, { total: 2000 }],
    })
    expect((await opened(car.carpoolId)).isCancellable).toBe(false)
    await expectAllGone(car.carpoolId, [car.creator, bob.viewer])
    for (const seat of [{ viewer: car.creator, participantId: car.participantId }, bob])
      expect(await recordFor(seat)).toMatchObject({
        status: 'CANCELLED',
        list: 'history',
        paymentStatus: 'REFUNDED',
        leaving: 'groupCancelled',
        deposit: { status: 'cancelled' },
        actions: [],
      })
    const latecomer = student()
    expect(
      codeOf(await carpools.hold(latecomer, car.carpoolId, party({ flightTime: car.flightTime }))),
    ).toBe('notOpen')
  })

  test('with an unpaid hold closes the payment, and nothing can be paid any more', async () => {
    const car = await openCar({ maxPassengers: 3 })
    const held = await holdSeat(car)
    const bare = student()
    must(await carpools.hold(bare, car.carpoolId, party({ flightTime: car.flightTime })))
    const { body } = await cancel(car.carpoolId)
    expect(body.refunds.map((one: { total: number }) => one.total)).toEqual([2000, 0, 0])
    await expectAllGone(car.carpoolId, [car.creator, held.viewer, bare])
    await expect(pay(held.clientSecret)).rejects.toThrow()
    expect(
      codeOf(
        await carpools.payDeposit(bare, (await carOf(car.carpoolId)).participants[2]?.id ?? 'par_'),
      ),
    ).toBe('holdExpired')
  })

  test('releases a hold made at that very moment', async () => {
    for (let n = 0; n < 3; n++) {
      as = await newAdmin()
      const car = await openCar({ maxPassengers: 3 })
      const held = await holdSeat(car)
      const [paid] = await Promise.allSettled([
        pay(held.clientSecret).then(() => carpools.confirmDeposit(held.viewer, held.participantId)),
        cancel(car.carpoolId),
      ])
      if (paid.status === 'fulfilled')
        expect(paid.value.ok && paid.value.value.seat).not.toBe('taken')
      await expectAllGone(car.carpoolId, [car.creator, held.viewer])
      expect((await placeIn(car.carpoolId, held.participantId)).seat).toBe('gone')
    }
  })
})

describe('a complete carpool', () => {
  test('refunds deposits and a balance partly paid with points, points included', async () => {
    const ann = await memberWith(700)
    const [bob, cat] = [student(), student()]
    const car = await completeCar([ann, bob, cat])
    const [first, second] = car.seats
    if (!first || !second) throw new Error('no seats')
    await payBalance(first)
    const { amount } = await beginBalance(second)
    expect((await pointsOf(ann)).balance).toBe(0)
    const { body } = await cancel(car.carpoolId)
    expect(body.refunds).toMatchObject([
      {
        deposit: { action: 'refund', amount: 2000 },
        balance: { action: 'refund' },
        points: 700,
        total: 2000 + body.refunds[0].balance.amount,
      },
      {
        deposit: { action: 'refund', amount: 2000 },
        balance: { action: 'none' },
        points: 0,
        total: 2000,
      },
      { total: 2000 },
    ])
    expect(amount - 700).toBe(body.refunds[0].balance.amount)
    await expectAllGone(car.carpoolId, [ann, bob, cat])
    expect((await pointsOf(ann)).balance).toBe(700)
    const refunded = await stripe.paymentIntents.retrieve(body.refunds[0].balance.stripeId, {
      expand: ['latest_charge'],
    })
    expect(refunded.latest_charge).toMatchObject({
      amount_refunded: body.refunds[0].balance.amount,
    })
  })

  test('refunds a balance being paid at that very moment', async () => {
    for (let n = 0; n < 3; n++) {
      as = await newAdmin()
      const [ann, bob] = [student(), student()]
      const car = await completeCar([ann, bob])
      const [seat] = car.seats
      if (!seat) throw new Error('no seat')
      const { clientSecret } = await beginBalance(seat)
      await Promise.allSettled([pay(clientSecret ?? ''), cancel(car.carpoolId)])
      await expectAllGone(car.carpoolId, [ann, bob])
    }
  })
})

describe('without a reply from Stripe', () => {
  test('the group is cancelled all the same, and refunds follow once Stripe responds', async () => {
    const [ann, bob] = [student(), student()]
    const car = await completeCar([ann, bob])
    await stripeDown()
    const { status, body } = await cancel(car.carpoolId)
    expect([status, body.status]).toEqual([200, 'CANCELLED'])
    expect((await opened(car.carpoolId)).places.map(({ returning }) => returning)).toEqual([
      true,
      true,
    ])
    await evict(car.carpoolId)
    await stripeUp()
    expect((await moneyFor(ann)).taken).toBe(2000)
    await advance(20 * 60_000)
    await expectAllGone(car.carpoolId, [ann, bob])
  })
})

describe('two administrators at once', () => {
  test('cancel it once, and both get the same reply', async () => {
    const car = await openCar({ maxPassengers: 3 })
    const other = await newAdmin(['groups'])
    const [one, two] = await Promise.all([cancel(car.carpoolId), cancel(car.carpoolId, other)])
    expect([one.status, two.status]).toEqual([200, 200])
    expect(one.body.refunds).toEqual(two.body.refunds)
    expect(one.body.cancelled).toEqual(two.body.cancelled)
    if (one.body.cancelled.by === other.id) as = other
    await expectAllGone(car.carpoolId, [car.creator])
    const again = await cancel(car.carpoolId)
    expect(again.body).toMatchObject({ status: 'CANCELLED', refunds: one.body.refunds })
    await expectAllGone(car.carpoolId, [car.creator])
  })
})

describe('a trip', () => {
  test('that goes ahead refunds deposits and balances', async () => {
    const trip = await openTrip({ minPassengers: 2 })
    const bob = await join(trip.id, { people: 2 })
    await advance(await untilCutoff(trip.id))
    as = await newAdmin()
    const { clientSecret } = must(await trips.payBalance(bob.viewer, trip.id))
    await pay(clientSecret ?? '')
    must(await trips.confirmBalance(bob.viewer, trip.id))
    const { body } = await cancel(trip.id)
    expect(body).toMatchObject({
      status: 'CANCELLED',
      refunds: [
        { deposit: { action: 'refund', amount: 2000 }, balance: { action: 'none' }, total: 2000 },
        {
          deposit: { action: 'refund', amount: 2000 },
          balance: { action: 'refund', amount: 6000 },
          total: 8000,
        },
      ],
    })
    await expectAllGone(trip.id, [trip.creator, bob.viewer])
    expect(await moneyOf(bob.intentId)).toMatchObject({ received: 2000, refunded: 2000 })
    const shown = await trips.list({ tab: 'end', limit: 20 }, bob.viewer)
    expect(shown.items).toMatchObject([
      { status: 'CANCELLED', button: 'ended', own: { paymentStatus: 'REFUNDED', canExit: false } },
    ])
  })

  test('that is open, with a student at the card, allows no more payment', async () => {
    const trip = await openTrip()
    const held = await holdPlace(trip.id)
    expect((await cancel(trip.id)).body.refunds).toMatchObject([{ total: 2000 }, { total: 0 }])
    await expectAllGone(trip.id, [trip.creator, held.viewer])
    await expect(pay(held.clientSecret)).rejects.toThrow()
    expect((await stateOf(trip.id)).participants.map((p) => p.seat)).toEqual(['gone', 'gone'])
  })
})
