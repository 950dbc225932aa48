import { expect, test } from 'vitest'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import {
  findCarpool,
  isJoined,
  readCarpoolRecords,
} from '#app/carpool/service/carpool-reads.server.ts'
import {
  confirmCreate,
  draftPayableCarpool,
  holdSeats,
  readCarpoolRecord,
} from '#app/carpool/service/carpools.server.ts'
import { confirmDeposit, giveUpPlace, prepareDeposit } from '#app/group/service/groups.server.ts'
import { hours } from '#app/kernel/limits.ts'
import { londonDay } from '#app/kernel/time.ts'
import { specialPeriods } from '#db/schema.ts'
import {
  carOf,
  draft,
  holdSeat,
  inDays,
  openCar,
  party,
  placeIn,
} from '#tests/worker/world/cars.ts'
import { noticesOf, student } from '#tests/worker/world/people.ts'
import { advance, codeOf, db, moneyOf, must, pay, services } from '#tests/worker/world/services.ts'

test('a draft becomes an open, listed carpool only when its deposit is held', async () => {
  const creator = student()
  const made = must(
    await draftPayableCarpool(services, creator, draft({ maxPassengers: 3 }), 'first'),
  )
  expect(made).toMatchObject({ amount: 2000, currency: 'gbp' })
  expect(await findCarpool(services, made.groupId, student())).toBeNull()
  expect(codeOf(await confirmCreate(services, creator, made.participantId))).toBe(
    'paymentNotConfirmed',
  )
  await pay(made.clientSecret)
  const created = must(
    await confirmCreate(services, creator, made.participantId, draft({ maxPassengers: 3 })),
  )
  expect(created).toMatchObject({
    status: 'OPEN',
    currentPassengers: 1,
    seat: 'taken',
    isJoined: true,
  })
  expect(created.deposit).toMatchObject({ status: 'held', isValid: true, amount: 2000 })
  expect(created.deposit.captureBefore).toBeGreaterThan(created.cutoffAt - hours(48))
  expect(await findCarpool(services, made.groupId, student())).toMatchObject({
    status: 'OPEN',
    isJoined: false,
  })
  expect(await isJoined(services, made.groupId, creator)).toBe(true)
})

test('the same attempt twice, even simultaneously, is one draft with one payment', async () => {
  const creator = student()
  const wish = draft()
  const [one, two] = await Promise.all([
    draftPayableCarpool(services, creator, wish, 'tap'),
    draftPayableCarpool(services, creator, wish, 'tap'),
  ])
  expect(must(one)).toEqual(must(two))
  expect(must(await draftPayableCarpool(services, creator, wish, 'other')).groupId).not.toBe(
    must(one).groupId,
  )
})

test('a draft that was given up is created again by the same form, and its payment is cancelled', async () => {
  const creator = student()
  const first = must(await draftPayableCarpool(services, creator, draft(), 'again'))
  must(await giveUpPlace(carpoolKind, services, creator, first.groupId))
  expect((await carOf(first.groupId)).status).toBe('CANCELLED')
  expect(await moneyOf(first.clientSecret.split('_secret_')[0] ?? '')).toBe('canceled')
  expect(await readCarpoolRecord(services, creator, first.participantId)).toMatchObject({
    party: { nLocation: '1 Castle Boulevard' },
  })
  const second = must(await draftPayableCarpool(services, creator, draft(), 'again'))
  expect(second.groupId).not.toBe(first.groupId)
  must(await giveUpPlace(carpoolKind, services, creator, second.participantId))
  must(await giveUpPlace(carpoolKind, services, creator, second.participantId))
})

test('the confirmed carpool must match its draft', async () => {
  const creator = student()
  const made = must(await draftPayableCarpool(services, creator, draft(), 'changed'))
  await pay(made.clientSecret)
  const other = await confirmCreate(services, creator, made.participantId, draft({ bag: 4 }))
  expect(other).toEqual({
    ok: false,
    error: { code: 'validationFailed', params: { field: 'bag' } },
  })
  expect(codeOf(await confirmCreate(services, student(), made.participantId))).toBe('notFound')
  must(await confirmCreate(services, creator, made.participantId, draft()))
  must(await confirmCreate(services, creator, made.participantId, draft()))
})

