import { MONTHS_AHEAD } from './limits.ts'
import {
  addDays,
  addMonths,
  type Instant,
  type LondonDay,
  londonDay,
  startOfLondonDay,
} from './time.ts'

/**
 * The last London day that anything can be asked for: the same day of the calendar, MONTHS_AHEAD
 * months on.
 */
export const latestDay = (now: Instant): LondonDay => addMonths(londonDay(now), MONTHS_AHEAD)

/** Whether a moment or a London day is after the last one. */
export const isTooFar = (when: Instant | LondonDay, now: Instant): boolean =>
  typeof when === 'string'
    ? when > latestDay(now)
    : when >= startOfLondonDay(addDays(latestDay(now), 1))
