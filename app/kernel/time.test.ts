import { expect, test } from 'vitest'
import { addDays, isLondonDay, londonDay, londonWall, parseTime, startOfLondonDay } from './time.ts'

const utc = (iso: string) => Date.parse(iso)

test('a winter local time is UTC, and a summer one is an hour earlier in UTC', () => {
  expect(parseTime('2026-12-06T14:00')).toEqual({ ok: true, value: utc('2026-12-06T14:00Z') })
  expect(parseTime('2026-07-06T14:00')).toEqual({ ok: true, value: utc('2026-07-06T13:00Z') })
})
test('a local time skipped in spring is refused', () => {
  for (const minute of ['01:00', '01:30', '01:59'])
    expect(parseTime(`2027-03-28T${minute}`)).toEqual({
      ok: false,
      error: { code: 'invalidLocalTime' },
    })
  expect(parseTime('2027-03-28T00:59')).toEqual({ ok: true, value: utc('2027-03-28T00:59Z') })
  expect(parseTime('2027-03-28T02:00')).toEqual({ ok: true, value: utc('2027-03-28T01:00Z') })
})
test('a local time repeated in autumn is the first of the two', () => {
  expect(parseTime('2026-10-25T01:30')).toEqual({ ok: true, value: utc('2026-10-25T00:30Z') })
  expect(parseTime('2026-10-25T01:00')).toEqual({ ok: true, value: utc('2026-10-25T00:00Z') })
  expect(parseTime('2026-10-25T02:00')).toEqual({ ok: true, value: utc('2026-10-25T02:00Z') })
})
test('a time with an offset is used as it is', () => {
  expect(parseTime('2026-12-01T09:30:00Z')).toEqual({ ok: true, value: utc('2026-12-01T09:30Z') })
  expect(parseTime('2026-12-01T09:30:00+08:00')).toEqual({
    ok: true,
    value: utc('2026-12-01T01:30Z'),
  })
})
test('an invalid time is refused', () => {
  for (const text of [
    '',
    'soon',
    '2026-13-01T10:00',
    '2026-02-30T10:00',
    '2026-12-06',
    '2026-12-06T25:00',
  ])
    expect(parseTime(text).ok, text).toBe(false)
})
test('a London day starts at London midnight, and days are counted by the calendar', () => {
  expect(startOfLondonDay('2026-07-01')).toBe(utc('2026-06-30T23:00Z'))
  expect(startOfLondonDay('2026-12-01')).toBe(utc('2026-12-01T00:00Z'))
  expect(addDays('2026-10-24', 2)).toBe('2026-10-26')
  expect(londonDay(utc('2026-06-30T23:30Z'))).toBe('2026-07-01')
  expect(londonWall(utc('2026-12-06T00:05Z'))).toBe('2026-12-06T00:05')
  expect(isLondonDay('2026-02-30')).toBe(false)
  expect(isLondonDay('2026-02-28')).toBe(true)
})
