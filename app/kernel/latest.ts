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
 * The last London day anything can be requested for: the same calendar day, MONTHS_AHEAD months
 * from now.
 */
export const latestDay = (now: Instant): LondonDay => addMonths(londonDay(now), MONTHS_AHEAD)

/** Whether an instant or a London day is after the last one allowed. */
export const isTooFar = (when: Instant | LondonDay, now: Instant): boolean =>
  typeof when === 'string'
    ? when > latestDay(now)
    : when >= startOfLondonDay(addDays(latestDay(now), 1))
