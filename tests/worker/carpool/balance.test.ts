import { expect, test } from 'vitest'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { confirmBalance, prepareBalance } from '#app/group/service/groups.server.ts'
import {
  beginBalance,
  completeCar,
  moneyFor,
  payBalance,
  recordFor,
} from '#tests/worker/world/cars.ts'
import { noticesOf, student } from '#tests/worker/world/people.ts'
import { codeOf, must, pay, services } from '#tests/worker/world/services.ts'

const two = () => completeCar([student(), student()])
const [ann, bob] = [0, 1]
const seatOf = <T>(list: T[], index: number): T => {
  const found = list[index]
  if (!found) throw new Error('no such seat')
  return found
}

test('each pays the rest of the price for the group’s final size, and the last payment completes it', async () => {
  const car = await two()
  const [first, second] = [seatOf(car.seats, ann), seatOf(car.seats, bob)]
  const price = (await recordFor(first)).basePrice
  const balance = await beginBalance(first)
  expect(balance).toMatchObject({
    amount: price - 2000,
    originalAmount: price - 2000,
    pointsDeducted: 0,
    deductedAmount: 0,
    currency: 'gbp',
  })
  expect(
    codeOf(await confirmBalance(carpoolKind, services, first.viewer, first.participantId)),
  ).toBe('paymentNotConfirmed')
  await pay(balance.clientSecret ?? '')
  const paid = must(await confirmBalance(carpoolKind, services, first.viewer, first.participantId))
  expect(paid).toMatchObject({
    paymentStatus: 'PAID',
    remainingAmount: 0,
    status: 'SUCCESS_PENDING_PAYMENT',
  })
  expect(
    must(await confirmBalance(carpoolKind, services, first.viewer, first.participantId)),
  ).toEqual(paid)
  expect(
    codeOf(await prepareBalance(carpoolKind, services, first.viewer, first.participantId, 'all')),
  ).toBe('alreadyPaid')
  expect(await payBalance(second)).toMatchObject({ status: 'SUCCESS', actions: ['changeFlight'] })
  expect(await noticesOf(first.viewer)).toEqual(['groupComplete', 'groupPaid'])
  for (const { viewer } of car.seats)
    expect(await moneyFor(viewer)).toEqual({ taken: price, holds: 0, open: 0 })
})
