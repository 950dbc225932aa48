import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import {
  emailSchema,
  loginSchema,
  nameField,
  resetSchema,
  wechatSchema,
} from '#app/account/schema.server.ts'
import type { Call } from '#app/api/define.server.ts'
import { checkFields } from '#app/api/fields.server.ts'
import { calls } from '#app/api/table.server.ts'
import { carpoolFlightFields, carpoolListSchema } from '#app/carpool/schema.server.ts'
import { userFilter } from '#app/console/schemas/members.server.ts'
import { periodsSchema } from '#app/console/schemas/offer.server.ts'
import { userSearch } from '#app/console/service/members.server.ts'
import { orderSearch } from '#app/console/service/orders.server.ts'
import { driverFormSchema, vehicleFormSchema } from '#app/features/ride/dispatch-schema.server.ts'
import { getT } from '#app/i18n/server.ts'
import { readCursor, readRankedCursor, writeCursor, writeRankedCursor } from '#app/kernel/cursor.ts'
import { countOf } from '#app/kernel/number.ts'
import { searchFor } from '#app/kernel/search.ts'
import { seenText } from '#app/kernel/text.ts'
import { isLondonDay, parseTime } from '#app/kernel/time.ts'
import { commonFields } from '#app/orders/schema.server.ts'
import { parseJson } from '#app/platform/body.server.ts'
import {
  countField,
  dayField,
  dayFilter,
  pageQuery,
  timeField,
} from '#app/schemas/common.server.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { readFilters } from './filters.server.ts'
import { readForm } from './form.server.ts'
import { asPlainForm } from './plain-form.server.ts'

/** What people and programs send, through every door by which it comes in. */

const t = getT('en')
const context = { t } as unknown as AppContext
const SITE = 'https://example.com/'

type Shape = Record<string, z.ZodType>
type Door = (shape: Shape, name: string, text: string) => Promise<unknown>
/** What the door makes of one field; undefined if the field is refused. */
const doors: [string, Door][] = [
  [
    'a JSON body',
    async (shape, name, text) => {
      const headers = { 'Content-Type': 'application/json' }
      const request = new Request(SITE, { method: 'POST', headers })
      const body = parseJson(request, JSON.stringify({ [name]: text }))
      return body.ok ? z.object(shape).safeParse(body.value).data?.[name] : undefined
    },
  ],
  [
    'a form',
    async (shape, name, text) => {
      const body = new URLSearchParams({ [name]: text })
      const form = await asPlainForm(new Request(SITE, { method: 'POST', body }))
      if (!form.ok) return undefined
      const read = readForm(context, await form.value.formData(), z.object(shape))
      return read.ok ? read.value[name] : undefined
    },
  ],
  [
    'a query of the API',
    async (shape, name, text) => {
      const [call] = calls
      if (!call) throw new Error('there are no calls')
      const request = new Request(`${SITE}?${new URLSearchParams({ [name]: text })}`)
      const asked = { ...call, body: undefined, params: undefined, query: z.object(shape) } as Call
      const sent = { path: {}, request, text: '', now: 0, t }
      const { fields } = checkFields(asked, sent)
      return fields.ok ? (fields.value.query as Record<string, unknown>)[name] : undefined
    },
  ],
  [
    'an address of a page',
    async (shape, name, text) => {
      const url = new URL(`${SITE}?${new URLSearchParams({ [name]: text })}`)
      const optional = z.object(shape).partial()
      return (readFilters(optional, url, {}) as Record<string, unknown>)[name]
    },
  ],
]

