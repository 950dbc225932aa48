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
