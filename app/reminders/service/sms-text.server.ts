import type { CarpoolState } from '#app/carpool/rules/state.ts'
import type { TextedCode } from '#app/features/ride/rules/notices.ts'
import type { Car } from '#app/features/ride/rules/ride-state.ts'
import { formatOf } from '#app/i18n/format.ts'
import type { T } from '#app/i18n/server.ts'
import { DRIVER_SMS_PARTS, RIDE_SMS_PARTS } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { NoticeParams } from '#app/notices/rules/notice.ts'
import { inLanguageOf } from '#app/notices/service/notice-texts.server.ts'
import type { Deadline } from '#app/reminders/rules/deadline.ts'
import type { TripState } from '#app/trip/rules/state.ts'

/** The letters that a phone network sends as 7 bits each (GSM 03.38); the last few take two. */
const PLAIN =
  /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/
const DOUBLE = /[\^{}\\[~\]|€]/g
/** Number of letters that fit into a message of one part, and into each part of several. */
const ROOM = { plain: { one: 160, each: 153 }, unicode: { one: 70, each: 67 } } as const
/** Enough of a driver's name to recognise them by. */
const NAME_LETTERS = 15

/** Number of parts that a text message is charged as. */
export function partsOf(text: string): number {
  const isPlain = PLAIN.test(text)
  const letters = text.length + (isPlain ? (text.match(DOUBLE)?.length ?? 0) : 0)
  const { one, each } = ROOM[isPlain ? 'plain' : 'unicode']
  return letters <= one ? 1 : Math.ceil(letters / each)
}

/** The first letters that fit into `room`. */
function cut(text: string, room: number): string {
  let kept = ''
  for (const letter of text) {
    if (kept.length + letter.length > room) break
    kept += letter
  }
  return kept
}

/** The text message about a car. A meeting point that is too long for two parts is cut. */
export function rideSmsText(
  t: T,
  code: TextedCode,
  car: Pick<Car, 'vehicle' | 'driver' | 'meetingPoint' | 'meetAt'> | 'withdrawn',
  departureAt: Instant,
): string {
  const format = formatOf(t)
  if (car === 'withdrawn')
    return t('notices:sms.carWithdrawn', { departure: format.dateTime(departureAt) })
  const about = {
    plate: car.vehicle.plate,
    driver: cut(car.driver.name, NAME_LETTERS),
    phone: car.driver.phone,
    meet: format.dateTime(car.meetAt),
  }
  return fitted(car.meetingPoint, (place) => t(`notices:sms.${code}`, { ...about, place }))
}

/** What a driver is told about a job. `people`: how many they collect. */
export type DriverNews =
  | { code: 'assigned' | 'changed'; car: Car; people: number; link: string }
  | { code: 'withdrawn'; meetAt: Instant }

/** The text message to a driver. It names no passenger: whoever has the phone may read it. */
export function driverSmsText(t: T, news: DriverNews): string {
  const format = formatOf(t)
  if (news.code === 'withdrawn')
    return t('notices:sms.driver.withdrawn', { meet: format.dateTime(news.meetAt) })
  const { code, car, people: count, link } = news
  const about = { plate: car.vehicle.plate, meet: format.dateTime(car.meetAt), count, link }
  const textWith = (place: string) => t(`notices:sms.driver.${code}`, { ...about, place })
  return fitted(car.meetingPoint, textWith, DRIVER_SMS_PARTS)
}

/** A text of at most so many parts; the end of `typed` is cut to fit. */
function fitted(
  typed: string,
  textWith: (shown: string) => string,
  parts = RIDE_SMS_PARTS,
): string {
  for (let room = typed.length; ; room--) {
    const text = textWith(room < typed.length ? `${cut(typed, room).trimEnd()}...` : typed)
    if (room === 0 || partsOf(text) <= parts) return text
  }
}

/** An administrator's message, uncut: who sends it sees the number of its parts first. */
export const messageSmsText = (t: T, { zh, en }: NoticeParams): string =>
  t('notices:sms.message', { said: inLanguageOf(t, zh, en) })

/** The text message about a deadline; `about`: the place's group. */
export function deadlineSmsText(
  t: T,
  { toDo, by, amount }: Deadline,
  about: Pick<CarpoolState, 'carpoolAt' | 'private'> | Pick<TripState, 'tripName' | 'tripStartAt'>,
): string {
  const format = formatOf(t)
  const words = { by: format.dateTime(by), amount: format.money(amount) }
  if ('tripName' in about)
    return fitted(about.tripName, (trip) =>
      t('notices:sms.deadline.balance', { ...words, trip, context: 'trip' }),
    )
  const departure = format.dateTime(about.carpoolAt)
  return t(`notices:sms.deadline.${toDo}`, {
    ...words,
    departure,
    ...(about.private && { context: 'private' }),
  })
}
