import { expect, test } from 'vitest'
import {
  cancelFailed,
  convertToPrivate,
  repayDeposit,
} from '#app/carpool/service/carpool-actions.server.ts'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { findCarpool, readCarpoolRecords } from '#app/carpool/service/carpool-reads.server.ts'
import { confirmDeposit, prepareBalance } from '#app/group/service/groups.server.ts'
import {
  carOf,
  depositIntentOf,
  failedCar,
  moneyFor,
  payBalance,
  placeIn,
  recordFor,
} from '#tests/worker/world/cars.ts'
import { noticesOf, student } from '#tests/worker/world/people.ts'
import {
  advance,
  codeOf,
  deliver,
  eventsOf,
  fault,
  moneyOf,
  must,
  pay,
  services,
  stripe,
} from '#tests/worker/world/services.ts'

/** A failed group whose creator goes on alone. */
async function converted(as = student()) {
  const failed = await failedCar(as)
  const deposit = await depositIntentOf(failed.carpoolId, failed.participantId)
  const record = must(await convertToPrivate(services, failed.viewer, failed.carpoolId))
  const seat = { viewer: failed.viewer, participantId: record.participantId as string }
  return { failed, deposit, record, seat, carpoolId: record.id as string }
}

test('pressing five times turns a failed record into one private car with its deposit', async () => {
  const failed = await failedCar()
  expect((await recordFor(failed)).actions).toEqual(['convertToPrivate', 'cancelFailed'])
  const deposit = await depositIntentOf(failed.carpoolId, failed.participantId)
  const press = () => convertToPrivate(services, failed.viewer, failed.carpoolId)
  const made = (await Promise.all([press(), press(), press(), press(), press()])).map(must)
  made.push(must(await press()))
  expect(new Set(made.map(({ participantId }) => participantId)).size).toBe(1)
  const [record] = made
  const { prices } = await carOf(failed.carpoolId)
  expect(record).toMatchObject({
    status: 'PRIVATE_PENDING_PAYMENT',
    private: true,
    maxPassengers: 1,
    basePrice: prices[0],
    originalRemainingAmount: (prices[0] ?? 0) - 2000,
    paymentStatus: 'DEPOSIT',
    list: 'joined',
    deposit: { status: 'held', isValid: true },
    actions: ['payRemaining', 'changeFlight', 'exit'],
  })
  const all = await readCarpoolRecords(services, failed.viewer)
  expect(all.map(({ list: place, paymentStatus }) => [place, paymentStatus]).sort()).toEqual([
    ['exited', 'PRIVATE_CONVERTED'],
    ['joined', 'DEPOSIT'],
  ])
  expect(await depositIntentOf(String(record?.id), String(record?.participantId))).toBe(deposit)
  expect(await moneyFor(failed.viewer)).toEqual({ taken: 0, holds: 1, open: 0 })
  expect(await findCarpool(services, String(record?.id), student())).toBeNull()
})

test('events of the deposit taken along reach the private car, however often they arrive', async () => {
  const { failed, deposit, seat, carpoolId } = await converted()
  await advance(0)
  await fault('drop-events', 100_000)
  await stripe.paymentIntents.cancel(deposit)
  const events = await eventsOf(deposit)
  for (let n = 0; n < 3; n++) for (const event of events) expect(await deliver(event)).toBe(200)
  expect((await placeIn(carpoolId, seat.participantId)).deposit.state).toBe('lost')
  expect((await placeIn(failed.carpoolId, failed.participantId)).deposit.state).toBe('held')
  expect((await noticesOf(seat.viewer)).filter((code) => code === 'depositReleased')).toHaveLength(
    1,
  )
  expect(
    codeOf(await prepareBalance(carpoolKind, services, seat.viewer, seat.participantId, 'all')),
  ).toBe('depositReleased')
  const repaid = must(await repayDeposit(services, seat.viewer, seat.participantId))
  await pay(repaid.clientSecret)
  expect(
    must(await confirmDeposit(carpoolKind, services, seat.viewer, seat.participantId)).deposit
      .isValid,
  ).toBe(true)
  expect(await payBalance(seat)).toMatchObject({ status: 'PRIVATE' })
  await advance(0)
  const { prices } = await carOf(carpoolId)
  expect(await moneyFor(seat.viewer)).toEqual({ taken: prices[0], holds: 0, open: 0 })
})

test('cancelling a failed record refunds its deposit once and removes it from the joined list', async () => {
  const failed = await failedCar()
  const deposit = await depositIntentOf(failed.carpoolId, failed.participantId)
  const press = () => cancelFailed(services, failed.viewer, failed.carpoolId)
  for (const answer of await Promise.all([press(), press(), press()])) must(answer)
  expect(await moneyOf(deposit)).toBe('canceled')
  expect(await recordFor(failed)).toMatchObject({
    list: 'exited',
    paymentStatus: 'REFUNDED',
    status: 'FAILED',
    actions: [],
  })
  expect(codeOf(await convertToPrivate(services, failed.viewer, failed.carpoolId))).toBe(
    'operationExpired',
  )
  expect(await moneyFor(failed.viewer)).toEqual({ taken: 0, holds: 0, open: 0 })
})
