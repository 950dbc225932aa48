import { parseWithZod } from '@conform-to/zod/v4'
import { expect, test } from 'vitest'
import { fieldError } from '#app/schemas/common.server.ts'
import { carpoolCreateSchema, carpoolJoinSchema, carpoolListSchema } from './schema.server.ts'

const now = Date.parse('2026-11-21T10:00Z')
const join = {
  terminal: 'T5',
  nLocation: '12 Castle Boulevard',
  flightNumber: 'BA 38',
  flightTime: '2026-12-06T12:00',
  bigLuggage: 2,
  smallLuggage: 1,
  bag: 1,
}
const pickup = {
  ...join,
  tripType: 'PICKUP',
  airportId: 'air_lhr',
  carpoolDatetime: '2026-12-06T14:00',
  maxPassengers: 4,
  people: 2,
}
const dropoff = { ...pickup, tripType: 'DROPOFF', flightTime: '2026-12-06T18:00' }

/** What is wrong with a create payload: field → messages. */
function wrong(change: Record<string, unknown>, base: object = pickup, at: number | null = now) {
  const parsed = carpoolCreateSchema({ now: at }).safeParse(
    { ...base, ...change },
    { error: fieldError },
  )
  const list = parsed.success ? [] : parsed.error.issues
  return Object.fromEntries(list.map(({ path, message }) => [path.join('.'), message]))
}

