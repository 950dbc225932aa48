import type { Clock } from '#app/domain/time.ts'
import type { Db } from '#db/db.ts'
import type { SettingsService } from './catalog/settings.server.ts'
import { createBalanceReminders } from './groups/balance-reminders.server.ts'
import { createRideReminders } from './groups/ride-reminders.server.ts'
import type { Log } from './platform/log.server.ts'
import { createBookings } from './privacy/bookings.server.ts'
import { createTellWishes } from './wishes/tell-wishes.server.ts'

type Deps = { db: Db; clock: Clock; log: Log; settings: SettingsService }

/**
 * What no request needs: the scheduled worker loads it on demand, so that an isolate that answers
 * requests does not evaluate it.
 */
export function createSweepOnly(deps: Deps) {
  const wishes = createTellWishes(deps)
  const reminders = [createBalanceReminders(deps), createRideReminders(deps), wishes]
  return {
    /**
     * Writes the reminders and the news of wishes that are due; never throws. Returns how many
     * there were.
     */
    async remind(): Promise<number> {
      const written = await Promise.all(reminders.map((one) => one.sweep()))
      return written.reduce((sum, n) => sum + n, 0)
    },
    /** Deletes the bookings that have been kept for as long as they have to be. */
    purgeBookings: createBookings(deps).purge,
    purgeWishes: wishes.purge,
  }
}
