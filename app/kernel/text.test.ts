import { expect, test } from 'vitest'
import { foldText, seenText } from './text.ts'

test.each([
  ['王明', '王明'],
  ['a\u0000b\u0007c\u007fd', 'abcd'],
  ['\u202Egnp.exe\u202C', 'gnp.exe'],
  ['\u2066a\u2069\u200E\u200F\u061C', 'a'],
  ['ad\u200Bmin\uFEFF\u2060\u00AD', 'admin'],
  ['ad\u200Dmin\u200C', 'admin'],
  ['a\uD800b\uDC00', 'ab'],
  ['\u3164\u115F\u1160\uFFA0', ''],
  ['e\u0301', '\u00E9'],
  ['👨‍👩‍👧 🏳️‍🌈 🧑🏽‍💻 ❤️', '👨‍👩‍👧 🏳️‍🌈 🧑🏽‍💻 ❤️'],
  ['😀\u200D', '😀'],
  ['one\r\ntwo\u2028three\tfour', 'one two three four'],
])('%j is read as %j', (sent, read) => {
  expect(seenText('tripName', sent)).toBe(read)
})

test('a multi-line text keeps its lines', () => {
  for (const name of [
    'content',
    'zh.content',
    'items.3.en.content',
    'homeNoticeZh',
    'tripNoticeEn',
    'itinerary',
    'included',
  ])
    expect(seenText(name, 'one\r\n\r\ntwo\u200B')).toBe('one\n\ntwo')
})

test('a meeting point is one line', () => {
  expect(seenText('meetingPoint', 'one\r\ntwo')).toBe('one two')
})

test('a password is kept as typed', () => {
  for (const name of ['password', 'confirmPassword', 'newPassword'])
    expect(seenText(name, 'a\u200Be\u0301\t')).toBe('a\u200Be\u0301\t')
})

test.each([
  ['email', 'Ann@example。com', 'Ann@example.com'],
  ['find', 'ann@example。com', 'ann@example.com'],
  ['find', ' 王　明 ', '王 明'],
  ['verificationCode', ' 12-3.4 5·6', '123456'],
  ['fromZip', ' ng7   2rd', 'ng7 2rd'],
  ['tripName', ' a  b ', ' a  b '],
])('%s %j is read as %j', (name, sent, read) => {
  expect(seenText(name, sent)).toBe(read)
})

test('texts are compared without case, accents, width and further spaces', () => {
  expect(['Café', 'CAFE\u0301', '  ａ \n B ', 'Ｎ７'].map(foldText)).toEqual([
    'cafe',
    'cafe',
    'a b',
    'n7',
  ])
})
