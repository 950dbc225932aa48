import { expect, test } from 'vitest'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { giveUpBalance } from '#app/group/service/groups.server.ts'
import { beginBalance, moneyFor, payBalance, privateCar } from '#tests/worker/world/cars.ts'
import { memberWith, pointsOf } from '#tests/worker/world/people.ts'
import { advance, codeOf, must, pay, services } from '#tests/worker/world/services.ts'

test('giving up a balance returns its points at once, and it can be started again', async () => {
  const car = await privateCar(await memberWith(1000))
  const begun = await beginBalance(car)
  expect((await pointsOf(car.viewer)).balance).toBe(0)
  must(await giveUpBalance(carpoolKind, services, car.viewer, car.participantId))
  expect((await pointsOf(car.viewer)).balance).toBe(1000)
  expect((await moneyFor(car.viewer)).open).toBe(0)
  // Repeated, and with nothing begun, the result is the same.
  must(await giveUpBalance(carpoolKind, services, car.viewer, car.participantId))
  const again = await beginBalance(car)
  expect(again).toMatchObject({ amount: begun.amount, pointsDeducted: 1000 })
  expect(again.intentId).not.toBe(begun.intentId)
  expect(await payBalance(car)).toMatchObject({ paymentStatus: 'PAID', pointsDeducted: 1000 })
})

test('a balance paid meanwhile is not given up', async () => {
  const car = await privateCar()
  const { clientSecret, originalAmount } = await beginBalance(car)
  await pay(clientSecret ?? '')
  expect(codeOf(await giveUpBalance(carpoolKind, services, car.viewer, car.participantId))).toBe(
    'alreadyPaid',
  )
  await advance(0)
  expect((await moneyFor(car.viewer)).taken).toBe(originalAmount + 2000)
})
