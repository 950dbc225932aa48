import { expect, test } from 'vitest'
import { readDepositStanding, repayDeposit } from '#app/carpool/service/carpool-actions.server.ts'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { confirmDeposit } from '#app/group/service/groups.server.ts'
import { minutes } from '#app/kernel/limits.ts'
import {
  depositIntentOf,
  goTo,
  inDays,
  moneyFor,
  openCar,
  placeIn,
  recordFor,
} from '#tests/worker/world/cars.ts'
import { noticesOf, student } from '#tests/worker/world/people.ts'
import {
  advance,
  codeOf,
  fault,
  moneyOf,
  must,
  now,
  passTime,
  pay,
  services,
  stripeDown,
  stripeUp,
} from '#tests/worker/world/services.ts'

/** A car in the far future whose creator's deposit the bank has released. */
async function releasedCar({ maxPassengers = 2, events = true } = {}) {
  if (!events) await fault('drop-events', 100_000)
  const car = await openCar({ maxPassengers, ...inDays(21) })
  const { captureBefore } = (await placeIn(car.carpoolId, car.participantId)).hold
  await goTo((captureBefore ?? 0) + minutes(1))
  return { ...car, viewer: car.creator }
}
const standingOf = async ({ viewer, participantId }: Awaited<ReturnType<typeof releasedCar>>) =>
  must(await readDepositStanding(services, viewer, participantId))

test('a valid deposit is reported as such, and cannot be paid again', async () => {
  const car = await openCar({ maxPassengers: 3 })
  const seat = { ...car, viewer: car.creator }
  expect(await standingOf(seat)).toEqual({
    carpoolId: car.carpoolId,
    isValid: true,
    status: 'held',
    clientSecret: null,
  })
  expect(codeOf(await repayDeposit(services, seat.viewer, car.participantId))).toBe('alreadyPaid')
  const eve = student()
  expect(codeOf(await readDepositStanding(services, eve, car.participantId))).toBe('notFound')
  expect(codeOf(await repayDeposit(services, eve, car.participantId))).toBe('notFound')
})

test('a deposit that the bank released is reported, paid again, and then valid', async () => {
  const car = await releasedCar()
  const first = await depositIntentOf(car.carpoolId, car.participantId)
  expect(await moneyOf(first)).toBe('canceled')
  expect(await noticesOf(car.viewer)).toEqual(['depositReleased'])
  expect(await standingOf(car)).toMatchObject({
    isValid: false,
    status: 'released',
    clientSecret: null,
  })
  expect((await recordFor(car)).actions).toContain('payDeposit')
  const again = must(await repayDeposit(services, car.viewer, car.participantId))
  expect(again).toMatchObject({ amount: 2000, currency: 'gbp' })
  expect(must(await repayDeposit(services, car.viewer, car.participantId)).clientSecret).toBe(
    again.clientSecret,
  )
  expect(await standingOf(car)).toMatchObject({ isValid: false, clientSecret: again.clientSecret })
  expect(codeOf(await confirmDeposit(carpoolKind, services, car.viewer, car.participantId))).toBe(
    'paymentNotConfirmed',
  )
  await pay(again.clientSecret)
  const record = must(await confirmDeposit(carpoolKind, services, car.viewer, car.participantId))
  expect(record.deposit).toMatchObject({ status: 'held', isValid: true })
  expect(await standingOf(car)).toMatchObject({ isValid: true, clientSecret: null })
  expect(await moneyFor(car.viewer)).toEqual({ taken: 0, holds: 1, open: 0 })
})

test('in doubt, viewing the record asks Stripe; without a reply the carpool shows what it knows', async () => {
  const car = await openCar({ maxPassengers: 3, ...inDays(21) })
  const seat = { ...car, viewer: car.creator }
  await advance(0)
  const { captureBefore } = (await placeIn(car.carpoolId, car.participantId)).hold
  await fault('drop-events', 100_000)
  await stripeDown()
  await passTime((captureBefore ?? 0) - now() + minutes(1))
  await advance(0)
  expect(await placeIn(car.carpoolId, car.participantId)).toMatchObject({
    deposit: { state: 'held' },
    hold: { deadlinePassed: true },
  })
  expect(await standingOf(seat)).toMatchObject({ isValid: true, status: 'held' })
  await stripeUp()
  await fault('drop-events', 100_000)
  expect(await standingOf(seat)).toMatchObject({ isValid: false, status: 'released' })
})
