import { emailingOf } from './account.ts'
import type { NoticeCode } from './notice.ts'

/**
 * How a notice leaves the page behind the bell (docs/rules.md#notices). A new kind does not compile
 * until it is in the table.
 * - security: of the account itself. Emailed whatever the student prefers, and even if it was read,
 *   perhaps by somebody else who uses the session.
 * - money: not knowing it costs money or a seat. Emailed to an address that is not confirmed yet,
 *   too, so its email has nothing of other people.
 * - usual: emailed to a confirmed address.
 */
export type Reach = 'security' | 'money' | 'usual'

export const REACH = {
  holdExpired: 'usual',
  holdExpiredReleased: 'money',
  groupComplete: 'money',
  groupPaid: 'usual',
  groupFailed: 'money',
  groupFailedRefunded: 'money',
  groupCancelled: 'money',
  placeRefunded: 'money',
  moneyReturned: 'money',
  placeReleased: 'money',
  othersReleased: 'usual',
  departedUnpaid: 'money',
  privateUnpaid: 'money',
  depositReleased: 'money',
  renewalFailed: 'money',
  balanceReturned: 'money',
  tripConfirmed: 'money',
  tripFailed: 'money',
  tripPriceRaised: 'money',
  tripTextsDeclined: 'usual',
  memberApproved: 'usual',
  memberRejected: 'usual',
  accountSuspended: 'security',
  accountReinstated: 'security',
  emailChanging: 'security',
  passwordChanged: 'security',
  phoneChanged: 'security',
  wechatChanged: 'security',
  pointsAllocated: 'usual',
  placeTaken: 'usual',
  somebodyJoined: 'usual',
  balancePaid: 'usual',
  placeLeft: 'usual',
  carAssigned: 'usual',
  carChanged: 'usual',
  carWithdrawn: 'usual',
  passengerMissed: 'usual',
  seatOffered: 'money',
  offerMissed: 'usual',
  seatsOpen: 'usual',
  waitlistClosed: 'usual',
  seatsReleased: 'usual',
  flightChanged: 'usual',
  flightKept: 'usual',
  placeMoved: 'money',
  peopleChanged: 'usual',
  boardPosts: 'usual',
  orderPaid: 'usual',
  orderProcessing: 'usual',
  orderCompleted: 'usual',
  orderFailed: 'money',
  orderRefunded: 'money',
  refundFailed: 'money',
  balanceDue: 'money',
  seatsFree: 'usual',
  rideSoon: 'usual',
  carFound: 'usual',
  wishesMeet: 'usual',
} as const satisfies Record<NoticeCode, Reach>

/** Codes of a newer version are not known here. */
export const reachOf = (code: string): Reach =>
  Object.hasOwn(REACH, code) ? REACH[code as NoticeCode] : 'usual'

/** What decides whether a notice is emailed. */
type Receiver = Parameters<typeof emailingOf>[0] & {
  email: string | null
  /** The address that this one notice goes to instead: the one about to be replaced. */
  emailTo: string | null
}

/**
 * The address that a notice is emailed to; null: none. `isTheirs` is false for an address that
 * nobody has confirmed, which may be that of a stranger.
 */
export function mailTo(reach: Reach, receiver: Receiver): { to: string; isTheirs: boolean } | null {
  const { email, emailTo, emailStop, emailConfirmedAt } = receiver
  const to = emailTo ?? email
  if (!to || emailStop !== null) return null
  const isTheirs = emailTo !== null || emailConfirmedAt !== null
  if (reach === 'security') return isTheirs ? { to, isTheirs } : null
  const emailing = emailingOf(receiver)
  if (emailing === 'off') return null
  return isTheirs || reach === 'money' ? { to, isTheirs } : null
}
