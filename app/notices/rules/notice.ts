import type { NoticeCode as GroupNoticeCode } from '#app/group/rules/effect.ts'
import type { AirportId, OrderId, ParticipantId, TripId, UserId, WishId } from '#app/kernel/id.ts'

/**
 * Notices that do not come from a group's event, and what the text of each needs. The texts are in
 * locales notices; which page tells more is in app/notices/service/notice-texts.
 */
export type OwnNotices = {
  memberApproved: Record<never, never>
  memberRejected: Record<never, never>
  /**
   * An administrator suspended the student; `contact` is whom to ask. It lasts until the account is
   * reinstated.
   */
  accountSuspended: { contact: string }
  accountReinstated: Record<never, never>
  /** `byCode` 1: it was set with a code, by somebody who was not logged in. */
  passwordChanged: { byCode?: 1 }
  phoneChanged: Record<never, never>
  wechatChanged: Record<never, never>
  /** Also sent to the address in use, if any: another one (mostly hidden) is to replace it. */
  emailChanging: { email: string }
  /** Points given (above 0) or taken back (below 0) by hand. */
  pointsAllocated: { points: number }
  /** A receipt: the base price (`amount`, pence) was paid. */
  orderPaid: OrderParams & { amount: number }
  orderProcessing: OrderParams
  orderCompleted: OrderParams
  /**
   * The order was given up by the service; what was paid (`amount`, pence, 0 for nothing) goes
   * back.
   */
  orderFailed: OrderParams & { amount: number }
  /** Refunded in the provider's dashboard: `amount` pence. */
  orderRefunded: OrderParams & { amount: number }
  /** The bank did not take a refund of `amount` pence, which is still owed. */
  refundFailed: NoticeAbout & { refundId: string; amount: number }
  /** An administrator declined what the creator wrote about a trip; `version`: that of the text. */
  tripTextsDeclined: {
    tripId: TripId
    participantId: ParticipantId
    tripName: string
    tripStartAt: number
    version: number
    reason: string
  }
  /** A reminder: `amount` pence are to be paid by `dueAt`. */
  balanceDue: BalanceParams & { participantId: ParticipantId; amount: number; dueAt: number }
  /** A reminder: there are free seats, and people can join until `dueAt`. */
  seatsFree: GroupParams & { participantId: ParticipantId; dueAt: number }
  /**
   * Cars that fit a wish; `cars`: their ids as JSON, `count`: how many, `carpoolId` and
   * `carpoolAt`: the first.
   */
  carFound: {
    wishId: WishId
    people: number
    bigLuggage: number
    smallLuggage: number
    carpoolId: string
    carpoolAt: number
    cars: string
    count: number
  }
  /**
   * `count` people wish for the same, the student included; a departure from `carpoolAt` to `until`
   * would suit all of them.
   */
  wishesMeet: {
    wishId: WishId
    tripType: 'PICKUP' | 'DROPOFF'
    airportId: AirportId
    airportZh: string
    airportEn: string
    carpoolAt: number
    until: number
    count: number
    people: number
    bigLuggage: number
    smallLuggage: number
  }
  /** A reminder about the car; `version`: the car's. */
  rideSoon: GroupParams & {
    participantId: ParticipantId
    version: number
    plate: string
    make: string
    driver: string
    meetingPoint: string
    meetAt: number
  }
}
export type GroupParams =
  | { carpoolId: string; carpoolAt: number }
  | { tripId: string; tripName: string; tripStartAt: number }

/** `sendDate`: the London day of the collection, by which the student recognises the order. */
export type OrderParams = { orderId: OrderId; kind: 'mail' | 'move'; sendDate: string }
/** A place or an order that a notice is about; nothing if it is gone. */
export type NoticeAbout =
  | OrderParams
  | { carpoolId: string; participantId: ParticipantId; carpoolAt: number }
  | { tripId: string; participantId: ParticipantId; tripName: string; tripStartAt: number }
  | Record<never, never>
type BalanceParams =
  /** `private` 1: a whole car, which closes without costing the deposit. */
  | { carpoolId: string; carpoolAt: number; private: 0 | 1 }
  | { tripId: string; tripName: string; tripStartAt: number }

/**
 * Confirmations of what the student has just done with money: emailed, and kept behind the bell as
 * already read.
 */
export const RECEIPTS: NoticeCode[] = ['placeTaken', 'balancePaid', 'placeLeft', 'orderPaid']
export const isReceipt = (code: string): boolean => RECEIPTS.some((one) => one === code)

export type OwnNoticeCode = keyof OwnNotices
export type NoticeCode = GroupNoticeCode | OwnNoticeCode

/**
 * How a notice leaves the page behind the bell (docs/rules.md#notices).
 * - security: of the account itself. Emailed whatever the student prefers, and even if it was read,
 *   perhaps by somebody else who uses the session.
 * - money: not knowing it costs money or a seat. Emailed to an address that is not confirmed yet,
 *   too, so its email has nothing of other people.
 * - usual: emailed to a confirmed address.
 */
export type Reach = 'security' | 'money' | 'usual'
export type NoticeTone = 'info' | 'ok' | 'warn' | 'danger'
type Notice = {
  /** How prominent it is. */
  tone: NoticeTone
  reach: Reach
  /** Its amount is on its way back: a line of the email, and (`named`) a text of its own. */
  refund?: 'named' | 'listed'
  /** What it opens, where that is not the page of its subject. Once it is over: no longer. */
  page?: 'join' | 'wait' | 'share' | 'board' | 'points'
}

