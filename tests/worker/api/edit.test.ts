import { afterEach, expect, test } from 'vitest'
import { hours, minutes } from '#app/domain/limits.ts'
import { advance, now, passTime, stripeDown, stripeUp } from '#tests/worker/carpool/kit.ts'
import {
  api,
  dayIn,
  joinAndPay,
  joinPayload,
  newStudent,
  openCarpool,
  refusal,
  rideIn,
  type Student,
} from './world.ts'

afterEach(stripeUp)

const PATH = '/user/update-open-participant'
const edit = (as: Student, json: object) => api('POST', PATH, { as, json })

/**
 * A student's place in an open group that leaves in ten days, and the payload that changes nothing.
 */
async function openPlace(change: object = {}) {
  const as = await newStudent()
  const { id, participantId, created } = await openCarpool(as, change)
  const json = {
    participantId,
    bigLuggage: 2,
    smallLuggage: 1,
    bag: 1,
    flightNumber: 'BA038',
    flightTime: created.flightTimes[0],
    nlocation: '12 Castle Boulevard',
  }
  return { as, id, json, created }
}

test('travel details are changed, and the list shows the new flight', async () => {
  const { as, id, json } = await openPlace()
  const change = {
    bigLuggage: 0,
    smallLuggage: 0,
    bag: 0,
    flightNumber: ' vs 20 ',
    flightTime: `${dayIn(10)}T10:30`,
    nlocation: '3 Lenton Lane',
  }
  const { status, body } = await edit(as, { ...json, ...change })
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({
      ...change,
      flightNumber: 'VS 20',
      flightTime: expect.stringMatching(/T10:30:00Z$|T09:30:00Z$/),
      people: 1,
      terminal: 'T5',
    }),
  ])
  expect((await edit(as, { ...json, ...change })).body).toEqual(body)
  expect((await api('GET', `/carpool/${id}`)).body).toMatchObject({
    flightNumbers: ['VS 20'],
    flightTimes: [body.flightTime],
  })
  expect((await api('GET', '/user/my/ongoing', { as })).body.items).toEqual([body])
})
test('a flight number can be removed, and unknown fields change nothing', async () => {
  const { as, json } = await openPlace()
  const { status, body } = await edit(as, { ...json, flightNumber: '', people: 5, price: 1 })
  expect([status, body.flightNumber, body.people]).toEqual([200, null, 1])
})

