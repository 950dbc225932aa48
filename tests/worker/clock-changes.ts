import { addDays, type LondonDay, londonDay, startOfLondonDay } from '#app/kernel/time.ts'
import { devClock } from '#workers/dev/clock.ts'

const HOUR_MS = 3_600_000
const WEEK = 7

export type ClockChange = { day: LondonDay; next: LondonDay; hours: 23 | 25 }

/**
 * The next days when London changes its clocks, at least a week ahead on the app's clock: 23 hours
 * long in spring, 25 in autumn.
 */
export function clockChanges(count: number): ClockChange[] {
  const found: ClockChange[] = []
  for (
    let day = addDays(londonDay(devClock.now()), WEEK);
    found.length < count;
    day = addDays(day, 1)
  ) {
    const next = addDays(day, 1)
    const hours = (startOfLondonDay(next) - startOfLondonDay(day)) / HOUR_MS
    if (hours === 23 || hours === 25) found.push({ day, next, hours })
  }
  return found
}
