import { beforeAll, expect, test } from 'vitest'
import { getT } from '#app/i18n/server.ts'
import type { ErrorCode } from '#app/kernel/error.ts'
import { failureText } from '#app/schemas/issue.ts'
import {
  api,
  createPayload,
  joinAndPay,
  joinPayload,
  openCarpool,
} from '#tests/worker/world/api.ts'
import { newStudent, type Student } from '#tests/worker/world/people.ts'
import { dayIn } from '#tests/worker/world/services.ts'

let creator: Student
let car: Awaited<ReturnType<typeof openCarpool>>

beforeAll(async () => {
  creator = await newStudent()
  car = await openCarpool(creator)
})

/** The same refusal requested in both languages: code, status and the catalogue's own words. */
async function refused(
  code: ErrorCode,
  status: number,
  method: string,
  path: string,
  options: { as?: Student; json?: unknown },
) {
  for (const lang of ['zh', 'en'] as const) {
    const { body, ...answer } = await api(method, path, { ...options, lang })
    expect([answer.status, body?.code], JSON.stringify(body)).toEqual([status, code])
    expect(body.detail).not.toContain('{{')
    if (code !== 'flightTimeRangeError') expect(body.detail).toBe(failureText(getT(lang), { code }))
    expect(body.title).toBe(getT(lang)(`errors:title.${code}`))
  }
}

