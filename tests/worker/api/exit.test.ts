import { expect, test } from 'vitest'
import { hours } from '#app/domain/limits.ts'
import { api, joinAndPay, openCarpool, refusal, rideIn } from '#tests/worker/world/api.ts'
import { newStudent, type Student } from '#tests/worker/world/people.ts'
import { advance } from '#tests/worker/world/services.ts'

const exit = (as: Student, id: string) => api('DELETE', `/carpool/${id}/exit`, { as })
const refusedExit = (as: Student, id: string) => refusal('DELETE', `/carpool/${id}/exit`, { as })
const completed = async (as: Student) => (await api('GET', '/user/my/completed', { as })).body.items
const ongoing = async (as: Student) => (await api('GET', '/user/my/ongoing', { as })).body.items

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
