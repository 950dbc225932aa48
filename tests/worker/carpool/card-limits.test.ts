import { expect, test } from 'vitest'
import { DECLINES_PER_HOUR, hours, PAYMENTS_PER_DAY } from '#app/domain/limits.ts'
import { advance, carpools, codeOf, draft, holdSeat, openCar, party, pay, placeIn, student } from './kit.ts'

const declined = (clientSecret: string) =>
  pay(clientSecret, 'pm_card_visa_chargeDeclined').then(
    () => 'paid',
    (error: { code?: string }) => error.code,
  )

test('after three declined cards in an hour the payment is closed, the seat stays kept, and an hour later she may pay again', async () => {
  const car = await openCar({ maxPassengers: 3 })
  const seat = await holdSeat(car)
  for (let card = 1; card <= DECLINES_PER_HOUR; card++) {
    expect(codeOf(await carpools.depositIntent(seat.viewer, seat.participantId))).toBe('ok')
    expect(await declined(seat.clientSecret)).toBe('card_declined')
    await advance(0)
  }
  expect(await declined(seat.clientSecret), 'the old secret is of no more use').toBe(
    'payment_intent_unexpected_state',
  )
  const refused = await carpools.depositIntent(seat.viewer, seat.participantId)
  expect(codeOf(refused)).toBe('rateLimited')
  expect((await placeIn(car.carpoolId, seat.participantId)).seat).toBe('held')

  await advance(hours(1))
  const again = await carpools.hold(seat.viewer, car.carpoolId, party({ flightTime: car.flightTime }))
  if (!again.ok) throw new Error(again.error.code)
  expect(codeOf(await carpools.depositIntent(seat.viewer, again.value.participantId))).toBe('ok')
})

test('one student’s declined cards are not another’s', async () => {
  const car = await openCar({ maxPassengers: 3 })
  const unlucky = await holdSeat(car)
  for (let card = 0; card < DECLINES_PER_HOUR; card++) await declined(unlucky.clientSecret)
  await advance(0)
  const lucky = await holdSeat(car)
  await pay(lucky.clientSecret)
  expect(codeOf(await carpools.confirmJoin(lucky.viewer, lucky.participantId))).toBe('ok')
})

test('a user starts ten payments a day and no more', async () => {
  const viewer = student()
  for (let payment = 0; payment < PAYMENTS_PER_DAY; payment++) {
    const made = await carpools.draft(viewer, draft(), crypto.randomUUID())
    if (!made.ok) throw new Error(made.error.code)
    await carpools.giveUp(viewer, made.value.participantId)
  }
  expect(codeOf(await carpools.draft(viewer, draft(), crypto.randomUUID()))).toBe('rateLimited')
  await advance(hours(24))
  expect(codeOf(await carpools.draft(viewer, draft(), crypto.randomUUID()))).toBe('ok')
})