test('prices are those of the day of departure, with special ones in a special period', async () => {
  const [usual, dear] = [inDays(20), inDays(60)]
  const day = londonDay(dear.carpoolAt)
  await db.delete(specialPeriods)
  await db
    .insert(specialPeriods)
    .values({ id: 'per_one_day', fromDay: day, toDay: day, label: 'one day' })
  const pricesOf = async (when: typeof usual) =>
    (
      await carOf(
        must(await draftPayableCarpool(services, student(), draft(when), `on-${when.carpoolAt}`))
          .groupId,
      )
    ).prices
  const [normal] = await pricesOf(usual)
  const [special] = await pricesOf(dear)
  expect(special).toBeGreaterThan(normal ?? Number.POSITIVE_INFINITY)
  expect(
    codeOf(await draftPayableCarpool(services, student(), draft({ airportId: 'air_xxx' }), 'x')),
  ).toBe('validationFailed')
})

test('a second student completes a group of two: both deposits are captured and both are notified', async () => {
  const car = await openCar()
  const bob = await holdSeat(car)
  expect((await carOf(car.carpoolId)).status).toBe('FULL')
  expect(
    codeOf(
      await holdSeats(services, student(), car.carpoolId, party({ flightTime: car.flightTime })),
    ),
  ).toBe('carpoolFull')
  await pay(bob.clientSecret)
  const record = must(await confirmDeposit(carpoolKind, services, bob.viewer, bob.participantId))
  expect(record).toMatchObject({ status: 'SUCCESS_PENDING_PAYMENT', currentPassengers: 2 })
  await advance(0)
  const [ann, ben] = (await carOf(car.carpoolId)).participants
  expect([ann?.deposit, ben?.deposit]).toMatchObject([
    { state: 'paid', paid: 2000 },
    { state: 'paid', paid: 2000 },
  ])
  expect(await moneyOf(bob.intentId)).toBe('succeeded')
  expect(await noticesOf(bob.viewer)).toEqual(['groupComplete'])
  expect(await noticesOf(car.creator)).toEqual(['groupComplete'])
  const mine = await readCarpoolRecords(services, bob.viewer)
  expect(mine).toMatchObject([
    { participantId: bob.participantId, list: 'joined', deposit: { status: 'captured' } },
  ])
  expect(mine[0]?.remainingAmount).toBe((mine[0]?.basePrice ?? 0) - 2000)
})

test('the intent of a hold stays the same until it is spent, and a declined card can be tried again', async () => {
  const car = await openCar()
  const bob = await holdSeat(car)
  await expect(pay(bob.clientSecret, 'pm_card_visa_chargeDeclined')).rejects.toMatchObject({
    type: 'StripeCardError',
  })
  expect(codeOf(await confirmDeposit(carpoolKind, services, bob.viewer, bob.participantId))).toBe(
    'paymentNotConfirmed',
  )
  const again = must(await prepareDeposit(carpoolKind, services, bob.viewer, bob.participantId))
  expect(again.clientSecret).toBe(bob.clientSecret)
  await pay(again.clientSecret)
  expect(codeOf(await prepareDeposit(carpoolKind, services, bob.viewer, bob.participantId))).toBe(
    'alreadyPaid',
  )
  expect(await placeIn(car.carpoolId, bob.participantId)).toMatchObject({ seat: 'taken' })
  expect(codeOf(await giveUpPlace(carpoolKind, services, bob.viewer, bob.participantId))).toBe(
    'alreadyPaid',
  )
})

test('nobody can pay, see or drop another student’s place', async () => {
  const car = await openCar()
  const bob = await holdSeat(car)
  const eve = student()
  expect(codeOf(await prepareDeposit(carpoolKind, services, eve, bob.participantId))).toBe(
    'notFound',
  )
  expect(codeOf(await confirmDeposit(carpoolKind, services, eve, bob.participantId))).toBe(
    'notFound',
  )
  expect(codeOf(await giveUpPlace(carpoolKind, services, eve, bob.participantId))).toBe('notFound')
  expect(codeOf(await giveUpPlace(carpoolKind, services, eve, car.carpoolId))).toBe('notFound')
  expect(await readCarpoolRecord(services, eve, bob.participantId)).toBeNull()
  for (const id of ['par_x', '', `par_${'0'.repeat(26)}_0000000000`, 'car_x'])
    expect(codeOf(await giveUpPlace(carpoolKind, services, eve, id))).toBe('notFound')
  expect(codeOf(await holdSeats(services, eve, 'car_x', party()))).toBe('invalidCarpool')
  expect(codeOf(await holdSeats(services, eve, `car_${'0'.repeat(26)}`, party()))).toBe(
    'invalidCarpool',
  )
})
