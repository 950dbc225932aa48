import { expect, test } from 'vitest'
import { DEPOSIT_PENCE, hours } from '#app/kernel/limits.ts'
import { api, openCarpool, rideIn } from '#tests/worker/world/api.ts'
import { newStudent, type Student } from '#tests/worker/world/people.ts'
import { advance, pay } from '#tests/worker/world/services.ts'

const days = (n: number) => hours(24 * n)
const statusOf = async (as: Student, participantId: string) =>
  (await api('GET', `/user/participant/status/${participantId}`, { as })).body
const repay = (as: Student, json: object) =>
  api('POST', '/user/participant/repay-deposit', { as, json })
const recordOf = async (as: Student) => (await api('GET', '/user/my/ongoing', { as })).body.items[0]

/** A place in an open group whose deposit the bank has released. */
async function released(change: object = rideIn(20)) {
  const as = await newStudent()
  const { id, participantId } = await openCarpool(as, change)
  await advance(days(8))
  return { as, carpoolId: id, participantId, json: { userId: as.id, carpoolId: id, participantId } }
}

test('a deposit that the bank has released is paid again, and the seat is kept meanwhile', async () => {
  const { as, carpoolId, participantId, json } = await released()
  const gone = {
    carpoolId,
    depositStatus: { isValid: false, status: 'released' },
    clientSecret: null,
  }
  expect(await statusOf(as, participantId)).toEqual(gone)
  expect(await recordOf(as)).toMatchObject({
    deposit: { status: 'released', isValid: false },
    actions: ['payDeposit', 'editInfo', 'exit'],
  })
  const begun = await repay(as, json)
  expect([begun.status, begun.body]).toEqual([
    200,
    {
      clientSecret: expect.stringMatching(/^pi_.*_secret_/),
      amount: DEPOSIT_PENCE,
      currency: 'gbp',
    },
  ])
  expect((await repay(as, json)).body).toEqual(begun.body)
  // With the secret in the status, a page can open the payment by itself.
  expect(await statusOf(as, participantId)).toEqual({
    ...gone,
    clientSecret: begun.body.clientSecret,
  })
  await pay(begun.body.clientSecret)
  const again = await api('POST', `/carpool/confirm-join/${participantId}`, { as })
  expect(again.body).toMatchObject({ status: 'OPEN', deposit: { status: 'held', isValid: true } })
  expect(await statusOf(as, participantId)).toEqual({
    carpoolId,
    depositStatus: { isValid: true, status: 'held' },
    clientSecret: null,
  })
})
