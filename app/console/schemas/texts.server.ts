import * as z from 'zod'
import {
  isChargeable,
  NUMBER_SETTINGS,
  type NumberSetting,
  TEXT_SETTINGS,
  type TextSetting,
} from '#app/catalog/rules/settings.ts'
import { POSTAGE_FIELDS } from '#app/console/service/postage.server.ts'
import { SUBJECTS } from '#app/console/service/texts.server.ts'
import {
  DESCRIPTION_CONTENT_MAX,
  DESCRIPTION_TITLE_MAX,
  DESCRIPTIONS,
} from '#app/kernel/description.ts'
import { TYPED_GRAMS_MAX } from '#app/orders/rules/postage.ts'
import { always, countField, missing } from '#app/schemas/common.server.ts'
import { type FieldCode, issue } from '#app/schemas/issue.ts'

/**
 * Postage and service descriptions as administrators send them, through the API or pages, and
 * settings as they send them through pages.
 */

const ROWS = { min: 1, max: 60 } as const
const PRICE_MAX_FEN = 10_000_000

/**
 * An id that a table has or had. It is kept as sent, so that a table can be written back as it was
 * read.
 */
const rowId = (prefix: string, example: string) =>
  z
    .string({ error: missing('required') })
    .regex(new RegExp(`^(?:${prefix})_[A-Za-z0-9_-]{1,60}$`), { error: issue('rowIdInvalid') })
    .optional()
    .meta({ description: 'Left out for a new one', examples: [example] })

/** Reports every duplicate row except the first. Any part of a row may still be invalid. */
function refuseDoubles(
  field: string,
  code: FieldCode,
  of: (value: unknown) => unknown = (value) => value,
) {
  return z.superRefine((items: unknown, check) => {
    const seen = new Set<unknown>()
    for (const [at, item] of (Array.isArray(items) ? items : []).entries()) {
      const value = of(item?.[field])
      if (seen.has(value))
        check.addIssue({ code: 'custom', path: [at, field], message: issue(code), input: value })
      if (value !== undefined) seen.add(value)
    }
  }, always)
}

const isWholeGrams = (kg: number): boolean => Math.abs(kg * 1000 - Math.round(kg * 1000)) < 1e-6
const badWeight = issue('weightInvalid', { max: TYPED_GRAMS_MAX / 1000 })

const weightField = z
  .number({ error: (raw) => (raw.input === undefined ? issue('required') : badWeight) })
  .refine((kg) => kg > 0 && kg * 1000 <= TYPED_GRAMS_MAX && isWholeGrams(kg), { error: badWeight })

const priceField = z
  .number({ error: missing('required', 'amountInvalid') })
  .int({ error: issue('wholeNumber') })
  .min(0, { error: issue('amountInvalid') })
  .max(PRICE_MAX_FEN, { error: issue('amountTooHigh', { max: '¥100,000' }) })
  .nullable()

const pricesShape = Object.fromEntries(
  POSTAGE_FIELDS.map((field) => [field, priceField]),
) as Record<(typeof POSTAGE_FIELDS)[number], typeof priceField>

export const examplePostage = {
  id: 'postage_500',
  kg: 0.5,
  sfExpress: 9800,
  hkPostAir: 8800,
  hkPostSea: null,
  royalMail: 4550,
  taiwanPrice: 9200,
  macauPrice: null,
  upsUsa: 16_800,
  bpostUsa: 10_800,
} satisfies Record<string, number | string | null>

/**
 * The whole postage table: kilograms, and fen by carrier; null if a carrier does not take that
 * weight.
 */
export const postageBody = z.object({
  items: z
    .array(
      z
        .strictObject({ id: rowId('postage', examplePostage.id), kg: weightField, ...pricesShape })
        .meta({ examples: [examplePostage] }),
    )
    .min(ROWS.min, { error: issue('rowsRange', ROWS) })
    .max(ROWS.max, { error: issue('rowsRange', ROWS) })
    .check(
      refuseDoubles('id', 'rowIdTwice'),
      refuseDoubles('kg', 'weightTwice', (kg) =>
        Number(kg) > 0 ? Math.round(Number(kg) * 1000) : undefined,
      ),
    ),
})

export const exampleDescription = {
  id: 'carpool_deposit',
  sortOrder: 1,
  zh: { title: '押金', content: '加入时冻结押金，不扣款。截止前退出或没有拼满，全额退回原卡。' },
  en: {
    title: 'Deposit',
    content:
      'Held on your card when you join, and let go if you leave in time or the car stays open.',
  },
}

