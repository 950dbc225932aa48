import { expect, test } from 'vitest'
import { leaveGroup } from '#app/group/service/groups.server.ts'
import { getT } from '#app/i18n/server.ts'
import { hours } from '#app/kernel/limits.ts'
import type { Result } from '#app/kernel/result.ts'
import { failureText, inTripWords } from '#app/schemas/issue.ts'
import { tripKind } from '#app/trip/service/trip-kind.server.ts'
import { readTripPlace, setBalancePrice } from '#app/trip/service/trips.server.ts'
import { api, refusal } from '#tests/worker/world/api.ts'
import {
  beginDeposit,
  joinSent,
  named,
  openTrip,
  takePlace,
  travel,
} from '#tests/worker/world/api-trips.ts'
import { newStudent, type Student } from '#tests/worker/world/people.ts'
import {
  advance,
  dayIn,
  fault,
  intentIdOf as idOf,
  sumsOf as moneyOf,
  must,
  now,
  pay,
  services,
} from '#tests/worker/world/services.ts'
import { stateOf } from '#tests/worker/world/trips.ts'
import { AMOUNT, UNPAID } from './payment-refusals.ts'

const PAID = {
  status: 409,
  code: 'alreadyPaid',
  zh: '这笔已经付过了，没有重复扣款。',
  en: 'This has already been paid. You weren’t charged twice.',
}

const untilCutoff = async (id: string) => (await stateOf(id as `trip_${string}`)).cutoffAt - now()
/** Lets the cutoff pass, with everything due by then. */
const passCutoff = async (id: string) => advance(await untilCutoff(id))

async function beginBalance(as: Student, id: string) {
  const { status, body } = await api('POST', '/trip/pay-balance', { as, json: named(id, as) })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as { clientSecret: string; amount: number; currency: string }
}
const balanceSent = (as: Student, id: string, balancePrice: unknown, balanceStripeId: unknown) => ({
  as,
  json: { ...named(id, as), balancePrice, balanceStripeId },
})

