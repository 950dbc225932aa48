import { expect, test } from 'vitest'
import { getT } from '#app/i18n/server.ts'
import { writeRankedCursor } from '#app/kernel/cursor.ts'
import { fieldError } from '#app/schemas/common.server.ts'
import { issueText } from '#app/schemas/issue.ts'
import { asJson, both, now, type Payload, ways } from '#tests/kit/order-schema.ts'
import { tripCreateSchema, tripJoinSchema, tripListSchema } from './schema.server.ts'

const [zh, en] = [getT('zh'), getT('en')]
const create = tripCreateSchema({ now })
const trip = {
  tripName: '湖区两日游',
  minPassenger: 4,
  maxPassenger: 12,
  cutoffTime: '2026-12-01T18:00',
  tripStartDatetime: '2026-12-05T08:00',
  tripEndDatetime: '2026-12-06T20:00',
}
const travel = { terminal: 'T2', flightTime: '2026-12-05T06:00', nLocation: '12 Castle Boulevard' }
const at = (text: string) => Date.parse(text)
const firstCutoff = at('2026-11-22T00:00Z')
const without = (payload: Payload, ...fields: string[]) =>
  Object.fromEntries(Object.entries(payload).filter(([name]) => !fields.includes(name)))

test.each(ways)('a valid trip is read from %s in the words of its terms', (_, read) => {
  const terms = {
    tripName: '湖区两日游',
    minPassengers: 4,
    maxPassengers: 12,
    cutoffAt: at('2026-12-01T18:00Z'),
    tripStartAt: at('2026-12-05T08:00Z'),
    tripEndAt: at('2026-12-06T20:00Z'),
    needsFlight: false,
    texts: { itinerary: '', meetingPoint: '', included: '' },
  }
  expect(read(create, trip)).toEqual({ wrong: {}, value: terms })
  expect(read(create, { ...trip, balancePrice: 0 }).value).toEqual({ ...terms, balancePrice: 0 })
  const extras = {
    tripType: 'PICKUP',
    airportId: 'air_1',
    terminal: 'T9',
    nLocation: 'x'.repeat(200),
  }
  expect(read(create, { ...trip, ...extras }).value, 'unused extras').toEqual(terms)
})
test.each(ways)(
  'from %s a trip takes what its creator says and whether it needs flights',
  (_, read) => {
    const max = 'x'.repeat(1000)
    const said = { itinerary: `  ${max}\n`, meetingPoint: '', included: '巴士\n门票' }
    const needsFlight = read === asJson ? true : 'on'
    expect(read(create, { ...trip, ...said, needsFlight }).value).toMatchObject({
      needsFlight: true,
      texts: { itinerary: max, meetingPoint: '', included: '巴士\n门票' },
    })
    const long = { itinerary: 1001, meetingPoint: 101, included: 301 }
    for (const [field, length] of Object.entries(long))
      expect(read(create, { ...trip, [field]: '字'.repeat(length) }).wrong).toEqual({
        [field]: [`tooLong?max=${length - 1}`],
      })
  },
)
test.each(ways)('from %s a trip that needs no flights does not read one', (_, read) => {
  const schema = tripJoinSchema({ now, needsFlight: false })
  const nobody = { terminal: null, flightNumber: null, flightTime: null }
  expect(read(schema, { ...travel, flightNumber: '?', flightTime: 'soon' }).value).toMatchObject({
    nLocation: '12 Castle Boulevard',
    ...nobody,
  })
  expect(Object.keys(read(schema, nobody).wrong)).toEqual(['nLocation'])
})
test.each(ways)('from %s a trip is for 1 to 2 people by default', (_, read) => {
  for (const empty of [undefined, null]) {
    const bare = { ...trip, minPassenger: empty, maxPassenger: empty, balancePrice: empty }
    const { value, wrong } = read(create, bare)
    expect(wrong).toEqual({})
    expect(value).toMatchObject({ minPassengers: 1, maxPassengers: 2 })
    expect(value, 'the price of the settings').not.toHaveProperty('balancePrice')
  }
})
test.each(
  both([
    ['tripName', 'tripNameRequired'],
    ['cutoffTime', 'cutoffTimeRequired'],
    ['tripStartDatetime', 'tripStartRequired'],
    ['tripEndDatetime', 'tripEndRequired'],
  ]),
)('from %s a trip without %3$s is refused', (_, read, field, message) => {
  for (const empty of [undefined, null])
    expect(read(create, { ...trip, [field]: empty }).wrong, `${empty}`).toEqual({
      [field]: [message],
    })
})
test.each(
  both([
    ['tripName', '', 'tripNameRequired'],
    ['tripName', '   ', 'tripNameRequired'],
    ['tripName', '\u200b\u2060', 'tripNameRequired'],
    ['tripName', '湖'.repeat(21), 'tooLong?max=20'],
    ['tripName', '🏞️🏞️🏞️🏞️🏞️🏞️🏞️🏞️🏞️🏞️🏞️', 'tooLong?max=20'],
    ['minPassenger', 0, 'tripMinRange?min=1&max=100'],
    ['minPassenger', 13, 'tripMinOverMax?max=12'],
    ['minPassenger', 101, 'tripMinRange?min=1&max=100'],
    ['minPassenger', 1.5, 'wholeNumber'],
    ['minPassenger', 'some', 'invalidType'],
    ['maxPassenger', 101, 'tripMaxRange?min=2&max=100'],
    ['maxPassenger', 12.5, 'wholeNumber'],
    ['cutoffTime', 'soon', 'invalidLocalTime'],
    ['cutoffTime', '2026-11-21T23:59', `cutoffTooEarly?from=${firstCutoff}`],
    ['tripStartDatetime', '2026-12-01T18:00', 'tripStartEarly'],
    ['tripStartDatetime', '2027-03-28T01:30', 'invalidLocalTime'],
    ['tripEndDatetime', '2026-12-05T08:00', 'tripEndEarly'],
    ['balancePrice', -1, 'balancePriceRange?min=0&max=50000'],
    ['balancePrice', 50_001, 'balancePriceRange?min=0&max=50000'],
    ['balancePrice', 0.5, 'wholeNumber'],
  ]),
)('from %s a trip whose %3$s is %j is refused', (_, read, field, value, message) => {
  expect(read(create, { ...trip, [field]: value }).wrong).toEqual({ [field]: [message] })
})
test.each(
  both([
    ['tripName', '湖'],
    ['tripName', ` ${'湖'.repeat(20)} `],
    ['tripName', '🚌'.repeat(20)],
    ['minPassenger', 1],
    ['minPassenger', 12],
    ['maxPassenger', 4],
    ['maxPassenger', 100],
    ['cutoffTime', '2026-11-22T00:00'],
    ['tripStartDatetime', '2026-12-01T18:01'],
    ['tripEndDatetime', '2026-12-05T08:01'],
    ['tripEndDatetime', '2026-12-06T20:00:00+08:00'],
    ['balancePrice', 50_000],
  ]),
)('from %s a trip whose %3$s is %j is accepted', (_, read, field, value) => {
  expect(read(create, { ...trip, [field]: value }).wrong).toEqual({})
})
test.each(ways)('from %s a trip for one place is refused, with no other error', (_, read) => {
  for (const maxPassenger of [1, 0])
    expect(read(create, { ...trip, minPassenger: 1, maxPassenger }).wrong).toEqual({
      maxPassenger: ['tripMaxRange?min=2&max=100'],
    })
})
test('spaces in a name are tidied, and a JSON name must be a string', () => {
  expect(asJson(create, { ...trip, tripName: '  York \n 一日游 ' }).value).toMatchObject({
    tripName: 'York 一日游',
  })
  expect(asJson(create, { ...trip, tripName: 7 }).wrong).toEqual({ tripName: ['invalidType'] })
})
test.each(ways)('all errors of a trip from %s are reported at once', (_, read) => {
  const wrong = {
    tripName: '湖'.repeat(21),
    minPassenger: 9,
    maxPassenger: 8,
    cutoffTime: '2026-11-21T12:00',
    tripStartDatetime: '2026-11-21T11:00',
    tripEndDatetime: '2026-11-21T10:00',
    balancePrice: 60_000,
  }
  expect(Object.keys(read(create, wrong).wrong).toSorted()).toEqual(
    Object.keys(without(wrong, 'maxPassenger')).toSorted(),
  )
  expect(Object.keys(read(create, {}).wrong).toSorted()).toEqual([
    'cutoffTime',
    'tripEndDatetime',
    'tripName',
    'tripStartDatetime',
  ])
})
test('tomorrow starts at London midnight, in summer too', () => {
  const july = tripCreateSchema({ now: at('2026-07-06T23:30Z') })
  const summer = { ...trip, cutoffTime: '2026-07-08T00:00' }
  expect(asJson(july, summer).wrong).toEqual({})
  const early = asJson(july, { ...trip, cutoffTime: '2026-07-07T23:59' }).wrong
  const [message = ''] = early.cutoffTime ?? []
  expect(issueText(zh, message)).toBe(
    '要给大家留出报名的时间，截止最早是 7月8日 周三 00:00（伦敦时间），请选这时或之后',
  )
  expect(issueText(en, message)).toBe(
    'People need time to join, so the earliest cutoff is Wed 8 Jul, 00:00 (UK time). Please choose that or later',
  )
})