const EXACT = Date.parse('2027-05-01T11:00:00Z')
const times: [string, number | undefined][] = [
  ['2027-05-01T12:00', EXACT],
  ['2027-05-01T11:00Z', EXACT],
  ['2027-05-01T11:00:00Z', EXACT],
  ['2027-05-01T11:00:00.000Z', EXACT],
  ['2027-05-01T11:00:00.123456789Z', EXACT + 123],
  ['2027-05-01T12:00+01:00', EXACT],
  ['2027-05-01T19:00:00+08:00', EXACT],
  ['2027-05-01T06:30-04:30', EXACT],
  ...[
    // A British 1 May, an American 5 January.
    '01/05/2027 12:00Z',
    '2027-02-30T12:00',
    '2027-02-30T12:00Z',
    '2027-02-29T12:00+01:00',
    '2027-04-31T12:00:00Z',
    '2027-13-01T12:00Z',
    '2027-00-10T12:00Z',
    '2027-05-00T12:00Z',
    '2027-05-01T24:00Z',
    '2027-05-01T24:00',
    '2027-05-01T12:60Z',
    '2027-05-01T12:00:60Z',
    '2027-05-01T12:00:00',
    '2027-05-01T12:00:00.5',
    '2027-05-01 12:00',
    '2027-05-01 12:00Z',
    '2027-05-01t12:00z',
    '2027-05-01T12:00z',
    '2027-05-01T12Z',
    '2027-05-01T1200Z',
    '20270501T120000Z',
    '2027-05-01T12:00+0100',
    '2027-05-01T12:00+01',
    '2027-05-01T12:00+1:00',
    '2027-05-01T12:00+24:00',
    '2027-05-01T12:00+01:60',
    '2027-05-01T12:00 Z',
    ' 2027-05-01T12:00',
    '2027-05-01T12:00Z ',
    '2027-5-1T12:00Z',
    '+002027-05-01T12:00Z',
    '27-05-01T12:00Z',
    '2027-05-01',
    '2027-05-01Z',
    '2027-W18-6T12:00Z',
    '2027-121T12:00Z',
    '1 May 2027 12:00 +01:00',
    'Sat, 01 May 2027 11:00:00Z',
    '1 May 2027 12:00Z',
    'May 2027 Z',
    '2027Z',
    '5Z',
    '1777633200000',
    '1777633200',
    '２０２７-05-01T12:00',
    '2027年5月1日12:00',
    'tomorrow',
  ].map((text): [string, undefined] => [text, undefined]),
]

const days: [string, boolean][] = [
  ['2027-05-01', true],
  ['2028-02-29', true],
  ...[
    '2027-02-30',
    '2027-02-29',
    '2027-04-31',
    '2027-13-01',
    '2027-00-01',
    '2027-01-00',
    '2027-1-1',
    '27-01-01',
    '01/05/2027',
    '1.5.2027',
    '20270501',
    '2027-05-01T00:00',
    '2027-05-01Z',
    ' 2027-05-01',
    '2027-05-01 ',
    '2027/05/01',
    '2027-05',
    '2027-121',
    'today',
    '２０２７-05-01',
    '2027年5月1日',
    '1777633200000',
  ].map((text): [string, boolean] => [text, false]),
]

describe.each(doors)('through %s', (_, read) => {
  test.each(times)('the time %j', async (text, at) => {
    const shape = { at: timeField('required', '2027-05-01T12:00') }
    expect(await read(shape, 'at', text)).toBe(at)
  })
  test.each(days)('the day %j exists: %j', async (text, exists) => {
    for (const day of [dayField, dayFilter])
      expect(await read({ day }, 'day', text)).toBe(exists ? text : undefined)
  })
})

// JSON has numbers of its own.
const textDoors = doors.filter(([name]) => name !== 'a JSON body')
test.each([
  ['20', 20],
  ['1', 1],
  ...['', ' ', '1e1', '0x10', '0b11', '1.5', '-1', '0', '101', 'Infinity', 'true', '٣'].map(
    (text): [string, undefined] => [text, undefined],
  ),
])('a page of %j rows is one of %j', async (text, rows) => {
  for (const [name, read] of textDoors.filter(([name]) => name !== 'a form')) {
    const limit = await read({ limit: pageQuery.limit }, 'limit', text)
    // A page ignores what it cannot read, as it does an empty field.
    expect(limit, name).toBe(rows ?? (name === 'an address of a page' ? 20 : undefined))
  }
})

test.each([
  ['3', 3],
  ['３', 3],
  ...['1e0', '0x2', '0b1', '1.5', '2,0', '1_0', 'Infinity', '1n', '2e', 'two', '++2'].map(
    (text): [string, undefined] => [text, undefined],
  ),
])('the number %j of a form is %j', async (text, count) => {
  const [, form] = doors.find(([name]) => name === 'a form') as [string, Door]
  const people = countField('peopleRange', { min: 1, max: 20 })
  expect(await form({ people }, 'people', text)).toBe(count)
})

