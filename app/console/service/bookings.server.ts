import { addMonths, type Clock, londonDay, startOfLondonDay } from '#app/domain/time.ts'
import type { SettingsService } from '#app/services/catalog/settings.server.ts'
import type { Db } from '#db/db.ts'
import { purgeBookings } from '#db/queries/bookings.ts'

type Deps = { db: Db; clock: Clock; settings: SettingsService }

/** The record of bookings (decision 0067); the groups write it. */
export const createBookings = ({ db, clock, settings }: Deps) => ({
  /** Deletes what has been kept for as long as it has to be. */
  async purge(): Promise<void> {
    const { recordMonths } = await settings.read()
    const from = addMonths(londonDay(clock.now()), -recordMonths)
    await purgeBookings(db, startOfLondonDay(from))
  },
})
