import { parseWithZod } from '@conform-to/zod/v4'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { getT } from '../i18n/server.ts'
import { fieldError } from './common.server.ts'
import { issueText } from './issue.ts'
import { mailCreateSchema, moveCreateSchema, orderListSchema } from './order.server.ts'

const now = Date.parse('2026-11-21T10:00Z')
const common = {
  userName: '王明',
  tel: '+44 7123 456789',
  estBoxNum: 3,
  fromAddress: '12 Castle Boulevard, Nottingham',
  fromZip: 'ng71fb',
  toAddress: '上海市静安区南京西路 1 号',
  sendDate: '2026-11-25',
}
const mail = { ...common, toZip: '200041', shipCompany: 'SF' }
const move = { ...common, toAddress: '3 Derby Road, Nottingham', toZip: 'NG7 2RD' }
const buying = { isBuyBox: true, buyBoxNum: 2, boxDate: '2026-11-24' }
const entrusting = { isEntrustFriend: true, friTel: '07987 654321' }

type Payload = Record<string, unknown>
type Reader = typeof asJson
type Read = { value: unknown; wrong: Record<string, string[]> }

/** By the schema as the API reads JSON. */
function asJson(schema: z.ZodType, payload: Payload): Read {
  const parsed = schema.safeParse(payload, { error: fieldError })
  const wrong: Record<string, string[]> = {}
  for (const { path, message } of parsed.error?.issues ?? [])
    wrong[path.join('.')] = [...(wrong[path.join('.')] ?? []), message]
  return { value: parsed.data, wrong }
}

/** By the schema as a page reads its form: checkboxes that are off are not sent, all else is text. */
function asForm(schema: z.ZodType, payload: Payload): Read {
  const form = new FormData()
  const checkboxes = ['isHelp', 'isBuyBox', 'isEntrustFriend']
  for (const [name, value] of Object.entries({ ...payload, attemptId: 'a' })) {
    if (checkboxes.includes(name) && typeof value === 'boolean') {
      if (value) form.set(name, 'on')
    } else if (value !== undefined && value !== null) form.set(name, String(value))
  }
  const read = parseWithZod(form, { schema, error: fieldError })
  return {
    value: read.status === 'success' ? read.value : undefined,
    wrong: (read.status === 'error' && (read.error as Record<string, string[]>)) || {},
  }
}

const ways = [
  ['JSON', asJson],
  ['a form', asForm],
] as const
const mailAt = (at: number | null = now) => mailCreateSchema({ now: at })
const moveAt = (at: number | null = now) => moveCreateSchema({ now: at })
/** Every rule holds for JSON and for a form, so every table is gone through for both. */
const both = <const T extends readonly unknown[]>(rows: readonly T[]) =>
  ways.flatMap(([way, read]) => rows.map((row): [string, Reader, ...T] => [way, read, ...row]))

