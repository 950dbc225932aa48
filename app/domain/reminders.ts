import { hours } from './limits.ts'
import { addDays, type Instant, londonDay, londonWall, parseTime } from './time.ts'

/** Members of a group with free seats are reminded this long before its cutoff. */
export const SEATS_REMINDER_MS = hours(6)
/** Passengers are reminded of their car this long before departure. */
export const RIDE_REMINDER_MS = hours(24)
/** No reminder of a car for those who were told of it within this time. */
export const RIDE_TOLD_LATELY_MS = hours(12)
/** London hours in which nobody is reminded, unless departure is this close. */
export const NIGHT = { from: 22, to: 8 } as const
export const NIGHT_REMINDER_MS = hours(12)
/** How long before a night a reminder comes that would otherwise fall into it. */
const BEFORE_NIGHT_MS = hours(1)

const hourOf = (at: Instant): number => Number(londonWall(at).slice(11, 13))
const isNight = (at: Instant): boolean => hourOf(at) >= NIGHT.from || hourOf(at) < NIGHT.to

/** Whether somebody who departs at `departureAt` may be reminded at `now`. */
export const mayRemind = (now: Instant, departureAt: Instant): boolean =>
  now < departureAt && (!isNight(now) || departureAt - now <= NIGHT_REMINDER_MS)

/**
 * From when members are reminded of free seats: some hours before the cutoff or, if nobody may be
 * told from then on until the cutoff, in the last hour before that night.
 */
export function seatsReminderFrom(cutoffAt: Instant, departureAt: Instant): Instant {
  const from = cutoffAt - SEATS_REMINDER_MS
  const isTold = mayRemind(from, departureAt) || mayRemind(cutoffAt - 1, departureAt)
  return isTold ? from : nightBefore(from) - BEFORE_NIGHT_MS
}

/** When the night began that `at` is in. */
function nightBefore(at: Instant): Instant {
  const day = londonDay(at)
  const evening = hourOf(at) >= NIGHT.from ? day : addDays(day, -1)
  const begun = parseTime(`${evening}T${NIGHT.from}:00`)
  // London changes its clocks at 01:00, so every evening has this time once.
  if (!begun.ok) throw new Error(`no ${NIGHT.from}:00 on ${evening}`)
  return begun.value
}
