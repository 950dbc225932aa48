import { expect, test } from 'vitest'
import { DEPOSIT_PENCE } from '#app/kernel/limits.ts'
import { api, joinAndPay, openCarpool, refusal, rideIn } from '#tests/worker/world/api.ts'
import { makeMember, newStudent, type Student } from '#tests/worker/world/people.ts'
import { advance, pay } from '#tests/worker/world/services.ts'

/** A student's place in a complete group of two, its balance due. */
async function completeGroup() {
  const [ann, bob] = [await newStudent(), await newStudent()]
  const ride = rideIn(4, { maxPassengers: 2 })
  const { id, participantId, created } = await openCarpool(ann, ride)
  const { confirmed } = await joinAndPay(bob, id, { flightTime: ride.flightTime })
  expect(confirmed.body.status).toBe('SUCCESS_PENDING_PAYMENT')
  return { as: ann, bob, id, participantId, rest: created.basePrice - DEPOSIT_PENCE }
}
const payRemaining = (as: Student, json: object) =>
  api('POST', '/user/my/pay-remaining', { as, json })
const confirm = (as: Student, participantId: string) =>
  api('POST', '/user/my/confirm-remaining', { as, json: { participantId } })
const stateOf = async (as: Student, participantId: string) =>
  (await api('GET', `/user/my/payment-status/${participantId}`, { as })).body
const recordOf = async (as: Student) => (await api('GET', '/user/my/ongoing', { as })).body.items[0]
const pointsOf = async (as: Student) =>
  (await api('GET', '/user/my/all/points', { as })).body.balance

test('a balance is quoted by the server, paid by card and confirmed, and each step can be repeated', async () => {
  const { as, participantId, rest } = await completeGroup()
  const deposit = { status: 'captured', isValid: true, amount: DEPOSIT_PENCE }
  await advance(0)
  expect(await stateOf(as, participantId)).toEqual({
    participantId,
    deposit,
    balance: { status: 'due', amount: rest },
    paymentStatus: 'DEPOSIT',
  })
  expect(await recordOf(as)).toMatchObject({
    originalRemainingAmount: rest,
    remainingAmount: rest,
    pointsDeducted: 0,
    deductedAmount: 0,
    actions: ['payRemaining', 'changeFlight'],
  })
  const begun = await payRemaining(as, { participantId })
  expect([begun.status, begun.body]).toEqual([
    200,
    {
      clientSecret: expect.stringMatching(/^pi_.*_secret_/),
      amount: rest,
      originalAmount: rest,
      pointsDeducted: 0,
      deductedAmount: 0,
      currency: 'gbp',
    },
  ])
  expect((await payRemaining(as, { participantId })).body).toEqual(begun.body)
  expect((await stateOf(as, participantId)).balance).toEqual({ status: 'open', amount: rest })
  await pay(begun.body.clientSecret)
  const paid = await confirm(as, participantId)
  expect(paid.body).toMatchObject({
    paymentStatus: 'PAID',
    remainingAmount: 0,
    actions: ['changeFlight'],
  })
  expect((await confirm(as, participantId)).body).toEqual(paid.body)
  expect((await stateOf(as, participantId)).balance).toEqual({ status: 'paid', amount: rest })
})
test('points limits how many points are used, and cannot be more than there are', async () => {
  const { as, participantId, rest } = await completeGroup()
  await makeMember(as, 1200)
  expect((await payRemaining(as, { participantId, points: 500 })).body).toMatchObject({
    pointsDeducted: 500,
    deductedAmount: 500,
    amount: rest - 500,
  })
  expect(await pointsOf(as)).toBe(700)
  expect(
    await refusal('POST', '/user/my/pay-remaining', { as, json: { participantId, points: 1201 } }),
  ).toEqual({
    status: 422,
    code: 'notEnoughPoints',
    zh: '积分不够，没有扣款。少用一些积分再试。',
    en: 'You don’t have that many points, and you haven’t been charged. Use fewer points and try again.',
  })
  expect((await payRemaining(as, { participantId, points: 0 })).body).toMatchObject({
    pointsDeducted: 0,
    amount: rest,
  })
  const off = { participantId, usePoints: false, points: 500 }
  expect((await payRemaining(as, off)).body.pointsDeducted).toBe(0)
  expect((await payRemaining(as, { participantId })).body.pointsDeducted).toBe(1200)
})
