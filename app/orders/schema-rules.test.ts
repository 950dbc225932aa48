import { expect, test } from 'vitest'
import { getT } from '#app/i18n/server.ts'
import { issueText } from '#app/schemas/issue.ts'
import {
  asForm,
  asJson,
  both,
  buying,
  mail,
  mailAt,
  move,
  moveAt,
  type Payload,
  ways,
} from '#tests/kit/order-schema.ts'

/** Cross-field rules: boxes, the friend, the days. */

test.each(ways)('bought boxes need a number and a day in %s', (_, read) => {
  expect(read(mailAt(), { ...mail, isBuyBox: true }).wrong).toEqual({
    buyBoxNum: ['required'],
    boxDate: ['required'],
  })
  const one = (change: Payload) => read(mailAt(), { ...mail, ...buying, ...change }).wrong
  expect(one({ buyBoxNum: 0 })).toEqual({ buyBoxNum: ['boxesRange?min=1&max=50'] })
  expect(one({ buyBoxNum: 51 })).toEqual({ buyBoxNum: ['boxesRange?min=1&max=50'] })
  expect(one({ buyBoxNum: 50 })).toEqual({})
  expect(one({ boxDate: 'soon' })).toEqual({ boxDate: ['dateInvalid'] })
  expect(one({ boxDate: null })).toEqual({ boxDate: ['required'] })
  expect(one({ isBoxDaytime: 'maybe' })).toEqual({ isBoxDaytime: ['invalidType'] })
})
test.each(
  both([
    ['2026-11-23', '2026-11-23', {}],
    ['2026-11-25', '2026-11-25', {}],
    ['2026-11-22', '2026-11-25', { boxDate: ['orderDateTooEarly?day=2026-11-23&days=2'] }],
    ['2026-11-26', '2026-11-25', { sendDate: ['sendBeforeBox?day=2026-11-26'] }],
    ['2026-11-26', '2026-11-22', { sendDate: ['orderDateTooEarly?day=2026-11-23&days=2'] }],
    [
      '2026-11-22',
      '2026-11-21',
      {
        boxDate: ['orderDateTooEarly?day=2026-11-23&days=2'],
        sendDate: ['orderDateTooEarly?day=2026-11-23&days=2'],
      },
    ],
  ] as const),
)('in %s, boxes of %3$s and a collection of %4$s', (_, read, boxDate, sendDate, wrong) => {
  expect(read(mailAt(), { ...mail, ...buying, boxDate, sendDate }).wrong).toEqual(wrong)
})
test('without the current time, past days are accepted, and a collection still waits for its boxes', () => {
  const past = { sendDate: '2020-01-02', boxDate: '2020-01-01' }
  expect(asJson(mailAt(null), { ...mail, ...buying, ...past }).wrong).toEqual({})
  expect(asJson(moveAt(null), { ...move, sendDate: '2020-01-02' }).wrong).toEqual({})
  const before = { ...mail, ...buying, sendDate: '2020-01-02', boxDate: '2020-01-03' }
  expect(asJson(mailAt(null), before).wrong).toEqual({ sendDate: ['sendBeforeBox?day=2020-01-03'] })
})
test.each(
  both([
    ['2026-11-21T23:59Z', '2026-11-23', '2026-11-22'],
    ['2026-11-22T00:00Z', '2026-11-24', '2026-11-23'],
    ['2026-07-01T22:59Z', '2026-07-03', '2026-07-02'],
    ['2026-07-01T23:00Z', '2026-07-04', '2026-07-03'],
    ['2027-03-27T23:59Z', '2027-03-29', '2027-03-28'],
    ['2026-10-25T23:59Z', '2026-10-27', '2026-10-26'],
  ]),
)('in %s at %3$s the earliest day is %4$s', (_, read, at, good, bad) => {
  const on = (sendDate: string) => read(moveAt(Date.parse(at)), { ...move, sendDate }).wrong
  expect(on(good)).toEqual({})
  expect(Object.keys(on(bad))).toEqual(['sendDate'])
})