/** Normalises line ends to those of the database; forms send CRLF. */
const writtenField = (max: number, example: string) =>
  z
    .string({ error: missing('required') })
    .meta({ examples: [example] })
    .transform((text) => text.replace(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .min(1, { error: issue('required') })
        .max(max, { error: issue('tooLong', { max }) }),
    )

const textField = ({ title, content }: { title: string; content: string }) =>
  z.strictObject({
    title: writtenField(DESCRIPTION_TITLE_MAX, title),
    content: writtenField(DESCRIPTION_CONTENT_MAX, content),
  })

/** The full description of a service, in both languages. */
export const descriptionsBody = z.object({
  items: z
    .array(
      z.strictObject({
        id: rowId(SUBJECTS.join('|'), exampleDescription.id),
        sortOrder: countField('numberRange', { min: 0, max: 1000 }).meta({ examples: [1] }),
        zh: textField(exampleDescription.zh),
        en: textField(exampleDescription.en),
      }),
    )
    .min(DESCRIPTIONS.min, { error: issue('rowsRange', DESCRIPTIONS) })
    .max(DESCRIPTIONS.max, { error: issue('rowsRange', DESCRIPTIONS) })
    .check(refuseDoubles('id', 'rowIdTwice')),
})

/** Pence: 0, or an amount a card can be charged. */
function feeField(name: NumberSetting) {
  const { min, max } = NUMBER_SETTINGS[name]
  return z
    .number({ error: missing('required', 'amountInvalid') })
    .int({ error: issue('wholeNumber') })
    .min(min, { error: issue('amountInvalid') })
    .max(max, { error: issue('amountTooHigh', { max: `£${max / 100}` }) })
    .refine(isChargeable, { error: issue('feeTooSmall') })
}

function optionalText(name: TextSetting) {
  const { max } = TEXT_SETTINGS[name]
  return z
    .string({ error: missing('required') })
    .transform((text) => text.replace(/\r\n?/g, '\n').trim())
    .pipe(z.string().max(max, { error: issue('tooLong', { max }) }))
}

const isHttps = (text: string): boolean =>
  text === '' || (/^https:\/\/[\x21-\x7e]+$/.test(text) && URL.parse(text)?.protocol === 'https:')

/** All settings at once. An empty text stands for the built-in one. */
export const settingsBody = z.object({
  mailBasePrice: feeField('mailBasePrice'),
  moveBasePrice: feeField('moveBasePrice'),
  tripBalancePrice: feeField('tripBalancePrice'),
  fenPerPound: countField('numberRange', NUMBER_SETTINGS.fenPerPound),
  pointsPerPound: countField('numberRange', NUMBER_SETTINGS.pointsPerPound),
  pointsEarnedPerPound: countField('numberRange', NUMBER_SETTINGS.pointsEarnedPerPound),
  recordMonths: countField('numberRange', NUMBER_SETTINGS.recordMonths),
  /** 1: passengers also get news of their car by text message; 0: they do not. */
  rideSms: countField('numberRange', NUMBER_SETTINGS.rideSms),
  driverSms: countField('numberRange', NUMBER_SETTINGS.driverSms),
  /** 1: students whom email does not reach get a text message before a deadline; 0: they don't. */
  deadlineSms: countField('numberRange', NUMBER_SETTINGS.deadlineSms),
  alipay: countField('numberRange', NUMBER_SETTINGS.alipay),
  wechatPay: countField('numberRange', NUMBER_SETTINGS.wechatPay),
  vatRegistered: countField('numberRange', NUMBER_SETTINGS.vatRegistered),
  vatCarpool: countField('numberRange', NUMBER_SETTINGS.vatCarpool),
  vatTrip: countField('numberRange', NUMBER_SETTINGS.vatTrip),
  vatMail: countField('numberRange', NUMBER_SETTINGS.vatMail),
  vatMove: countField('numberRange', NUMBER_SETTINGS.vatMove),
  vatOther: countField('numberRange', NUMBER_SETTINGS.vatOther),
  companyName: optionalText('companyName'),
  companyAddress: optionalText('companyAddress'),
  vatNumber: optionalText('vatNumber'),
  contactLink: optionalText('contactLink').refine(isHttps, { error: issue('linkInvalid') }),
  contactName: optionalText('contactName'),
  homeNoticeZh: optionalText('homeNoticeZh'),
  homeNoticeEn: optionalText('homeNoticeEn'),
  tripNoticeZh: optionalText('tripNoticeZh'),
  tripNoticeEn: optionalText('tripNoticeEn'),
})
