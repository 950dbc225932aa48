import type { SettingsService } from '#app/catalog/service/settings.server.ts'
import { createBookings } from '#app/console/service/bookings.server.ts'
import { createRideReminders } from '#app/features/ride/service/ride-reminders.server.ts'
import { createTellWishes } from '#app/features/wishes/service/tell-wishes.server.ts'
import type { Clock } from '#app/kernel/time.ts'
import type { Log } from '#app/platform/log.server.ts'
import { runJobs } from '#app/platform/queue.server.ts'
import { createBalanceReminders } from '#app/reminders/service/balance-reminders.server.ts'
import type { Db } from '#db/db.ts'

type Deps = { db: Db; clock: Clock; log: Log; settings: SettingsService }

/**
 * What no request needs: the scheduled worker loads it on demand, so that an isolate that answers
 * requests does not evaluate it.
 */
export function createSweepOnly(deps: Deps) {
  const wishes = createTellWishes(deps)
  const balances = createBalanceReminders(deps)
  const rides = createRideReminders(deps)
  return {
    /**
     * Writes the reminders and the news of wishes that are due; never throws. Returns how many
     * there were.
     */
    remind: (): Promise<number> =>
      runJobs(deps.log, { balances: balances.sweep, rides: rides.sweep, wishes: wishes.sweep }),
    /** Deletes the bookings that have been kept for as long as they have to be. */
    purgeBookings: createBookings(deps).purge,
    purgeWishes: wishes.purge,
  }
}
