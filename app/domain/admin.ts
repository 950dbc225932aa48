import { hours, minutes } from './limits.ts'

/**
 * What an administrator may be allowed to do; `npm run admin:create` gives all of it unless told
 * otherwise.
 */
export const ADMIN_SCOPES = [
  /** Members to approve, users, membership levels, points. */
  'members',
  /** Airports, price tables, special periods, postage, service descriptions. */
  'catalog',
  /** Mail and moving orders. */
  'orders',
  /** Carpools and trips. */
  'groups',
  /** Fees, rates, contact, notices on pages. */
  'settings',
  /** The audit log, stuck payments, exports. */
  'records',
] as const
export type AdminScope = (typeof ADMIN_SCOPES)[number]

/**
 * How long an administrator stays logged in, and how long a given password is enough for what moves
 * money.
 */
export const ADMIN_SESSION_MS = hours(12)
/** A session that nobody used for this long is over; its use is written down at most this often. */
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
  | `descriptions:${'carpool' | 'mail' | 'move' | 'trip'}`

/** Everything that is written to the audit log. */
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
  'groupCancelled',
  'placeRefunded',
  'shortfallAccepted',
  'balancePriceSet',
  'paymentRetried',
  'loggedIn',
  'loginFailed',
  'exported',
  'userViewed',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]