test('a valid pickup and a valid drop-off are accepted, with times as instants', () => {
  const parsed = carpoolCreateSchema({ now }).parse(pickup)
  expect(parsed).toMatchObject({
    carpoolDatetime: Date.parse('2026-12-06T14:00Z'),
    flightNumber: 'BA 38',
  })
  expect(wrong({}, dropoff)).toEqual({})
})
test.each([
  ['tripType', 'required'],
  ['airportId', 'airportRequired'],
  ['terminal', 'terminalRequired'],
  ['nLocation', 'nLocationRequired'],
  ['carpoolDatetime', 'carpoolTimeRequired'],
  ['flightTime', 'flightTimeRequired'],
  ['maxPassengers', 'required'],
  ['bigLuggage', 'required'],
  ['smallLuggage', 'required'],
  ['bag', 'required'],
])('a payload without %s is refused', (field, message) => {
  expect(wrong({ [field]: undefined })).toEqual({ [field]: message })
})
test.each([
  ['bigLuggage', [0, 12], [-1, 13], 'luggageRange?min=0&max=12'],
  ['smallLuggage', [0, 5], [-1, 6], 'luggageRange?min=0&max=5'],
  ['bag', [0, 5], [-1, 6], 'luggageRange?min=0&max=5'],
  ['maxPassengers', [2, 5], [0, 6], 'maxPassengersRange?min=1&max=5'],
  ['people', [1, 4], [0, 6], 'peopleRange?min=1&max=5'],
])('%s is accepted only from its minimum to its maximum', (field, good, bad, message) => {
  for (const value of good) expect(wrong({ [field]: value }), `${value}`).toEqual({})
  for (const value of bad) expect(wrong({ [field]: value })[field], `${value}`).toBe(message)
})
test('half a person and half a suitcase are refused', () => {
  expect(wrong({ people: 1.5 }).people).toBe('wholeNumber')
  expect(wrong({ bag: '1' }).bag).toBe('invalidType')
})
test('the number of people defaults to one', () => {
  expect(carpoolJoinSchema.parse(join).people).toBe(1)
})
test('more people than the group holds are refused', () => {
  expect(wrong({ people: 3, maxPassengers: 2 })).toEqual({ people: 'peopleOverMax?max=2' })
})
test('a pickup leaves after the landing and a drop-off before the take-off', () => {
  const same = { flightTime: pickup.carpoolDatetime }
  expect(wrong(same)).toEqual({ flightTime: 'flightTimeOrder.PICKUP' })
  expect(wrong(same, dropoff)).toEqual({ flightTime: 'flightTimeOrder.DROPOFF' })
  expect(wrong({ flightTime: '2026-12-06T13:59' })).toEqual({})
  expect(wrong({ flightTime: '2026-12-06T14:01' }, dropoff)).toEqual({})
})
test('the earliest moment is the start of the London day three days on', () => {
  const times = (carpoolDatetime: string, flightTime: string) => ({ carpoolDatetime, flightTime })
  expect(wrong(times('2026-11-24T00:01', '2026-11-24T00:00'))).toEqual({})
  const from = Date.parse('2026-11-24T00:00Z')
  expect(wrong(times('2026-11-24T00:01', '2026-11-23T23:59'))).toEqual({
    flightTime: `dateTooEarly?from=${from}&days=3`,
  })
  expect(Object.keys(wrong(times('2026-11-23T23:59', '2026-11-23T20:00')))).toEqual([
    'carpoolDatetime',
    'flightTime',
  ])
})
test('in summer the London day starts an hour earlier', () => {
  const at = Date.parse('2026-06-30T23:30Z')
  const times = { carpoolDatetime: '2026-07-04T00:01', flightTime: '2026-07-04T00:00' }
  expect(wrong(times, pickup, at)).toEqual({})
  expect(wrong(times, pickup, Date.parse('2026-07-01T23:30Z')).flightTime).toMatch(/^dateTooEarly/)
})
test('the earliest day is not checked again for a checked draft', () => {
  expect(
    wrong({ carpoolDatetime: '2020-01-01T14:00', flightTime: '2020-01-01T12:00' }, pickup, null),
  ).toEqual({})
})
test('an hour skipped by the clocks is refused, and wrong order is still reported', () => {
  expect(wrong({ flightTime: '2027-03-28T01:30' })).toEqual({ flightTime: 'invalidLocalTime' })
})
test('a flight number is optional, tidied, at most 20 characters and limited to plain ones', () => {
  const number = (flightNumber?: string | null) =>
    carpoolJoinSchema.safeParse({ ...join, flightNumber })
  expect(number('  mu  551 ').data?.flightNumber).toBe('MU 551')
  for (const none of ['', '  ', null, undefined]) expect(number(none).data?.flightNumber).toBeNull()
  expect(number('A'.repeat(20)).success).toBe(true)
  expect(number('A'.repeat(21)).error?.issues[0]?.message).toBe('tooLong?max=20')
  expect(number('_航班1').error?.issues[0]?.message).toBe('flightNumberInvalid')
})
test('an address is trimmed and has at most 100 characters', () => {
  const address = (nLocation: string) => carpoolJoinSchema.safeParse({ ...join, nLocation })
  expect(address('  NG7  ').data?.nLocation).toBe('NG7')
  expect(address('   ').error?.issues[0]?.message).toBe('nLocationRequired')
  expect(address('x'.repeat(100)).success).toBe(true)
  expect(address('x'.repeat(101)).error?.issues[0]?.message).toBe('tooLong?max=100')
})
test('strings from a form are read like numbers from the API', () => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...pickup, intent: 'save' }))
    form.set(name, String(value))
  const submission = parseWithZod(form, { schema: carpoolCreateSchema({ now }), error: fieldError })
  expect(submission.status === 'success' && submission.value).toMatchObject({
    people: 2,
    maxPassengers: 4,
  })
})
test('a form shows every problem at once', () => {
  const form = new FormData()
  form.set('tripType', 'DROPOFF')
  form.set('flightTime', '2026-12-06T12:00')
  form.set('carpoolDatetime', '2026-12-06T12:00')
  form.set('bag', '')
  const submission = parseWithZod(form, { schema: carpoolCreateSchema({ now }), error: fieldError })
  expect(submission.status === 'error' && submission.error).toMatchObject({
    airportId: ['airportRequired'],
    bag: ['required'],
    flightTime: ['flightTimeOrder.DROPOFF'],
  })
})
test('the list takes 1 to 100 rows, 20 by default', () => {
  const limit = (limit?: string) => carpoolListSchema.safeParse({ tripType: 'PICKUP', limit })
  expect(limit().data?.limit).toBe(20)
  expect(limit('100').data?.limit).toBe(100)
  for (const bad of ['0', '101', '', 'x', '1.5']) expect(limit(bad).success, bad).toBe(false)
})
test('the list accepts only an existing London day', () => {
  const date = (date: string) => carpoolListSchema.safeParse({ tripType: 'PICKUP', date }).success
  expect(date('2026-12-06')).toBe(true)
  expect(date('2026-02-30')).toBe(false)
  expect(date('06/12/2026')).toBe(false)
})
