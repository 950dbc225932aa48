import { BOARD_KEPT_MS, DRIVE_UNTIL_MS, FLIGHT_CHANGE_AFTER_MS, hours } from '#app/kernel/limits.ts'
import type { NoticeParams } from '#app/notices/rules/notice.ts'
import type { Facts } from '#app/notices/rules/notice-facts.ts'
import type { NoticeCode, Verdict } from '#app/notices/rules/notices.ts'
import {
  about,
  car,
  cutoffAt,
  dueAt,
  failed,
  flight,
  found,
  foundOne,
  held,
  inCar,
  lapsed,
  left,
  meeting,
  missed,
  nothing,
  noticeAt,
  offeredUntil,
  ofMember,
  ofOrder,
  ofRequest,
  onTrip,
  owed,
  released,
  startAt,
  waitingFor,
} from './notice-facts.ts'

/** What a notice says, of what it is true, and what ends it: what is so, and when if it matters. */
export type Example = { params: NoticeParams; facts: Facts; verdict: Verdict; ends: Ends }
type Ends = { [what: string]: Facts | readonly [Facts, now: number] }

const asking =
  (verdict: Verdict) =>
  (params: NoticeParams, facts: Facts, ends: Ends = {}): Example => ({
    params,
    facts,
    verdict,
    ends,
  })
const so = asking('so')
const due = asking('balance')
const depositTaken = asking('depositTaken')
const toPay = asking('request')

/** When a departure's day is over, and when any refund has arrived. */
export const dayOver = Date.parse('2027-06-06T23:00:00Z')
const longAfter = noticeAt + hours(24 * 14)

type Of = typeof inCar & typeof onTrip
const EACH = [
  [about.car, inCar as Of],
  [about.trip, onTrip as Of],
] as const
/** What an administrator says. */
const words = { zh: '司机晚到', en: 'Your driver is late', contact: 'neighbourhelp' }
/** The same for a place in a carpool and on a trip. */
const both = (make: (params: NoticeParams, of: Of) => Example): Example[] =>
  EACH.map(([params, of]) => make(params, of))

/** What is on its way back arrives. */
const arrives = (facts: Facts): Ends => ({ arrived: [facts, longAfter] })
const returned = (params: NoticeParams, facts: Facts, ends: Ends = {}) =>
  so(params, facts, { ...arrives(facts), ...ends })

const isCancelled = left('groupCancelled', 'CANCELLED')
const isPaid = { paymentStatus: 'PAID' } as const
/** Two went instead of three. */
const fewer = { amount: 1850, people: 2, of: 3, price: 3850 }
const noBalance: Ends = {
  released: inCar(released),
  departed: [inCar(), startAt],
  closed: inCar({ status: 'CLOSED' }),
  cancelled: inCar(isCancelled),
  completed: inCar({ status: 'COMPLETED', ...isPaid }),
  left: inCar(left('exited', 'PRIVATE_PENDING_PAYMENT')),
}
const carBalance: Ends = {
  ...noBalance,
  paid: inCar(isPaid),
  'paid by all': inCar({ status: 'SUCCESS', ...isPaid }),
  due: [inCar(), dueAt],
}
const noTripBalance: Ends = {
  released: onTrip(released),
  begun: [onTrip(), startAt],
  ended: [onTrip({ status: 'COMPLETED' }), startAt],
  cancelled: onTrip(isCancelled),
}
const tripBalance: Ends = { ...noTripBalance, paid: onTrip(isPaid), due: [onTrip(), dueAt] }
const lostSeat = (of: Of): Ends => ({
  'back in': of({ ...lapsed, back: true }),
  departed: [of(left('expired', 'SUCCESS')), startAt],
})
const repaid: Ends = {
  'paid again': inCar({ status: 'OPEN', depositStatus: 'held' }),
  captured: inCar(),
  left: inCar(left('exited')),
  'not filled': inCar({ status: 'FAILED', depositStatus: 'released' }),
  departed: [inCar({ depositStatus: 'released' }), startAt],
  closed: inCar({ status: 'CLOSED', depositStatus: 'released' }),
  cancelled: inCar(isCancelled),
}

