import { formatOf } from '#app/i18n/format.ts'
import type { Translate } from '#app/i18n/keys.ts'
import type { Language } from '#app/i18n/languages.ts'
import type { DayPart } from '#app/kernel/day-part.ts'
import type { Instant } from '#app/kernel/time.ts'

type Where = { tripType: 'PICKUP' | 'DROPOFF'; airportName: { zh: string; en: string } }

/** The day and times of a wish. */
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

/** The airport and direction: `希思罗接机`. */
export const ridesOf = (t: Translate, language: Language, where: Where): string =>
  t(`carpool:list.rides.${where.tripType}`, { airport: where.airportName[language] })

/**
 * The airport, direction and part of the day, and how many wait:
 * `12月9日 周三 上午 希思罗接机：3 人在等`.
 */
export const waitingWords = (
  t: Translate,
  language: Language,
  slot: Where & { day: string; part: DayPart; people: number },
): string =>
  t('wish:board.line', {
    when: t(`carpool:list.dayAndPart.${slot.part}`, { day: formatOf(t).day(slot.day) }),
    rides: ridesOf(t, language, slot),
    count: slot.people,
  })
