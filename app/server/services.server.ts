import { createAccounts } from '#app/account/service/accounts.server.ts'
import { createCredentials } from '#app/account/service/credentials.server.ts'
import { createEmailLinks } from '#app/account/service/email-links.server.ts'
import { createPoints } from '#app/account/service/points.server.ts'
import { createSessions } from '#app/account/service/sessions.server.ts'
import { createCarpools } from '#app/carpool/service/carpools.server.ts'
import { createCatalog } from '#app/catalog/service/catalog.server.ts'
import { createSettings } from '#app/catalog/service/settings.server.ts'
import { createSiteTexts } from '#app/catalog/service/site-texts.server.ts'
import { createAdminServices } from '#app/console/service/admin-services.server.ts'
import { createAllObjects } from '#app/group/service/group-objects.server.ts'
import { lazily } from '#app/kernel/lazily.ts'
import { createEmailStops } from '#app/notices/service/email-stops.server.ts'
import { createNewNotices } from '#app/notices/service/new-notices.server.ts'
import { createNotices } from '#app/notices/service/notices.server.ts'
import { createOrders } from '#app/orders/service/orders.server.ts'
import { createCustomers } from '#app/payments/service/customers.server.ts'
import { createPaymentLimits } from '#app/payments/service/payment-limits.server.ts'
import { createPayments } from '#app/payments/service/payments.server.ts'
import { createAlerts } from '#app/platform/alerts.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { createEmail } from '#app/platform/email.server.ts'
import type { Env } from '#app/platform/env.ts'
import { createLog, type Log } from '#app/platform/log.server.ts'
import { createPatience } from '#app/platform/patience.server.ts'
import type { Runtime } from '#app/platform/runtime.ts'
import { createSms } from '#app/platform/sms.server.ts'
import { createClosing } from '#app/privacy/service/closing.server.ts'
import { createDisputes } from '#app/reconciliation/service/disputes.server.ts'
import { createFailedRefunds } from '#app/reconciliation/service/failed-refunds.server.ts'
import { createTasks } from '#app/reminders/service/tasks.server.ts'
import { createTrips } from '#app/trip/service/trips.server.ts'
import { openDb } from '#db/db.ts'
import { createReconcile } from './reconcile.server.ts'

export type Services = ReturnType<typeof createServices>

/**
 * The services of one worker environment, shared by all its requests: built from bindings,
 * configuration and runtime alone.
 */
export function createServices(env: Env, runtime: Runtime, log: Log = createLog()) {
  const config = readConfig(env)
  const { clock, fetch } = runtime
  const bounded = createPatience(runtime.patienceMs)
  const db = openDb(env.DB, bounded)
  const catalog = createCatalog({ db })
  const settings = createSettings({ db })
  const site = createSiteTexts({ db, clock, config, log })
  const newNotices = createNewNotices()
  const payments = createPayments({
    secretKey: config.stripe.secretKey,
    fetch,
    readGapMs: runtime.readGapMs,
  })
  const customers = createCustomers({ db, payments })
  const email = createEmail({ email: config.email, fetch, log })
  const alert = createAlerts({ email, to: config.alertEmail })
  const accounts = createAccounts({
    db,
    clock,
    config,
    fetch,
    log,
    alert,
    site,
    addressLimits: runtime.rateLimits,
  })
  const sessions = createSessions({ db, clock })
  const points = createPoints({ db })
  const limits = createPaymentLimits({ db, clock, site })
  const emailStops = createEmailStops({ db, clock, config, log })
  const shared = { db, payments, customers, settings, limits, clock, log, newNotices }
  const objects = createAllObjects(env, { bounded, log, newNotices })
  const carpools = createCarpools({ ...shared, objects: objects.carpools, catalog })
  const orders = createOrders(shared)
  const trips = createTrips({ ...shared, objects: objects.trips })
  const disputes = createDisputes({ db, clock })
  const failedRefunds = createFailedRefunds({ db, clock })
  const reconcile = createReconcile({
    payments,
    limits,
    carpools,
    orders,
    trips,
    disputes,
    failedRefunds,
    clock,
  })
  return {
    config,
    clock,
    log,
    db,
    payments,
    customers,
    /** How often students may begin something that keeps seats from others, or pay. */
    limits,
    admin: createAdminServices({
      objects,
      db,
      clock,
      config,
      log,
      site,
      settings,
      payments,
      carpools,
      trips,
      orders,
      reconcile,
    }),
    accounts,
    sessions,
    credentials: createCredentials({
      db,
      clock,
      config,
      fetch,
      log,
      alert,
      accounts,
      sessions,
      addressLimits: runtime.rateLimits,
    }),
    carpools,
    catalog,
    /** The page of a car's driver; loaded when it is first asked for. */
    drive: async () =>
      (await import('#app/features/ride/service/drive.server.ts')).createDrive({
        objects,
        db,
        clock,
        config,
      }),
    /** The message boards of groups; loaded when they are first asked for. */
    board: async () =>
      (await import('#app/features/board/service.server.ts')).createBoard({ objects, db, clock }),
    /** Text messages about rides and deadlines; loaded by the sweep alone. */
    textMessages: async () =>
      (await import('#app/reminders/service/text-messages.server.ts')).createTextMessages({
        objects,
        db,
        clock,
        settings,
        sms: createSms({ twilio: config.twilio, fetch, log }),
        log,
      }),
    /** Asks about flights; loaded by the sweep alone. */
    flightWatch: async () =>
      (await import('#app/features/flights/service/flight-watch.server.ts')).createFlightWatch({
        db,
        clock,
        config,
        fetch,
        log,
      }),
    /** What a provider suggests about flights; loaded when it is first asked for. */
    flights: async () =>
      (
        await import('#app/features/flights/service/flight-suggestions.server.ts')
      ).createFlightSuggestions({
        db,
        clock,
        config,
      }),
    /** Everything stored about a student; loaded when it is first asked for. */
    ownData: async () =>
      (await import('#app/privacy/service/own-data.server.ts')).createOwnData({
        db,
        accounts,
        points,
        objects,
        clock,
      }),
    closing: createClosing({ db, objects, payments, clock, log }),
    emailLinks: createEmailLinks({ db, clock, config, email, stops: emailStops, log }),
    emailStops,
    newNotices,
    notices: createNotices({ db, clock }),
    /** Loaded once there is something to send; one of them, which knows its run. */
    noticeEmails: lazily(async () =>
      (await import('#app/notices/service/notice-emails.server.ts')).createNoticeEmails({
        db,
        clock,
        email,
        stops: emailStops,
        siteUrl: config.siteUrl,
        log,
      }),
    ),
    bookingTasks: createTasks({ db, clock }),
    orders,
    trips,
    points,
    settings,
    /** Contact and notices of pages. */
    site,
    disputes,
    failedRefunds,
    /** What became of payments after a restore of D1; loaded when it is first asked for. */
    recovery: async () =>
      (await import('./recovery.server.ts')).createRecovery({
        objects,
        db,
        payments,
        reconcile,
        clock,
        log,
      }),
    /** Reads a payment again and applies it to what it pays for. */
    reconcile,
  }
}
