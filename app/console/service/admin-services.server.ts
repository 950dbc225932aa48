import { createAdminAudit } from '#app/audit/audit.server.ts'
import type { Carpools } from '#app/carpool/service/carpools.server.ts'
import type { SettingsService } from '#app/catalog/service/settings.server.ts'
import type { SiteTextsService } from '#app/catalog/service/site-texts.server.ts'
import { createAdminFleet } from '#app/features/ride/service/fleet.server.ts'
import type { AllObjects } from '#app/group/service/group-objects.server.ts'
import type { Clock } from '#app/kernel/time.ts'
import type { Orders } from '#app/orders/service/orders.server.ts'
import type { Payments } from '#app/payments/service/payments.server.ts'
import type { Config } from '#app/platform/config.server.ts'
import type { Log } from '#app/platform/log.server.ts'
import type { Reconcile } from '#app/server/reconcile.server.ts'
import type { Trips } from '#app/trip/service/trips.server.ts'
import type { Db } from '#db/db.ts'
import { createAdminAccounts } from './accounts.server.ts'
import { createAdminAirports } from './airports.server.ts'
import { createAdminGroups } from './groups.server.ts'
import { createAdminMembers } from './members.server.ts'
import { createAdminOrders } from './orders.server.ts'
import { createAdminPeriods } from './periods.server.ts'
import { createAdminPostage } from './postage.server.ts'
import { createAdminPrices } from './prices.server.ts'
import { createAdminSettings } from './settings.server.ts'
import { createStuckPayments } from './stuck.server.ts'
import { createAdminTexts } from './texts.server.ts'

type AdminDeps = {
  objects: AllObjects
  db: Db
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

/**
 * What administrators may do. The parts check nothing themselves: `mayDo` has been asked before
 * (app/console/service/access). What only the console's pages need is loaded with the first one.
 */
export const createAdminServices = (deps: AdminDeps) => ({
  accounts: createAdminAccounts(deps),
  audit: createAdminAudit(deps),
  members: createAdminMembers(deps),
  today: async () => (await import('./today.server.ts')).createAdminToday(deps),
  reviews: async () => (await import('./reviews.server.ts')).createAdminReviews(deps),
  airports: createAdminAirports(deps),
  daySheet: async () =>
    (await import('#app/features/ride/service/day-sheet.server.ts')).createDaySheet(deps),
  departures: async () => (await import('./departures.server.ts')).createDepartures(deps),
  search: async () => (await import('./search.server.ts')).createSearch(deps),
  paymentChecks: async () => (await import('./payment-checks.server.ts')).createPaymentChecks(deps),
  moves: async () => (await import('#app/features/moves/service.server.ts')).createMoves(deps),
  fleet: createAdminFleet(deps),
  groups: createAdminGroups(deps),
  prices: createAdminPrices(deps),
  periods: createAdminPeriods(deps),
  postage: createAdminPostage(deps),
  settings: createAdminSettings(deps),
  texts: createAdminTexts(deps),
  orders: createAdminOrders(deps),
  stuck: createStuckPayments(deps),
  exports: async () => (await import('./exports.server.ts')).createAdminExports(deps),
})