const wrong: [string, object, string, string, string][] = [
  [
    'less than nothing',
    { bag: -1 },
    'bag',
    '件数要在 0 到 5 之间',
    'The number of pieces must be from 0 to 5',
  ],
  [
    'too many cases',
    { bigLuggage: 13 },
    'bigLuggage',
    '件数要在 0 到 12 之间',
    'The number of pieces must be from 0 to 12',
  ],
  ['half a case', { smallLuggage: 0.5 }, 'smallLuggage', '请填整数', 'Please enter a whole number'],
  ['a count in words', { bag: 'two' }, 'bag', '这一项的格式不对', 'This isn’t in the right format'],
  [
    'no address',
    { nlocation: ' ' },
    'nlocation',
    '请填诺丁汉的地址',
    'Please enter your address in Nottingham',
  ],
  [
    'a long address',
    { nlocation: 'x'.repeat(101) },
    'nlocation',
    '最多 100 个字',
    'At most 100 characters',
  ],
  [
    'a long flight number',
    { flightNumber: 'X'.repeat(21) },
    'flightNumber',
    '最多 20 个字',
    'At most 20 characters',
  ],
  [
    'no flight time',
    { flightTime: undefined },
    'flightTime',
    '请选航班时间',
    'Please choose the flight time',
  ],
]
test.each(wrong)('is refused with %s, reported at its field', async (_, change, field, zh, en) => {
  const { as, json } = await openPlace()
  const said = await refusal('POST', PATH, { as, json: { ...json, ...change } })
  expect(said).toEqual({
    status: 422,
    code: 'validationFailed',
    zh: '有几处填得不对，什么都没有提交。改好后再试。',
    en: 'Some of the details aren’t right, and nothing was submitted. Correct them and try again.',
    fields: { zh: { [field]: zh }, en: { [field]: en } },
  })
})
test('an invalid or skipped time is not a flight time', async () => {
  const { as, json } = await openPlace()
  for (const flightTime of ['2027-03-28T01:30', 'tomorrow'])
    expect(await refusal('POST', PATH, { as, json: { ...json, flightTime } }), flightTime).toEqual({
      status: 422,
      code: 'invalidLocalTime',
      zh: '时间读不出来，或者这一刻因为换夏令时而不存在。换一个时间再试。',
      en: 'We couldn’t read this time, or it doesn’t exist because the clocks go forward then. Choose another time.',
      fields: {
        zh: { flightTime: '时间读不出来，或者这一刻因为换夏令时而不存在，换一个时间' },
        en: {
          flightTime:
            'We couldn’t read this time, or it doesn’t exist because the clocks go forward then',
        },
      },
    })
})
test('a flight cannot be before the day of the cutoff', async () => {
  const { as, json } = await openPlace()
  const before = { ...json, flightTime: `${dayIn(8)}T23:59` }
  const { status, code, fields } = await refusal('POST', PATH, { as, json: before })
  expect([status, code]).toEqual([422, 'validationFailed'])
  expect(fields?.zh.flightTime).toMatch(/^航班时间最早是 .*00:00（伦敦时间）$/)
  expect(fields?.en.flightTime).toMatch(/^The flight can be from .*00:00 on \(UK time\)$/)
  expect((await edit(as, { ...json, flightTime: `${dayIn(9)}T00:00` })).status).toBe(200)
})
test('a pickup’s flight is earlier than the car, a drop-off’s later', async () => {
  const pickup = await openPlace()
  const late = { ...pickup.json, flightTime: `${dayIn(10)}T14:00` }
  expect(await refusal('POST', PATH, { as: pickup.as, json: late })).toEqual({
    status: 422,
    code: 'flightTimeOrder',
    zh: '航班降落时间要早于用车时间。改好后再试。',
    en: 'Flight landing time must be earlier than the carpool time. Correct it and try again.',
    fields: {
      zh: { flightTime: '航班降落时间要早于用车时间' },
      en: { flightTime: 'Flight landing time must be earlier than the carpool time' },
    },
  })
  const dropoff = await openPlace({ tripType: 'DROPOFF', flightTime: `${dayIn(10)}T18:00` })
  const early = { ...dropoff.json, flightTime: `${dayIn(10)}T14:00` }
  expect(await refusal('POST', PATH, { as: dropoff.as, json: early })).toEqual({
    status: 422,
    code: 'flightTimeOrder',
    zh: '航班起飞时间要晚于用车时间。改好后再试。',
    en: 'Flight time must be later than the carpool time. Correct it and try again.',
    fields: {
      zh: { flightTime: '航班起飞时间要晚于用车时间' },
      en: { flightTime: 'Flight time must be later than the carpool time' },
    },
  })
})
test('a flight stays within three hours of the companions’ first one', async () => {
  const { as, id, json } = await openPlace()
  await joinAndPay(await newStudent(), id)
  const far = { ...json, flightTime: `${dayIn(10)}T07:59` }
  const { status, code, zh, en, fields } = await refusal('POST', PATH, { as, json: far })
  expect([status, code]).toEqual([422, 'flightTimeRangeError'])
  expect(zh).toMatch(/08:00.*13:59（伦敦时间）/)
  expect(en).toMatch(/between .*08:00 and .*13:59 \(UK time\)/)
  expect(fields?.en.flightTime).toMatch(/08:00.*13:59/)
  expect((await edit(as, { ...json, flightTime: `${dayIn(10)}T08:00` })).status).toBe(200)
})
test('editing needs an open group', async () => {
  const { as, id, json } = await openPlace({ maxPassengers: 2 })
  await api('POST', `/carpool/${id}/join`, { as: await newStudent(), json: joinPayload() })
  const closed = {
    status: 409,
    code: 'notOpen',
    zh: '只有还在招人的拼车才能改信息，没有任何改动。要改请联系客服。',
    en: 'Details can only be changed while the carpool is open to others. Nothing was changed; if they have to be, contact customer service.',
  }
  expect(await refusal('POST', PATH, { as, json })).toEqual(closed)
  const complete = await openPlace({ maxPassengers: 2 })
  await joinAndPay(await newStudent(), complete.id)
  expect(await refusal('POST', PATH, { as: complete.as, json: complete.json })).toEqual(closed)
})
test('editing ends at the cutoff, even while a payment is being checked', async () => {
  const { as, id, json, created } = await openPlace(rideIn(4))
  await passTime(Date.parse(created.cutoffTime) - now() - minutes(5))
  const bob = await newStudent()
  const flightTime = created.flightTimes[0]
  const { body } = await api('POST', `/carpool/${id}/join`, {
    as: bob,
    json: joinPayload({ flightTime }),
  })
  await api('GET', `/carpool/deposit-payment-intent/${body.participantId}`, { as: bob })
  await stripeDown()
  await advance(minutes(6))
  expect((await api('GET', `/carpool/${id}`)).body.status).toBe('OPEN')
  const late = await refusal('POST', PATH, { as, json })
  expect(late).toEqual({
    status: 409,
    code: 'cutoffPassed',
    zh: '已过截止时间，不能再改信息，没有任何改动。要改请联系客服。',
    en: 'Cutoff time passed, so the details can’t be changed any more. Nothing was changed; if they have to be, contact customer service.',
  })
  await stripeUp()
  await advance(hours(1))
})
