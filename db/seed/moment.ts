import { addDays, type Instant, londonDay, parseTime } from '#app/domain/time.ts'

/** London days from today, and the wall time of that day. */
export type Moment = [days: number, at: string]

/**
 * When that is for demo data played at `now`. Throws for a wall time that the day does not have.
 */
export function instantOf([days, at]: Moment, now: Instant): Instant {
  const instant = parseTime(`${addDays(londonDay(now), days)}T${at}`)
  if (!instant.ok)
    throw new Error(`no ${at} in London ${days} days from ${new Date(now).toISOString()}`)
  return instant.value
}
