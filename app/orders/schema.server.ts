import * as z from 'zod'
import { countCharacters, isTel } from '#app/kernel/account.ts'
import { ADDRESS_MAX, BOXES, ORDER_DAYS_AHEAD, ORDER_NAME_MAX } from '#app/kernel/limits.ts'
import { type Instant, isLondonDay, londonDay } from '#app/kernel/time.ts'
import { earliestOrderDay, earliestSendDay, needsPostcode } from '#app/orders/rules/check.ts'
import type { MailDraft, MoveDraft, OrderKind } from '#app/orders/rules/order.ts'
import { CARRIERS } from '#app/orders/rules/postage.ts'
import {
  always,
  choice,
  countField,
  dayField,
  dayFilter,
  missing,
  notTooFar,
  pageQuery,
} from '#app/schemas/common.server.ts'
import { type FieldCode, issue } from '#app/schemas/issue.ts'
import { foreignZip, ukPostcode } from '#app/schemas/postcode.server.ts'
import { sample } from '#app/schemas/sample.ts'

/** Mail and moving orders: docs/rules.md#orders. What they share is in `commonFields`. */

const tidy = (text: string): string => text.trim().replace(/\s+/g, ' ')

/** A required text on one line, of at most `max` characters. */
const textField = (required: FieldCode, max: number, example: string) =>
  z
    .string({ error: missing(required) })
    .meta({ examples: [example] })
    .transform(tidy)
    .refine((text) => text !== '', { error: issue(required) })
    .refine((text) => countCharacters(text) <= max, { error: issue('tooLong', { max }) })
    .meta({ description: `At most ${max} characters` })

/** A required text in a specific format; `read` returns null for an invalid one. */
const readField = (
  required: FieldCode,
  wrong: FieldCode,
  example: string,
  read: (text: string) => string | null,
) =>
  z
    .string({ error: missing(required) })
    .meta({ examples: [example] })
    .transform((text, check) => {
      const value = text.trim() === '' ? null : read(text)
      if (value !== null) return value
      const message = issue(text.trim() === '' ? required : wrong)
      check.issues.push({ code: 'custom', message, input: text })
      return z.NEVER
    })

const yes = choice().default(true).meta({ description: 'true when left out' })
const no = choice().default(false).meta({ description: 'false when left out' })

const nameField = textField('userNameRequired', ORDER_NAME_MAX, sample.name)
const addressField = (example: string) => textField('addressRequired', ADDRESS_MAX, example)
const telField = (required: FieldCode) =>
  readField(required, 'telInvalid', '07700 900123', (text) => (isTel(text) ? text : null)).meta({
    description: '7 to 15 digits, of any country, as 07123456789 or +8613812345678',
  })
const postcodeField = (example: string) =>
  readField('postcodeRequired', 'postcodeInvalid.UK', example, ukPostcode).meta({
    description: 'UK postcode, as NG7 2RD',
  })
const boxesField = countField('boxesRange', BOXES).meta({ examples: [3] })

export const commonFields = {
  userName: nameField,
  tel: telField('telRequired'),
  isHelp: no,
  estBoxNum: boxesField,
  fromAddress: addressField(sample.from.address),
  fromZip: postcodeField(sample.from.zip),
  sendDate: dayField,
}

const mailFields = z.object({
  ...commonFields,
  toAddress: addressField(sample.abroad.address),
  /** Required unless the carrier's destination has no postcodes: a rule over both fields. */
  toZip: z
    .string()
    .default('')
    .meta({ description: 'Not needed with HKA, HKS and MC', examples: [sample.abroad.zip] }),
  shipCompany: z.enum(CARRIERS, { error: missing('carrierRequired', 'invalidChoice') }),
  isShipDaytime: yes,
  isBuyBox: no,
  buyBoxNum: boxesField.optional(),
  boxDate: dayField.optional().meta({ examples: [sample.boxDate] }),
  isBoxDaytime: yes,
})

const moveFields = z.object({
  ...commonFields,
  toAddress: addressField(sample.nearby.address),
  toZip: postcodeField(sample.nearby.zip),
  isDaytime: yes,
  isEntrustFriend: no,
  friTel: telField('friTelRequired').optional(),
})

/** What cross-field rules check; any field may be missing or invalid at that point. */
type Fields<S extends z.ZodObject> = { [K in keyof z.output<S>]?: unknown }
type Check = { addIssue(found: { code: 'custom'; path: string[]; message: string }): void }

const refuse = (check: Check, field: string, message: string) =>
  check.addIssue({ code: 'custom', path: [field], message })

const isDay = (value: unknown): value is string => typeof value === 'string' && isLondonDay(value)
const isCarrier = (value: unknown) => CARRIERS.find((carrier) => carrier === value)

/**
 * Both days are at least two days ahead, and the collection is not before the delivery of its
 * boxes. Null: only the latter.
 */
function checkDays(now: Instant | null, sendDate: unknown, boxDate: unknown, check: Check) {
  const earliest = now === null ? '' : earliestOrderDay(now)
  const tooEarly = issue('orderDateTooEarly', { day: earliest, days: ORDER_DAYS_AHEAD })
  if (isDay(boxDate) && boxDate < earliest) refuse(check, 'boxDate', tooEarly)
  if (!isDay(sendDate)) return
  if (sendDate < earliest) refuse(check, 'sendDate', tooEarly)
  const boxes = isDay(boxDate) ? boxDate : null
  const afterBoxes = now === null ? (boxes ?? '') : earliestSendDay(now, boxes)
  if (sendDate >= earliest && sendDate < afterBoxes)
    refuse(check, 'sendDate', issue('sendBeforeBox', { day: afterBoxes }))
}