test.each([
  ['500', 500],
  ['0', 0],
  ['５００', 500],
  ...['1.5', '-1', '', ' ', '1e2', 'abc', '9007199254740993'].map((text): [string, null] => [
    text,
    null,
  ]),
])('%j in an address or a hidden field counts as %j', (text, count) => {
  expect(countOf(text)).toBe(count)
})

test('a special period is of days that exist', () => {
  const period = (from: string) =>
    periodsSchema.safeParse({ items: [{ from, to: '2029-12-31', label: 'x' }] }).success
  for (const [text, exists] of days) expect(period(text), text).toBe(exists)
})

test('only a cursor that we wrote is one', () => {
  const place = { at: 1_777_633_200_000, id: 'car_1' }
  const ranked = { rank: 1, ...place }
  expect(readCursor(writeCursor(place))).toEqual(place)
  expect(readRankedCursor(writeRankedCursor(ranked))).toEqual(ranked)
  for (const forged of ['1e3 car_1', '0x1 car_1', '007 car_1', ' 7 car_1', '-7 car_1', '7 ', '7']) {
    expect(readCursor(btoa(forged)), forged).toBeNull()
    expect(readRankedCursor(btoa(`1 ${forged}`)), forged).toBeNull()
  }
  expect(readCursor(`${writeCursor(place)}\n`)).toBeNull()
})

test('what is no time and no day is none to the domain either', () => {
  for (const [text, at] of times)
    expect(parseTime(text), text).toEqual(
      at === undefined
        ? { ok: false, error: { code: 'invalidLocalTime' } }
        : { ok: true, value: at },
    )
  for (const [text, exists] of days) expect(isLondonDay(text), text).toBe(exists)
})

