import { MIN_CHARGE_PENCE, TRIP_BALANCE_PENCE } from './limits.ts'

/**
 * The numbers that those who run the service set, each with what holds until they do
 * (docs/rules.md#base-price) and its limits. `charged`: pence that are charged by card, so 0 or at
 * least MIN_CHARGE_PENCE.
 */
export const NUMBER_SETTINGS = {
  /** What a mail order costs before postage; 0: nothing is to be paid. */
  mailBasePrice: { start: 1000, min: 0, max: 100_000, charged: true },
  /** What a moving order costs before the work itself; 0: nothing is to be paid. */
  moveBasePrice: { start: 2000, min: 0, max: 100_000, charged: true },
  /** What a trip costs a person beside the deposit, unless it says otherwise. */
  tripBalancePrice: { start: 3000, ...TRIP_BALANCE_PENCE, charged: true },
  /** Points that stand for £1 of a balance. */
  pointsPerPound: { start: 100, min: 1, max: 10_000, charged: false },
  /** Points that a member earns for each pound paid. */
  pointsEarnedPerPound: { start: 1, min: 0, max: 1000, charged: false },
} as const satisfies Record<string, { start: number; min: number; max: number; charged: boolean }>

/**
 * The texts that they set, with the most characters each may have. An empty one stands for what is
 * built in.
 */
export const TEXT_SETTINGS = {
  /**
   * Where customer service is reached; built in: CONTACT_LINK and CONTACT_NAME of the installation.
   */
  contactLink: { max: 300 },
  contactName: { max: 40 },
  /** At the head of the home page and of the page of trips; built in: the texts of locales. */
  homeNoticeZh: { max: 300 },
  homeNoticeEn: { max: 300 },
  tripNoticeZh: { max: 300 },
  tripNoticeEn: { max: 300 },
} as const satisfies Record<string, { max: number }>

export type NumberSetting = keyof typeof NUMBER_SETTINGS
export type TextSetting = keyof typeof TEXT_SETTINGS
export type NumberSettings = Record<NumberSetting, number>
export type TextSettings = Record<TextSetting, string>

export const NUMBER_NAMES = Object.keys(NUMBER_SETTINGS) as NumberSetting[]
export const TEXT_NAMES = Object.keys(TEXT_SETTINGS) as TextSetting[]

/** Whether a card can be charged so many pence, or need not be. */
export const isChargeable = (pence: number): boolean => pence === 0 || pence >= MIN_CHARGE_PENCE

type Stored = readonly { key: string; value: number | string }[]

/**
 * The numbers that hold, from the rows that are stored; a row that makes no sense counts as none.
 */
export function numbersOf(rows: Stored): NumberSettings {
  const set = new Map(rows.map(({ key, value }) => [key, value]))
  const entries = NUMBER_NAMES.map((name) => {
    const value = set.get(name)
    return [name, typeof value === 'number' ? value : NUMBER_SETTINGS[name].start]
  })
  return Object.fromEntries(entries)
}

/** The texts as they were set; empty where none is. */
export function textsOf(rows: Stored): TextSettings {
  const set = new Map(rows.map(({ key, value }) => [key, value]))
  const entries = TEXT_NAMES.map((name) => {
    const value = set.get(name)
    return [name, typeof value === 'string' ? value : '']
  })
  return Object.fromEntries(entries)
}
