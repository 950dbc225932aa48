import { afterEach, expect, test } from 'vitest'
import { minutes, STUCK_AFTER_MS } from '#app/domain/limits.ts'
import { carOf, holdSeat, openCar, party, placeIn, snapshotOf } from '#tests/worker/world/cars.ts'
import { student } from '#tests/worker/world/people.ts'
import {
  advance,
  carpools,
  codeOf,
  fault,
  moneyOf,
  now,
  passTime,
  pay,
  stripeDown,
  stripeUp,
} from '#tests/worker/world/services.ts'

afterEach(stripeUp)

test.each([
  { paid: true, status: 'SUCCESS_PENDING_PAYMENT' },
  { paid: false, status: 'FAILED' },
])(
  'with Stripe down at the cutoff nothing is decided until later, then correctly (paid: $paid)',
  async ({ paid, status }) => {
    const car = await openCar()
    const { cutoffAt } = await carOf(car.carpoolId)
    await passTime(cutoffAt - now() - minutes(5))
    const bob = await holdSeat(car)
    await advance(0)
    await fault('drop-events', 100_000)
    if (paid) await pay(bob.clientSecret)
    await stripeDown()
    await advance(minutes(6))
    expect(await carOf(car.carpoolId)).toMatchObject({ status: 'FULL' })
    expect(await placeIn(car.carpoolId, bob.participantId)).toMatchObject({
      seat: 'lapsing',
      leaving: 'cutoff',
    })
    expect(codeOf(await carpools.confirmDeposit(bob.viewer, bob.participantId))).toBe('unavailable')
    expect(codeOf(await carpools.hold(student(), car.carpoolId, party()))).toBe('cutoffPassed')
    for (let n = 0; n < 4; n++) await advance(minutes(5))
    expect((await snapshotOf(car.carpoolId)).stuck).toEqual([])
    await advance(STUCK_AFTER_MS)
    const { state, stuck } = await snapshotOf(car.carpoolId)
    expect(state.status).toBe('FULL')
    expect(stuck.map(({ kind }) => kind)).toContain('resolve')
    await stripeUp()
    await advance(minutes(11))
    expect(await carOf(car.carpoolId)).toMatchObject({ status })
    expect((await snapshotOf(car.carpoolId)).stuck).toEqual([])
    expect(await moneyOf(bob.intentId)).toBe(paid ? 'succeeded' : 'canceled')
  },
)
