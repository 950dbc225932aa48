import { expect, test } from 'vitest'
import type { NoticeParams } from '#app/group/rules/effect.ts'
import { BOARD_KEPT_MS, DRIVE_UNTIL_MS, FLIGHT_CHANGE_AFTER_MS, hours } from '#app/kernel/limits.ts'
import {
  about,
  car,
  cutoffAt,
  dueAt,
  flight,
  found,
  foundOne,
  inCar,
  left,
  meeting,
  missed,
  nothing,
  noticeAt,
  offeredUntil,
  ofMember,
  ofOrder,
  onTrip,
  released,
  startAt,
  TRUE,
  waitingFor,
} from '#tests/kit/notice-facts.ts'
import type { NoticeCode } from './notice.ts'
import type { Facts } from './notice-facts.ts'
import { verdictOf } from './notice-truth.ts'

/**
 * Tests the rules for which notices are still true, one by one. tests/worker plays the full path of
 * each notice, from cause to end.
 */

const days = (n: number) => hours(24 * n)
const verdict = (
  code: NoticeCode,
  params: NoticeParams,
  facts: Facts,
  now: number,
  createdAt = noticeAt,
) => verdictOf({ code, params, createdAt }, facts, now)

/**
 * What a notice reports while that is the case, and when, for something that happened at `toldAt`.
 */
const all = Object.entries(TRUE).flatMap(([code, cases]) =>
  cases.map((each, i) => [`${code} ${i}`, code as NoticeCode, each] as const),
)
test.each(all)('%s is true when it is written', (_name, code, { params, facts, verdict: told }) => {
  expect(verdict(code, params, facts, noticeAt)).toBe(told)
})
/** These report completed actions: nothing makes them untrue. */
const DONE = [
  'pointsAllocated',
  'emailChanging',
  'passwordChanged',
  'phoneChanged',
  'wechatChanged',
] as const
type Done = (typeof DONE)[number]
const isDone = (code: NoticeCode) => DONE.some((one) => one === code)

test.each(
  all.filter(
    ([, code]) =>
      !isDone(code) && !['memberApproved', 'memberRejected', 'accountReinstated'].includes(code),
  ),
)('%s is not true of something that no longer exists', (_name, code, { params }) => {
  expect(verdict(code, params, nothing, noticeAt + days(15))).toBe('over')
})

/** What ends a notice: what is so, and when (otherwise as it is written). */
type Ends = { [what: string]: Facts | readonly [Facts, now: number] }
type Case = readonly [NoticeParams, Ends]
const ends = (params: NoticeParams, what: Ends): Case => [params, what]
const afterStart = startAt
const dayOver = Date.parse('2027-06-06T23:00:00Z')
const longAfter = noticeAt + days(14)

const carBalance: Ends = {
  paid: inCar({ paymentStatus: 'PAID' }),
  'paid by all': inCar({ status: 'SUCCESS', paymentStatus: 'PAID' }),
  due: [inCar(), dueAt],
  released: inCar(released),
  departed: [inCar(), afterStart],
  closed: inCar({ status: 'CLOSED' }),
  cancelled: inCar(left('groupCancelled', 'CANCELLED')),
  completed: inCar({ status: 'COMPLETED', paymentStatus: 'PAID' }),
  left: inCar(left('exited', 'PRIVATE_PENDING_PAYMENT')),
}
const tripBalance: Ends = {
  paid: onTrip({ paymentStatus: 'PAID' }),
  due: [onTrip(), dueAt],
  released: onTrip(released),
  begun: [onTrip(), afterStart],
  ended: [onTrip({ status: 'COMPLETED' }), afterStart],
  cancelled: onTrip(left('groupCancelled', 'CANCELLED')),
}
const lostSeat = (of: typeof inCar | typeof onTrip): Ends => ({
  'back in': of({ ...left('expired'), back: true } as never),
  departed: [of(left('expired', 'SUCCESS') as never), afterStart],
})
const repaid: Ends = {
  'paid again': inCar({ status: 'OPEN', depositStatus: 'held' }),
  captured: inCar({ depositStatus: 'captured' }),
  left: inCar(left('exited')),
  'not filled': inCar({ status: 'FAILED', depositStatus: 'released' }),
  departed: [inCar({ depositStatus: 'released' }), afterStart],
  closed: inCar({ status: 'CLOSED', depositStatus: 'released' }),
  cancelled: inCar(left('groupCancelled', 'CANCELLED')),
}

