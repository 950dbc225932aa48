import { earliestDeparture } from '#app/carpool/rules/permissions.ts'
import type { TripType } from '#app/carpool/rules/state.ts'
import type { DayPart } from '#app/kernel/day-part.ts'
import type { AirportId, UserId, WishId } from '#app/kernel/id.ts'
import {
  CUTOFF_BEFORE_DEPARTURE_MS,
  hours,
  WISH_GATHER_MS,
  WISH_MEETING_PEOPLE,
  WISH_NEWS_PER_DAY,
  WISH_QUIET,
  WISH_SOON_MS,
  WISH_TOLERANCE_MS,
  WISH_WINDOW_MS,
} from '#app/kernel/limits.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import {
  addDays,
  type Instant,
  type LondonDay,
  londonDay,
  londonWall,
  parseTime,
  startOfLondonDay,
} from '#app/kernel/time.ts'

/** The range of suitable departures, both ends included. */
export type WishWindow = { fromAt: Instant; toAt: Instant }
export type WishDraft = WishWindow & {
  tripType: TripType
  airportId: AirportId
  people: number
  bigLuggage: number
  smallLuggage: number
}
export type Wish = WishDraft & { id: WishId; userId: UserId }

/** A range of London times on a day; one whose end is before its start ends on the next day. */
export function windowOf(day: LondonDay, from: string, to: string): Result<WishWindow> {
  const fromAt = parseTime(`${day}T${from}`)
  const toAt = parseTime(`${to > from ? day : addDays(day, 1)}T${to}`)
  if (!fromAt.ok || !toAt.ok)
    return fail('validationFailed', {
      field: fromAt.ok ? 'to' : 'from',
      issue: 'invalidLocalTime',
    })
  return ok({ fromAt: fromAt.value, toAt: toAt.value })
}

/** A wish expires at the end of its day, or of its times if they go past midnight. */
export const expiryOf = ({ fromAt, toAt }: WishWindow): Instant =>
  Math.max(startOfLondonDay(addDays(londonDay(fromAt), 1)), toAt)

/** Whether a car leaving within these times can still be joined. */
export const isInTime = ({ toAt }: WishWindow, now: Instant): boolean =>
  now < toAt - CUTOFF_BEFORE_DEPARTURE_MS

/** Earliest and latest `fromAt` of a wish that a car leaving at `at` can match. */
export const beginningsFor = (at: Instant) => ({
  from: at - WISH_TOLERANCE_MS - WISH_WINDOW_MS,
  to: at + WISH_TOLERANCE_MS,
})

const hourOf = (at: Instant): number => Number(londonWall(at).slice(11, 13))
const isQuiet = (at: Instant): boolean =>
  hourOf(at) >= WISH_QUIET.from || hourOf(at) < WISH_QUIET.to

/** 8:00 in London on that day; the clocks change earlier. */
const endOfQuiet = (day: LondonDay): Instant => {
  const start = startOfLondonDay(day)
  const at = start + hours(WISH_QUIET.to)
  return at + hours(WISH_QUIET.to - hourOf(at))
}

/**
 * The first instant from `at` on at which to notify a student of a departure: outside quiet hours,
 * or as soon as the departure is close.
 */
export function wishTellFrom(at: Instant, departureAt: Instant): Instant {
  if (!isQuiet(at)) return at
  const day = hourOf(at) >= WISH_QUIET.from ? addDays(londonDay(at), 1) : londonDay(at)
  return Math.min(endOfQuiet(day), Math.max(at, departureAt - WISH_SOON_MS))
}

/** A car found for a wish but not announced yet. */
export type PendingMatch = { foundAt: Instant; departureAt: Instant }
/** The cars to announce now in one message, and when to consider the others. */
export type NewsPlan<F> = { tell: F[]; wait: { news: F; until: Instant }[] }

/**
 * Chooses which of the cars found for a student to announce now. When one is due, all others that
 * may be announced join its message. `toldToday`: messages the student has had since midnight.
 */
export function planNews<F extends PendingMatch>(
  found: F[],
  { now, toldToday }: { now: Instant; toldToday: number },
): NewsPlan<F> {
  const afterToday = startOfLondonDay(addDays(londonDay(now), 1))
  const isEnough = toldToday >= WISH_NEWS_PER_DAY
  const allowed = found.filter(({ departureAt }) => wishTellFrom(now, departureAt) <= now)
  const isDue = !isEnough && allowed.some(({ foundAt }) => foundAt + WISH_GATHER_MS <= now)
  const tell = isDue ? allowed : []
  const wait = found
    .filter((news) => !tell.includes(news))
    .map((news) => ({
      news,
      until: wishTellFrom(
        Math.max(isEnough ? afterToday : now, news.foundAt + WISH_GATHER_MS),
        news.departureAt,
      ),
    }))
  return { tell, wait }
}

/** People who wish for the same; `window`: the departures that suit all of them. */
export type Meeting<W> = { people: number; wishes: W[]; window: WishWindow }
type Meetable = WishWindow & Pick<Wish, 'userId' | 'people'>

/**
 * The largest set of people whose wishes, all of one airport and direction, share a time with
 * `wish`; the earliest time if several tie. Returns null if there are too few or no car can be
 * opened for it any more. A person counts once, with the wish for the most people.
 */
export function meetingOf<W extends Meetable>(
  wish: W,
  others: W[],
  now: Instant,
): Meeting<W> | null {
  const all = [wish, ...others.filter(({ userId }) => userId !== wish.userId)]
  const earliest = earliestDeparture(now)
  const times = all.map(({ fromAt }) => Math.max(fromAt, wish.fromAt, earliest))
  const meetings = [...new Set(times)]
    .sort((a, b) => a - b)
    .map((at) => meetingAt(all, at))
    .filter(({ wishes }) => wishes.includes(wish) && wishes.length > 1)
  const [first, ...rest] = meetings
  if (!first) return null
  const best = rest.reduce((most, one) => (one.people > most.people ? one : most), first)
  return best.people >= WISH_MEETING_PEOPLE ? best : null
}

function meetingAt<W extends Meetable>(all: W[], at: Instant): Meeting<W> {
  const there = all.filter(({ fromAt, toAt }) => fromAt <= at && at <= toAt)
  const largest = new Map<UserId, W>()
  for (const one of there)
    if (one.people > (largest.get(one.userId)?.people ?? 0)) largest.set(one.userId, one)
  const wishes = there.filter((one) => largest.get(one.userId) === one)
  return {
    people: wishes.reduce((sum, { people }) => sum + people, 0),
    wishes,
    window: { fromAt: at, toAt: Math.min(...wishes.map(({ toAt }) => toAt)) },
  }
}

/** A part of a London day at an airport, as the board lists it. */
export type Slot = { tripType: TripType; airportId: AirportId; day: LondonDay; part: DayPart }