test.each(ways)('a good mail order is read from %s', (_, read) => {
  expect(read(mailAt(), mail)).toEqual({
    wrong: {},
    value: {
      ...common,
      tel: '+447123456789',
      fromZip: 'NG7 1FB',
      toZip: '200041',
      shipCompany: 'SF',
      isHelp: false,
      isShipDaytime: true,
      isBuyBox: false,
    },
  })
  expect(
    read(mailAt(), { ...mail, ...buying, isHelp: true, isShipDaytime: false, isBoxDaytime: false }).value,
  ).toMatchObject({ ...buying, isHelp: true, isShipDaytime: false, isBoxDaytime: false })
  expect(read(mailAt(), { ...mail, ...buying }).value).toMatchObject({ isBoxDaytime: true })
})
test.each(ways)('a good moving order is read from %s', (_, read) => {
  expect(read(moveAt(), move)).toEqual({
    wrong: {},
    value: {
      ...move,
      tel: '+447123456789',
      fromZip: 'NG7 1FB',
      isHelp: false,
      isDaytime: true,
      isEntrustFriend: false,
    },
  })
  expect(read(moveAt(), { ...move, ...entrusting, isHelp: true, isDaytime: false }).value).toMatchObject({
    isEntrustFriend: true,
    friTel: '07987654321',
    isHelp: true,
    isDaytime: false,
  })
})
test.each(
  both([
    ['userName', 'userNameRequired'],
    ['tel', 'telRequired'],
    ['estBoxNum', 'required'],
    ['fromAddress', 'addressRequired'],
    ['fromZip', 'postcodeRequired'],
    ['toAddress', 'addressRequired'],
    ['toZip', 'postcodeRequired'],
    ['sendDate', 'required'],
  ]),
)('from %s without %3$s neither order is taken', (_, read, field, message) => {
  for (const empty of [undefined, null, '']) {
    // An empty number or day in JSON is a value of the wrong kind.
    if (read === asJson && empty === '' && message === 'required') continue
    expect(read(mailAt(), { ...mail, [field]: empty }).wrong, `mail ${empty}`).toEqual({ [field]: [message] })
    expect(read(moveAt(), { ...move, [field]: empty }).wrong, `move ${empty}`).toEqual({ [field]: [message] })
  }
  if (message !== 'required')
    expect(read(mailAt(), { ...mail, [field]: '  ' }).wrong).toEqual({ [field]: [message] })
})
test.each(ways)('a mail order from %s names a carrier', (_, read) => {
  expect(read(mailAt(), { ...mail, shipCompany: undefined }).wrong).toEqual({
    shipCompany: ['carrierRequired'],
  })
  expect(read(mailAt(), { ...mail, shipCompany: 'DHL' }).wrong).toEqual({ shipCompany: ['invalidChoice'] })
})
test.each(
  both([
    ['userName', '名'.repeat(20), '名'.repeat(21), 'tooLong?max=20'],
    ['userName', '𠮷'.repeat(20), '𠮷'.repeat(21), 'tooLong?max=20'],
    ['fromAddress', 'x'.repeat(100), 'x'.repeat(101), 'tooLong?max=100'],
    ['toAddress', '路'.repeat(100), '路'.repeat(101), 'tooLong?max=100'],
    ['estBoxNum', 1, 0, 'boxesRange?min=1&max=50'],
    ['estBoxNum', 50, 51, 'boxesRange?min=1&max=50'],
    ['estBoxNum', 2, 2.5, 'wholeNumber'],
    ['estBoxNum', 2, -1, 'boxesRange?min=1&max=50'],
    ['estBoxNum', 2, 'three', 'invalidType'],
    ['tel', '1234567', '123456', 'telInvalid'],
    ['tel', '+123456789012345', '+1234567890123456', 'telInvalid'],
    ['tel', '(0115) 496-0000', '0115 496 ext 12', 'telInvalid'],
    ['fromZip', 'NG7 2RD', '200041', 'postcodeInvalid.UK'],
    ['fromZip', 'ng7 2rd', 'NG7', 'postcodeInvalid.UK'],
    ['sendDate', '2026-11-23', '2026-11-22', 'orderDateTooEarly?day=2026-11-23&days=2'],
    ['sendDate', '2026-12-31', '2026-02-30', 'dateInvalid'],
    ['sendDate', '2028-02-29', '29/02/2028', 'dateInvalid'],
  ]),
)('in %s, %3$s may be %4$s and not %5$s', (_, read, field, good, bad, message) => {
  for (const [schema, base] of [
    [mailAt(), mail],
    [moveAt(), move],
  ] as const) {
    expect(read(schema, { ...base, [field]: good }).wrong).toEqual({})
    expect(read(schema, { ...base, [field]: bad }).wrong).toEqual({ [field]: [message] })
  }
})
test.each(ways)('in %s the choices are yes or no', (_, read) => {
  for (const field of ['isHelp', 'isShipDaytime', 'isBuyBox'])
    expect(read(mailAt(), { ...mail, [field]: 'maybe' }).wrong, field).toEqual({ [field]: ['invalidType'] })
  for (const field of ['isHelp', 'isDaytime', 'isEntrustFriend'])
    expect(read(moveAt(), { ...move, [field]: 'maybe' }).wrong, field).toEqual({ [field]: ['invalidType'] })
  const words = read(mailAt(), { ...mail, isHelp: 'true', isShipDaytime: 'false' })
  expect(words.value).toMatchObject({ isHelp: true, isShipDaytime: false })
})
test.each(ways)('an address in %s is on one line', (_, read) => {
  const { value } = read(mailAt(), { ...mail, fromAddress: ' 12 Castle  Boulevard \r\n Nottingham ' })
  expect(value).toMatchObject({ fromAddress: '12 Castle Boulevard Nottingham' })
})

