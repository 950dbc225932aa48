import { afterEach, expect, test } from 'vitest'
import { privateIdsOf } from '#app/group/service/group-id.server.ts'
import { hours, minutes } from '#app/kernel/limits.ts'
import {
  beginBalance,
  carOf,
  depositIntentOf,
  failedCar,
  goTo,
  inDays,
  moneyFor,
  openCar,
  payBalance,
  placeIn,
  recordFor,
  stub,
} from '#tests/worker/world/cars.ts'
import { memberWith, noticesOf, pointsOf, student } from '#tests/worker/world/people.ts'
import {
  advance,
  carpools,
  codeOf,
  deliver,
  eventsOf,
  fault,
  moneyOf,
  must,
  now,
  pay,
  stripe,
  stripeDown,
  stripeUp,
} from '#tests/worker/world/services.ts'

afterEach(stripeUp)

/** A failed group whose creator goes on alone. */
async function converted(as = student()) {
  const failed = await failedCar(as)
  const deposit = await depositIntentOf(failed.carpoolId, failed.participantId)
  const record = must(await carpools.convertToPrivate(failed.viewer, failed.carpoolId))
  const seat = { viewer: failed.viewer, participantId: record.participantId as string }
  return { failed, deposit, record, seat, carpoolId: record.id as string }
}

test('pressing five times turns a failed record into one private car with its deposit', async () => {
  const failed = await failedCar()
  expect((await recordFor(failed)).actions).toEqual(['convertToPrivate', 'cancelFailed'])
  const deposit = await depositIntentOf(failed.carpoolId, failed.participantId)
  const press = () => carpools.convertToPrivate(failed.viewer, failed.carpoolId)
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
  const all = await carpools.records(failed.viewer)
  expect(all.map(({ list: place, paymentStatus }) => [place, paymentStatus]).sort()).toEqual([
    ['exited', 'PRIVATE_CONVERTED'],
    ['joined', 'DEPOSIT'],
  ])
  expect(await depositIntentOf(String(record?.id), String(record?.participantId))).toBe(deposit)
  expect(await moneyFor(failed.viewer)).toEqual({ taken: 0, holds: 1, open: 0 })
  expect(await carpools.find(String(record?.id), student())).toBeNull()
})

test('a paid private car captures the hold taken along', async () => {
  const { deposit, seat, carpoolId } = await converted(await memberWith(0))
  const { prices } = await carOf(carpoolId)
  expect(await payBalance(seat)).toMatchObject({ status: 'PRIVATE', paymentStatus: 'PAID' })
  await advance(0)
  expect(await moneyOf(deposit)).toBe('succeeded')
  expect(await recordFor(seat)).toMatchObject({ deposit: { status: 'captured' } })
  await goTo((await carOf(carpoolId)).carpoolAt)
  await goTo((await carOf(carpoolId)).carpoolAt + hours(24))
  expect(await recordFor(seat)).toMatchObject({ status: 'COMPLETED', list: 'history' })
  expect(await moneyFor(seat.viewer)).toEqual({ taken: prices[0], holds: 0, open: 0 })
  expect((await pointsOf(seat.viewer)).balance).toBe(Math.floor((prices[0] ?? 0) / 100))
})

test('leaving a private car cancels the hold taken along', async () => {
  const { failed, deposit, seat, carpoolId } = await converted()
  must(await carpools.exit(seat.viewer, carpoolId))
  await advance(0)
  expect(await moneyOf(deposit)).toBe('canceled')
  expect(await carOf(carpoolId)).toMatchObject({ status: 'CANCELLED', strays: [] })
  await advance(0)
  expect(await moneyFor(seat.viewer)).toEqual({ taken: 0, holds: 0, open: 0 })
  expect(await placeIn(failed.carpoolId, failed.participantId)).toMatchObject({
    leaving: 'converted',
  })
  const again = must(await carpools.convertToPrivate(failed.viewer, failed.carpoolId))
  expect(again).toMatchObject({ id: carpoolId, status: 'CANCELLED' })
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
  expect(codeOf(await carpools.payBalance(seat.viewer, seat.participantId, 'all'))).toBe(
    'depositReleased',
  )
  const repaid = must(await carpools.repayDeposit(seat.viewer, seat.participantId))
  await pay(repaid.clientSecret)
  expect(must(await carpools.confirmDeposit(seat.viewer, seat.participantId)).deposit.isValid).toBe(
    true,
  )
  expect(await payBalance(seat)).toMatchObject({ status: 'PRIVATE' })
  await advance(0)
  const { prices } = await carOf(carpoolId)
  expect(await moneyFor(seat.viewer)).toEqual({ taken: prices[0], holds: 0, open: 0 })
})

