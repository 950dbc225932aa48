// Imported so that the augmentation below finds its module wherever this file is type-checked.
import type {} from '@remix-run/cloudflare'
import { readCookie } from '#app/cookies.server.ts'
import type { Result } from '#app/domain/result.ts'
import { ok } from '#app/domain/result.ts'
import type { Clock } from '#app/domain/time.ts'
import { languageOfPage } from '#app/i18n/detect.server.ts'
import type { Language } from '#app/i18n/languages.ts'
import { getT, type T } from '#app/i18n/server.ts'
import {
  passRateLimit,
  type RateLimitName,
  visitorAddress,
} from '#app/services/platform/rate-limit.server.ts'
import { type Db, openDb } from '#db/db.ts'
import type { ViewerRef } from '#db/queries/viewer-ref.ts'
import type { Env } from '#workers/env.ts'
import type { Runtime } from '#workers/runtime.ts'
import { type Accounts, createAccounts } from './accounts/accounts.server.ts'
import { type CredentialsService, createCredentials } from './accounts/credentials.server.ts'
import { createEmailLinks, type EmailLinksService } from './accounts/email-links.server.ts'
import { createPoints, type Points } from './accounts/points.server.ts'
import {
  createSessions,
  type Sessions,
  sessionCookieName,
  type User,
} from './accounts/sessions.server.ts'
import { createSms } from './accounts/sms.server.ts'
import {
  type AdminAccounts,
  type AdminSession,
  adminCookieName,
  createAdminAccounts,
} from './admin/accounts.server.ts'
import { createAdminAirports } from './admin/airports.server.ts'
import { createAdminAudit } from './admin/audit.server.ts'
import { createDaySheet } from './admin/day-sheet.server.ts'
import { createAdminFleet } from './admin/fleet.server.ts'
import { createAdminGroups } from './admin/groups.server.ts'
import { createAdminMembers } from './admin/members.server.ts'
import { createAdminOrders } from './admin/orders.server.ts'
import { createAdminPeriods } from './admin/periods.server.ts'
import { createAdminPostage } from './admin/postage.server.ts'
import { createAdminPrices } from './admin/prices.server.ts'
import { createAdminReviews } from './admin/reviews.server.ts'
import { createAdminSettings } from './admin/settings.server.ts'
import { createStuckPayments } from './admin/stuck.server.ts'
import { createAdminTexts } from './admin/texts.server.ts'
import { createAdminToday } from './admin/today.server.ts'
import { type Catalog, createCatalog } from './catalog/catalog.server.ts'
import { createSettings, type SettingsService } from './catalog/settings.server.ts'
import { createSiteTexts, type SiteTextsService } from './catalog/site-texts.server.ts'
import type { FlightSuggestionsService } from './flights/flight-suggestions.server.ts'
import type { Board } from './groups/board.server.ts'
import { type Carpools, createCarpools } from './groups/carpools.server.ts'
import type { Drive } from './groups/drive.server.ts'
import { type AllObjects, createAllObjects } from './groups/group-objects.server.ts'
import type { Live } from './groups/live.server.ts'
import { createTrips, type Trips } from './groups/trips.server.ts'
import { createEmail } from './notices/email.server.ts'
import { createNewNotices, type NewNotices } from './notices/new-notices.server.ts'
import { createNoticeEmails, type NoticeEmails } from './notices/notice-emails.server.ts'
import { createNotices, type Notices, type Unread } from './notices/notices.server.ts'
import { createOrders, type Orders } from './orders/orders.server.ts'
import { createCustomers } from './payments/customers.server.ts'
import { createDisputes, type Disputes } from './payments/disputes.server.ts'
import { createFailedRefunds, type FailedRefunds } from './payments/failed-refunds.server.ts'
import { createPaymentLimits, type PaymentLimits } from './payments/payment-limits.server.ts'
import { createPayments, type Payments } from './payments/payments.server.ts'
import { type BatchReads, createBatchReads } from './platform/batch-reads.server.ts'
import { type Config, readConfig } from './platform/config.server.ts'
import { createLog, type Log } from './platform/log.server.ts'
import { type ClosingService, createClosing } from './privacy/closing.server.ts'
import type { OwnDataService } from './privacy/own-data.server.ts'
import { createReconcile, type Reconcile } from './reconcile.server.ts'

