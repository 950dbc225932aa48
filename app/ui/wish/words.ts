import type { DayPart } from '#app/domain/day-part.ts'
import type { Instant } from '#app/domain/time.ts'
import { formatOf } from '#app/i18n/format.ts'
import type { Translate } from '#app/i18n/keys.ts'
import type { Language } from '#app/i18n/languages.ts'

type Where = { tripType: 'PICKUP' | 'DROPOFF'; airportName: { zh: string; en: string } }

/** When a wish is for: a day and the times on it. */
export function timesOf(
  t: Translate,
  { fromAt, toAt }: { fromAt: Instant; toAt: Instant },
): string {
  const format = formatOf(t)
  const sameDay = format.date(fromAt) === format.date(toAt)
  return t('wish:times', {
    day: format.date(fromAt),
    from: format.time(fromAt),
    to: sameDay ? format.time(toAt) : format.dateTime(toAt),
  })
}

/** A part of a day with its rides: `12月9日 周三 上午 希思罗接机`. */
export const partOfDay = (
  t: Translate,
  language: Language,
  slot: Where & { day: string; part: DayPart },
): string => t('wish:board.what', { when: partWords(t, slot), rides: ridesOf(t, language, slot) })

/** A part of a day: `12月9日 周三 上午`. */
const partWords = (t: Translate, { day, part }: { day: string; part: DayPart }): string =>
  t(`carpool:list.dayAndPart.${part}`, { day: formatOf(t).day(day) })

/** Which rides: `希思罗接机`. */
export const ridesOf = (t: Translate, language: Language, where: Where): string =>
  t(`carpool:list.rides.${where.tripType}`, { airport: where.airportName[language] })

type Slot = Where & { day: string; part: DayPart; people: number | null }

/**
 * Which rides in which part of a day, and how many wait for one:
 * `12月9日 周三 上午 希思罗接机：3 人在等`.
 */
export function waitingWords(t: Translate, language: Language, slot: Slot): string {
  const what = { when: partWords(t, slot), rides: ridesOf(t, language, slot) }
  return slot.people === null
    ? partOfDay(t, language, slot)
    : t('wish:board.line', { ...what, count: slot.people })
}

/** What to paste into a group chat about a part of a day. */
export const pasteOfSlot = (t: Translate, language: Language, slot: Slot, url: string): string =>
  t('wish:board.paste', { what: waitingWords(t, language, slot), url })