const nonsense = [undefined, null, '', 'nonsense', -1, '2020-01-01']
test.each(ways)('box fields are ignored in %s unless boxes are bought', (_, read) => {
  for (const isBuyBox of [false, undefined])
    for (const held of nonsense) {
      const off = { isBuyBox, buyBoxNum: held, boxDate: held, isBoxDaytime: held }
      const { wrong, value } = read(mailAt(), { ...mail, ...off })
      expect(wrong, String(held)).toEqual({})
      expect(value).toHaveProperty('isBuyBox', false)
      for (const field of ['buyBoxNum', 'boxDate', 'isBoxDaytime'])
        expect(value).not.toHaveProperty(field)
    }
})
test.each(ways)(
  'a friend’s number is ignored in %s unless a friend is asked to help',
  (_, read) => {
    for (const isEntrustFriend of [false, undefined])
      for (const friTel of nonsense) {
        const { wrong, value } = read(moveAt(), { ...move, isEntrustFriend, friTel })
        expect(wrong, String(friTel)).toEqual({})
        expect(value).toHaveProperty('isEntrustFriend', false)
        expect(value).not.toHaveProperty('friTel')
      }
  },
)
test.each(ways)('a friend who helps needs a phone number, in %s', (_, read) => {
  const told = (friTel: unknown) => read(moveAt(), { ...move, isEntrustFriend: true, friTel }).wrong
  for (const empty of [undefined, null, '', '  '])
    expect(told(empty)).toEqual({ friTel: ['friTelRequired'] })
  expect(told('12')).toEqual({ friTel: ['telInvalid'] })
})
test('a form shows every problem at once, including those of several fields', () => {
  const form = {
    isBuyBox: true,
    buyBoxNum: '',
    boxDate: '2026-11-28',
    sendDate: '2026-11-27',
    tel: '1',
  }
  expect(asForm(mailAt(), form).wrong).toEqual({
    userName: ['userNameRequired'],
    tel: ['telInvalid'],
    estBoxNum: ['required'],
    fromAddress: ['addressRequired'],
    fromZip: ['postcodeRequired'],
    toAddress: ['addressRequired'],
    toZip: ['postcodeRequired'],
    shipCompany: ['carrierRequired'],
    buyBoxNum: ['required'],
    sendDate: ['sendBeforeBox?day=2026-11-28'],
  })
  expect(asForm(moveAt(), { isEntrustFriend: true, sendDate: '2026-11-21' }).wrong).toMatchObject({
    fromZip: ['postcodeRequired'],
    friTel: ['friTelRequired'],
    sendDate: ['orderDateTooEarly?day=2026-11-23&days=2'],
  })
})
test.each(ways)('an invalid field in %s does not hide errors about several fields', (_, read) => {
  const broken = [
    { userName: ' ' },
    { userName: 'x'.repeat(21) },
    { tel: 'x' },
    { fromAddress: ' ' },
    { fromZip: 'x' },
    { estBoxNum: 0 },
    { isHelp: 'maybe' },
  ]
  for (const field of broken) {
    const mailed = read(mailAt(), {
      ...mail,
      ...field,
      ...buying,
      buyBoxNum: undefined,
      toZip: '',
      sendDate: '2026-11-23',
    })
    expect(Object.keys(mailed.wrong).toSorted(), JSON.stringify(field)).toEqual(
      [...Object.keys(field), 'buyBoxNum', 'sendDate', 'toZip'].toSorted(),
    )
    const moved = read(moveAt(), {
      ...move,
      ...field,
      isEntrustFriend: true,
      sendDate: '2026-11-22',
    })
    expect(Object.keys(moved.wrong).toSorted(), JSON.stringify(field)).toEqual(
      [...Object.keys(field), 'friTel', 'sendDate'].toSorted(),
    )
  }
})
test('an early day is reported with the earliest one, in the language’s date format', () => {
  const [early = ''] = asJson(moveAt(), { ...move, sendDate: '2026-11-22' }).wrong.sendDate ?? []
  expect(issueText(getT('zh'), early)).toBe('要提前 2 天，最早是 11月23日 周一，请选这天或之后')
  expect(issueText(getT('en'), early)).toBe(
    'The earliest day is Mon 23 Nov, 2 days ahead. Please choose that day or a later one',
  )
  const [before = ''] =
    asJson(mailAt(), { ...mail, ...buying, boxDate: '2026-12-06' }).wrong.sendDate ?? []
  expect(issueText(getT('zh'), before)).toBe('纸箱 12月6日 周日 才送到，请选这天或之后')
  expect(issueText(getT('en'), before)).toBe(
    'The boxes come on Sun 6 Dec. Please choose that day or a later one',
  )
})
