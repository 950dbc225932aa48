import { readSettings } from '#app/catalog/service/settings.server.ts'
import { purgeBookings } from '#app/group/rows/bookings.server.ts'
import { addMonths, londonDay, startOfLondonDay } from '#app/kernel/time.ts'
import type { Needs } from '#app/platform/resources.server.ts'

/** Deletes bookings after their retention period. */
export async function purgeOldBookings(context: Needs<'db' | 'clock'>): Promise<void> {
  const { clock, db } = context
  const { recordMonths } = await readSettings(context)
  const from = addMonths(londonDay(clock.now()), -recordMonths)
  await purgeBookings(db, startOfLondonDay(from))
}