/** Everything a route, an API call or the scheduled handler may use; nothing else reaches `env`. */
export type AppContext = {
  config: Config
  clock: Clock
  log: Log
  requestId: string
  /** The URL as requested. */
  url: URL
  /** The page's CSP nonce, carried by its scripts. */
  nonce: string
  /**
   * Whether cookies carry Secure and the __Host- prefix: always in production, elsewhere only over
   * https.
   */
  secure: boolean
  language: Language
  /**
   * Whether the caller chose `language`; false if an API call names no language we support and
   * Chinese is only the default.
   */
  languageChosen: boolean
  readonly t: T
  db: Db
  /** The visitor's address for limits: an IPv4 address or an IPv6 /64. Never log it. */
  address: string
  accounts: Accounts
  admin: AdminServices
  sessions: Sessions
  carpools: Carpools
  catalog: Catalog
  closing: ClosingService
  /** Everything stored about a student; loaded when it is first asked for. */
  ownData(): Promise<OwnDataService>
  credentials: CredentialsService
  /** How often students may begin something that keeps seats from others, or pay. */
  limits: PaymentLimits
  /** How full groups are, for pages that stay open; loaded when it is first asked for. */
  live(): Promise<Live>
  /** The page of a car's driver; loaded when it is first asked for. */
  drive(): Promise<Drive>
  /** The message boards of groups; loaded when they are first asked for. */
  board(): Promise<Board>
  /** What a provider suggests about flights; loaded when it is first asked for. */
  flights(): Promise<FlightSuggestionsService>
  emailLinks: EmailLinksService
  notices: Notices
  newNotices: NewNotices
  noticeEmails: NoticeEmails
  orders: Orders
  payments: Payments
  points: Points
  settings: SettingsService
  /** Contact and notices of pages. */
  site: SiteTextsService
  trips: Trips
  /** Reads a payment again and applies it to what it pays for. */
  reconcile: Reconcile
  disputes: Disputes
  failedRefunds: FailedRefunds
  /** The viewer of a page, read once from the session cookie. Never used by /api. */
  viewer(): Promise<{ user: User | null; expired: boolean }>
  /**
   * Hash of the session token, usable in queries before the session is read. Discard the result if
   * `viewer()` returns no user. Null without a cookie.
   */
  viewerRef: ViewerRef | null
  /** The token of the session cookie; empty without one. */
  sessionToken: string
  /** The viewer's unread and urgent notices; null for a visitor. */
  unread(): Promise<Unread | null>
  /** Reads from D1, batched with the page's other reads at the same time. */
  batchReads: BatchReads
  /** The viewer of a console page, read from the console's own cookie. Never used by /api. */
  adminViewer(): Promise<{ session: AdminSession; token: string } | null>
  rateLimit(name: RateLimitName): Promise<Result<null>>
  setCookie(header: string): void
  /** The parts missing from this response because reading them failed. */
  missing: string[]
  /** Whether the response is a page that is the same for all visitors (`shared` in its handle). */
  shared: boolean
  waitUntil(promise: Promise<unknown>): void
}

declare module '@remix-run/cloudflare' {
  interface AppLoadContext extends AppContext {}
}

type Make = {
  request: Request
  url: URL
  env: Env
  runtime: Runtime
  services: Services
  requestId: string
  nonce: string
  waitUntil(promise: Promise<unknown>): void
}

/**
 * What administrators may do. The parts check nothing themselves: `mayDo` has been asked before
 * (app/services/admin/access). What only the console's pages need is loaded with the first of them.
 */
export type AdminServices = ReturnType<typeof createAdminServices>

type AdminDeps = {
  objects: AllObjects
  db: Db
  batchReads: BatchReads
  clock: Clock
  config: Config
  log: Log
  site: SiteTextsService
  settings: SettingsService
  payments: Payments
  carpools: Carpools
  trips: Trips
  orders: Orders
  reconcile: Reconcile
}

const createAdminServices = (deps: AdminDeps) => ({
  accounts: createAdminAccounts(deps),
  audit: createAdminAudit(deps),
  members: createAdminMembers(deps),
  today: createAdminToday(deps),
  reviews: createAdminReviews(deps),
  airports: createAdminAirports(deps),
  daySheet: createDaySheet(deps),
  departures: async () => (await import('./admin/departures.server.ts')).createDepartures(deps),
  dayChanges: async () => (await import('./admin/day-changes.server.ts')).createDayChanges(deps),
  dayFeed: async () => (await import('./admin/day-feed.server.ts')).createDayFeed(deps),
  search: async () => (await import('./admin/search.server.ts')).createSearch(deps),
  paymentChecks: async () =>
    (await import('./admin/payment-checks.server.ts')).createPaymentChecks(deps),
  moves: async () => (await import('./admin/moves.server.ts')).createMoves(deps),
  alone: async () => (await import('./admin/alone.server.ts')).createAlone(deps),
  fleet: createAdminFleet(deps),
  groups: createAdminGroups(deps),
  prices: createAdminPrices(deps),
  periods: createAdminPeriods(deps),
  postage: createAdminPostage(deps),
  settings: createAdminSettings(deps),
  texts: createAdminTexts(deps),
  orders: createAdminOrders(deps),
  stuck: createStuckPayments(deps),
  exports: async () => (await import('./admin/exports.server.ts')).createAdminExports(deps),
})

export type Services = ReturnType<typeof createServices>

/**
 * The services of one worker environment, shared by all its requests: built from bindings,
 * configuration and runtime alone.
 */
