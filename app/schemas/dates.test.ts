import { expect, test } from 'vitest'
import type * as z from 'zod'
import { registerFormSchema } from '#app/account/schema.server.ts'
import {
  carpoolCreateSchema,
  carpoolInfoSchema,
  carpoolJoinSchema,
} from '#app/carpool/schema.server.ts'
import { periodsSchema } from '#app/console/schemas/offer.server.ts'
import { getT } from '#app/i18n/server.ts'
import { tripCreateSchema, tripJoinSchema } from '#app/trip/schema.server.ts'
import {
  asForm,
  asJson,
  buying,
  entrusting,
  mail,
  mailAt,
  move,
  moveAt,
  now,
  type Payload,
} from '#tests/kit/order-schema.ts'
import { issueText } from './issue.ts'

/**
 * Days, times and choices in every form: their upper limits, and the message when they are empty.
 */

const travel = {
  terminal: 'T2',
  nLocation: '12 Castle Boulevard',
  bigLuggage: 1,
  smallLuggage: 1,
  bag: 1,
}
const pickup = { ...travel, tripType: 'PICKUP', airportId: 'air_lhr', maxPassengers: 4 }
const LAST = '2027-11-21'
const AFTER = '2027-11-22'
const TOO_FAR = `dateTooFar?lastDay=${LAST}&months=12`

type Row = [name: string, schema: z.ZodType, good: Payload, fields: string[]]
const rows: Row[] = [
  [
    'a carpool',
    carpoolCreateSchema({ now }),
    { ...pickup, carpoolDatetime: `${LAST}T23:59`, flightTime: `${LAST}T23:58` },
    ['carpoolDatetime', 'flightTime'],
  ],
  [
    'a correction',
    carpoolInfoSchema({ now }),
    { ...travel, flightTime: `${LAST}T23:59` },
    ['flightTime'],
  ],
  [
    'a trip',
    tripCreateSchema({ now }),
    {
      tripName: '湖区',
      cutoffTime: `${LAST}T00:00`,
      tripStartDatetime: `${LAST}T08:00`,
      tripEndDatetime: `${LAST}T23:59`,
    },
    ['cutoffTime', 'tripStartDatetime', 'tripEndDatetime'],
  ],
  [
    'a joiner of a trip',
    tripJoinSchema({ now, needsFlight: true }),
    { ...travel, flightTime: `${LAST}T23:59` },
    ['flightTime'],
  ],
  [
    'mail',
    mailAt(),
    { ...mail, ...buying, boxDate: LAST, sendDate: LAST },
    ['boxDate', 'sendDate'],
  ],
  ['a move', moveAt(), { ...move, sendDate: LAST }, ['sendDate']],
]
const later = (when: unknown): string => String(when).replace(LAST, AFTER)

test.each(rows)(
  '%s is at most twelve months ahead, including the same calendar day',
  (_, schema, good, fields) => {
    for (const read of [asJson, asForm]) {
      expect(read(schema, good).wrong).toEqual({})
      const late = {
        ...good,
        ...Object.fromEntries(fields.map((field) => [field, later(good[field])])),
      }
      expect(read(schema, late).wrong).toEqual(
        Object.fromEntries(fields.map((field) => [field, [TOO_FAR]])),
      )
    }
  },
)
test('a value checked in the draft is not checked again', () => {
  const [, , good] = rows[0] as Row
  const draft = {
    ...good,
    carpoolDatetime: later(good.carpoolDatetime),
    flightTime: later(good.flightTime),
  }
  expect(asJson(carpoolCreateSchema({ now: null }), draft).wrong).toEqual({})
})
test('the last possible day is shown with its year', () => {
  expect(issueText(getT('zh'), TOO_FAR)).toBe(
    '最多提前 12 个月，最晚是 2027年11月21日 周日，请选这天或之前',
  )
  expect(issueText(getT('en'), TOO_FAR)).toBe(
    'At most 12 months ahead: the last day is Sun 21 Nov 2027. Please choose that day or an earlier one',
  )
})

const period = { from: '2026-12-20', to: '2026-12-27', label: '圣诞' }
const needed: [string, z.ZodType, (empty: Payload) => Payload, Record<string, string>][] = [
  [
    'a carpool',
    carpoolCreateSchema({ now }),
    (empty) => ({
      ...pickup,
      carpoolDatetime: '2026-12-06T14:00',
      flightTime: '2026-12-06T12:00',
      ...empty,
    }),
    {
      tripType: 'required',
      airportId: 'airportRequired',
      terminal: 'terminalRequired',
      carpoolDatetime: 'carpoolTimeRequired',
      flightTime: 'flightTimeRequired',
    },
  ],
  [
    'a companion',
    carpoolJoinSchema,
    (empty) => ({ ...travel, flightTime: '2026-12-06T12:00', ...empty }),
    { terminal: 'terminalRequired', flightTime: 'flightTimeRequired' },
  ],
  [
    'a correction',
    carpoolInfoSchema({ now }),
    (empty) => ({ ...travel, flightTime: '2026-12-06T12:00', ...empty }),
    { flightTime: 'flightTimeRequired' },
  ],
  [
    'a trip',
    tripCreateSchema({ now }),
    (empty) => ({
      tripName: '湖区',
      cutoffTime: '2026-12-01T18:00',
      tripStartDatetime: '2026-12-05T08:00',
      tripEndDatetime: '2026-12-06T20:00',
      ...empty,
    }),
    {
      cutoffTime: 'cutoffTimeRequired',
      tripStartDatetime: 'tripStartRequired',
      tripEndDatetime: 'tripEndRequired',
    },
  ],
  [
    'a joiner of a trip',
    tripJoinSchema({ now, needsFlight: true }),
    (empty) => ({ ...travel, flightTime: '2026-12-06T12:00', ...empty }),
    { terminal: 'terminalRequired', flightTime: 'flightTimeRequired' },
  ],
  [
    'mail',
    mailAt(),
    (empty) => ({ ...mail, ...buying, ...empty }),
    { shipCompany: 'carrierRequired', boxDate: 'required', sendDate: 'required' },
  ],
  ['a move', moveAt(), (empty) => ({ ...move, ...entrusting, ...empty }), { sendDate: 'required' }],
  ['an account', registerFormSchema, (empty) => empty, { accountType: 'accountTypeRequired' }],
  [
    'a special period',
    periodsSchema,
    (empty) => ({ items: [{ ...period, ...empty }] }),
    { from: 'required', to: 'required' },
  ],
]
test.each(
  needed.flatMap(([name, schema, payload, fields]) =>
    Object.entries(fields).map(([field, code]) => [name, field, schema, payload, code] as const),
  ),
)('%s with an empty %s reports it as missing', (name, field, schema, payload, code) => {
  const at = name === 'a special period' ? `items.0.${field}` : field
  // Choices come from a list of words; a text of spaces is not one of them.
  for (const empty of ['', '  '])
    if (empty === '' || /Time|Datetime/.test(field))
      expect(asJson(schema, payload({ [field]: empty })).wrong[at], JSON.stringify(empty)).toEqual([
        code,
      ])
})