test('a party of two continues in its own car and pays the single-person price once', async () => {
  const car = await openCar({ maxPassengers: 3, people: 2, ...inDays(5) })
  await goTo((await carOf(car.carpoolId)).cutoffAt)
  const record = must(await carpools.convertToPrivate(car.creator, car.carpoolId))
  expect(record).toMatchObject({
    party: { people: 2 },
    maxPassengers: 2,
    basePrice: record.prices[0],
  })
  expect(record.originalRemainingAmount).toBe((record.prices[0] ?? 0) - 2000)
})

test('cancelling a failed record refunds its deposit once and removes it from the joined list', async () => {
  const failed = await failedCar()
  const deposit = await depositIntentOf(failed.carpoolId, failed.participantId)
  const press = () => carpools.cancelFailed(failed.viewer, failed.carpoolId)
  for (const answer of await Promise.all([press(), press(), press()])) must(answer)
  expect(await moneyOf(deposit)).toBe('canceled')
  expect(await recordFor(failed)).toMatchObject({
    list: 'exited',
    paymentStatus: 'REFUNDED',
    status: 'FAILED',
    actions: [],
  })
  expect(codeOf(await carpools.convertToPrivate(failed.viewer, failed.carpoolId))).toBe(
    'operationExpired',
  )
  expect(await moneyFor(failed.viewer)).toEqual({ taken: 0, holds: 0, open: 0 })
})

test.each(['convert', 'cancelFailed'] as const)(
  'converting and cancelling simultaneously, the first one counts: %s',
  async (first) => {
    const failed = await failedCar()
    const { carpoolId, participantId } = failed
    const own = { userId: failed.viewer.id }
    const to = await privateIdsOf(participantId)
    const convert = () => stub(carpoolId).execute({ type: 'convert', ...own, to })
    const cancel = () => stub(carpoolId).execute({ type: 'cancelFailed', ...own })
    const said = first === 'convert' ? [convert(), cancel()] : [cancel(), convert()]
    const codes = (await Promise.all(said)).map((answer) => codeOf(answer as never))
    expect(codes).toEqual(['ok', 'operationExpired'])
    await advance(0)
    const { leaving } = await placeIn(carpoolId, participantId)
    expect(leaving).toBe(first === 'convert' ? 'converted' : 'cancelled')
    expect(await moneyFor(failed.viewer)).toEqual({
      taken: 0,
      holds: first === 'convert' ? 1 : 0,
      open: 0,
    })
  },
)

test('an undecided failed group is refunded when its day is over, even with Stripe down', async () => {
  for (const down of [false, true]) {
    const failed = await failedCar()
    const { carpoolAt } = await carOf(failed.carpoolId)
    await goTo(carpoolAt)
    expect((await recordFor(failed)).actions).toEqual(['cancelFailed'])
    expect(codeOf(await carpools.convertToPrivate(failed.viewer, failed.carpoolId))).toBe(
      'operationExpired',
    )
    if (down) await stripeDown()
    await advance(carpoolAt + hours(10) - now() + minutes(1))
    await advance(0)
    expect(await recordFor(failed)).toMatchObject({
      list: 'exited',
      paymentStatus: 'REFUNDED',
      expired: true,
    })
    expect(codeOf(await carpools.cancelFailed(failed.viewer, failed.carpoolId))).toBe('ok')
    await stripeUp()
    await advance(minutes(30))
    expect(await moneyFor(failed.viewer)).toEqual({ taken: 0, holds: 0, open: 0 })
    expect(await noticesOf(failed.viewer)).toEqual(['groupFailed', 'groupFailedRefunded'])
  }
})

test('nobody can convert, cancel or see another student’s place', async () => {
  const failed = await failedCar()
  const eve = student()
  expect(codeOf(await carpools.convertToPrivate(eve, failed.carpoolId))).toBe('notFound')
  expect(codeOf(await carpools.cancelFailed(eve, failed.carpoolId))).toBe('notFound')
  expect(codeOf(await carpools.convertToPrivate(eve, 'car_x'))).toBe('notFound')
  expect(
    await beginBalance({ viewer: eve, participantId: failed.participantId }).catch(String),
  ).toContain('notFound')
})