function checkToZip({ toZip, shipCompany }: Fields<typeof mailFields>, check: Check) {
  if (typeof toZip !== 'string') return
  const carrier = isCarrier(shipCompany)
  if (toZip.trim() !== '') {
    if (foreignZip(toZip) === null) refuse(check, 'toZip', issue('postcodeInvalid.ABROAD'))
  } else if (!carrier || needsPostcode(carrier)) refuse(check, 'toZip', issue('postcodeRequired'))
}

const isOn = (value: unknown) => value === true || value === 'true' || value === 'on'

/**
 * The payload without empty (null) fields and without the fields of a part that is switched off,
 * whatever they contain.
 */
const onlyWhatCounts = (part: string, fields: readonly string[]) => (value: unknown) => {
  if (typeof value !== 'object' || value === null) return value
  const sent = Object.entries(value).filter(([, held]) => held !== null)
  const isPartOn = sent.some(([name, held]) => name === part && isOn(held))
  return Object.fromEntries(sent.filter(([name]) => isPartOn || !fields.includes(name)))
}

/**
 * The mail form with every rule of docs/rules.md#orders, from JSON or a form. `now` sets the first
 * and the last day; null skips them.
 */
export function mailCreateSchema({ now }: { now: Instant | null }) {
  const checked = mailFields.check(
    notTooFar(now, 'boxDate', 'sendDate'),
    z.superRefine((v: Fields<typeof mailFields>, check) => {
      const buys = v.isBuyBox === true
      if (buys && v.buyBoxNum === undefined) refuse(check, 'buyBoxNum', issue('required'))
      if (buys && v.boxDate === undefined) refuse(check, 'boxDate', issue('required'))
      checkDays(now, v.sendDate, v.boxDate, check)
      checkToZip(v, check)
    }, always),
  )
  return z
    .preprocess(onlyWhatCounts('isBuyBox', ['buyBoxNum', 'boxDate', 'isBoxDaytime']), checked)
    .transform(({ isBuyBox, buyBoxNum, boxDate, isBoxDaytime, toZip, ...rest }): MailDraft => {
      const sent = { ...rest, toZip: foreignZip(toZip) ?? '' }
      if (!isBuyBox || buyBoxNum === undefined || boxDate === undefined)
        return { ...sent, isBuyBox: false }
      return { ...sent, isBuyBox, buyBoxNum, boxDate, isBoxDaytime }
    })
}

/**
 * The moving form with every rule of docs/rules.md#orders, from JSON or a form. `now`: as for mail.
 */
export function moveCreateSchema({ now }: { now: Instant | null }) {
  const checked = moveFields.check(
    notTooFar(now, 'sendDate'),
    z.superRefine((v: Fields<typeof moveFields>, check) => {
      if (v.isEntrustFriend === true && v.friTel === undefined)
        refuse(check, 'friTel', issue('friTelRequired'))
      checkDays(now, v.sendDate, null, check)
    }, always),
  )
  return z
    .preprocess(onlyWhatCounts('isEntrustFriend', ['friTel']), checked)
    .transform(({ isEntrustFriend, friTel, ...rest }): MoveDraft => {
      if (!isEntrustFriend || friTel === undefined) return { ...rest, isEntrustFriend: false }
      return { ...rest, isEntrustFriend, friTel }
    })
}

/**
 * What an administrator may correct of a placed order (docs/rules.md#corrections). The day may be
 * any from today on: it was agreed with the student.
 */
export function orderCorrectionSchema(kind: OrderKind, now: Instant) {
  const { tel, sendDate, fromAddress, fromZip } = commonFields
  const shared = { tel, sendDate, fromAddress, fromZip, toAddress: moveFields.shape.toAddress }
  const isFromToday = z.superRefine((v: { sendDate?: unknown }, check: Check) => {
    if (isDay(v.sendDate) && v.sendDate < londonDay(now))
      refuse(check, 'sendDate', issue('invalidChoice'))
  }, always)
  if (kind === 'move')
    return z
      .object({ ...shared, toZip: moveFields.shape.toZip })
      .check(isFromToday, notTooFar(now, 'sendDate'))
  const { toZip, shipCompany } = mailFields.shape
  return z
    .object({ ...shared, toZip, shipCompany })
    .check(isFromToday, notTooFar(now, 'sendDate'), z.superRefine(checkToZip, always))
    .transform((sent) => ({ ...sent, toZip: foreignZip(sent.toZip) ?? '' }))
}

/** The lists' filters, shared by the page's search form and the API's query. */
export const orderListSchema = z.object({
  address: z
    .string()
    .trim()
    .max(ADDRESS_MAX)
    .optional()
    .meta({ examples: [sample.town] }),
  date: dayFilter,
  mine: z
    .enum(['true', 'false'])
    .optional()
    .transform((text) => text === 'true')
    .meta({ description: 'Only my own, newest first' }),
  ...pageQuery,
})
