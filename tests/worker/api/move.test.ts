import { expect, test } from 'vitest'
import { api, refusal } from '#tests/worker/world/api.ts'
import { makeOrder, movePayload } from '#tests/worker/world/api-orders.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import { pay } from '#tests/worker/world/services.ts'

test('a move is ordered, paid and placed, with its id sent as tripId', async () => {
  const as = await newStudent()
  const created = await api('POST', '/move/create', { as, json: movePayload() })
  expect([created.status, created.body]).toEqual([
    201,
    { moveId: expect.stringMatching(/^move_\w+$/) },
  ])
  const { moveId } = created.body
  const begun = await api('POST', '/move/pay-base', { as, json: { tripId: moveId, userId: as.id } })
  expect(begun.body).toEqual({
    moveId,
    clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/),
    amount: 2000,
    currency: 'gbp',
    payBefore: expect.stringMatching(/Z$/),
  })
  const { clientSecret } = begun.body
  const waiting = await api('POST', '/move/add-stripe', { as, json: { moveId, clientSecret } })
  expect(waiting.body).toMatchObject({ id: moveId, basePaid: false })
  await pay(clientSecret)
  const placed = await api('POST', '/move/add-stripe', { as, json: { moveId, clientSecret } })
  expect([placed.status, placed.body]).toEqual([
    200,
    {
      ...movePayload(),
      id: moveId,
      tel: '+447700900123',
      friTel: '07700900456',
      fromZip: 'NG7 1FB',
      toZip: 'SW1A 1AA',
      boxDate: null,
      shipCompany: null,
      status: 'open',
      basePaid: true,
      refundedAmount: 0,
      refundOwed: 0,
      isOwn: true,
      basePrice: 2000,
      currency: 'gbp',
      payBefore: null,
      createdAt: expect.stringMatching(/Z$/),
    },
  ])
  expect(
    (await api('POST', '/move/add-stripe', { as, json: { moveId, clientSecret } })).body,
  ).toEqual(placed.body)
  expect(await refusal('DELETE', `/move/${moveId}/delete`, { as })).toMatchObject({
    status: 409,
    code: 'alreadyPaid',
  })
})
test('a move’s id is accepted as tripId or moveId, and one of them is required', async () => {
  const as = await newStudent()
  const [moveId, other] = [await makeOrder('move', as), await makeOrder('move', as)]
  const begin = (json: object) =>
    api('POST', '/move/pay-base', { as, json: { ...json, userId: as.id } })
  const first = await begin({ tripId: moveId })
  for (const json of [{ moveId }, { tripId: moveId, moveId }])
    expect((await begin(json)).body).toEqual(first.body)
  const told = async (json: object) =>
    (await refusal('POST', '/move/pay-base', { as, json: { ...json, userId: as.id } })).fields
  expect(await told({})).toEqual({
    zh: { moveId: '请填写' },
    en: { moveId: 'Please fill this in' },
  })
  expect(await told({ tripId: moveId, moveId: other })).toEqual({
    zh: { moveId: 'tripId 和 moveId 指的不是同一个订单，只填一个' },
    en: { moveId: 'tripId and moveId name two different orders. Send one of them' },
  })
})
