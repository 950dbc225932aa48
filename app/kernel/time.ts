import { fromZonedTime } from 'date-fns-tz'
import { fail, ok, type Result } from './result.ts'

/** Milliseconds since the epoch, UTC. */
export type Instant = number
/** From `from` (inclusive) until `to` (exclusive). */
export type Span = { from: Instant; to: Instant }
/** A London calendar day, `YYYY-MM-DD`. */
export type LondonDay = string

/** The source of the time. Only shells hold one; the domain is passed `now`. */
export type Clock = {
  now(): Instant
  /**
   * The system time at which this clock will show `instant` (they differ on a shifted development
   * clock).
   */
  systemTime(instant: Instant): number
}

export const LONDON = 'Europe/London'
const TIME = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d/
/** The part of a time with an offset that follows the minute. */
const OFFSET = /^(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/
const DAY = /^\d{4}-\d{2}-\d{2}$/
const DAY_MS = 86_400_000

const wallParts = new Intl.DateTimeFormat('sv-SE', {
  timeZone: LONDON,
  dateStyle: 'short',
  timeStyle: 'short',
})

/** An instant in ISO 8601 UTC, without fractions of a second; null stays null. */
export const isoTime = <At extends Instant | null>(at: At) =>
  (at === null ? null : `${new Date(at).toISOString().slice(0, 19)}Z`) as At extends null
    ? null
    : string

/** An instant as London wall time, `YYYY-MM-DDTHH:mm`. */
export const londonWall = (at: Instant): string => wallParts.format(at).replace(' ', 'T')
/** The London day an instant falls in. */
export const londonDay = (at: Instant): LondonDay => londonWall(at).slice(0, 10)
export const isLondonDay = (day: string): boolean =>
  DAY.test(day) && !Number.isNaN(Date.parse(`${day}T00:00Z`)) && addDays(day, 0) === day

/** The calendar day `days` after `day`; counts calendar days, not 24 h steps. */
export const addDays = (day: LondonDay, days: number): LondonDay =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** The same day `months` later, or the last day of that month if it is shorter. */
export function addMonths(day: LondonDay, months: number): LondonDay {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastOfMonth)))
    .toISOString()
    .slice(0, 10)
}

/**
 * Midnight in London at the start of `day` (London changes its clocks at 01:00, so midnight always
 * exists once).
 */
export const startOfLondonDay = (day: LondonDay): Instant =>
  fromZonedTime(`${day}T00:00`, LONDON).getTime()

/**
 * Parses a time (docs/api.md#times): ISO 8601 with an offset, `YYYY-MM-DDTHH:mm(:ss(.sss))Z` or
 * `±hh:mm`, or `YYYY-MM-DDTHH:mm` meaning London wall time. Nothing else is a time: `Date.parse`
 * alone would read 1/5 as 5 January and 30 February as 2 March. A wall time skipped by the spring
 * clock change fails with `invalidLocalTime`; one repeated by the autumn change means the first of
 * the two.
 */
export function parseTime(text: string): Result<Instant> {
  const [wall = '', day = ''] = TIME.exec(text) ?? []
  if (!isLondonDay(day)) return fail('invalidLocalTime')
  const rest = text.slice(wall.length)
  if (rest !== '') return OFFSET.test(rest) ? ok(Date.parse(text)) : fail('invalidLocalTime')
  const at = fromZonedTime(wall, LONDON).getTime()
  if (londonWall(at) !== wall) return fail('invalidLocalTime')
  const hourBefore = at - 3_600_000
  return ok(londonWall(hourBefore) === wall ? hourBefore : at)
}
