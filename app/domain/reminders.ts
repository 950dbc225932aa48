import { hours, NIGHT, NIGHT_REMINDER_MS, SEATS_REMINDER_MS } from './limits.ts'
import { addDays, type Instant, londonDay, londonWall, parseTime } from './time.ts'

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
