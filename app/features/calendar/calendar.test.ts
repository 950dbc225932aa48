import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { parseTime } from '#app/kernel/time.ts'
import { type CalendarEvent, googleLink, writeCalendar } from './calendar.server.ts'

const HOUR = 3_600_000
const at = (time: string) => Date.parse(time)

const event = (change: Partial<CalendarEvent> = {}): CalendarEvent => ({
  uid: 'par_1@neighbourhelp',
  sequence: 4,
  stampAt: at('2026-11-21T09:00Z'),
  startAt: at('2026-12-06T14:00Z'),
  endAt: at('2026-12-06T16:00Z'),
  status: 'TENTATIVE',
  summary: '接机拼车',
  description: '还差 2 人',
  location: '伦敦希思罗机场 T2',
  url: 'https://example.com/neighbourhelp/carpool/record/par_1',
  ...change,
})

/** The file as a calendar reads it. */
function read(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file))
  const part = calendar.getFirstSubcomponent('vevent')
  if (!part) throw new Error('no appointment')
  const found = new ICAL.Event(part)
  const instant = (time: ICAL.Time) => {
    expect(time.zone.tzid).toBe('UTC')
    return time.toUnixTime() * 1000
  }
  return {
    method: calendar.getFirstPropertyValue('method'),
    status: part.getFirstPropertyValue('status'),
    alarm: part.getFirstSubcomponent('valarm')?.getFirstPropertyValue('trigger')?.toString(),
    found,
    startAt: instant(found.startDate),
    endAt: instant(found.endDate),
  }
}

test('a calendar can be read back', () => {
  const { found, ...rest } = read(writeCalendar(event()))
  expect(rest).toEqual({
    method: 'PUBLISH',
    status: 'TENTATIVE',
    alarm: '-P1D',
    startAt: at('2026-12-06T14:00Z'),
    endAt: at('2026-12-06T16:00Z'),
  })
  expect([found.uid, found.sequence, found.summary, found.description, found.location]).toEqual([
    'par_1@neighbourhelp',
    4,
    '接机拼车',
    '还差 2 人',
    '伦敦希思罗机场 T2',
  ])
})

test.each([
  ['the last winter morning', '2027-03-28T00:30Z'],
  ['the first summer minute', '2027-03-28T01:00Z'],
  ['the first of the hour that comes twice', '2027-10-31T00:30Z'],
  ['the second of the hour that comes twice', '2027-10-31T01:30Z'],
])('%s is the same instant for readers in any time zone', (_name, time) => {
  const file = writeCalendar(event({ startAt: at(time), endAt: at(time) + 2 * HOUR }))
  expect(file).toContain(`DTSTART:${time.replace(/[-:Z]/g, '')}00Z\r\n`)
  const { startAt, endAt } = read(file)
  expect([startAt, endAt]).toEqual([at(time), at(time) + 2 * HOUR])
})

test('a trip across a clock change starts and ends at the right time', () => {
  for (const [from, to] of [
    ['2027-03-27T09:00Z', '2027-03-29T17:00Z'],
    ['2027-10-30T08:00Z', '2027-11-01T18:00Z'],
  ] as const) {
    const { startAt, endAt } = read(writeCalendar(event({ startAt: at(from), endAt: at(to) })))
    expect([startAt, endAt]).toEqual([at(from), at(to)])
  }
})

test('an update and a cancellation belong to the same appointment, each newer than the last', () => {
  const files = [
    event(),
    event({ sequence: 6, status: 'CONFIRMED', startAt: at('2026-12-06T15:00Z') }),
    event({ sequence: 7, status: 'CANCELLED' }),
  ].map((change) => read(writeCalendar(change)))
  expect(new Set(files.map(({ found }) => found.uid)).size).toBe(1)
  expect(files.map(({ found }) => found.sequence)).toEqual([4, 6, 7])
  expect(files.map(({ method, status, alarm }) => [method, status, alarm])).toEqual([
    ['PUBLISH', 'TENTATIVE', '-P1D'],
    ['PUBLISH', 'CONFIRMED', '-P1D'],
    ['CANCEL', 'CANCELLED', undefined],
  ])
})

test('characters with a meaning in the file stay text', () => {
  const description = 'A; B, C\\n D\n湖区：两日游\r\nBEGIN:VEVENT'
  const { found } = read(writeCalendar(event({ description, summary: 'a\nEND:VCALENDAR' })))
  expect(found.description).toBe('A; B, C\\n D\n湖区：两日游\nBEGIN:VEVENT')
  expect(found.summary).toBe('a\nEND:VCALENDAR')
})

test('lines have at most 75 octets, break no character, and end correctly', () => {
  const summary = '湖区两日游🚐'.repeat(30)
  const file = writeCalendar(event({ summary }))
  const lines = file.split('\r\n')
  expect(lines.at(-1)).toBe('')
  for (const line of lines) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(line).not.toMatch(/[\r\n\uFFFD]/)
  }
  expect(read(file).found.summary).toBe(summary)
})

test.each([
  ['before the spring change', '2027-03-28T00:30', '20270328T003000Z'],
  ['after it', '2027-03-28T02:30', '20270328T013000Z'],
  ['that evening', '2027-03-28T18:00', '20270328T170000Z'],
  ['before the autumn change', '2027-10-31T00:30', '20271030T233000Z'],
  ['after it', '2027-10-31T02:30', '20271031T023000Z'],
  ['that evening', '2027-10-31T18:00', '20271031T180000Z'],
])('Google’s calendar is given the file’s time, %s', (_name, wall, utc) => {
  const parsed = parseTime(wall)
  const startAt = parsed.ok ? parsed.value : Number.NaN
  const change = { startAt, endAt: startAt + 2 * HOUR }
  const { searchParams } = new URL(googleLink(event(change)))
  const [from, to] = searchParams.get('dates')?.split('/') ?? []
  expect(from).toBe(utc)
  const file = writeCalendar(event(change))
  expect(file).toContain(`DTSTART:${from}\r\nDTEND:${to}\r\n`)
  expect(searchParams.get('ctz')).toBe('Europe/London')
})

test('Google’s calendar is given the file’s words, whatever signs are in them', () => {
  const said = { summary: '湖区&两日游', description: '还差 2 人\nA=B?', location: '希思罗 #T2' }
  const link = new URL(googleLink(event(said)))
  expect(link.origin + link.pathname).toBe('https://calendar.google.com/calendar/render')
  expect(Object.fromEntries(link.searchParams)).toMatchObject({
    action: 'TEMPLATE',
    text: said.summary,
    details: said.description,
    location: said.location,
  })
})
