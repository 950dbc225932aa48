import { expect, test } from 'vitest'
import { api, joinAndPay, openCarpool } from '#tests/worker/world/api.ts'
import { newStudent, type Student } from '#tests/worker/world/people.ts'
import { advance } from '#tests/worker/world/services.ts'

const exit = (as: Student, id: string) => api('DELETE', `/carpool/${id}/exit`, { as })
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
