import type { Clock } from '#app/domain/time.ts'
import type { Db } from '#db/db.ts'
import type { SettingsService } from './catalog/settings.server.ts'
import { createBalanceReminders } from './groups/balance-reminders.server.ts'
import { createRideReminders } from './groups/ride-reminders.server.ts'
import type { Log } from './platform/log.server.ts'
import { runJobs } from './platform/queue.server.ts'
import { createBookings } from './privacy/bookings.server.ts'
import { createTellWishes } from './wishes/tell-wishes.server.ts'

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
