import { openDb } from '#db/db.ts'
import type { Env } from '#workers/env.ts'
import type { Runtime } from '#workers/runtime.ts'
import { createAccounts } from './accounts/accounts.server.ts'
import { createCredentials } from './accounts/credentials.server.ts'
import { createEmailLinks } from './accounts/email-links.server.ts'
import { createPoints } from './accounts/points.server.ts'
import { createSessions } from './accounts/sessions.server.ts'
import { createSms } from './accounts/sms.server.ts'
import { createAdminServices } from './admin/admin-services.server.ts'
import { createCatalog } from './catalog/catalog.server.ts'
import { createSettings } from './catalog/settings.server.ts'
import { createSiteTexts } from './catalog/site-texts.server.ts'
import { createCarpools } from './groups/carpools.server.ts'
import { createAllObjects } from './groups/group-objects.server.ts'
import { createTrips } from './groups/trips.server.ts'
import { createEmail } from './notices/email.server.ts'
import { createEmailStops } from './notices/email-stops.server.ts'
import { createNewNotices } from './notices/new-notices.server.ts'
import { createNoticeEmails } from './notices/notice-emails.server.ts'
import { createNotices } from './notices/notices.server.ts'
import { createTasks } from './notices/tasks.server.ts'
import { createOrders } from './orders/orders.server.ts'
import { createCustomers } from './payments/customers.server.ts'
import { createDisputes } from './payments/disputes.server.ts'
import { createFailedRefunds } from './payments/failed-refunds.server.ts'
import { createPaymentLimits } from './payments/payment-limits.server.ts'
import { createPayments } from './payments/payments.server.ts'
import { createAlerts } from './platform/alerts.server.ts'
import { readConfig } from './platform/config.server.ts'
import { createLog, type Log } from './platform/log.server.ts'
import { createPatience } from './platform/patience.server.ts'
import { createClosing } from './privacy/closing.server.ts'
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
      (await import('./groups/drive.server.ts')).createDrive({ objects, db, clock, config }),
    /** The message boards of groups; loaded when they are first asked for. */
    board: async () =>
      (await import('./groups/board.server.ts')).createBoard({ objects, db, clock }),
    /** Text messages about rides and deadlines; loaded by the sweep alone. */
    textMessages: async () =>
      (await import('./notices/text-messages.server.ts')).createTextMessages({
        objects,
        db,
        clock,
        settings,
        sms: createSms({ twilio: config.twilio, fetch, log }),
        log,
      }),
    /** Asks about flights; loaded by the sweep alone. */
    flightWatch: async () =>
      (await import('./flights/flight-watch.server.ts')).createFlightWatch({
        db,
        clock,
        config,
        fetch,
        log,
      }),
    /** What a provider suggests about flights; loaded when it is first asked for. */
    flights: async () =>
      (await import('./flights/flight-suggestions.server.ts')).createFlightSuggestions({
        db,
        clock,
        config,
      }),
    /** Everything stored about a student; loaded when it is first asked for. */
    ownData: async () =>
      (await import('./privacy/own-data.server.ts')).createOwnData({
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
    noticeEmails: createNoticeEmails({
      db,
      clock,
      email,
      stops: emailStops,
      siteUrl: config.siteUrl,
      log,
    }),
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
      (await import('./payments/recovery.server.ts')).createRecovery({
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
