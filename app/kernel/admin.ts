import type { SERVICES, SitePage } from './description.ts'
import type { AdminId } from './id.ts'
import { hours, minutes } from './limits.ts'

/** The actor of Stripe's actions in the audit log. */
export const BY_STRIPE: AdminId = 'adm_stripe'
/** The actor of changes to administrators: whoever ran `npm run admin:create` or `admin:remove`. */
export const BY_TERMINAL: AdminId = 'adm_terminal'

/** The permissions of an administrator; `npm run admin:create` grants all of them by default. */
export const ADMIN_SCOPES = [
  /** Approving members, users, membership levels, points. */
  'members',
  /** Airports, price tables, special periods, postage, service descriptions. */
  'catalog',
  /** Mail and moving orders. */
  'orders',
  /** Carpools and trips. */
  'groups',
  /** Vehicles, drivers, and their assignment to groups. */
  'dispatch',
  /** Only the sheets of today and tomorrow, with the drivers' links; `dispatch` includes it. */
  'today',
  /** Fees, rates, contact, notices on pages. */
  'settings',
  /** The audit log, stuck payments, exports. */
  'records',
] as const
export type AdminScope = (typeof ADMIN_SCOPES)[number]
type Scopes = readonly AdminScope[]

export const hasScope = (scopes: Scopes, scope: AdminScope): boolean =>
  scopes.includes(scope) || (scope === 'today' && scopes.includes('dispatch'))
/** Whether somebody sees the two sheets only, and not even what every administrator sees. */
export const seesSheetOnly = (scopes: Scopes): boolean =>
  scopes.length > 0 && scopes.every((scope) => scope === 'today')

/**
 * How long an administrator stays logged in, and how long after entering the password they may do
 * things that move money.
 */
export const ADMIN_SESSION_MS = hours(12)
/** A session unused for this long has ended; last use is recorded at most this often. */
export const ADMIN_IDLE_MS = minutes(60)
export const ADMIN_SEEN_EVERY_MS = minutes(1)
export const ADMIN_CONFIRMED_MS = minutes(10)

/** Tables that are only ever replaced as a whole; each has a version (`If-Match`). */
export type VersionedTable =
  | 'normalPrices'
  | 'specialPrices'
  | 'specialPeriods'
  | 'postage'
  | 'settings'
  | `descriptions:${(typeof SERVICES)[number] | SitePage}`

/** Opening a student's identity and contact details; nothing is changed. */
export const VIEW_ACTIONS = [
  'userViewed',
  'groupViewed',
  'boardViewed',
  'orderViewed',
  'dayViewed',
  'usersListed',
] as const
export type ViewAction = (typeof VIEW_ACTIONS)[number]

/** Everything that gets an audit log entry. */
export const AUDIT_ACTIONS = [
  'memberApproved',
  'memberRejected',
  'membershipLevelSet',
  'pointsAllocated',
  'userSuspended',
  'userReinstated',
  'airportAdded',
  'airportChanged',
  'airportClosed',
  'airportDeleted',
  'pricesSet',
  'specialPeriodsSet',
  'postageSet',
  'descriptionsSet',
  'settingsSet',
  'contentReviewed',
  'orderStatusSet',
  'orderWeighed',
  'parcelsSet',
  'requestMade',
  'requestChanged',
  'requestVoided',
  'requestOutside',
  'messageSent',
  'placeCorrected',
  'accountCorrected',
  'orderCorrected',
  'noteWritten',
  'noteDone',
  'groupCancelled',
  'placeRefunded',
  'balancePriceSet',
  'tripTextsApproved',
  'tripTextsDeclined',
  'postHidden',
  'postShown',
  'paymentRetried',
  'paymentChecked',
  'vehicleSaved',
  'driverSaved',
  'carAssigned',
  'carUnassigned',
  'missedSettled',
  'flightSettled',
  'placeMoved',
  'refundSettled',
  'moneyRefunded',
  'moneyNotRefunded',
  'lostPaymentSettled',
  'disputeReversed',
  'adminCreated',
  'adminChanged',
  'adminRemoved',
  'loggedIn',
  'loginFailed',
  'exported',
  ...VIEW_ACTIONS,
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]
