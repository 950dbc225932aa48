import { addDays, type Instant, londonDay, parseTime } from '#app/kernel/time.ts'

/** London days from today, and the wall time on that day. */
export type Moment = [days: number, at: string]

/**
 * The instant of a moment in demo data played at `now`. Throws for a wall time that does not exist
 * on that day.
 */
export function instantOf([days, at]: Moment, now: Instant): Instant {
  const instant = parseTime(`${addDays(londonDay(now), days)}T${at}`)
  if (!instant.ok)
    throw new Error(`no ${at} in London ${days} days from ${new Date(now).toISOString()}`)
  return instant.value
}
