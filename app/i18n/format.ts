import { memoized } from '#app/kernel/bounded-cache.ts'
import type { TKey, Translate } from './keys.ts'

/** Milliseconds since the epoch; a London calendar day `YYYY-MM-DD`. */
type Instant = number
type LondonDay = string
type Currency = 'gbp' | 'cny'

// Intl is used only for numbers: their form is the same in the browsers' and the server's language
// data, so that both render exactly the same page.
const london = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
/** The names of months in the locales, from January. */
export const months = [
  'jan',
  'feb',
  'mar',
  'apr',
  'may',
  'jun',
  'jul',
  'aug',
  'sep',
  'oct',
  'nov',
  'dec',
] as const
const symbols: Record<Currency, string> = { gbp: '£', cny: '¥' }

/** Number of instants, and of durations, cached as text. */
const INSTANTS_MAX = 2000
const MINUTE = 60_000
const HOUR = 60 * MINUTE

/**
 * Cached: a list shows the same departures repeatedly, and calling Intl is the most expensive part
 * of rendering one.
 */
const partsOf = memoized((at: Instant) => {
  const parts = Object.fromEntries(london.formatToParts(at).map(({ type, value }) => [type, value]))
  return { day: `${parts.year}-${parts.month}-${parts.day}`, time: `${parts.hour}:${parts.minute}` }
}, INSTANTS_MAX)

/** Whole minutes of a duration, truncated to its days or hours if it has any. */
function largestUnit(ms: number): number {
  const minutes = Math.floor(ms / MINUTE)
  if (minutes >= 1440) return minutes - (minutes % 1440)
  return minutes >= 60 ? minutes - (minutes % 60) : minutes
}

export type Format = ReturnType<typeof createFormat>

const formats = new WeakMap<Translate, Format>()

/** The formats of the language of `t`; created once per language. */
export function formatOf(t: Translate): Format {
  const known = formats.get(t) ?? createFormat(t)
  formats.set(t, known)
  return known
}

/**
 * Formats dates, London time, money and durations in a language. Pure: the same on the server and
 * in the browser, and every `now` comes from the caller.
 */
function createFormat(t: Translate) {
  const dayText = (day: LondonDay, pattern: TKey, time = '') => {
    const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
    const weekday = weekdays[new Date(Date.UTC(year, month - 1, date)).getUTCDay()] ?? 'sun'
    return t(pattern, {
      year,
      month: t(`common:date.month.${months[month - 1] ?? 'jan'}`),
      day: date,
      weekday: t(`common:date.weekday.${weekday}`),
      time,
    })
  }
  const minutesText = memoized((whole: number) => {
    const [days, hours, minutes] = [
      Math.floor(whole / 1440),
      Math.floor(whole / 60) % 24,
      whole % 60,
    ]
    const words = [
      days > 0 && t('common:duration.days', { count: days }),
      hours > 0 && t('common:duration.hours', { count: hours }),
      days === 0 && minutes > 0 && t('common:duration.minutes', { count: minutes }),
    ].filter((word) => word !== false)
    return words.slice(0, 2).join(' ') || t('common:duration.underAMinute')
  }, INSTANTS_MAX)
  const shortDuration = (ms: number) => {
    const whole = largestUnit(ms)
    const isMinutes = whole > 0 && whole < HOUR / MINUTE
    return isMinutes ? t('common:duration.minutesShort', { n: whole }) : minutesText(whole)
  }
  const duration = (ms: number) => minutesText(Math.max(0, Math.floor(ms / MINUTE)))
  return {
    /** London date and time: `12月6日 周六 14:00`, `Sat 6 Dec, 14:00`. */
    dateTime: memoized((at: Instant) => {
      const { day, time } = partsOf(at)
      return dayText(day, 'common:date.dateTime', time)
    }, INSTANTS_MAX),
    /** The same without month and weekday in Chinese, where the day is close: `6日 14:00`. */
    shortTime: memoized((at: Instant) => {
      const { day, time } = partsOf(at)
      return dayText(day, 'common:date.shortTime', time)
    }, INSTANTS_MAX),
    /** The London time of day, `14:00`. */
    time: (at: Instant) => partsOf(at).time,
    /** The London day of an instant, without its time. */
    date: memoized((at: Instant) => dayText(partsOf(at).day, 'common:date.day'), INSTANTS_MAX),
    /** A London calendar day: `12月6日 周六`, `Sat 6 Dec`. */
    day: (day: LondonDay) => dayText(day, 'common:date.day'),
    /** Date and weekday separately, for a calendar: `12`, `六`. */
    dayParts: (day: LondonDay): [date: string, weekday: string] => [
      String(Number(day.slice(8))),
      dayText(day, 'common:date.weekdayOnly'),
    ],
    /** A London calendar day with its year. */
    longDay: (day: LondonDay) => dayText(day, 'common:date.longDay'),
    /** A terminal as people say it: `T5`, `北航站楼` for the North Terminal. */
    terminal: (name: string) =>
      /^[NS]/.test(name) ? t(`common:terminal.${name[0] as 'N' | 'S'}`) : name,
    /** Minor units to `£38`, `£38.50`, `¥120`. */
    money: (amount: number, currency: Currency = 'gbp') => {
      const whole = Math.floor(Math.abs(amount) / 100)
      const rest = Math.abs(amount) % 100
      const grouped = String(whole).replace(/\B(?=(\d{3})+$)/g, ',')
      const pence = rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`
      return `${amount < 0 ? '−' : ''}${symbols[currency]}${grouped}${pence}`
    },
    /** A duration in its two largest units, `2 天 3 小时`. */
    duration,
    /** The time left until `until`: `还剩 2 天 3 小时`; afterwards, a text saying it is over. */
    remaining: (until: Instant, now: Instant) =>
      until > now
        ? t('common:duration.left', { duration: duration(until - now) })
        : t('common:duration.over'),
    /** The same in its largest unit and few words: `剩 2 天`. */
    remainingShort: (until: Instant, now: Instant) =>
      until > now
        ? t('common:duration.leftShort', { duration: shortDuration(until - now) })
        : t('common:duration.over'),
    /** The time left as a clock in minutes and seconds, `14:35`; an hour or more as a duration. */
    clock: (ms: number) => {
      const seconds = Math.max(0, Math.ceil(ms / 1000))
      if (seconds >= HOUR / 1000) return duration(ms)
      return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
    },
    /** `2026-12-06T14:00` in London, for `<input type="datetime-local">`. */
    wall: (at: Instant) => {
      const { day, time } = partsOf(at)
      return `${day}T${time}`
    },
  }
}