test.each(ways)(
  'a joiner is read from %s, with usual luggage and one person by default',
  (_, read) => {
    const party = {
      ...travel,
      flightTime: at('2026-12-05T06:00Z'),
      flightNumber: null,
      bigLuggage: 2,
      smallLuggage: 1,
      bag: 1,
      people: 1,
    }
    expect(read(tripJoinSchema({ now, needsFlight: true }), travel)).toEqual({
      wrong: {},
      value: party,
    })
    const nulls = {
      flightNumber: null,
      bigLuggage: null,
      smallLuggage: null,
      bag: null,
      people: null,
    }
    expect(read(tripJoinSchema({ now, needsFlight: true }), { ...travel, ...nulls })).toEqual({
      wrong: {},
      value: party,
    })
    const said = { flightNumber: 'ba 038', bigLuggage: 5, smallLuggage: 5, bag: 5, people: 100 }
    expect(read(tripJoinSchema({ now, needsFlight: true }), { ...travel, ...said }).value).toEqual({
      ...party,
      ...said,
      flightNumber: 'BA 038',
    })
  },
)
test.each(
  both([
    ['terminal', undefined, 'terminalRequired'],
    ['terminal', '', 'terminalRequired'],
    ['terminal', 'T6', 'invalidChoice'],
    ['terminal', 'North Terminal', 'invalidChoice'],
    ['flightTime', undefined, 'flightTimeRequired'],
    ['flightTime', 'noon', 'invalidLocalTime'],
    ['nLocation', undefined, 'nLocationRequired'],
    ['nLocation', '  ', 'nLocationRequired'],
    ['nLocation', 'x'.repeat(101), 'tooLong?max=100'],
    ['flightNumber', 'B'.repeat(21), 'tooLong?max=20'],
    ['flightNumber', 'BA_38', 'flightNumberInvalid'],
    ['bigLuggage', -1, 'luggageRange?min=0&max=5'],
    ['bigLuggage', 6, 'luggageRange?min=0&max=5'],
    ['smallLuggage', -1, 'luggageRange?min=0&max=5'],
    ['smallLuggage', 6, 'luggageRange?min=0&max=5'],
    ['bag', -1, 'luggageRange?min=0&max=5'],
    ['bag', 6, 'luggageRange?min=0&max=5'],
    ['people', 0, 'peopleRange?min=1&max=100'],
    ['people', 101, 'peopleRange?min=1&max=100'],
    ['people', 1.5, 'wholeNumber'],
  ]),
)('from %s a joiner whose %3$s is %j is refused', (_, read, field, value, message) => {
  expect(
    read(tripJoinSchema({ now, needsFlight: true }), { ...travel, [field]: value }).wrong,
  ).toEqual({
    [field]: [message],
  })
})
test.each(
  both([
    ['terminal', 'T1'],
    ['terminal', 'T5'],
    ['nLocation', 'x'.repeat(100)],
    ['flightNumber', 'B'.repeat(20)],
    ['bigLuggage', 1],
    ['people', 1],
  ]),
)('from %s a joiner whose %3$s is %j is accepted', (_, read, field, value) => {
  expect(
    read(tripJoinSchema({ now, needsFlight: true }), { ...travel, [field]: value }).wrong,
  ).toEqual({})
})

