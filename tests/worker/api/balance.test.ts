import { afterEach, expect, test } from 'vitest'
import { DEPOSIT_PENCE, hours } from '#app/domain/limits.ts'
import { advance, fault, now, stripeUp } from '#tests/worker/carpool/kit.ts'
import { pointsOf as pointsInLedger } from '#tests/worker/carpool/life.ts'
import { give } from '#tests/worker/points/kit.ts'
import { UNPAID } from './payment-refusals.ts'
import {
  api,
  joinAndPay,
  makeMember,
  newStudent,
  openCarpool,
  pay,
  refusal,
  rideIn,
  type Student,
} from './world.ts'

afterEach(stripeUp)

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
test('nothing is confirmed before the card has paid', async () => {
  const { as, participantId } = await completeGroup()
  const said = () => refusal('POST', '/user/my/confirm-remaining', { as, json: { participantId } })
  expect(await said()).toEqual(UNPAID)
  await payRemaining(as, { participantId })
  expect(await said()).toEqual(UNPAID)
})
test('a paid balance is not paid again', async () => {
  const { as, participantId } = await completeGroup()
  const { body } = await payRemaining(as, { participantId })
  await pay(body.clientSecret)
  await confirm(as, participantId)
  expect(await refusal('POST', '/user/my/pay-remaining', { as, json: { participantId } })).toEqual({
    status: 409,
    code: 'alreadyPaid',
    zh: '这笔已经付过了，没有重复扣款。',
    en: 'This has already been paid. You weren’t charged twice.',
  })
})
test('an approved member’s points reduce the balance, and are returned when it is paid without them', async () => {
  const { as, participantId, rest } = await completeGroup()
  await makeMember(as, 1200)
  const withPoints = await payRemaining(as, { participantId })
  expect(withPoints.body).toMatchObject({
    originalAmount: rest,
    pointsDeducted: 1200,
    deductedAmount: 1200,
    amount: rest - 1200,
  })
  expect(await pointsOf(as)).toBe(0)
  expect(await recordOf(as)).toMatchObject({
    originalRemainingAmount: rest,
    pointsDeducted: 1200,
    deductedAmount: 1200,
    remainingAmount: rest - 1200,
  })
  const without = await payRemaining(as, { participantId, usePoints: false })
  expect(without.body).toMatchObject({ amount: rest, pointsDeducted: 0, deductedAmount: 0 })
  expect(without.body.clientSecret).not.toBe(withPoints.body.clientSecret)
  await advance(0)
  expect(await pointsOf(as)).toBe(1200)
  await pay(without.body.clientSecret)
  expect((await confirm(as, participantId)).body).toMatchObject({
    paymentStatus: 'PAID',
    pointsDeducted: 0,
  })
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
test('points that cover everything need no card, and the balance is paid at once', async () => {
  const { as, participantId, rest } = await completeGroup()
  await makeMember(as, rest + 5)
  const { body } = await payRemaining(as, { participantId })
  expect(body).toEqual({
    clientSecret: null,
    amount: 0,
    originalAmount: rest,
    pointsDeducted: rest,
    deductedAmount: rest,
    currency: 'gbp',
  })
  expect((await confirm(as, participantId)).body).toMatchObject({
    paymentStatus: 'PAID',
    remainingAmount: 0,
    deductedAmount: rest,
  })
  expect(await pointsOf(as)).toBe(5)
})
test('the amount left for the card is zero or at least 30p', async () => {
  const { as, participantId, rest } = await completeGroup()
  await makeMember(as, rest - 10)
  expect((await payRemaining(as, { participantId })).body).toMatchObject({
    amount: 30,
    deductedAmount: rest - 30,
  })
})
test('points are only used for approved members', async () => {
  const { as, participantId, rest } = await completeGroup()
  await give(as.id, 1000)
  expect((await payRemaining(as, { participantId, usePoints: true })).body).toMatchObject({
    amount: rest,
    pointsDeducted: 0,
  })
  expect((await pointsInLedger(as)).balance).toBe(1000)
})
test('a balance that is not due yet, or is overdue, cannot be started', async () => {
  const as = await newStudent()
  const { participantId } = await openCarpool(as)
  expect(await refusal('POST', '/user/my/pay-remaining', { as, json: { participantId } })).toEqual({
    status: 409,
    code: 'balanceNotDue',
    zh: '现在还不用付余款。拼满后会提醒你。',
    en: 'The balance isn’t due yet. We’ll tell you when the car is full.',
  })
  const late = await completeGroup()
  await advance(hours(24 * 5))
  const json = { participantId: late.participantId }
  expect(await refusal('POST', '/user/my/pay-remaining', { as: late.as, json })).toEqual({
    status: 409,
    code: 'operationExpired',
    zh: '已过可以操作的时间，没有任何改动。有疑问请联系客服。',
    en: 'Operation expired, please contact support.',
  })
})
test('a balance waits for a deposit that the bank has released', async () => {
  const [as, bob] = [await newStudent(), await newStudent()]
  const { id, participantId, created } = await openCarpool(as, { maxPassengers: 2 })
  const flightTime = created.flightTimes[0]
  await advance(Date.parse(created.cutoffTime) - now() - hours(2))
  await joinAndPay(bob, id, { flightTime })
  expect(await recordOf(as)).toMatchObject({
    status: 'SUCCESS_PENDING_PAYMENT',
    actions: ['payDeposit', 'changeFlight'],
  })
  expect(await refusal('POST', '/user/my/pay-remaining', { as, json: { participantId } })).toEqual({
    status: 409,
    code: 'depositReleased',
    zh: '之前的押金已被银行解冻，需要重新交押金。',
    en: 'Your earlier deposit was released by the bank. Please pay the deposit again.',
  })
})
test('amounts and unknown fields in a request are refused', async () => {
  const { as, participantId } = await completeGroup()
  for (const [json, field] of [
    [{ participantId, amount: 1 }, 'amount'],
    [{ participantId, usePoints: 'no' }, 'usePoints'],
    [{ participantId, points: -1 }, 'points'],
    [{ participantId, points: 1.5 }, 'points'],
    [{ participantId, points: '500' }, 'points'],
    [{}, 'participantId'],
  ] as const) {
    const { status, body } = await payRemaining(as, json)
    expect([status, body.code, Object.keys(body.errors)]).toEqual([
      422,
      'validationFailed',
      [field],
    ])
  }
  const strange = await api('POST', '/user/my/confirm-remaining', {
    as,
    json: { participantId, paid: true },
  })
  expect([strange.status, Object.keys(strange.body.errors)]).toEqual([422, ['paid']])
})
test('an unreachable payment service is reported, and the balance can be retried', async () => {
  const { as, participantId, rest } = await completeGroup()
  await advance(0)
  await fault('fail-calls', 50)
  expect(await refusal('POST', '/user/my/pay-remaining', { as, json: { participantId } })).toEqual({
    status: 502,
    code: 'paymentInitFailed',
    zh: '付款页没打开，没有扣款，请稍后再试。',
    en: 'The payment page didn’t open. You haven’t been charged; please try again later.',
  })
  await stripeUp()
  expect((await payRemaining(as, { participantId })).body.amount).toBe(rest)
})
