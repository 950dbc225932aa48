import { expect, test } from 'vitest'
import { DEPOSIT_PENCE, minutes } from '#app/domain/limits.ts'
import { api, joinAndPay, openCarpool, refusal, rideIn } from '#tests/worker/world/api.ts'
import { placeIn } from '#tests/worker/world/cars.ts'
import { newStudent, type Student } from '#tests/worker/world/people.ts'
import { advance, moneyOf, now } from '#tests/worker/world/services.ts'

const convert = (as: Student, id: string, headers = {}) =>
  api('POST', `/carpool/${id}/convert-to-private`, { as, headers })
const cancel = (as: Student, id: string) => api('POST', `/carpool/${id}/cancel-failed`, { as })
const listed = async (as: Student, list: 'ongoing' | 'completed' = 'ongoing') =>
  (await api('GET', `/user/my/${list}`, { as })).body.items
const expired = {
  status: 409,
  code: 'operationExpired',
  zh: '已过可以操作的时间，没有任何改动。有疑问请联系客服。',
  en: 'Operation expired, please contact support.',
}
const refusedConvert = (as: Student, id: string) =>
  refusal('POST', `/carpool/${id}/convert-to-private`, { as })

/** A group of two parties in three seats whose cutoff has passed. */
async function failedGroup() {
  const [ann, bob] = [await newStudent(), await newStudent()]
  const ride = rideIn(4)
  const { id, participantId, created } = await openCarpool(ann, ride)
  await joinAndPay(bob, id, { flightTime: ride.flightTime })
  await advance(Date.parse(created.cutoffTime) - now() + minutes(1))
  expect((await listed(ann))[0]).toMatchObject({
    status: 'FAILED',
    place: 'joined',
    actions: ['convertToPrivate', 'cancelFailed'],
  })
  return { ann, bob, id, participantId, departure: Date.parse(created.carpoolDatetime) }
}

test('a failed group continues as a private car that takes the deposit along', async () => {
  const { ann, bob, id, participantId } = await failedGroup()
  const { deposit } = await placeIn(id, participantId)
  const made = await convert(ann, id)
  expect([made.status, made.body]).toEqual([
    201,
    expect.objectContaining({
      status: 'PRIVATE_PENDING_PAYMENT',
      paymentStatus: 'DEPOSIT',
      place: 'joined',
      currentPassengers: 1,
      maxPassengers: 1,
      people: 1,
      nlocation: '12 Castle Boulevard',
      remainingAmount: made.body.basePrice - DEPOSIT_PENCE,
      actions: ['payRemaining', 'changeFlight', 'exit'],
    }),
  ])
  expect(made.body.id).not.toBe(id)
  expect(made.body.deposit).toMatchObject({ status: 'held', isValid: true })
  expect(await moneyOf(deposit.intentId ?? '')).toBe('requires_capture')
  // Both depart at the same moment.
  const records = await listed(ann)
  expect(records).toHaveLength(2)
  expect(records).toContainEqual(made.body)
  expect(records).toContainEqual(
    expect.objectContaining({
      id,
      place: 'exited',
      paymentStatus: 'PRIVATE_CONVERTED',
      actions: [],
    }),
  )
  expect(await listed(bob)).toMatchObject([{ id, place: 'joined' }])
  expect((await api('GET', `/carpool/${made.body.id}`, { as: bob })).body.code).toBe(
    'invalidCarpool',
  )
})
test('a failed place is cancelled, and the deposit refunded, once', async () => {
  const { ann, id, participantId } = await failedGroup()
  const { deposit } = await placeIn(id, participantId)
  expect(await cancel(ann, id)).toMatchObject({ status: 204, body: null })
  expect(await moneyOf(deposit.intentId ?? '')).toBe('canceled')
  expect((await cancel(ann, id)).status).toBe(204)
  expect(await listed(ann)).toMatchObject([
    { id, place: 'exited', paymentStatus: 'REFUNDED', actions: [] },
  ])
  expect(await refusedConvert(ann, id)).toEqual(expired)
})