const filters = (sent: Payload) => {
  const parsed = tripListSchema.safeParse(sent, { error: fieldError })
  return parsed.success
    ? parsed.data
    : parsed.error.issues.map(({ path, message }) => [...path, message])
}
test('a list without filters is the first page of both tabs, even with empty values', () => {
  const first = { limit: 20 }
  expect(filters({})).toEqual(first)
  const cursor = writeRankedCursor({ rank: 1, at: 1, id: 'trip_1' })
  const empty = { name: '', date: '', tab: '', cursor: '', limit: '' }
  expect(filters(empty)).toEqual(first)
  expect(filters({ name: null, date: null, tab: null, cursor: null, limit: null })).toEqual(first)
  expect(filters({ name: ' 湖区 ', date: '2026-12-05', tab: 'end', cursor, limit: '5' })).toEqual({
    name: '湖区',
    date: '2026-12-05',
    tab: 'end',
    cursor,
    limit: 5,
  })
})
test('an unknown filter is refused', () => {
  expect(filters({ name: '湖'.repeat(21) })).toEqual([['name', 'tooLong?max=20']])
  expect(filters({ date: '2026-02-30' })).toEqual([['date', 'dateInvalid']])
  expect(filters({ tab: 'middle' })).toEqual([['tab', 'invalidChoice']])
  expect(filters({ limit: 0 })).toEqual([['limit', 'numberRange?min=1&max=100']])
  expect(filters({ limit: 101 })).toEqual([['limit', 'numberRange?min=1&max=100']])
})
test('every message has its own text in both languages', () => {
  const codes = [
    ...Object.values(
      asJson(create, { ...trip, tripName: '', minPassenger: 13, cutoffTime: '2026-11-21T12:00' })
        .wrong,
    ),
    ...Object.values(asJson(create, { ...trip, maxPassenger: 101, balancePrice: -1 }).wrong),
    ...Object.values(asJson(create, { ...trip, tripEndDatetime: trip.tripStartDatetime }).wrong),
    ...Object.values(asJson(create, { ...trip, tripStartDatetime: trip.cutoffTime }).wrong),
    ...Object.values(asJson(create, {}).wrong),
  ].flat()
  expect(codes.length).toBeGreaterThanOrEqual(10)
  for (const message of codes) {
    expect(issueText(zh, message), message).toMatch(/\p{Script=Han}/u)
    expect(issueText(en, message), message).toMatch(/^[A-Z][^{]*$/)
  }
})