test.each(ways)('boxes that are bought have a number and a day in %s', (_, read) => {
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
test('without a now the days may have passed, and a collection still waits for its boxes', () => {
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
test.each(ways)('what boxes would hold is ignored in %s while none are bought', (_, read) => {
  for (const isBuyBox of [false, undefined])
    for (const held of nonsense) {
      const off = { isBuyBox, buyBoxNum: held, boxDate: held, isBoxDaytime: held }
      const { wrong, value } = read(mailAt(), { ...mail, ...off })
      expect(wrong, String(held)).toEqual({})
      expect(value).toHaveProperty('isBuyBox', false)
      for (const field of ['buyBoxNum', 'boxDate', 'isBoxDaytime']) expect(value).not.toHaveProperty(field)
    }
})
test.each(ways)('a friend’s number is ignored in %s unless she is entrusted', (_, read) => {
  for (const isEntrustFriend of [false, undefined])
    for (const friTel of nonsense) {
      const { wrong, value } = read(moveAt(), { ...move, isEntrustFriend, friTel })
      expect(wrong, String(friTel)).toEqual({})
      expect(value).toHaveProperty('isEntrustFriend', false)
      expect(value).not.toHaveProperty('friTel')
    }
})
test.each(ways)('an entrusted friend can be called, in %s', (_, read) => {
  const told = (friTel: unknown) => read(moveAt(), { ...move, isEntrustFriend: true, friTel }).wrong
  for (const empty of [undefined, null, '', '  ']) expect(told(empty)).toEqual({ friTel: ['friTelRequired'] })
  expect(told('12')).toEqual({ friTel: ['telInvalid'] })
})

test.each(
  both([
    ['SF', '200041', '200041'],
    ['RM', 'sw1a1aa', 'SW1A 1AA'],
    ['RM', '75008', '75008'],
    ['UPS', ' 02139-4307 ', '02139-4307'],
    ['BPOST', '10 001', '10 001'],
    ['TW', '106', '106'],
    ['HKA', '', ''],
    ['HKS', '  ', ''],
    ['MC', undefined, ''],
    ['HKA', '510000', '510000'],
  ]),
)('in %s, a parcel by %3$s may go to the postcode %4$s', (_, read, shipCompany, toZip, kept) => {
  const { wrong, value } = read(mailAt(), { ...mail, shipCompany, toZip })
  expect(wrong).toEqual({})
  expect(value).toMatchObject({ shipCompany, toZip: kept })
})
test.each(
  both([
    ['SF', '', 'postcodeRequired'],
    ['RM', ' ', 'postcodeRequired'],
    ['UPS', undefined, 'postcodeRequired'],
    ['SF', '1', 'postcodeInvalid.ABROAD'],
    ['SF', '1234567890123', 'postcodeInvalid.ABROAD'],
    ['TW', '台北', 'postcodeInvalid.ABROAD'],
    ['HKA', '?', 'postcodeInvalid.ABROAD'],
  ]),
)('in %s, a parcel by %3$s may not go to the postcode %4$s', (_, read, shipCompany, toZip, message) => {
  expect(read(mailAt(), { ...mail, shipCompany, toZip }).wrong).toEqual({ toZip: [message] })
})
test.each(ways)('a move in %s is between two UK postcodes', (_, read) => {
  expect(read(moveAt(), { ...move, toZip: '200041' }).wrong).toEqual({ toZip: ['postcodeInvalid.UK'] })
  expect(read(moveAt(), { ...move, toZip: 'sw1a1aa' }).value).toMatchObject({ toZip: 'SW1A 1AA' })
})
test('a form shows every problem at once, those of several fields too', () => {
  const form = { isBuyBox: true, buyBoxNum: '', boxDate: '2026-11-28', sendDate: '2026-11-27', tel: '1' }
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
test.each(ways)('a wrong field in %s keeps no rule of several fields from being told', (_, read) => {
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
    const moved = read(moveAt(), { ...move, ...field, isEntrustFriend: true, sendDate: '2026-11-22' })
    expect(Object.keys(moved.wrong).toSorted(), JSON.stringify(field)).toEqual(
      [...Object.keys(field), 'friTel', 'sendDate'].toSorted(),
    )
  }
})
test('a day that is too early is told with the earliest one, as the language writes days', () => {
  const [early = ''] = asJson(moveAt(), { ...move, sendDate: '2026-11-22' }).wrong.sendDate ?? []
  expect(issueText(getT('zh'), early)).toBe('要提前 2 天，最早是 11月23日 周一，请选这天或之后')
  expect(issueText(getT('en'), early)).toBe(
    'The earliest day is Mon 23 Nov, 2 days ahead. Please choose that day or a later one',
  )
  const [before = ''] = asJson(mailAt(), { ...mail, ...buying, boxDate: '2026-12-06' }).wrong.sendDate ?? []
  expect(issueText(getT('zh'), before)).toBe('纸箱 12月6日 周日 才送到，请选这天或之后')
  expect(issueText(getT('en'), before)).toBe(
    'The boxes come on Sun 6 Dec. Please choose that day or a later one',
  )
})

test('the list is asked for by address, day, one’s own and page', () => {
  const read = (query: Payload) => orderListSchema.safeParse(query, { error: fieldError })
  expect(read({}).data).toEqual({ mine: false, limit: 20 })
  expect(read({ address: ' 上海 ', date: '2026-12-06', mine: 'true', limit: '5', cursor: 'c' }).data).toEqual(
    {
      address: '上海',
      date: '2026-12-06',
      mine: true,
      limit: 5,
      cursor: 'c',
    },
  )
  expect(read({ mine: 'false' }).data?.mine).toBe(false)
  for (const bad of [
    { address: 'x'.repeat(101) },
    { date: '2026-02-30' },
    { mine: 'yes' },
    { limit: '0' },
    { limit: '101' },
  ])
    expect(read(bad).success, JSON.stringify(bad)).toBe(false)
  expect(read({ address: 'x'.repeat(100), limit: '100' }).success).toBe(true)
})
