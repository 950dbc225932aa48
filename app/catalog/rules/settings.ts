import { MIN_CHARGE_PENCE, TRIP_BALANCE_PENCE } from '#app/kernel/limits.ts'

/**
 * The numbers administrators can set, each with its default (docs/rules.md#base-price) and limits.
 * `charged`: pence charged by card, so 0 or at least MIN_CHARGE_PENCE.
 */
export const NUMBER_SETTINGS = {
  /** Price of a mail order before postage; 0: nothing is charged. */
  mailBasePrice: { start: 1000, min: 0, max: 100_000, charged: true },
  /** Price of a moving order before the work itself; 0: nothing is charged. */
  moveBasePrice: { start: 2000, min: 0, max: 100_000, charged: true },
  /** Price of a trip per person on top of the deposit, unless the trip says otherwise. */
  tripBalancePrice: { start: 3000, ...TRIP_BALANCE_PENCE, charged: true },
  /** How many fen are £1 when postage is asked for; 0: not set, so nothing can be asked. */
  fenPerPound: { start: 0, min: 0, max: 2000, charged: false },
  /** How many points are worth £1 of a balance. */
  pointsPerPound: { start: 100, min: 1, max: 10_000, charged: false },
  /** Points a member earns per pound paid. */
  pointsEarnedPerPound: { start: 1, min: 0, max: 1000, charged: false },
  /** How many months a booking stays on record after its ride (docs/rules.md#booking-record). */
  recordMonths: { start: 12, min: 12, max: 72, charged: false },
  /** 1: passengers also get news of their car as text messages (docs/rules.md#text-messages). */
  rideSms: { start: 0, min: 0, max: 1, charged: false },
  /** 1: drivers get their link, and its changes, as text messages (the same rules). */
  driverSms: { start: 0, min: 0, max: 1, charged: false },
  /** 1: students without working email get deadlines as text messages (the same rules). */
  deadlineSms: { start: 1, min: 0, max: 1, charged: false },
  /** 1: what is charged at once may be paid with Alipay, once Stripe has activated it. */
  alipay: { start: 0, min: 0, max: 1, charged: false },
  /** 1: the same for WeChat Pay. */
  wechatPay: { start: 0, min: 0, max: 1, charged: false },
  /** 1: the company is registered for VAT (docs/rules.md#receipts). */
  vatRegistered: { start: 0, min: 0, max: 1, charged: false },
  /** 1: there is VAT of 20 % in the price; 0: it is zero-rated, or in a margin scheme. */
  vatCarpool: { start: 0, min: 0, max: 1, charged: false },
  vatTrip: { start: 0, min: 0, max: 1, charged: false },
  vatMail: { start: 0, min: 0, max: 1, charged: false },
  vatMove: { start: 0, min: 0, max: 1, charged: false },
  vatOther: { start: 0, min: 0, max: 1, charged: false },
} as const satisfies Record<string, { start: number; min: number; max: number; charged: boolean }>

/**
 * The texts administrators can set, with the maximum number of characters each. An empty one means
 * the built-in text.
 */
export const TEXT_SETTINGS = {
  /** How to reach customer service; built in: the installation's CONTACT_LINK and CONTACT_NAME. */
  contactLink: { max: 300 },
  contactName: { max: 40 },
  /** Shown at the top of the home page and of the trips page; built in: the texts in locales. */
  homeNoticeZh: { max: 300 },
  homeNoticeEn: { max: 300 },
  tripNoticeZh: { max: 300 },
  tripNoticeEn: { max: 300 },
  /** The seller on receipts; built in: words that say what is missing. */
  companyName: { max: 100 },
  companyAddress: { max: 200 },
  vatNumber: { max: 20 },
} as const satisfies Record<string, { max: number }>

export type NumberSetting = keyof typeof NUMBER_SETTINGS
export type TextSetting = keyof typeof TEXT_SETTINGS
export type NumberSettings = Record<NumberSetting, number>
export type TextSettings = Record<TextSetting, string>

export const NUMBER_NAMES = Object.keys(NUMBER_SETTINGS) as NumberSetting[]
export const TEXT_NAMES = Object.keys(TEXT_SETTINGS) as TextSetting[]

/** Numbers that decide about money: amounts, and the value of points. */
export const MONEY_NAMES = NUMBER_NAMES.filter(
  (name) => NUMBER_SETTINGS[name].charged || name.startsWith('points'),
)

/** Whether a number is a switch: 0 is off, 1 is on. */
export const isSwitch = (name: NumberSetting): boolean => NUMBER_SETTINGS[name].max === 1

/** Whether this amount can be charged to a card, or is zero. */
export const isChargeable = (pence: number): boolean => pence === 0 || pence >= MIN_CHARGE_PENCE

type Stored = readonly { key: string; value: number | string }[]

/** The effective numbers, from the stored rows; an invalid row is ignored. */
export function numbersOf(rows: Stored): NumberSettings {
  const set = new Map(rows.map(({ key, value }) => [key, value]))
  const entries = NUMBER_NAMES.map((name) => {
    const value = set.get(name)
    return [name, typeof value === 'number' ? value : NUMBER_SETTINGS[name].start]
  })
  return Object.fromEntries(entries)
}

/** The texts as set; empty where not set. */
export function textsOf(rows: Stored): TextSettings {
  const set = new Map(rows.map(({ key, value }) => [key, value]))
  const entries = TEXT_NAMES.map((name) => {
    const value = set.get(name)
    return [name, typeof value === 'string' ? value : '']
  })
  return Object.fromEntries(entries)
}
