import { hours, NIGHT, NIGHT_REMINDER_MS, SEATS_REMINDER_MS } from '#app/kernel/limits.ts'
import {
  addDays,
  type Instant,
  type LondonDay,
  londonDay,
  londonWall,
  parseTime,
} from '#app/kernel/time.ts'

/** A reminder that would be sent at night is sent this long before the night. */
const BEFORE_NIGHT_MS = hours(1)

const hourOf = (at: Instant): number => Number(londonWall(at).slice(11, 13))
export const isNight = (at: Instant): boolean => hourOf(at) >= NIGHT.from || hourOf(at) < NIGHT.to

/** Whether somebody who departs at `departureAt` may be reminded at `now`. */
export const mayRemind = (now: Instant, departureAt: Instant): boolean =>
  now < departureAt && (!isNight(now) || departureAt - now <= NIGHT_REMINDER_MS)

/**
 * When to notify somebody who departs at `departureAt` of news at `now`: at once, or when the night
 * ends, which is before they depart.
 */
export function sendFrom(now: Instant, departureAt: Instant): Instant {
  return mayRemind(now, departureAt) ? now : nightEndOf(now)
}

/** The end of the night that contains `at`. */
export function nightEndOf(at: Instant): Instant {
  const day = hourOf(at) >= NIGHT.from ? addDays(londonDay(at), 1) : londonDay(at)
  return onTheHour(day, NIGHT.to)
}

/**
 * From when members are reminded of free seats: some hours before the cutoff or, if nobody may be
 * notified between then and the cutoff, in the last hour before that night.
 */
export function seatsReminderFrom(cutoffAt: Instant, departureAt: Instant): Instant {
  const from = cutoffAt - SEATS_REMINDER_MS
  const isSent = mayRemind(from, departureAt) || mayRemind(cutoffAt - 1, departureAt)
  return isSent ? from : nightBefore(from) - BEFORE_NIGHT_MS
}

/** The beginning of the night that contains `at`. */
export function nightBefore(at: Instant): Instant {
  const day = londonDay(at)
  return onTheHour(hourOf(at) >= NIGHT.from ? day : addDays(day, -1), NIGHT.from)
}

function onTheHour(day: LondonDay, hour: number): Instant {
  const at = parseTime(`${day}T${String(hour).padStart(2, '0')}:00`)
  // London changes its clocks at 01:00, so every other hour exists once a day.
  if (!at.ok) throw new Error(`no ${hour}:00 on ${day}`)
  return at.value
}
