import type { SettingsService } from '#app/catalog/service/settings.server.ts'
import { purgeBookings } from '#app/group/rows/bookings.server.ts'
import { addMonths, type Clock, londonDay, startOfLondonDay } from '#app/kernel/time.ts'
import type { Db } from '#db/db.ts'

type Deps = { db: Db; clock: Clock; settings: SettingsService }

/** The record of bookings (decision 0030); the groups write it. */
export const createBookings = ({ db, clock, settings }: Deps) => ({
  /** Deletes what has been kept for as long as it has to be. */
  async purge(): Promise<void> {
    const { recordMonths } = await settings.read()
    const from = addMonths(londonDay(clock.now()), -recordMonths)
    await purgeBookings(db, startOfLondonDay(from))
  },
})