/** What each notice is like. A new kind does not compile until it is here. */
export const NOTICES: Record<NoticeCode, Notice> = {
  holdExpired: { tone: 'info', reach: 'usual' },
  holdExpiredReleased: { tone: 'warn', reach: 'money' },
  groupComplete: { tone: 'ok', reach: 'money' },
  groupPaid: { tone: 'ok', reach: 'usual' },
  groupFailed: { tone: 'warn', reach: 'money' },
  groupFailedRefunded: { tone: 'info', reach: 'money', refund: 'named' },
  groupCancelled: { tone: 'warn', reach: 'money', refund: 'named' },
  placeRefunded: { tone: 'info', reach: 'money', refund: 'listed' },
  moneyReturned: { tone: 'info', reach: 'money', refund: 'listed' },
  placeReleased: { tone: 'warn', reach: 'money' },
  othersReleased: { tone: 'info', reach: 'usual' },
  departedUnpaid: { tone: 'danger', reach: 'money' },
  privateUnpaid: { tone: 'warn', reach: 'money', refund: 'named' },
  depositReleased: { tone: 'warn', reach: 'money' },
  renewalFailed: { tone: 'warn', reach: 'money' },
  balanceReturned: { tone: 'info', reach: 'money', refund: 'named' },
  tripConfirmed: { tone: 'ok', reach: 'money' },
  tripFailed: { tone: 'info', reach: 'money', refund: 'named' },
  tripPriceRaised: { tone: 'warn', reach: 'money' },
  tripTextsDeclined: { tone: 'warn', reach: 'usual' },
  memberApproved: { tone: 'ok', reach: 'usual' },
  memberRejected: { tone: 'warn', reach: 'usual' },
  accountSuspended: { tone: 'info', reach: 'security' },
  accountReinstated: { tone: 'info', reach: 'security' },
  emailChanging: { tone: 'info', reach: 'security' },
  passwordChanged: { tone: 'info', reach: 'security' },
  phoneChanged: { tone: 'info', reach: 'security' },
  wechatChanged: { tone: 'info', reach: 'security' },
  pointsAllocated: { tone: 'info', reach: 'usual', page: 'points' },
  placeTaken: { tone: 'ok', reach: 'usual' },
  somebodyJoined: { tone: 'ok', reach: 'usual' },
  balancePaid: { tone: 'ok', reach: 'usual' },
  placeLeft: { tone: 'info', reach: 'usual', refund: 'listed' },
  carAssigned: { tone: 'ok', reach: 'usual' },
  carChanged: { tone: 'warn', reach: 'usual' },
  carWithdrawn: { tone: 'warn', reach: 'usual' },
  passengerMissed: { tone: 'danger', reach: 'usual' },
  seatOffered: { tone: 'ok', reach: 'money', page: 'join' },
  offerMissed: { tone: 'info', reach: 'usual', page: 'wait' },
  seatsOpen: { tone: 'ok', reach: 'usual', page: 'join' },
  waitlistClosed: { tone: 'warn', reach: 'usual', page: 'wait' },
  seatsReleased: { tone: 'ok', reach: 'usual', page: 'join' },
  flightChanged: { tone: 'info', reach: 'usual' },
  flightKept: { tone: 'warn', reach: 'usual' },
  placeMoved: { tone: 'warn', reach: 'money' },
  peopleChanged: { tone: 'info', reach: 'usual' },
  boardPosts: { tone: 'info', reach: 'usual', page: 'board' },
  orderPaid: { tone: 'ok', reach: 'usual' },
  orderProcessing: { tone: 'info', reach: 'usual' },
  orderCompleted: { tone: 'ok', reach: 'usual' },
  orderFailed: { tone: 'warn', reach: 'money', refund: 'listed' },
  orderRefunded: { tone: 'info', reach: 'money', refund: 'listed' },
  refundFailed: { tone: 'danger', reach: 'money' },
  balanceDue: { tone: 'warn', reach: 'money' },
  seatsFree: { tone: 'info', reach: 'usual', page: 'share' },
  rideSoon: { tone: 'ok', reach: 'usual' },
  carFound: { tone: 'info', reach: 'usual' },
  wishesMeet: { tone: 'info', reach: 'usual' },
}

/** Codes of a newer version are not known here. */
export const isNoticeCode = (code: string): code is NoticeCode => Object.hasOwn(NOTICES, code)

/** News of a car, which go out as a text message too. */
export const TEXTED = ['carAssigned', 'carChanged', 'carWithdrawn'] as const satisfies NoticeCode[]
export type TextedCode = (typeof TEXTED)[number]
export const isTexted = (code: string): code is TextedCode => TEXTED.some((one) => one === code)

export type OwnNotice<C extends OwnNoticeCode = OwnNoticeCode> = {
  id: string
  userId: UserId
  code: C
  params: OwnNotices[C] & Record<string, string | number>
}

/**
 * A notice to pass to `insertNotice` in the batch of the change it reports. `about` is its subject
 * (an order's id, an audit row's id): the same code about the same subject is sent once.
 */
export const noticeAbout = <C extends OwnNoticeCode>(
  code: C,
  about: string,
  userId: UserId,
  params: OwnNotices[C],
): OwnNotice<C> => ({
  id: `${code}:${about}`,
  userId,
  code,
  params: params as OwnNotice<C>['params'],
})
