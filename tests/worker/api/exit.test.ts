import { expect, test } from 'vitest'
import { hours } from '#app/domain/limits.ts'
import { advance, now } from '#tests/worker/carpool/kit.ts'
import {
  api,
  joinAndPay,
  joinPayload,
  newStudent,
  openCarpool,
  pay,
  refusal,
  rideIn,
  type Student,
} from './world.ts'

const exit = (as: Student, id: string) => api('DELETE', `/carpool/${id}/exit`, { as })
const refusedExit = (as: Student, id: string) => refusal('DELETE', `/carpool/${id}/exit`, { as })
const completed = async (as: Student) => (await api('GET', '/user/my/completed', { as })).body.items
const ongoing = async (as: Student) => (await api('GET', '/user/my/ongoing', { as })).body.items

/** Whole cars of one party each, private from the start. */
const openPrivate = async (as: Student) => openCarpool(as, rideIn(4, { maxPassengers: 1 }))

async function payBalance(as: Student, participantId: string) {
  const { body } = await api('POST', '/user/my/pay-remaining', { as, json: { participantId } })
  await pay(body.clientSecret)
  const paid = await api('POST', '/user/my/confirm-remaining', { as, json: { participantId } })
  expect(paid.status, JSON.stringify(paid.body)).toBe(200)
  return paid.body
}

test('leaving an open group frees the seat at once and refunds the deposit', async () => {
  const [ann, bob] = [await newStudent(), await newStudent()]
  const { id } = await openCarpool(ann, { maxPassengers: 3 })
  const { confirmed } = await joinAndPay(bob, id)
  expect(confirmed.body).toMatchObject({ currentPassengers: 2, actions: ['editInfo', 'exit'] })
  expect(await exit(bob, id)).toMatchObject({ status: 204, body: null })
  expect((await api('GET', `/carpool/${id}`, { as: bob })).body).toMatchObject({
    currentPassengers: 1,
    status: 'OPEN',
    isJoined: false,
  })
  await advance(0)
  expect(await ongoing(bob)).toEqual([])
  expect(await completed(bob)).toMatchObject([
    {
      id,
      place: 'history',
      paymentStatus: 'REFUNDED',
      deposit: { status: 'cancelled', isValid: false },
      actions: [],
    },
  ])
})
test('leaving twice is one exit, even when someone else has the seat by then', async () => {
  const [ann, bob, cat] = [await newStudent(), await newStudent(), await newStudent()]
  const { id } = await openCarpool(ann, { maxPassengers: 3 })
  await joinAndPay(bob, id)
  expect((await exit(bob, id)).status).toBe(204)
  await joinAndPay(cat, id)
  expect((await exit(bob, id)).status).toBe(204)
  expect((await api('GET', `/carpool/${id}/check-join`, { as: cat })).body).toBe(true)
  expect((await api('GET', `/carpool/${id}`)).body).toMatchObject({
    currentPassengers: 2,
    status: 'OPEN',
  })
})
test('leaving as the last one cancels the carpool and hides it from others', async () => {
  const ann = await newStudent()
  const { id } = await openCarpool(ann)
  expect((await exit(ann, id)).status).toBe(204)
  expect(await completed(ann)).toMatchObject([
    { id, status: 'CANCELLED', paymentStatus: 'REFUNDED' },
  ])
  expect((await api('GET', `/carpool/${id}`)).body.code).toBe('invalidCarpool')
})
test('a full group can still be left', async () => {
  const [ann, bob] = [await newStudent(), await newStudent()]
  const { id } = await openCarpool(ann, { maxPassengers: 2 })
  await api('POST', `/carpool/${id}/join`, { as: bob, json: joinPayload() })
  expect((await api('GET', `/carpool/${id}`)).body.status).toBe('FULL')
  expect((await exit(ann, id)).status).toBe(204)
})
test('after the cutoff nobody can leave', async () => {
  const ann = await newStudent()
  const { id } = await openCarpool(ann, rideIn(4))
  await advance(hours(24 * 4))
  expect(await refusedExit(ann, id)).toEqual({
    status: 409,
    code: 'cutoffPassed',
    zh: '已过截止时间，不能退出。打开这条记录看看现在可以做什么，或者联系客服。',
    en: 'Cutoff time passed, so you can’t leave. Open your record to see what you can do now, or contact customer service.',
  })
})
test('a complete group cannot be left', async () => {
  const [ann, bob] = [await newStudent(), await newStudent()]
  const { id } = await openCarpool(ann, { maxPassengers: 2 })
  await joinAndPay(bob, id)
  expect(await refusedExit(bob, id)).toEqual({
    status: 409,
    code: 'notOpen',
    zh: '这趟车已经成团或取消，不能退出，没有任何改动。有特殊情况请联系客服。',
    en: 'This car is full or cancelled, so you can’t leave. Nothing was changed. If something has come up, contact customer service.',
  })
})
test('an unpaid private car can be left after its cutoff, until it departs', async () => {
  const ann = await newStudent()
  const car = await openPrivate(ann)
  await advance(Date.parse(car.created.carpoolDatetime) - now() - hours(1))
  const [record] = await ongoing(ann)
  expect(record).toMatchObject({
    status: 'PRIVATE_PENDING_PAYMENT',
    actions: ['payRemaining', 'changeFlight', 'exit'],
  })
  expect((await exit(ann, car.id)).status).toBe(204)
  expect((await exit(ann, car.id)).status).toBe(204)
  expect(await completed(ann)).toMatchObject([{ status: 'CANCELLED', paymentStatus: 'REFUNDED' }])
})
test('a paid or overdue private car cannot be left', async () => {
  const [ann, bob] = [await newStudent(), await newStudent()]
  const [paid, unpaid] = [await openPrivate(ann), await openPrivate(bob)]
  expect(await payBalance(ann, paid.participantId)).toMatchObject({
    status: 'PRIVATE',
    actions: ['changeFlight'],
  })
  const expired = {
    status: 409,
    code: 'operationExpired',
    zh: '已过可以操作的时间，不能退出。有疑问请联系客服。',
    en: 'Operation expired, so you can’t leave. If something’s wrong, contact customer service.',
  }
  expect(await refusedExit(ann, paid.id)).toEqual(expired)
  await advance(hours(24 * 5))
  expect(await completed(bob)).toMatchObject([{ status: 'CLOSED', paymentStatus: 'REFUNDED' }])
  expect(await completed(ann)).toMatchObject([{ status: 'COMPLETED', paymentStatus: 'PAID' }])
  expect(await refusedExit(bob, unpaid.id)).toEqual(expired)
  expect(await refusedExit(ann, paid.id)).toEqual(expired)
})
