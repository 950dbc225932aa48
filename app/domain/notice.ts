import type { NoticeCode as GroupNoticeCode } from './group/effect.ts'
import type { AirportId, OrderId, ParticipantId, TripId, UserId, WishId } from './id.ts'

/**
 * Notices that do not come from a group's event, and what the text of each needs. The texts are in
 * locales notices; which page tells more is in app/services/notices/notice-texts.
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

/** How prominent each notice is. A new kind does not compile until it has a tone. */
export const TONES = {
  holdExpired: 'info',
  holdExpiredReleased: 'warn',
  groupComplete: 'ok',
  groupPaid: 'ok',
  groupFailed: 'warn',
  groupFailedRefunded: 'info',
  groupCancelled: 'warn',
  placeRefunded: 'info',
  moneyReturned: 'info',
  placeReleased: 'warn',
  othersReleased: 'info',
  departedUnpaid: 'danger',
  privateUnpaid: 'warn',
  depositReleased: 'warn',
  renewalFailed: 'warn',
  balanceReturned: 'info',
  tripConfirmed: 'ok',
  tripFailed: 'info',
  tripPriceRaised: 'warn',
  tripTextsDeclined: 'warn',
  memberApproved: 'ok',
  memberRejected: 'warn',
  accountSuspended: 'info',
  accountReinstated: 'info',
  emailChanging: 'info',
  passwordChanged: 'info',
  phoneChanged: 'info',
  wechatChanged: 'info',
  pointsAllocated: 'info',
  placeTaken: 'ok',
  somebodyJoined: 'ok',
  balancePaid: 'ok',
  placeLeft: 'info',
  carAssigned: 'ok',
  carChanged: 'warn',
  carWithdrawn: 'warn',
  passengerMissed: 'danger',
  seatOffered: 'ok',
  offerMissed: 'info',
  seatsOpen: 'ok',
  waitlistClosed: 'warn',
  seatsReleased: 'ok',
  flightChanged: 'info',
  flightKept: 'warn',
  placeMoved: 'warn',
  peopleChanged: 'info',
  boardPosts: 'info',
  orderPaid: 'ok',
  orderProcessing: 'info',
  orderCompleted: 'ok',
  orderFailed: 'warn',
  orderRefunded: 'info',
  refundFailed: 'danger',
  balanceDue: 'warn',
  seatsFree: 'info',
  rideSoon: 'ok',
  carFound: 'info',
  wishesMeet: 'info',
} as const satisfies Record<NoticeCode, string>

export type NoticeTone = (typeof TONES)[NoticeCode]

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