/** News of a car: another one, none, or nobody to meet any more. It meets after the departure. */
const meetAt = startAt + hours(1)
const carNews = (until = meetAt) =>
  both((params, of) =>
    so({ ...params, ...car, meetAt }, of({ rideVersion: 1 }), {
      'another car': of({ rideVersion: 2 }),
      withdrawn: of({}),
      left: of({ ...left('refunded', 'CLOSED'), rideVersion: null }),
      met: [of({ rideVersion: 1 }), until],
    }),
  )

const bill = { requestId: 'req_1', what: 'postage', amount: 4196 }
const awaited = ofRequest('asked', 'awaiting')
const noBill: Ends = {
  paid: ofRequest('asked', 'paid'),
  withdrawn: ofRequest('void', 'free'),
  'paid another way': ofRequest('outside', 'free'),
}

const wait = { status: 'SUCCESS', isWaiting: false } as const
const offer = waitingFor({ offeredUntil })
const seats = waitingFor({ status: 'OPEN', people: 2 })

/** Every notice, with everything it may be about, and what ends it; completed actions never end. */
export const EXAMPLES: Record<NoticeCode, Example[]> = {
  placeCorrected: both((params, of) =>
    so({ ...params, corrected: 'nLocation bag', reason: 'asked' }, of({}), {
      left: of(left('unpaid')),
      'long departed': [of({}), startAt + DRIVE_UNTIL_MS],
    }),
  ),
  accountCorrected: [so({ corrected: 'name phone', reason: 'ours' }, nothing)],
  orderCorrected: [
    so({ ...about.mail, corrected: 'sendDate', reason: 'checked' }, ofOrder('open'), {
      completed: ofOrder('completed'),
      failed: ofOrder('failed', 'refunding'),
    }),
  ],
  message: [
    ...both((params, of) =>
      so({ ...params, ...words }, of({}), {
        left: of(left('unpaid')),
        'long departed': [of({}), startAt + DRIVE_UNTIL_MS],
      }),
    ),
    so({ ...about.mail, ...words }, ofOrder('open'), { deleted: nothing }),
    so(words, nothing),
  ],
  holdExpired: both((params, of) =>
    so(params, of(lapsed), {
      ...lostSeat(of),
      cutoff: [of(lapsed), cutoffAt],
      full: of(left('expired', 'SUCCESS')),
    }),
  ),
  holdExpiredReleased: both((params, of) => so(params, of(lapsed), lostSeat(of))),
  groupComplete: [
    due(about.car, inCar(), carBalance),
    depositTaken({ ...about.car, amount: 1850 }, inCar({ depositStatus: 'released' }), carBalance),
    so({ ...about.car, amount: 0 }, inCar({ ...isPaid, remaining: 0 }), noBalance),
    due({ ...about.car, ...fewer }, inCar(), carBalance),
    so({ ...about.car, ...fewer, amount: 0 }, inCar({ ...isPaid, remaining: 0 }), noBalance),
  ],
  groupPaid: [about.car, { ...about.car, released: 2 }].map((params) =>
    so(params, inCar({ status: 'SUCCESS', ...isPaid }), {
      departed: [inCar({ status: 'SUCCESS', ...isPaid }), startAt],
      completed: inCar({ status: 'COMPLETED', ...isPaid }),
      closed: inCar({ status: 'CLOSED', ...isPaid }),
      cancelled: inCar(isCancelled),
    }),
  ),
  groupFailed: [about.car, { ...about.car, people: 2 }].map((params) =>
    asking('choice')(params, inCar(failed), {
      converted: inCar({ ...left('converted', 'FAILED'), paymentStatus: 'PRIVATE_CONVERTED' }),
      'cancelled by the student': inCar(left('cancelled', 'FAILED')),
      refunded: inCar(left('dayOver', 'FAILED')),
      'day over': [inCar(failed), dayOver],
      cancelled: inCar(isCancelled),
    }),
  ),
  groupFailedRefunded: [about.car, { ...about.car, amount: 2000 }].map((params) =>
    returned(params, inCar(left('dayOver', 'FAILED'))),
  ),
  groupCancelled: both((params, of) => returned(params, of(isCancelled))).flatMap((one) => [
    one,
    { ...one, params: { ...one.params, amount: 3850 } },
  ]),
  placeRefunded: [
    returned({ ...about.car, amount: 4300 }, inCar(left('refunded', 'CLOSED'))),
    returned({ ...about.car, amount: 0 }, inCar(left('refunded', 'CLOSED'))),
    returned({ ...about.car, amount: 2000, part: 'deposit' }, inCar(left('refunded', 'SUCCESS'))),
    returned({ ...about.trip, amount: 2000, part: 'deposit' }, onTrip(left('refunded', 'SUCCESS'))),
  ],
  placeReleased: [
    returned({ ...about.car, amount: 2000 }, inCar(released), {
      refunded: inCar(left('refunded', 'SUCCESS')),
      'refunded in part': inCar({ ...released, kept: 1500 }),
      'a refund failed': { ...inCar(released), isRefundOwed: true },
    }),
    so({ ...about.car, amount: 0 }, inCar({ ...released, depositStatus: 'cancelled', kept: 0 })),
    so({ ...about.car, amount: 2000 }, inCar({ ...released, status: 'CLOSED' })),
    returned({ ...about.trip, amount: 2000 }, onTrip(released), {
      refunded: onTrip({ ...released, kept: 0 }),
    }),
  ],
  othersReleased: [
    so(about.car, inCar(isPaid), {
      decided: inCar({ status: 'SUCCESS', ...isPaid }),
      'released too': inCar(released),
    }),
    so(about.trip, onTrip(isPaid), { begun: [onTrip(isPaid), startAt] }),
  ],
  moneyReturned: [
    returned({ ...about.car, amount: 500 }, inCar(), { cancelled: inCar(isCancelled) }),
    so({ ...about.car, amount: 500, noteZh: '抱歉', noteEn: 'Sorry' }, inCar(released)),
    returned({ ...about.trip, amount: 500 }, onTrip(), {
      'the rest refunded': onTrip(left('refunded', 'SUCCESS')),
    }),
  ],
  departedUnpaid: [
    returned(about.car, inCar({ status: 'CLOSED' }), {
      refunded: inCar(left('refunded', 'CLOSED')),
    }),
  ],
  privateUnpaid: [about.wholeCar, { ...about.car, amount: 2000 }].map((params) =>
    returned(params, inCar(left('departed', 'CLOSED'))),
  ),
  depositReleased: [depositTaken(about.car, inCar({ depositStatus: 'released' }), repaid)],
  renewalFailed: [
    depositTaken(about.car, inCar({ depositStatus: 'held', renewalFailed: true }), {
      ...repaid,
      released: inCar({ depositStatus: 'released', renewalFailed: true }),
    }),
  ],
  balanceReturned: both((params, of) => returned(params, of(isPaid))).flatMap((one) => [
    one,
    { ...one, params: { ...one.params, amount: 1850 } },
  ]),
  tripConfirmed: [
    due(about.trip, onTrip()),
    due({ ...about.trip, amount: 1850 }, onTrip(), tripBalance),
    so({ ...about.trip, amount: 0 }, onTrip({ ...isPaid, remaining: 0 }), noTripBalance),
  ],
  tripFailed: [about.trip, { ...about.trip, amount: 2000 }].map((params) =>
    returned(params, onTrip(left('cancelled', 'FAILED'))),
  ),
  tripPriceRaised: (['OPEN', 'FULL'] as const).map((status) =>
    so({ ...about.trip, from: 3000, amount: 4550, until: cutoffAt }, onTrip({ status }), {
      left: onTrip(left('exited')),
      cutoff: [onTrip({ status }), cutoffAt],
      'goes ahead': onTrip(),
      cancelled: onTrip(isCancelled),
    }),
  ),
  tripTextsDeclined: [
    so({ ...about.trip, version: 2, reason: 'phone' }, onTrip({ textsVersion: 2 }), {
      'written again': onTrip({ textsVersion: 3 }),
      left: onTrip({ ...left('exited'), textsVersion: 2 }),
      begun: [onTrip({ textsVersion: 2 }), startAt],
    }),
  ],
  memberApproved: [
    so({}, ofMember('APPROVED'), {
      'moved flat': ofMember('PENDING'),
      rejected: ofMember('REJECTED'),
    }),
  ],
  memberRejected: [
    so({ reason: 'no such room' }, ofMember('REJECTED'), { approved: ofMember('APPROVED') }),
    so({}, ofMember('REJECTED'), {
      corrected: ofMember('PENDING'),
      approved: ofMember('APPROVED'),
    }),
  ],
  accountSuspended: [
    so({ contact: 'linbang-kefu' }, { ...nothing, isSuspended: true }, { lifted: nothing }),
  ],
  accountReinstated: [so({}, nothing, { 'suspended again': { ...nothing, isSuspended: true } })],
  emailChanging: [so({ email: 'l***@example.com' }, nothing)],
  passwordChanged: [so({}, nothing), so({ byCode: 1 }, nothing)],
  phoneChanged: [so({}, nothing)],
  wechatChanged: [so({}, nothing)],
  pointsAllocated: [so({ points: 200 }, nothing), so({ points: -200 }, nothing)],
  placeTaken: [
    so({ ...about.car, amount: 3850, inFull: 1 }, inCar(isPaid), {
      cancelled: inCar(isCancelled),
      departed: [inCar(isPaid), startAt],
    }),
    so({ ...about.car, amount: 2000, until: startAt }, inCar({ status: 'OPEN', ...held }), {
      'charged as the car is full': inCar(),
      'released by the bank': inCar({ status: 'OPEN', depositStatus: 'released' }),
      left: inCar(left('exited')),
      'not filled': inCar({ status: 'FAILED', depositStatus: 'held' }),
    }),
    so({ ...about.trip, amount: 2000 }, onTrip({ status: 'OPEN' }), {
      left: onTrip(left('exited')),
      begun: [onTrip(), startAt],
    }),
  ],
  somebodyJoined: [
    so(about.car, inCar({ status: 'OPEN', ...held }), {
      complete: inCar(),
      left: inCar(left('exited')),
      cutoff: [inCar({ status: 'OPEN' }), cutoffAt],
      cancelled: inCar(isCancelled),
    }),
    so(about.car, inCar({ status: 'FULL', ...held, people: 3 })),
  ],
  balancePaid: [
    so({ ...about.car, amount: 1850, deducted: 0 }, inCar(isPaid), {
      refunded: inCar(left('refunded', 'CLOSED')),
      departed: [inCar(isPaid), startAt],
    }),
    so({ ...about.car, amount: 1000, deducted: 850 }, inCar(isPaid)),
    so({ ...about.car, amount: 0, deducted: 1850 }, inCar(isPaid)),
    so({ ...about.trip, amount: 1850, deducted: 0 }, onTrip(isPaid), {
      cancelled: onTrip(isCancelled),
    }),
  ],
  placeLeft: [
    returned({ ...about.car, amount: 2000 }, inCar({ ...left('exited'), kept: 0 }), {
      owed: { ...inCar(left('exited')), isRefundOwed: true },
    }),
    so({ ...about.car, amount: 2000 }, inCar({ ...left('cancelled', 'FAILED'), kept: 0 })),
    returned({ ...about.trip, amount: 2000 }, onTrip({ ...left('exited'), kept: 0 })),
  ],
  carAssigned: carNews(),
  carChanged: carNews(),
  rideSoon: carNews(startAt),
  carWithdrawn: both((params, of) =>
    so(params, of({}), {
      'another car': of({ rideVersion: 2 }),
      left: of({ ...left('refunded', 'CLOSED'), rideVersion: null }),
      'nobody can be sent any more': [of({}), startAt + DRIVE_UNTIL_MS],
    }),
  ),
  passengerMissed: both((params, of) =>
    so({ ...params, version: 1 }, of(missed), {
      found: of({ ...missed, isMissed: false }),
      'another car': of({ ...missed, rideVersion: 2 }),
      refunded: of({ ...left('refunded', 'CLOSED'), rideVersion: null }),
      'long departed': [of(missed), startAt + DRIVE_UNTIL_MS],
    }),
  ),
  seatsFree: [
    so({ ...about.car, dueAt: cutoffAt }, inCar({ status: 'OPEN', ...held }), {
      'full for now': inCar({ status: 'FULL', people: 3 }),
      complete: inCar({ people: 3 }),
      left: inCar(left('exited')),
      cutoff: [inCar({ status: 'OPEN' }), cutoffAt],
      cancelled: inCar(isCancelled),
    }),
    so({ ...about.trip, dueAt: cutoffAt }, onTrip({ status: 'OPEN' }), {
      full: onTrip({ status: 'FULL', people: 8 }),
      left: onTrip(left('exited')),
      cutoff: [onTrip({ status: 'OPEN' }), cutoffAt],
      'goes ahead': onTrip(),
    }),
  ],
  balanceDue: [
    due({ ...about.car, private: 0, amount: 1850, dueAt }, inCar(), carBalance),
    due(
      { ...about.wholeCar, amount: 1850, dueAt: startAt },
      inCar({ balanceDueAt: startAt, status: 'PRIVATE_PENDING_PAYMENT', depositStatus: 'held' }),
      carBalance,
    ),
    due({ ...about.trip, amount: 1850, dueAt }, onTrip(), tripBalance),
  ],
  autoPayTold: [
    so({ ...about.car, amount: 1850, until: dueAt }, inCar({ autoPay: true }), {
      'turned off': inCar(),
      paid: inCar({ ...isPaid, autoPay: true }),
    }),
    so({ ...about.trip, amount: 1850, until: dueAt }, onTrip({ autoPay: true }), {
      'turned off': onTrip(),
    }),
  ],
  autoPayFailed: [
    due({ ...about.car, amount: 1850, dueAt, why: 'declined' }, inCar(), carBalance),
    due({ ...about.trip, amount: 1850, dueAt, why: 'late' }, onTrip(), tripBalance),
  ],
  seatOffered: [
    asking('offer')({ ...about.waited, until: offeredUntil, people: 2 }, offer, {
      over: [offer, offeredUntil],
      missed: waitingFor(),
      'another one': waitingFor({ offeredUntil: offeredUntil + hours(2) }),
      taken: waitingFor({ offeredUntil, isThere: true }),
      'no longer waiting': waitingFor({ isWaiting: false }),
      complete: waitingFor({ status: 'SUCCESS_PENDING_PAYMENT', offeredUntil }),
    }),
  ],
  offerMissed: [
    so({ ...about.waited, out: 0 }, waitingFor(), {
      'in after all': waitingFor({ isThere: true }),
      cutoff: [waitingFor(), cutoffAt],
      complete: waitingFor({ status: 'SUCCESS' }),
    }),
    so({ ...about.waited, out: 1 }, waitingFor({ isWaiting: false })),
  ],
  seatsOpen: [
    so(about.waited, seats, {
      full: waitingFor(),
      in: waitingFor({ status: 'OPEN', people: 2, isThere: true }),
      'no longer waiting': waitingFor({ status: 'OPEN', people: 2, isWaiting: false }),
      cutoff: [seats, cutoffAt],
    }),
  ],
  waitlistClosed: [
    so({ ...about.waited, complete: 1 }, waitingFor(wait), {
      departed: [waitingFor(wait), startAt],
      'in after all': waitingFor({ ...wait, isThere: true }),
    }),
    so({ ...about.waited, complete: 0 }, waitingFor({ ...wait, status: 'FAILED' })),
  ],
  seatsReleased: [
    so({ ...about.waited, until: cutoffAt + 1 }, waitingFor({ ...wait, releasedSeats: 1 }), {
      'taken by others': waitingFor(wait),
      'in after all': waitingFor({ ...wait, releasedSeats: 1, isThere: true }),
      'too late': [waitingFor({ ...wait, releasedSeats: 1 }), cutoffAt + 1],
    }),
  ],
  flightChanged: [
    so({ ...about.car, ...flight }, inCar(), {
      'changed again, or its passenger left': inCar({ flightTimes: [startAt - hours(2)] }),
      left: inCar(left('unpaid')),
      '3 hours after departure': [inCar(), startAt + FLIGHT_CHANGE_AFTER_MS],
    }),
  ],
  flightKept: [
    so({ ...about.car, ...flight, version: 2, note: 'a coach' }, inCar({ flightVersion: 2 }), {
      'changed again': inCar({ flightVersion: 3 }),
      refunded: inCar({ ...left('refunded', 'CLOSED'), flightVersion: 2 }),
      'long departed': [inCar({ flightVersion: 2 }), startAt + FLIGHT_CHANGE_AFTER_MS],
    }),
  ],
  placeMoved: [inCar(), inCar(isPaid)].map((facts) =>
    so(about.car, facts, {
      'moved again': inCar(left('moved', 'SUCCESS')),
      cancelled: inCar(isCancelled),
      departed: [facts, startAt],
    }),
  ),
  peopleChanged: [
    so({ ...about.car, people: 2 }, inCar(), {
      left: inCar(left('unpaid')),
      departed: [inCar(), startAt],
    }),
  ],
  boardPosts: both((params, of) =>
    so({ ...params, count: params === about.car ? 3 : 1 }, of({}), {
      left: of(left('unpaid')),
      deleted: [of({}), startAt + BOARD_KEPT_MS],
      cancelled: of(isCancelled),
    }),
  ),
  orderPaid: [
    so({ ...about.mail, amount: 1000 }, ofOrder('open'), {
      'being dealt with': ofOrder('processing'),
      failed: ofOrder('failed', 'refunding'),
    }),
    so({ ...about.move, amount: 2000 }, ofOrder('open')),
  ],
  orderProcessing: [about.mail, about.move].map((params) =>
    so(params, ofOrder('processing'), {
      completed: ofOrder('completed'),
      failed: ofOrder('failed', 'refunding'),
    }),
  ),
  orderSent: [
    so({ ...about.mail, carrier: 'SF', numbers: 'SF1, SF2' }, ofOrder('completed'), {
      'back at work': ofOrder('processing'),
    }),
  ],
  orderCompleted: [about.mail, about.move].map((params) =>
    so(params, ofOrder('completed'), {
      'moved back': ofOrder('processing'),
      failed: ofOrder('failed', 'refunding'),
    }),
  ),
  orderFailed: [
    returned(about.mail, ofOrder('failed', 'refunding')),
    so(about.move, ofOrder('failed', 'refunded')),
    so({ ...about.mail, amount: 0 }, ofOrder('failed', 'free')),
  ],
  orderRefunded: [about.mail, about.move].map((params) =>
    returned({ ...params, amount: 500 }, ofOrder('open'), {
      failed: { ...ofOrder('open'), isRefundOwed: true },
    }),
  ),
  requestAsked: [bill, { ...bill, changed: 1 }].map((params) => toPay(params, awaited, noBill)),
  requestDue: [toPay(bill, awaited, noBill)],
  requestVoided: [so(bill, ofRequest('void', 'free'))],
  requestPaid: [so(bill, ofRequest('asked', 'paid'), { refunded: ofRequest('asked', 'refunded') })],
  requestOutside: [so(bill, ofRequest('outside', 'free'))],
  requestRefunded: [
    returned(bill, ofRequest('asked', 'paid'), {
      failed: { ...ofRequest('asked', 'paid'), isRefundOwed: true },
    }),
  ],
  refundFailed: [about.car, about.trip, about.mail, about.move, {}].map((params) =>
    so({ ...params, refundId: 're_1', amount: 2000 }, owed, { 'made good': nothing }),
  ),
  carFound: [
    so(foundOne, found(), {
      'the wish has ended': found({}, false),
      'too few seats are left': found({ people: 3 }),
      complete: found({ status: 'SUCCESS_PENDING_PAYMENT', people: 4 }),
      cutoff: [found(), cutoffAt],
      cancelled: found({ status: 'CANCELLED' }),
    }),
    so({ ...foundOne, cars: '["car_1","car_2"]', count: 2 }, found()),
  ],
  wishesMeet: ['PICKUP', 'DROPOFF'].map((tripType) =>
    so(
      { ...meeting, tripType },
      { ...nothing, isWished: true },
      {
        'the wish has ended': nothing,
        'too late to open a car': [{ ...nothing, isWished: true }, startAt],
      },
    ),
  ),
}

/**
 * How notices reach their readers; the others are usual. What costs money or a seat and what an
 * account's own security needs is written down twice, so that neither is lost by a slip.
 */
export const REACHES: { security: NoticeCode[]; money: NoticeCode[] } = {
  security: [
    'accountSuspended',
    'accountReinstated',
    'passwordChanged',
    'phoneChanged',
    'wechatChanged',
    'emailChanging',
    'accountCorrected',
  ],
  money: [
    'refundFailed',
    'holdExpiredReleased',
    'placeReleased',
    'placeRefunded',
    'moneyReturned',
    'balanceReturned',
    'groupCancelled',
    'groupComplete',
    'groupFailed',
    'groupFailedRefunded',
    'departedUnpaid',
    'privateUnpaid',
    'depositReleased',
    'renewalFailed',
    'tripConfirmed',
    'tripFailed',
    'tripPriceRaised',
    'orderFailed',
    'orderRefunded',
    'requestAsked',
    'requestDue',
    'requestVoided',
    'requestRefunded',
    'balanceDue',
    'placeMoved',
    'seatOffered',
    'autoPayTold',
    'autoPayFailed',
  ],
}