test('deposit details sent by the client are checked against the place, paid or not', async () => {
  const [trip, as] = [await openTrip(), await newStudent()]
  const { id } = trip
  const { clientSecret } = await beginDeposit(as, id, travel())
  const said = (change: object) =>
    refusal('POST', '/trip/join', joinSent(as, id, clientSecret, change))
  for (const paid of [false, true]) {
    if (paid) await pay(clientSecret)
    expect(await said({ basePrice: 1999 })).toEqual(AMOUNT)
    expect(await said({ basePrice: 0 })).toEqual(AMOUNT)
    // Paid, but by another student and for another place.
    expect(await said({ baseStripeId: trip.intentId })).toEqual(UNPAID)
    expect(await said({ balancePrice: 2999 })).toEqual(AMOUNT)
    // No balance is due yet, so none can have been paid.
    expect(await said({ balancePrice: 3000, balanceStripeId: trip.intentId })).toEqual(UNPAID)
  }
  for (const none of [null, 0, undefined]) {
    for (const empty of [null, '', undefined]) {
      const change = { balancePrice: none, balanceStripeId: empty }
      const { status, body } = await api(
        'POST',
        '/trip/join',
        joinSent(as, id, clientSecret, change),
      )
      expect([status, body.isJoined, body.isPaid], JSON.stringify(change)).toEqual([
        200,
        true,
        false,
      ])
    }
  }
  const priced = await api(
    'POST',
    '/trip/join',
    joinSent(as, id, clientSecret, { balancePrice: 3000 }),
  )
  expect(priced.status).toBe(200)
})
test('incomplete payment details and those of the wrong type are refused at their fields', async () => {
  const [{ id }, as] = [await openTrip(), await newStudent()]
  const wrong = async (path: string, said: object) => {
    const { status, code, fields } = await refusal('POST', path, {
      as,
      json: { ...named(id, as), ...said },
    })
    expect([status, code]).toEqual([422, 'validationFailed'])
    return fields?.zh
  }
  expect(await wrong('/trip/join', {})).toEqual({
    basePrice: '请填写',
    baseStripeId: '请填写',
  })
  const base = { basePrice: 2000, baseStripeId: 'pi_1' }
  expect(await wrong('/trip/join', { ...base, baseStripeId: ' ' })).toEqual({
    baseStripeId: '请填写',
  })
  expect(await wrong('/trip/join', { ...base, baseStripeId: '_secret_x' })).toHaveProperty(
    'baseStripeId',
  )
  expect(await wrong('/trip/join', { ...base, basePrice: '20' })).toHaveProperty('basePrice')
  expect(await wrong('/trip/join', { ...base, basePrice: 20.5 })).toHaveProperty('basePrice')
  expect(await wrong('/trip/join', { ...base, balancePrice: -1 })).toHaveProperty('balancePrice')
  expect(await wrong('/trip/join', { ...base, balanceStripeId: 'pi_2' })).toEqual({
    balancePrice: '请填写',
  })
  expect(await wrong('/trip/balance', {})).toHaveProperty('balancePrice')
  expect(await wrong('/trip/balance', { balancePrice: 3000 })).toEqual({
    balanceStripeId: '请填写',
  })
  expect(await wrong('/trip/balance', { balancePrice: 3000, balanceStripeId: '' })).toEqual({
    balanceStripeId: '请填写',
  })
})
test('a balance is due after the cutoff, and details sent by the client are checked', async () => {
  const trip = await openTrip()
  const { id, creator } = trip
  const as = await newStudent()
  const base = await takePlace(as, id, travel({ people: 2 }))
  expect(await refusal('POST', '/trip/pay-balance', { as, json: named(id, as) })).toEqual({
    status: 409,
    code: 'balanceNotDue',
    zh: '现在还不用付余款。到截止时间人数够了，会提醒你。',
    en: 'The balance isn’t due yet. We’ll tell you if enough people are in at the cutoff.',
  })
  await passCutoff(id)
  const begun = await beginBalance(as, id)
  expect(begun).toEqual({
    clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/),
    amount: 6000,
    currency: 'gbp',
  })
  expect(await beginBalance(as, id)).toEqual(begun)
  const intentId = idOf(begun.clientSecret)
  const others = await beginBalance(creator, id)
  await pay(others.clientSecret)
  const said = (price: unknown, stripeId: unknown) =>
    refusal('POST', '/trip/balance', balanceSent(as, id, price, stripeId))
  for (const paid of [false, true]) {
    if (paid) await pay(begun.clientSecret)
    expect(await said(6000, intentId), 'a price is for a person').toEqual(AMOUNT)
    expect(await said(0, intentId)).toEqual(AMOUNT)
    expect(await said(3000, idOf(others.clientSecret))).toEqual(UNPAID)
    expect(await said(3000, base.intentId), 'the deposit again').toEqual(UNPAID)
    if (!paid) expect(await said(3000, intentId)).toEqual(UNPAID)
  }
  const done = await api('POST', '/trip/balance', balanceSent(as, id, 3000, intentId))
  expect([done.status, done.body]).toEqual([
    200,
    expect.objectContaining({
      id,
      status: 'SUCCESS',
      isJoined: true,
      isPaid: true,
      participants: [
        {
          participantId: base.trip.participants[0].participantId,
          people: 2,
          balancePaid: true,
          refundedAmount: 0,
          refundOwed: 0,
        },
      ],
    }),
  ])
  const whole = await api('POST', '/trip/balance', balanceSent(as, id, 3000, begun.clientSecret))
  expect(whole.body).toEqual(done.body)
  expect(await refusal('POST', '/trip/pay-balance', { as, json: named(id, as) })).toEqual(PAID)
  // One call for both payments.
  const both = joinSent(creator, id, trip.clientSecret, {
    balancePrice: 3000,
    balanceStripeId: others.clientSecret,
  })
  expect((await api('POST', '/trip/join', both)).body).toMatchObject({ isPaid: true })
  expect(await moneyOf(intentId)).toMatchObject({ received: 6000, refunded: 0 })
})
test('a zero balance is paid at the cutoff, and shown as paid', async () => {
  const { id, creator: as } = await openTrip({ minPassenger: 1 })
  must(await setBalancePrice(services, id, 0))
  await passCutoff(id)
  for (const none of [null, '', undefined]) {
    const { status, body } = await api('POST', '/trip/balance', balanceSent(as, id, 0, none))
    expect([status, body.isPaid], `${none}`).toEqual([200, true])
  }
  expect(await refusal('POST', '/trip/balance', balanceSent(as, id, 0, 'pi_1'))).toEqual(UNPAID)
  expect(await refusal('POST', '/trip/pay-balance', { as, json: named(id, as) })).toEqual(PAID)
})
test('refusals about a trip mention trips', async () => {
  const { id } = await openTrip({ maxPassenger: 3 })
  const [ann, bob] = [await newStudent(), await newStudent()]
  await takePlace(ann, id, travel())
  const join = (as: Student, form: object, tripId = id) =>
    refusal('POST', '/trip/pay-base', { as, json: { ...named(tripId, as), ...travel(form) } })
  expect(await join(bob, { people: 2 })).toEqual({
    status: 409,
    code: 'carpoolFull',
    zh: '名额不够了，别人先一步占了。没有扣款，可以减少人数、换一个团，或者自己发起一个。',
    en: 'There aren’t enough places left; somebody was a moment faster. You haven’t been charged. Come with fewer people, pick another trip or start your own.',
  })
  const far = await join(bob, { flightTime: `${dayIn(10)}T09:01` })
  expect(far).toMatchObject({
    status: 422,
    code: 'flightTimeRangeError',
    zh: expect.stringMatching(
      /^你的航班和这个团的第一个航班相差太远。可以参加的航班时间是 \d+月\d+日 周. 03:00 到 \d+月\d+日 周. 09:00（伦敦时间）。$/,
    ),
    en: expect.stringMatching(
      /^Your flight time doesn’t match this trip: it’s too far from the first flight\. You can join with a flight between \w{3} \d+ \w{3}, 03:00 and \w{3} \d+ \w{3}, 09:00 \(UK time\)\.$/,
    ),
    fields: { zh: { flightTime: expect.stringContaining('09:00') } },
  })
  await takePlace(bob, id, travel({ flightTime: `${dayIn(10)}T09:00` }))
  expect(await join(bob, {})).toEqual(PAID)
  await advance((await untilCutoff(id)) + hours(1))
  expect(await join(await newStudent(), {})).toMatchObject({ status: 409, code: 'cutoffPassed' })
})
test('a refused claim changes nothing, even with a paid deposit', async () => {
  await fault('drop-events', 100_000)
  const [{ id }, as] = [await openTrip(), await newStudent()]
  const { clientSecret } = await beginDeposit(as, id, travel())
  await pay(clientSecret)
  const claim = joinSent(as, id, clientSecret, { balancePrice: 3000, balanceStripeId: 'pi_1' })
  expect(await refusal('POST', '/trip/join', claim)).toEqual(UNPAID)
  expect(await readTripPlace(services, as, id)).toMatchObject({ value: { seat: 'held' } })
  expect((await api('POST', '/trip/join', joinSent(as, id, clientSecret))).body.isJoined).toBe(true)
})
test('refusals to leave or to change a price mention trips', async () => {
  const { id, creator } = await openTrip({ minPassenger: 1 })
  await passCutoff(id)
  const told = (answer: Result<unknown>) =>
    answer.ok ? [] : [getT('zh'), getT('en')].map((t) => failureText(t, inTripWords(answer.error)))
  expect(told(await leaveGroup(tripKind, services, creator, id))).toEqual([
    '已过截止时间，不能退出，没有任何改动。有特殊情况请联系客服。',
    'Cutoff time passed, so you can’t leave. Nothing was changed; if something has come up, contact customer service.',
  ])
  const { clientSecret } = await beginBalance(creator, id)
  expect(told(await setBalancePrice(services, id, 100))).toEqual([
    '有人正在付余款，价格暂时不能改，没有任何改动。过一会儿再试。',
    'Someone is paying the balance right now, so the price can’t change. Nothing was changed; try again in a moment.',
  ])
  await pay(clientSecret)
  await api('POST', '/trip/balance', balanceSent(creator, id, 3000, clientSecret))
  expect(told(await setBalancePrice(services, id, 100))).toEqual([
    '已经有人付了余款，价格不能再改，没有任何改动。',
    'Someone has paid the balance, so the price can no longer change. Nothing was changed.',
  ])
})