export function createServices(env: Env, runtime: Runtime, log: Log = createLog()) {
  const config = readConfig(env)
  const { clock, fetch } = runtime
  const db = openDb(env.DB)
  const batchReads = createBatchReads(db)
  const catalog = createCatalog({ db, batchReads })
  const settings = createSettings({ db })
  const site = createSiteTexts({ db, clock, config, log })
  const newNotices = createNewNotices()
  const payments = createPayments({ secretKey: config.stripe.secretKey, fetch })
  const customers = createCustomers({ db, payments })
  const accounts = createAccounts({
    db,
    clock,
    config,
    fetch,
    log,
    site,
    addressLimits: runtime.rateLimits,
  })
  const sessions = createSessions({ db, clock })
  const points = createPoints({ db })
  const limits = createPaymentLimits({ db, clock })
  const email = createEmail({ email: config.email, fetch, log })
  const shared = { db, payments, customers, settings, limits, clock, log, newNotices }
  const objects = createAllObjects(env, newNotices)
  const carpools = createCarpools({ ...shared, objects: objects.carpools, batchReads, catalog })
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
  let live: Live | undefined
  return {
    config,
    clock,
    log,
    db,
    batchReads,
    payments,
    customers,
    limits,
    admin: createAdminServices({
      objects,
      db,
      batchReads,
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
      accounts,
      sessions,
      addressLimits: runtime.rateLimits,
    }),
    carpools,
    catalog,
    async live() {
      live ??= (await import('./groups/live.server.ts')).createLive({ db, clock })
      return live
    },
    drive: async () =>
      (await import('./groups/drive.server.ts')).createDrive({ objects, db, clock, config }),
    board: async () =>
      (await import('./groups/board.server.ts')).createBoard({ objects, db, clock }),
    /** Text messages about rides; loaded by the sweep alone. */
    rideSms: async () =>
      (await import('./notices/ride-sms.server.ts')).createRideSms({
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
    flights: async () =>
      (await import('./flights/flight-suggestions.server.ts')).createFlightSuggestions({
        db,
        clock,
        config,
      }),
    ownData: async () =>
      (await import('./privacy/own-data.server.ts')).createOwnData({
        db,
        accounts,
        points,
        objects,
        clock,
      }),
    closing: createClosing({ db, objects, payments, clock, log }),
    emailLinks: createEmailLinks({ db, clock, config, email, log }),
    newNotices,
    notices: createNotices({ db, clock }),
    noticeEmails: createNoticeEmails({ db, clock, email, siteUrl: config.siteUrl, log }),
    orders,
    trips,
    points,
    settings,
    site,
    disputes,
    failedRefunds,
    reconcile,
  }
}

/** The one composition root. Returns the context and the cookies that the response must set. */
export async function createContext(
  make: Make,
): Promise<{ context: AppContext; cookies: string[] }> {
  const { request, url, env, runtime, services, requestId, nonce, waitUntil } = make
  const cookies: string[] = []
  const secure = services.config.environment === 'production' || url.protocol === 'https:'
  const address = visitorAddress(request)
  const setCookie = (header: string) => void cookies.push(header)
  const token = readCookie(request, sessionCookieName(secure))
  const viewerRef = token ? { tokenHash: services.sessions.hashOf(token) } : null
  let viewer: ReturnType<AppContext['viewer']> | undefined
  let admin: ReturnType<AppContext['adminViewer']> | undefined
  const context: AppContext = {
    ...services,
    requestId,
    url,
    nonce,
    secure,
    language: await languageOfPage(request),
    languageChosen: true,
    get t() {
      return getT(this.language)
    },
    address,
    viewer: () => (viewer ??= readViewer(token, services, secure, setCookie)),
    viewerRef,
    sessionToken: token ?? '',
    async unread() {
      const read = viewerRef && services.notices.unread(viewerRef, this.t, services.batchReads)
      const [{ user }, news] = await Promise.all([this.viewer(), read])
      return user && news
    },
    adminViewer: () => (admin ??= readAdmin(request, services.admin.accounts, secure)),
    rateLimit: async (name) => (runtime.rateLimits ? passRateLimit(env, name, address) : ok(null)),
    setCookie,
    missing: [],
    shared: false,
    waitUntil,
  }
  return { context, cookies }
}

async function readAdmin(request: Request, accounts: AdminAccounts, secure: boolean) {
  const token = readCookie(request, adminCookieName(secure))
  const session = token ? await accounts.read(token) : null
  return token && session ? { session, token } : null
}

async function readViewer(
  token: string | null,
  { sessions, batchReads }: { sessions: Sessions; batchReads: BatchReads },
  secure: boolean,
  setCookie: (header: string) => void,
) {
  if (!token) return { user: null, expired: false }
  const session = await sessions.read(token, batchReads)
  if (!session) return { user: null, expired: true }
  if (session.renewed) setCookie(sessions.cookie(token, secure))
  return { user: session.user, expired: false }
}
