import { purgeAccounts } from '#app/account/service/accounts.server.ts'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { purgeAdminSessions } from '#app/console/service/accounts.server.ts'
import { purgeOldBookings } from '#app/console/service/bookings.server.ts'
import { purgeFlights, sweepFlights } from '#app/features/flights/service/flight-watch.server.ts'
import {
  purgeDriverTexts,
  sweepDriverTexts,
} from '#app/features/ride/service/driver-texts.server.ts'
import { sweepRides } from '#app/features/ride/service/ride-reminders.server.ts'
import { purgeOldWishes, sweepWishes } from '#app/features/wishes/service/tell-wishes.server.ts'
import { sweepGroups } from '#app/group/service/groups.server.ts'
import { hours, minutes } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import { purgeStops } from '#app/notices/service/email-stops.server.ts'
import { sweepEmails } from '#app/notices/service/notice-emails.server.ts'
import { sweepOrders } from '#app/orders/service/orders.server.ts'
import { purgeKeys } from '#app/platform/idempotency.server.ts'
import { eachByItself, runJobs } from '#app/platform/queue.server.ts'
import { sweepClosings } from '#app/privacy/service/closing.server.ts'
import { readDueDisputes } from '#app/reconciliation/service/disputes.server.ts'
import { readDueRefunds } from '#app/reconciliation/service/failed-refunds.server.ts'
import { reconcilePayment } from '#app/reconciliation/service/reconcile.server.ts'
import { sweepRecovery } from '#app/reconciliation/service/recovery.server.ts'
import { sweepBalances } from '#app/reminders/service/balance-reminders.server.ts'
import { sweepRequests } from '#app/reminders/service/request-reminders.server.ts'
import { sweepTexts } from '#app/reminders/service/text-messages.server.ts'
import { sweepRequestPayments } from '#app/requests/service/payments.server.ts'
import { tripKind } from '#app/trip/service/trip-kind.server.ts'
import type { AllResources } from './resources.server.ts'

// The scheduled worker loads this on demand, so that an isolate that answers requests does not
// evaluate what none of them needs.

/**
 * Pokes the objects whose alarm is overdue (normally the alarm does the work; this is the fallback)
 * and deletes expired data.
 */
export async function sweepAll(resources: AllResources): Promise<void> {
  const { clock, log } = resources
  const now = clock.now()
  const hourly = {
    attempts: () => purgeAccounts(resources),
    emailStops: () => purgeStops(resources),
    keys: () => purgeKeys(resources),
    bookings: () => purgeOldBookings(resources),
    wishes: () => purgeOldWishes(resources),
    driverTexts: () => purgeDriverTexts(resources),
  }
  await runJobs(log, {
    carpools: () => sweepGroups(carpoolKind, resources, now),
    trips: () => sweepGroups(tripKind, resources, now),
    orders: () => sweepOrders(resources),
    requests: () => sweepRequestPayments(resources),
    payments: () => sweepOutside(resources),
    closings: () => sweepClosings(resources),
    admins: () => purgeAdminSessions(resources),
    notices: () => remind(resources).then(() => sweepEmails(resources)),
    texts: () => sweepTexts(resources),
    driverTexts: () => sweepDriverTexts(resources),
    flights: () => watchFlights(resources, now),
    recovery: () => sweepRecovery(resources),
    ...(isWholeHour(now) && hourly),
  })
}

/**
 * Writes the reminders and the news of wishes that are due; never throws. Returns how many there
 * were.
 */
export const remind = (resources: AllResources): Promise<number> =>
  runJobs(resources.log, {
    balances: () => sweepBalances(resources),
    requests: () => sweepRequests(resources),
    rides: () => sweepRides(resources),
    wishes: () => sweepWishes(resources),
  })

async function watchFlights(resources: AllResources, now: Instant): Promise<void> {
  if (!resources.config.flights) return
  await sweepFlights(resources)
  if (isWholeHour(now)) await purgeFlights(resources)
}

/**
 * Asks Stripe about open disputes and about failed refunds that are owed: their events may have
 * been lost.
 */
async function sweepOutside(resources: AllResources): Promise<number> {
  const due = [...(await readDueDisputes(resources)), ...(await readDueRefunds(resources))]
  const queue = { name: 'payments', items: [...new Set(due)], idOf: (id: string) => id } as const
  return eachByItself(resources, queue, async (intentId) => {
    const event = { id: `sweep:${crypto.randomUUID()}`, disputed: true, refunded: true }
    const settled = await reconcilePayment(resources, intentId, event)
    return settled.ok ? 'done' : 'undecided'
  })
}

/** Stored answers and attempts are purged once an hour, since the purge scans all of them. */
const isWholeHour = (now: Instant) => now % hours(1) < minutes(1)