const PHONE = '07700900123'
/** Each way of writing a field, and what it is stored as; undefined: refused. */
const written: [fields: string, shape: Shape, rows: [typed: string, read: unknown][]][] = [
  [
    'email',
    emailSchema.shape,
    [
      ['lin@example.com', 'lin@example.com'],
      ['lin＠example。com', 'lin@example.com'],
      ['ｌｉｎ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'lin@example.com'],
      ['　Lin@example｡com ', 'Lin@example.com'],
      ['lin@@example.com', undefined],
      ['lin，@example.com', undefined],
    ],
  ],
  [
    'wechat',
    wechatSchema.shape,
    [
      ['ｌｉｎ＿２０２６', 'lin_2026'],
      [' lin-2026　', 'lin-2026'],
      ['lin－2026', 'lin-2026'],
      ['小林2026aa', undefined],
    ],
  ],
  [
    'flightNumber',
    carpoolFlightFields,
    [
      ['ｂａ７７８', 'BA778'],
      ['BA－778', 'BA-778'],
      ['BA–778', 'BA-778'],
      ['CZ303，CZ304', 'CZ303,CZ304'],
      ['CZ303、CZ304', 'CZ303、CZ304'],
      ['CZ303／CZ304', 'CZ303/CZ304'],
      ['cz303（经停）', 'CZ303(经停)'],
      ['南航　３０３', '南航 303'],
      ['CZ_303', undefined],
    ],
  ],
  [
    'verificationCode',
    resetSchema.shape,
    ['123456', '１２３４５６', '123 456', ' 123-456 ', '123–456', '123.456', '１２３·４５６']
      .map((typed): [string, string | undefined] => [typed, '123456'])
      .concat([
        ['12345', undefined],
        ['12345六', undefined],
      ]),
  ],
  [
    'phone',
    loginSchema.shape,
    [
      PHONE,
      '7700900123',
      '447700900123',
      '44 7700 900123',
      '+447700900123',
      '＋44 7700 900 123',
      '+44 (0)7700 900123',
      '＋４４（０）７７００９００１２３',
      '4407700900123',
      '0044 7700 900123',
      '00447700900123',
      '07700-900-123',
      '07700–900–123',
      '07700.900.123',
      '07700·900·123',
      '(07700) 900 123',
      '（07700）900123',
      '０７７００９００１２３',
      ' 07700　900123 ',
    ]
      .map((typed): [string, string | undefined] => [typed, PHONE])
      .concat([
        ['+8613800138000', undefined],
        ['0770090012', undefined],
        ['07700900123x', undefined],
      ]),
  ],
  [
    'tel',
    commonFields,
    [
      ['447700900123', PHONE],
      ['0044 7700 900123', PHONE],
      ['07700.900.123', PHONE],
      ['+44 (0)7700 900123', '+447700900123'],
      ['+44 (0)115 496 0000', '+441154960000'],
      ['（0115）496-0000', '01154960000'],
      ['＋８６ １３８-1234-5678', '+8613812345678'],
      ['12345', undefined],
    ],
  ],
  [
    'phone',
    driverFormSchema.shape,
    [
      ['07700-900123', PHONE],
      ['07700 900 123', PHONE],
      ['447700900123', PHONE],
      ['+86 138.1234.5678', '+8613812345678'],
      ['０７７００９００１２３', PHONE],
      ['1234', undefined],
      ['call Sam', undefined],
    ],
  ],
  [
    'fromZip',
    commonFields,
    ['NG7 2RD', 'ng72rd', 'NG7-2RD', 'NG7–2RD', 'ｎｇ７　２ｒｄ', 'NG7．2RD', 'ng7－2rd']
      .map((typed): [string, string | undefined] => [typed, 'NG7 2RD'])
      .concat([['QQ1 1AA', undefined]]),
  ],
  [
    'name',
    { name: nameField },
    [
      ...[...'·•‧∙⋅・･．.﹒⸱⸳\u0387●᛫ꞏ', ' · ', ' • ', '　・　', ' . ', '· ', ' ．'].map(
        (dot): [string, string] => [`阿不都${dot}热合曼`, '阿不都·热合曼'],
      ),
      [' 王小明　', '王小明'],
      ['王⼩明', '王小明'],
      ['王 小明', undefined],
      ['·王小明', undefined],
      ['王小明.', undefined],
      ['买买提··吐尔逊', undefined],
    ],
  ],
  [
    'userName',
    commonFields,
    [
      ['古丽 • 买买提', '古丽·买买提'],
      ['J. Smith', 'J. Smith'],
      ['Ｗａｎｇ　Ming', 'Wang Ming'],
    ],
  ],
  ['plate', vehicleFormSchema.shape, [['ａｂ１２　cde', 'AB12 CDE']]],
  [
    'q',
    userFilter,
    [
      ['ＬＩＮ＠example。com', 'LIN@example.com'],
      ['lin@example。com', 'lin@example.com'],
      ['阿不都 • 热合曼', '阿不都·热合曼'],
    ],
  ],
  ['airportName', carpoolListSchema.shape, [['ｌｈｒ', 'lhr']]],
]

describe.each(doors)('through %s', (_, read) => {
  test.each(
    written.flatMap(([name, shape, rows]) =>
      rows.map(([typed, as]) => [name, typed, as, shape] as const),
    ),
  )('%s %j is %j', async (name, typed, as, shape) => {
    expect(await read({ [name]: shape[name] as z.ZodType }, name, typed)).toEqual(as)
  })
})

test('what was read once is read the same again', () => {
  for (const [name, , rows] of written)
    for (const [typed] of rows) {
      const once = seenText(name, typed)
      expect(seenText(name, once), typed).toBe(once)
    }
})

test('passwords and free texts stay as they are typed', () => {
  const typed = 'Ａ＠１２３。，（）·•447７ ─ ①'
  const names = `
    password newPassword confirmPassword currentPassword nLocation address nlocation
    fromAddress toAddress flatName flatNumber content note reason description tripName
    itinerary included meetingPoint constructor __proto__`
  for (const name of names.trim().split(/\s+/)) expect(seenText(name, typed), name).toBe(typed)
})

test.each([
  ['447416121332', '07416121332'],
  ['07416.121.332', '07416121332'],
  ['+44（0）7416 121332', '07416121332'],
])('the searches find the phone %j', (typed, phone) => {
  const find = seenText('find', typed)
  expect(searchFor(find)).toEqual({ kind: 'phone', phone })
  for (const search of [userSearch(find), orderSearch(find)])
    expect(search?.digits).toBe(phone.slice(1))
})
