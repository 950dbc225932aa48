import { expect, test } from 'vitest'
import { isoTime, parseTime } from '#app/kernel/time.ts'
import { api, refusal } from '#tests/worker/world/api.ts'
import {
  beginDeposit,
  joinSent,
  makeTrip,
  named,
  openTrip,
  takePlace,
  travel,
  tripPayload,
} from '#tests/worker/world/api-trips.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import { dayIn, must, pay } from '#tests/worker/world/services.ts'
import { UNPAID } from './payment-refusals.ts'

/** A London time that many days from now, as the API writes it. */
const iso = (days: number, time: string) => isoTime(must(parseTime(`${dayIn(days)}T${time}`)))

test('a trip is drafted, paid and open, and every step can be repeated', async () => {
  const as = await newStudent()
  const created = await api('POST', '/trip/create', { as, json: tripPayload() })
  expect([created.status, created.body]).toEqual([201, { id: expect.stringMatching(/^trip_\w+$/) }])
  const { id } = created.body
  const json = { tripId: id, userId: as.id }
  const begun = await api('POST', '/trip/pay-base', { as, json })
  expect([begun.status, begun.body]).toEqual([
    200,
    {
      participantId: expect.stringMatching(/^par_\w+$/),
      clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/),
      amount: 2000,
      currency: 'gbp',
      holdExpiresAt: expect.stringMatching(/Z$/),
    },
  ])
  expect((await api('POST', '/trip/pay-base', { as, json })).body).toEqual(begun.body)
  const { clientSecret, participantId } = begun.body
  const said = joinSent(as, id, clientSecret)
  expect(await refusal('POST', '/trip/join', said)).toEqual(UNPAID)
  await pay(clientSecret)
  const joined = await api('POST', '/trip/join', said)
  expect([joined.status, joined.body]).toEqual([
    200,
    {
      id,
      tripName: '湖区两日游',
      currentPassengers: 1,
      maxPassengers: 4,
      minPassengers: 2,
      neededPassengers: 1,
      tripStartDatetime: iso(10, '08:00'),
      tripEndDatetime: iso(11, '20:00'),
      cutoffTime: iso(5, '18:00'),
      balanceDueAt: null,
      carpoolDatetime: iso(10, '08:00'),
      status: 'OPEN',
      basePrice: 2000,
      balancePrice: 3000,
      currency: 'gbp',
      needsFlight: true,
      itinerary: null,
      meetingPoint: null,
      included: null,
      participants: [
        { participantId, people: 1, balancePaid: false, refundedAmount: 0, refundOwed: 0 },
      ],
      flightTimes: [],
      isJoined: true,
      isPaid: false,
    },
  ])
  const whole = joinSent(as, id, clientSecret, { baseStripeId: clientSecret })
  for (const again of [said, whole])
    expect((await api('POST', '/trip/join', again)).body).toEqual(joined.body)
  expect(await refusal('POST', '/trip/pay-base', { as, json })).toEqual({
    status: 409,
    code: 'alreadyPaid',
    zh: '这笔已经付过了，没有重复扣款。',
    en: 'This has already been paid. You weren’t charged twice.',
  })
})
test('a place on another’s trip is held with the join form, corrected by it, and paid', async () => {
  const [{ id }, as] = [await openTrip(), await newStudent()]
  const json = { ...named(id, as), ...travel() }
  const begun = await api('POST', '/trip/pay-base', { as, json })
  expect([begun.status, begun.body.amount]).toEqual([200, 2000])
  const more = await api('POST', '/trip/pay-base', {
    as,
    json: { ...json, people: 3, flightNumber: null },
  })
  expect(more.body, 'the same place and payment').toEqual(begun.body)
  expect((await api('POST', '/trip/pay-base', { as, json: named(id, as) })).body).toEqual(
    begun.body,
  )
  await pay(begun.body.clientSecret)
  const { body } = await api('POST', '/trip/join', joinSent(as, id, begun.body.clientSecret))
  expect(body).toMatchObject({
    currentPassengers: 4,
    neededPassengers: 0,
    status: 'FULL',
    participants: [{ participantId: begun.body.participantId, people: 3, balancePaid: false }],
    flightTimes: [iso(10, '06:00')],
    isJoined: true,
  })
})
test('without the join form a place is held for one person, who says the rest later', async () => {
  for (const needsFlight of [true, false]) {
    const [{ id }, as] = [await openTrip({ needsFlight }), await newStudent()]
    const json = named(id, as)
    const begun = await api('POST', '/trip/pay-base', { as, json })
    expect([begun.status, begun.body.amount, begun.body.currency]).toEqual([200, 2000, 'gbp'])
    const again = await api('POST', '/trip/pay-base', { as, json: { ...json, people: 2 } })
    expect(again.body, 'the same place and payment').toEqual(begun.body)
    const none = await refusal('POST', '/trip/pay-base', { as, json: { ...json, people: 0 } })
    expect([none.status, Object.keys(none.fields?.en ?? {})]).toEqual([422, ['people']])
    await pay(begun.body.clientSecret)
    const { body } = await api('POST', '/trip/join', joinSent(as, id, begun.body.clientSecret))
    expect(body).toMatchObject({ currentPassengers: 3, isJoined: true, flightTimes: [] })
  }
})
test('a creator need not give travel details, and given ones are not checked', async () => {
  const as = await newStudent()
  const id = await makeTrip(as)
  const nonsense = { terminal: 'T9', flightTime: 'never', nLocation: 7, people: 0, bag: null }
  const { clientSecret } = await beginDeposit(as, id, nonsense)
  await pay(clientSecret)
  const { body } = await api('POST', '/trip/join', joinSent(as, id, clientSecret))
  expect(body).toMatchObject({ status: 'OPEN', currentPassengers: 1, flightTimes: [] })
})
test('students never set the price: any other than the setting is refused at its field', async () => {
  const as = await newStudent()
  const told = {
    zh: { balancePrice: '余款由我们定，现在每人 3000 便士；这一项不填，或者就填这个数' },
    en: {
      balancePrice:
        'We set the balance: it’s 3000 pence a person now. Leave this out, or send exactly that',
    },
  }
  for (const balancePrice of [0, 2999, 4550, 50_000])
    expect(
      await refusal('POST', '/trip/create', { as, json: tripPayload({ balancePrice }) }),
    ).toMatchObject({
      status: 422,
      code: 'validationFailed',
      fields: told,
    })
  expect((await openTrip({ balancePrice: 3000 }, as)).trip.balancePrice).toBe(3000)
})
test('an unpaid place and an unpaid trip can be dropped, repeatedly; a paid one cannot', async () => {
  const [{ id, creator }, as, eve] = [await openTrip(), await newStudent(), await newStudent()]
  const drop = (who: typeof as, which: string) =>
    api('DELETE', `/trip/${which}/temporary`, { as: who })
  const { clientSecret } = await beginDeposit(as, id, travel({ people: 3 }))
  expect((await drop(eve, id)).status).toBe(404)
  for (const _ of [1, 2]) expect(await drop(as, id)).toMatchObject({ status: 204, body: null })
  expect(await refusal('POST', '/trip/join', joinSent(as, id, clientSecret))).toEqual({
    status: 409,
    code: 'holdExpired',
    zh: '付款的时间已过，名额没有留住，已经付的钱会全额退回原卡。还有名额的话再参加一次；自己发起的团请重新发起。',
    en: 'The time to pay is over and we couldn’t keep the place. Everything you’ve paid goes back to your card in full. If places are left, join again; if you started the trip, please start it again.',
  })
  await takePlace(eve, id, travel({ people: 3 }))
  const draft = await makeTrip(as)
  await beginDeposit(as, draft)
  for (const _ of [1, 2]) expect((await drop(as, draft)).status).toBe(204)
  expect((await api('POST', '/trip/pay-base', { as, json: named(draft, as) })).body.code).toBe(
    'holdExpired',
  )
  expect(await refusal('DELETE', `/trip/${id}/temporary`, { as: creator })).toMatchObject({
    status: 409,
    code: 'alreadyPaid',
  })
})
