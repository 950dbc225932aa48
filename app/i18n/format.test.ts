import { expect, test } from 'vitest'
import { formatOf } from './format.ts'
import { getT } from './server.ts'

const zh = formatOf(getT('zh'))
const en = formatOf(getT('en'))
const at = Date.parse('2026-12-06T14:00Z')

test('a time is London time, on a 24-hour clock, with its weekday', () => {
  expect(zh.dateTime(at)).toBe('12月6日 周日 14:00')
  expect(en.dateTime(at)).toBe('Sun 6 Dec, 14:00')
})
test('summer time moves the clock, and midnight is 00:00 of the new day', () => {
  expect(en.dateTime(Date.parse('2026-07-01T23:30Z'))).toBe('Thu 2 Jul, 00:30')
  expect(zh.dateTime(Date.parse('2026-10-25T00:30Z'))).toBe('10月25日 周日 01:30')
  expect(zh.dateTime(Date.parse('2026-10-25T01:30Z'))).toBe('10月25日 周日 01:30')
  expect(en.wall(Date.parse('2027-03-28T01:00Z'))).toBe('2027-03-28T02:00')
})
test('a terminal is named in the language of the page; those with a number are the same in both', () => {
  expect(['T5', 'North Terminal', 'South Terminal'].map(zh.terminal)).toEqual([
    'T5',
    '北航站楼',
    '南航站楼',
  ])
  expect(['T5', 'North Terminal'].map(en.terminal)).toEqual(['T5', 'North Terminal'])
})
test('a London day is shown without a time', () => {
  expect(zh.day('2026-12-06')).toBe('12月6日 周日')
  expect(en.longDay('2027-02-28')).toBe('Sun 28 Feb 2027')
  expect(en.date(Date.parse('2026-07-01T23:30Z'))).toBe('Thu 2 Jul')
})
test('whole pounds have no pence, other amounts have two digits', () => {
  expect(zh.money(3800)).toBe('£38')
  expect(zh.money(3805)).toBe('£38.05')
  expect(en.money(123456, 'cny')).toBe('¥1,234.56')
  expect(en.money(100000000)).toBe('£1,000,000')
  expect(en.money(-500)).toBe('−£5')
  expect(en.money(0)).toBe('£0')
})
test('a remaining time is shown in its two largest units', () => {
  const hours = (n: number) => n * 3_600_000
  expect(zh.remaining(at + hours(51), at)).toBe('还剩 2 天 3 小时')
  expect(en.remaining(at + hours(25), at)).toBe('1 day 1 hour left')
  expect(en.remaining(at + hours(1.5), at)).toBe('1 hour 30 minutes left')
  expect(zh.remaining(at + 59_000, at)).toBe('还剩 不到 1 分钟')
  expect(zh.remaining(at, at)).toBe('已截止')
})
test('a countdown shows minutes and seconds, and never less than zero', () => {
  expect(zh.clock(875_000)).toBe('14:35')
  expect(zh.clock(4_001)).toBe('0:05')
  expect(zh.clock(-1)).toBe('0:00')
  expect(en.clock(7_200_000)).toBe('2 hours')
})