test('a new carpool returns its fixed prices, with times in UTC and money in pence', async () => {
  expect(car.created).toEqual({
    id: car.id,
    tripType: 'PICKUP',
    airportId: 'air_lhr',
    airportName: 'London Heathrow',
    terminals: ['T5'],
    currentPassengers: 1,
    maxPassengers: 3,
    basePrice: expect.any(Number),
    currency: 'gbp',
    carpoolDatetime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00Z$/),
    cutoffTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00Z$/),
    status: 'OPEN',
    flightTimes: [expect.any(String)],
    flightNumbers: ['BA038'],
    releasedSeats: 0,
    releasedUntil: null,
    isJoined: true,
  })
})
test('others find it in the list and by its id, without anyone’s address', async () => {
  const found = await api('GET', `/carpool/${car.id}`, { lang: 'zh' })
  expect(found.body).toMatchObject({ id: car.id, airportName: '伦敦希思罗机场' })
  expect(found.body).not.toHaveProperty('isJoined')
  const list = await api('GET', `/carpool/list?tripType=PICKUP&date=${dayIn(10)}&limit=100`)
  expect(list.body.items.map((item: { id: string }) => item.id)).toContain(car.id)
  expect(JSON.stringify([found.body, list.body])).not.toContain('Castle')
})
test('check-join answers for the caller only', async () => {
  const [stranger, url] = [await newStudent(), `/carpool/${car.id}/check-join`]
  expect((await api('GET', url, { as: creator })).body).toBe(true)
  expect((await api('GET', url, { as: stranger })).body).toBe(false)
})
test('a repeated create gets the same reply', async () => {
  const json = { ...createPayload(), tempParticipantId: car.participantId }
  const again = await api('POST', '/carpool/create', { as: creator, json })
  expect([again.status, again.body]).toEqual([
    201,
    { ...car.created, currentPassengers: again.body.currentPassengers },
  ])
})
test('a draft is hidden until its deposit is held', async () => {
  const as = await newStudent()
  const json = createPayload()
  const draft = await api('POST', '/carpool/deposit-payment-intent-for-create', { as, json })
  expect(draft.body).toMatchObject({
    amount: 2000,
    currency: 'gbp',
    clientSecret: expect.stringMatching(/^pi_.*_secret_/),
  })
  await refused('invalidCarpool', 404, 'GET', `/carpool/${draft.body.carpoolId}`, {})
  const create = { as, json: { ...json, tempParticipantId: draft.body.participantId } }
  await refused('paymentNotConfirmed', 409, 'POST', '/carpool/create', create)
  const gone = await api('DELETE', `/carpool/cancel-temporary-carpool/${draft.body.carpoolId}`, {
    as,
  })
  expect(gone.status).toBe(204)
  await refused('holdExpired', 409, 'POST', '/carpool/create', create)
})
test('another student’s draft and a private car look like something that does not exist', async () => {
  const [as, other] = [await newStudent(), await newStudent()]
  const { body } = await api('POST', '/carpool/deposit-payment-intent-for-create', {
    as,
    json: createPayload(),
  })
  const { id, created } = await openCarpool(as, { maxPassengers: 1 })
  expect(created.status).toBe('PRIVATE_PENDING_PAYMENT')
  for (const hidden of [body.carpoolId, id]) {
    await refused('invalidCarpool', 404, 'GET', `/carpool/${hidden}`, { as: other })
    await refused('invalidCarpool', 404, 'POST', `/carpool/${hidden}/join`, {
      as: other,
      json: joinPayload(),
    })
  }
  expect((await api('GET', `/carpool/${id}`, { as })).body).toMatchObject({ id, isJoined: true })
})
test('a joiner holds, pays and confirms, and the reply is their record', async () => {
  const as = await newStudent()
  const { held, intent, confirmed } = await joinAndPay(as, car.id)
  expect(held).toMatchObject({
    amount: 2000,
    currency: 'gbp',
    participantId: expect.stringMatching(/^par_/),
  })
  expect(Date.parse(held.holdExpiresAt)).toBeGreaterThan(Date.now() + 14 * 60_000)
  expect(intent).toMatchObject({ amount: 2000, currency: 'gbp' })
  expect(confirmed.body).toMatchObject({
    id: car.id,
    participantId: held.participantId,
    place: 'joined',
    paymentStatus: 'DEPOSIT',
    nlocation: '12 Castle Boulevard',
    deposit: { status: 'held', isValid: true, amount: 2000 },
  })
  const again = await api('POST', `/carpool/confirm-join/${held.participantId}`, { as })
  expect(again.body).toEqual(confirmed.body)
  await refused('alreadyJoined', 409, 'POST', `/carpool/${car.id}/join`, {
    as,
    json: joinPayload(),
  })
})
test('a full car accepts nobody, and dropping an unpaid hold frees it', async () => {
  const { id } = await openCarpool(await newStudent(), { maxPassengers: 2 })
  const [first, second] = [await newStudent(), await newStudent()]
  const held = await api('POST', `/carpool/${id}/join`, { as: first, json: joinPayload() })
  await refused('carpoolFull', 409, 'POST', `/carpool/${id}/join`, {
    as: second,
    json: joinPayload(),
  })
  await api('DELETE', `/carpool/cancel-temporary-carpool/${held.body.participantId}`, { as: first })
  expect((await joinAndPay(second, id)).confirmed.body.status).toBe('SUCCESS_PENDING_PAYMENT')
  await refused('carpoolFull', 409, 'POST', `/carpool/${id}/join`, {
    as: first,
    json: joinPayload(),
  })
})
test('a flight too far from the first one is refused with the range', async () => {
  const as = await newStudent()
  const join = (time: string) => ({ as, json: joinPayload({ flightTime: `${dayIn(10)}T${time}` }) })
  const { id } = await openCarpool(await newStudent())
  for (const time of ['08:59', '15:01']) {
    await refused('flightTimeRangeError', 422, 'POST', `/carpool/${id}/join`, join(time))
    const { body } = await api('POST', `/carpool/${id}/join`, join(time))
    expect(body.errors.flightTime[0].code).toBe('flightTimeRangeError')
    expect(body.detail).toMatch(/09:00.*13:59/)
  }
})
test('an airport without prices is refused at its field', async () => {
  const json = createPayload({ airportId: 'air_nowhere' })
  const { status, body } = await api('POST', '/carpool/deposit-payment-intent-for-create', {
    as: await newStudent(),
    json,
  })
  expect([status, Object.keys(body.errors)]).toEqual([422, ['airportId']])
})

test('a repeated refusal is in the language of the repeated request', async () => {
  const as = await newStudent()
  const headers = { 'Idempotency-Key': 'one' }
  const join = (lang: 'zh' | 'en') =>
    api('POST', '/carpool/car_none/join', { as, json: joinPayload(), headers, lang })
  expect((await join('zh')).body.title).toBe('没有这趟拼车')
  expect((await join('en')).body.title).toBe('No such carpool')
})
test('a key with invalid characters is refused', async () => {
  const headers = { 'Idempotency-Key': 'two words' }
  const { body } = await api('POST', `/carpool/${car.id}/join`, {
    as: creator,
    json: joinPayload(),
    headers,
  })
  expect(body.errors['Idempotency-Key'][0].code).toBe('idempotencyKeyInvalid')
})