/** News of a car of this version: another one, none, or nowhere to go. */
function carEndings(rideVersion: number | null): Case[] {
  const endings = (of: typeof inCar | typeof onTrip): Ends => ({
    'another car': of({ rideVersion: 2 }),
    left: of({ ...left('refunded', 'CLOSED'), rideVersion: null } as never),
    'met, or nobody can be sent any more': [
      of({ rideVersion }),
      rideVersion === null ? startAt + DRIVE_UNTIL_MS : meetAt,
    ],
    ...(rideVersion !== null && { withdrawn: of() }),
  })
  // A car may meet its passengers after they were to leave.
  const meetAt = startAt + hours(1)
  const { meetAt: _, ...withdrawn } = car
  const params = rideVersion === null ? withdrawn : { ...car, meetAt }
  return [
    ends({ ...about.car, ...params }, endings(inCar)),
    ends({ ...about.trip, ...params }, endings(onTrip)),
  ]
}

const missedEndings = (of: typeof inCar | typeof onTrip): Ends => ({
  found: of({ ...missed, isMissed: false }),
  'another car': of({ ...missed, rideVersion: 2 }),
  refunded: of({ ...left('refunded', 'CLOSED'), rideVersion: null } as never),
  'long departed': [of(missed), startAt + DRIVE_UNTIL_MS],
})

/** What ends it for somebody who owes nothing. */
const unowed = ({ paid: _, 'paid by all': __, due: ___, ...others }: Ends): Ends => others

/** What ends each kind of notice; completed actions never end. */
const ENDINGS: Record<Exclude<NoticeCode, Done>, Case[]> = {
  holdExpired: [
    ends(about.car, {
      ...lostSeat(inCar),
      cutoff: [inCar(left('expired')), cutoffAt],
      full: inCar(left('expired', 'SUCCESS')),
    }),
    ends(about.trip, { ...lostSeat(onTrip), cutoff: [onTrip(left('expired')), cutoffAt] }),
  ],
  holdExpiredReleased: [ends(about.car, lostSeat(inCar)), ends(about.trip, lostSeat(onTrip))],
  groupComplete: [
    ends({ ...about.car, amount: 1850 }, carBalance),
    ends({ ...about.car, amount: 0 }, unowed(carBalance)),
  ],
  groupPaid: [
    ends(about.car, {
      departed: [inCar({ status: 'SUCCESS', paymentStatus: 'PAID' }), afterStart],
      completed: inCar({ status: 'COMPLETED', paymentStatus: 'PAID' }),
      closed: inCar({ status: 'CLOSED', paymentStatus: 'PAID' }),
      cancelled: inCar(left('groupCancelled', 'CANCELLED')),
    }),
  ],
  groupFailed: [
    ends(about.car, {
      converted: inCar({ ...left('converted', 'FAILED'), paymentStatus: 'PRIVATE_CONVERTED' }),
      'cancelled by the student': inCar(left('cancelled', 'FAILED')),
      refunded: inCar(left('dayOver', 'FAILED')),
      'day over': [inCar({ status: 'FAILED' }), dayOver],
      cancelled: inCar(left('groupCancelled', 'CANCELLED')),
    }),
  ],
  groupFailedRefunded: [
    ends(about.car, { arrived: [inCar(left('dayOver', 'FAILED')), longAfter] }),
  ],
  groupCancelled: [
    ends(about.car, { arrived: [inCar(left('groupCancelled', 'CANCELLED')), longAfter] }),
    ends(about.trip, { arrived: [onTrip(left('groupCancelled', 'CANCELLED')), longAfter] }),
  ],
  placeRefunded: [
    ends(
      { ...about.car, amount: 4300 },
      { arrived: [inCar(left('refunded', 'CLOSED')), longAfter] },
    ),
  ],
  moneyReturned: [
    ends(
      { ...about.car, amount: 500 },
      {
        arrived: [inCar({ paymentStatus: 'PAID' }), longAfter],
        cancelled: inCar(left('groupCancelled', 'CANCELLED')),
      },
    ),
    ends(
      { ...about.trip, amount: 500 },
      {
        arrived: [onTrip({ paymentStatus: 'PAID' }), longAfter],
        'the rest refunded': onTrip(left('refunded', 'SUCCESS')),
      },
    ),
  ],
  placeReleased: [
    ends(
      { ...about.car, amount: 2000 },
      {
        'long ago': [inCar(released), longAfter],
        refunded: inCar(left('refunded', 'SUCCESS')),
        'refunded in part': inCar({ ...released, kept: 1500 }),
        'a refund failed': { ...inCar(released), isRefundOwed: true },
      },
    ),
    ends(
      { ...about.trip, amount: 2000 },
      { 'long ago': [onTrip(released), longAfter], refunded: onTrip({ ...released, kept: 0 }) },
    ),
  ],
  othersReleased: [
    ends(about.car, {
      decided: inCar({ status: 'SUCCESS', paymentStatus: 'PAID' }),
      'released too': inCar(released),
    }),
    ends(about.trip, { begun: [onTrip({ paymentStatus: 'PAID' }), afterStart] }),
  ],
  departedUnpaid: [
    ends(about.car, {
      refunded: inCar(left('refunded', 'CLOSED')),
      'long ago': [inCar({ status: 'CLOSED' }), longAfter],
    }),
  ],
  privateUnpaid: [
    ends(about.wholeCar, { arrived: [inCar(left('departed', 'CLOSED')), longAfter] }),
  ],
  depositReleased: [ends(about.car, repaid)],
  renewalFailed: [
    ends(about.car, {
      ...repaid,
      released: inCar({ depositStatus: 'released', renewalFailed: true }),
    }),
  ],
  balanceReturned: [
    ends(about.car, { arrived: [inCar({ paymentStatus: 'PAID' }), longAfter] }),
    ends(about.trip, { arrived: [onTrip({ paymentStatus: 'PAID' }), longAfter] }),
  ],
  tripConfirmed: [
    ends({ ...about.trip, amount: 1850 }, tripBalance),
    ends({ ...about.trip, amount: 0 }, unowed(tripBalance)),
  ],
  tripFailed: [ends(about.trip, { arrived: [onTrip(left('cancelled', 'FAILED')), longAfter] })],
  tripPriceRaised: [
    ends(
      { ...about.trip, from: 3000, amount: 4550, until: cutoffAt },
      {
        left: onTrip(left('exited')),
        cutoff: [onTrip({ status: 'OPEN' }), cutoffAt],
        'goes ahead': onTrip(),
        cancelled: onTrip(left('groupCancelled', 'CANCELLED')),
      },
    ),
  ],
  tripTextsDeclined: [
    ends(
      { ...about.trip, version: 2, reason: 'phone' },
      {
        'written again': onTrip({ textsVersion: 3 }),
        left: onTrip({ ...left('exited'), textsVersion: 2 }),
        begun: [onTrip({ textsVersion: 2 }), afterStart],
      },
    ),
  ],
  placeTaken: [
    ends(
      { ...about.car, amount: 3850, inFull: 1 },
      {
        cancelled: inCar(left('groupCancelled', 'CANCELLED')),
        departed: [inCar({ paymentStatus: 'PAID' }), afterStart],
      },
    ),
    ends(
      { ...about.car, amount: 2000 },
      {
        'charged as the car is full': inCar(),
        'released by the bank': inCar({ status: 'OPEN', depositStatus: 'released' }),
        left: inCar(left('exited')),
        'not filled': inCar({ status: 'FAILED', depositStatus: 'held' }),
      },
    ),
    ends(
      { ...about.trip, amount: 2000 },
      { left: onTrip(left('exited')), begun: [onTrip(), afterStart] },
    ),
  ],
  somebodyJoined: [
    ends(about.car, {
      complete: inCar(),
      left: inCar(left('exited')),
      cutoff: [inCar({ status: 'OPEN' }), cutoffAt],
      cancelled: inCar(left('groupCancelled', 'CANCELLED')),
    }),
  ],
  balancePaid: [
    ends(
      { ...about.car, amount: 1850, deducted: 0 },
      {
        refunded: inCar(left('refunded', 'CLOSED')),
        departed: [inCar({ paymentStatus: 'PAID' }), afterStart],
      },
    ),
    ends(
      { ...about.trip, amount: 1850, deducted: 0 },
      { cancelled: onTrip(left('groupCancelled', 'CANCELLED')) },
    ),
  ],
  carAssigned: carEndings(1),
  carChanged: carEndings(1),
  carWithdrawn: carEndings(null),
  passengerMissed: [
    ends({ ...about.car, version: 1 }, missedEndings(inCar)),
    ends({ ...about.trip, version: 1 }, missedEndings(onTrip)),
  ],
  flightChanged: [
    ends(
      { ...about.car, ...flight },
      {
        'changed again, or its passenger left': inCar({ flightTimes: [startAt - hours(2)] }),
        left: inCar(left('unpaid')),
        '3 hours after departure': [inCar(), startAt + FLIGHT_CHANGE_AFTER_MS],
      },
    ),
  ],
  flightKept: [
    ends(
      { ...about.car, ...flight, version: 2, note: 'a coach' },
      {
        'changed again': inCar({ flightVersion: 3 }),
        refunded: inCar({ ...left('refunded', 'CLOSED'), flightVersion: 2 }),
        'long departed': [inCar({ flightVersion: 2 }), startAt + FLIGHT_CHANGE_AFTER_MS],
      },
    ),
  ],
  placeMoved: [
    ends(about.car, {
      'moved again': inCar(left('moved', 'SUCCESS')),
      cancelled: inCar(left('groupCancelled', 'CANCELLED')),
      departed: [inCar(), afterStart],
    }),
  ],
  peopleChanged: [
    ends(
      { ...about.car, people: 2 },
      { left: inCar(left('unpaid')), departed: [inCar(), afterStart] },
    ),
  ],
  boardPosts: [
    ends(
      { ...about.car, count: 3 },
      {
        left: inCar(left('unpaid')),
        deleted: [inCar(), startAt + BOARD_KEPT_MS],
        cancelled: inCar(left('groupCancelled', 'CANCELLED')),
      },
    ),
    ends({ ...about.trip, count: 3 }, { deleted: [onTrip(), startAt + BOARD_KEPT_MS] }),
  ],
  rideSoon: carEndings(1),
  seatsFree: [
    ends(
      { ...about.car, dueAt: cutoffAt },
      {
        'full for now': inCar({ status: 'FULL', people: 3 }),
        complete: inCar({ people: 3 }),
        left: inCar(left('exited')),
        cutoff: [inCar({ status: 'OPEN' }), cutoffAt],
        cancelled: inCar(left('groupCancelled', 'CANCELLED')),
      },
    ),
    ends(
      { ...about.trip, dueAt: cutoffAt },
      {
        full: onTrip({ status: 'FULL', people: 8 }),
        left: onTrip(left('exited')),
        cutoff: [onTrip({ status: 'OPEN' }), cutoffAt],
        'goes ahead': onTrip(),
      },
    ),
  ],
  seatOffered: [
    ends(
      { ...about.waited, until: offeredUntil, people: 2 },
      {
        over: [waitingFor({ offeredUntil }), offeredUntil],
        missed: waitingFor(),
        'another one': waitingFor({ offeredUntil: offeredUntil + hours(2) }),
        taken: waitingFor({ offeredUntil, isThere: true }),
        'no longer waiting': waitingFor({ isWaiting: false }),
        complete: waitingFor({ status: 'SUCCESS_PENDING_PAYMENT', offeredUntil }),
      },
    ),
  ],
  offerMissed: [
    ends(
      { ...about.waited, out: 0 },
      {
        'in after all': waitingFor({ isThere: true }),
        cutoff: [waitingFor(), cutoffAt],
        complete: waitingFor({ status: 'SUCCESS' }),
      },
    ),
  ],
  seatsOpen: [
    ends(about.waited, {
      full: waitingFor(),
      in: waitingFor({ status: 'OPEN', people: 2, isThere: true }),
      'no longer waiting': waitingFor({ status: 'OPEN', people: 2, isWaiting: false }),
      cutoff: [waitingFor({ status: 'OPEN', people: 2 }), cutoffAt],
    }),
  ],
  seatsReleased: [
    ends(
      { ...about.waited, until: cutoffAt + 1 },
      {
        'taken by others': waitingFor({ status: 'SUCCESS' }),
        'in after all': waitingFor({ status: 'SUCCESS', releasedSeats: 1, isThere: true }),
        'too late': [waitingFor({ status: 'SUCCESS', releasedSeats: 1 }), cutoffAt + 1],
      },
    ),
  ],
  waitlistClosed: [
    ends(
      { ...about.waited, complete: 1 },
      {
        departed: [waitingFor({ status: 'SUCCESS' }), afterStart],
        'in after all': waitingFor({ status: 'SUCCESS', isThere: true }),
      },
    ),
  ],
  placeLeft: [
    ends(
      { ...about.car, amount: 2000 },
      {
        arrived: [inCar(left('exited')), longAfter],
        owed: { ...inCar(left('exited')), isRefundOwed: true },
      },
    ),
    ends({ ...about.trip, amount: 2000 }, { arrived: [onTrip(left('exited')), longAfter] }),
  ],
  orderPaid: [
    ends(
      { ...about.mail, amount: 1000 },
      { 'being dealt with': ofOrder('processing'), failed: ofOrder('failed', 'refunding') },
    ),
  ],
  memberApproved: [ends({}, { 'moved flat': ofMember('PENDING'), rejected: ofMember('REJECTED') })],
  memberRejected: [ends({}, { corrected: ofMember('PENDING'), approved: ofMember('APPROVED') })],
  accountSuspended: [ends({ contact: 'linbang-kefu' }, { lifted: nothing })],
  accountReinstated: [ends({}, { 'suspended again': { ...nothing, isSuspended: true } })],
  orderProcessing: [
    ends(about.mail, { completed: ofOrder('completed'), failed: ofOrder('failed', 'refunding') }),
  ],
  orderCompleted: [
    ends(about.mail, {
      'moved back': ofOrder('processing'),
      failed: ofOrder('failed', 'refunding'),
    }),
  ],
  orderFailed: [ends(about.mail, { arrived: [ofOrder('failed', 'refunded'), longAfter] })],
  refundFailed: [ends({ ...about.car, refundId: 're_1', amount: 2000 }, { 'made good': nothing })],
  orderRefunded: [
    ends(
      { ...about.mail, amount: 500 },
      { arrived: [ofOrder('open'), longAfter], failed: { ...ofOrder('open'), isRefundOwed: true } },
    ),
  ],
  carFound: [
    ends(foundOne, {
      'the wish has ended': found({}, false),
      'too few seats are left': found({ people: 3 }),
      complete: found({ status: 'SUCCESS_PENDING_PAYMENT', people: 4 }),
      cutoff: [found(), cutoffAt],
      cancelled: found({ status: 'CANCELLED' }),
    }),
  ],
  wishesMeet: [
    ends(meeting, {
      'the wish has ended': nothing,
      'too late to open a car': [{ ...nothing, isWished: true }, startAt],
    }),
  ],
  balanceDue: [
    ends({ ...about.car, amount: 1850, dueAt: startAt }, carBalance),
    ends({ ...about.wholeCar, amount: 1850, dueAt: startAt }, carBalance),
    ends({ ...about.trip, amount: 1850, dueAt: startAt }, tripBalance),
  ],
}
const endings = Object.entries(ENDINGS).flatMap(([code, each]) =>
  each.flatMap(([params, what]) =>
    Object.entries(what).map(([name, facts]) => [code as NoticeCode, name, params, facts] as const),
  ),
)
test.each(endings)('%s is over once it is %s', (code, _what, params, what) => {
  const [facts, now] = 'length' in what ? what : [what, noticeAt]
  expect(verdict(code, params, facts, now)).toBe('over')
})
test('a cancelled car stays news until its day is over, however early it was cancelled', () => {
  const facts = inCar(left('groupCancelled', 'CANCELLED'))
  const early = startAt - days(60)
  expect(verdict('groupCancelled', about.car, facts, startAt, early)).toBe('so')
  expect(verdict('groupCancelled', about.car, facts, dayOver, early)).toBe('over')
})
