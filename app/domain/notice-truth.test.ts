import { expect, test } from 'vitest'
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
import type { NoticeParams } from './group/effect.ts'
import { BOARD_KEPT_MS, DRIVE_UNTIL_MS, FLIGHT_CHANGE_AFTER_MS, hours } from './limits.ts'
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

type Ending = [what: string, facts: Facts, now?: number]
const afterStart = startAt
const dayOver = Date.parse('2027-06-06T23:00:00Z')
const longAfter = noticeAt + days(14)

const carBalance: Ending[] = [
  ['paid', inCar({ paymentStatus: 'PAID' })],
  ['paid by all', inCar({ status: 'SUCCESS', paymentStatus: 'PAID' })],
  ['due', inCar(), dueAt],
  ['released', inCar(released)],
  ['departed', inCar(), afterStart],
  ['closed', inCar({ status: 'CLOSED' })],
  ['cancelled', inCar(left('groupCancelled', 'CANCELLED'))],
  ['completed', inCar({ status: 'COMPLETED', paymentStatus: 'PAID' })],
  ['left', inCar(left('exited', 'PRIVATE_PENDING_PAYMENT'))],
]
const tripBalance: Ending[] = [
  ['paid', onTrip({ paymentStatus: 'PAID' })],
  ['due', onTrip(), dueAt],
  ['released', onTrip(released)],
  ['begun', onTrip(), afterStart],
  ['ended', onTrip({ status: 'COMPLETED' }), afterStart],
  ['cancelled', onTrip(left('groupCancelled', 'CANCELLED'))],
]
const lostSeat = (of: typeof inCar | typeof onTrip): Ending[] => [
  ['back in', of({ ...left('expired'), back: true } as never)],
  ['departed', of(left('expired', 'SUCCESS') as never), afterStart],
]
const repaid: Ending[] = [
  ['paid again', inCar({ status: 'OPEN', depositStatus: 'held' })],
  ['captured', inCar({ depositStatus: 'captured' })],
  ['left', inCar(left('exited'))],
  ['not filled', inCar({ status: 'FAILED', depositStatus: 'released' })],
  ['departed', inCar({ depositStatus: 'released' }), afterStart],
  ['closed', inCar({ status: 'CLOSED', depositStatus: 'released' })],
  ['cancelled', inCar(left('groupCancelled', 'CANCELLED'))],
]

/** News of a car of this version: another one, none, or nowhere to go. */
function carEndings(rideVersion: number | null): [NoticeParams, Ending[]][] {
  const endings = (of: typeof inCar | typeof onTrip): Ending[] => [
    ['another car', of({ rideVersion: 2 })],
    ['left', of({ ...left('refunded', 'CLOSED'), rideVersion: null } as never)],
    [
      'met, or nobody can be sent any more',
      of({ rideVersion }),
      rideVersion === null ? startAt + DRIVE_UNTIL_MS : meetAt,
    ],
    ...(rideVersion === null ? [] : [['withdrawn', of()] as Ending]),
  ]
  // A car may meet its passengers after they were to leave.
  const meetAt = startAt + hours(1)
  const { meetAt: _, ...withdrawn } = car
  const params = rideVersion === null ? withdrawn : { ...car, meetAt }
  return [
    [{ ...about.car, ...params }, endings(inCar)],
    [{ ...about.trip, ...params }, endings(onTrip)],
  ]
}

const missedEndings = (of: typeof inCar | typeof onTrip): Ending[] => [
  ['found', of({ ...missed, isMissed: false })],
  ['another car', of({ ...missed, rideVersion: 2 })],
  ['refunded', of({ ...left('refunded', 'CLOSED'), rideVersion: null } as never)],
  ['long departed', of(missed), startAt + DRIVE_UNTIL_MS],
]

/** What ends each kind of notice; completed actions never end. */
const ENDINGS: Record<Exclude<NoticeCode, Done>, [NoticeParams, Ending[]][]> = {
  holdExpired: [
    [
      about.car,
      [
        ...lostSeat(inCar),
        ['cutoff', inCar(left('expired')), cutoffAt],
        ['full', inCar(left('expired', 'SUCCESS'))],
      ],
    ],
    [about.trip, [...lostSeat(onTrip), ['cutoff', onTrip(left('expired')), cutoffAt]]],
  ],
  holdExpiredReleased: [
    [about.car, lostSeat(inCar)],
    [about.trip, lostSeat(onTrip)],
  ],
  groupComplete: [
    [{ ...about.car, amount: 1850 }, carBalance],
    [
      { ...about.car, amount: 0 },
      carBalance.filter(([what]) => !what.startsWith('paid') && what !== 'due'),
    ],
  ],
  groupPaid: [
    [
      about.car,
      [
        ['departed', inCar({ status: 'SUCCESS', paymentStatus: 'PAID' }), afterStart],
        ['completed', inCar({ status: 'COMPLETED', paymentStatus: 'PAID' })],
        ['closed', inCar({ status: 'CLOSED', paymentStatus: 'PAID' })],
        ['cancelled', inCar(left('groupCancelled', 'CANCELLED'))],
      ],
    ],
  ],
  groupFailed: [
    [
      about.car,
      [
        [
          'converted',
          inCar({ ...left('converted', 'FAILED'), paymentStatus: 'PRIVATE_CONVERTED' }),
        ],
        ['cancelled by the student', inCar(left('cancelled', 'FAILED'))],
        ['refunded', inCar(left('dayOver', 'FAILED'))],
        ['day over', inCar({ status: 'FAILED' }), dayOver],
        ['cancelled', inCar(left('groupCancelled', 'CANCELLED'))],
      ],
    ],
  ],
  groupFailedRefunded: [[about.car, [['arrived', inCar(left('dayOver', 'FAILED')), longAfter]]]],
  groupCancelled: [
    [about.car, [['arrived', inCar(left('groupCancelled', 'CANCELLED')), longAfter]]],
    [about.trip, [['arrived', onTrip(left('groupCancelled', 'CANCELLED')), longAfter]]],
  ],
  placeRefunded: [
    [{ ...about.car, amount: 4300 }, [['arrived', inCar(left('refunded', 'CLOSED')), longAfter]]],
  ],
  moneyReturned: [
    [
      { ...about.car, amount: 500 },
      [
        ['arrived', inCar({ paymentStatus: 'PAID' }), longAfter],
        ['cancelled', inCar(left('groupCancelled', 'CANCELLED'))],
      ],
    ],
    [
      { ...about.trip, amount: 500 },
      [
        ['arrived', onTrip({ paymentStatus: 'PAID' }), longAfter],
        ['the rest refunded', onTrip(left('refunded', 'SUCCESS'))],
      ],
    ],
  ],
  placeReleased: [
    [
      { ...about.car, amount: 2000 },
      [
        ['long ago', inCar(released), longAfter],
        ['refunded', inCar(left('refunded', 'SUCCESS'))],
        ['refunded in part', inCar({ ...released, kept: 1500 })],
        ['a refund failed', { ...inCar(released), isRefundOwed: true }],
      ],
    ],
    [
      { ...about.trip, amount: 2000 },
      [
        ['long ago', onTrip(released), longAfter],
        ['refunded', onTrip({ ...released, kept: 0 })],
      ],
    ],
  ],
  othersReleased: [
    [
      about.car,
      [
        ['decided', inCar({ status: 'SUCCESS', paymentStatus: 'PAID' })],
        ['released too', inCar(released)],
      ],
    ],
    [about.trip, [['begun', onTrip({ paymentStatus: 'PAID' }), afterStart]]],
  ],
  departedUnpaid: [
    [
      about.car,
      [
        ['refunded', inCar(left('refunded', 'CLOSED'))],
        ['long ago', inCar({ status: 'CLOSED' }), longAfter],
      ],
    ],
  ],
  privateUnpaid: [[about.wholeCar, [['arrived', inCar(left('departed', 'CLOSED')), longAfter]]]],
  depositReleased: [[about.car, repaid]],
  renewalFailed: [
    [
      about.car,
      [...repaid, ['released', inCar({ depositStatus: 'released', renewalFailed: true })]],
    ],
  ],
  balanceReturned: [
    [about.car, [['arrived', inCar({ paymentStatus: 'PAID' }), longAfter]]],
    [about.trip, [['arrived', onTrip({ paymentStatus: 'PAID' }), longAfter]]],
  ],
  tripConfirmed: [
    [{ ...about.trip, amount: 1850 }, tripBalance],
    [
      { ...about.trip, amount: 0 },
      tripBalance.filter(([what]) => what !== 'paid' && what !== 'due'),
    ],
  ],
  tripFailed: [[about.trip, [['arrived', onTrip(left('cancelled', 'FAILED')), longAfter]]]],
  tripPriceRaised: [
    [
      { ...about.trip, from: 3000, amount: 4550, until: cutoffAt },
      [
        ['left', onTrip(left('exited'))],
        ['cutoff', onTrip({ status: 'OPEN' }), cutoffAt],
        ['goes ahead', onTrip()],
        ['cancelled', onTrip(left('groupCancelled', 'CANCELLED'))],
      ],
    ],
  ],
  tripTextsDeclined: [
    [
      { ...about.trip, version: 2, reason: 'phone' },
      [
        ['written again', onTrip({ textsVersion: 3 })],
        ['left', onTrip({ ...left('exited'), textsVersion: 2 })],
        ['begun', onTrip({ textsVersion: 2 }), afterStart],
      ],
    ],
  ],
  placeTaken: [
    [
      { ...about.car, amount: 3850, inFull: 1 },
      [
        ['cancelled', inCar(left('groupCancelled', 'CANCELLED'))],
        ['departed', inCar({ paymentStatus: 'PAID' }), afterStart],
      ],
    ],
    [
      { ...about.car, amount: 2000 },
      [
        ['charged as the car is full', inCar()],
        ['released by the bank', inCar({ status: 'OPEN', depositStatus: 'released' })],
        ['left', inCar(left('exited'))],
        ['not filled', inCar({ status: 'FAILED', depositStatus: 'held' })],
      ],
    ],
    [
      { ...about.trip, amount: 2000 },
      [
        ['left', onTrip(left('exited'))],
        ['begun', onTrip(), afterStart],
      ],
    ],
  ],
  somebodyJoined: [
    [
      about.car,
      [
        ['complete', inCar()],
        ['left', inCar(left('exited'))],
        ['cutoff', inCar({ status: 'OPEN' }), cutoffAt],
        ['cancelled', inCar(left('groupCancelled', 'CANCELLED'))],
      ],
    ],
  ],
  balancePaid: [
    [
      { ...about.car, amount: 1850, deducted: 0 },
      [
        ['refunded', inCar(left('refunded', 'CLOSED'))],
        ['departed', inCar({ paymentStatus: 'PAID' }), afterStart],
      ],
    ],
    [
      { ...about.trip, amount: 1850, deducted: 0 },
      [['cancelled', onTrip(left('groupCancelled', 'CANCELLED'))]],
    ],
  ],
  carAssigned: carEndings(1),
  carChanged: carEndings(1),
  carWithdrawn: carEndings(null),
  passengerMissed: [
    [{ ...about.car, version: 1 }, missedEndings(inCar)],
    [{ ...about.trip, version: 1 }, missedEndings(onTrip)],
  ],
  flightChanged: [
    [
      { ...about.car, ...flight },
      [
        ['changed again, or its passenger left', inCar({ flightTimes: [startAt - hours(2)] })],
        ['left', inCar(left('unpaid'))],
        ['3 hours after departure', inCar(), startAt + FLIGHT_CHANGE_AFTER_MS],
      ],
    ],
  ],
  flightKept: [
    [
      { ...about.car, ...flight, version: 2, note: 'a coach' },
      [
        ['changed again', inCar({ flightVersion: 3 })],
        ['refunded', inCar({ ...left('refunded', 'CLOSED'), flightVersion: 2 })],
        ['long departed', inCar({ flightVersion: 2 }), startAt + FLIGHT_CHANGE_AFTER_MS],
      ],
    ],
  ],
  placeMoved: [
    [
      about.car,
      [
        ['moved again', inCar(left('moved', 'SUCCESS'))],
        ['cancelled', inCar(left('groupCancelled', 'CANCELLED'))],
        ['departed', inCar(), afterStart],
      ],
    ],
  ],
  peopleChanged: [
    [
      { ...about.car, people: 2 },
      [
        ['left', inCar(left('unpaid'))],
        ['departed', inCar(), afterStart],
      ],
    ],
  ],
  boardPosts: [
    [
      { ...about.car, count: 3 },
      [
        ['left', inCar(left('unpaid'))],
        ['deleted', inCar(), startAt + BOARD_KEPT_MS],
        ['cancelled', inCar(left('groupCancelled', 'CANCELLED'))],
      ],
    ],
    [{ ...about.trip, count: 3 }, [['deleted', onTrip(), startAt + BOARD_KEPT_MS]]],
  ],
  rideSoon: carEndings(1),
  seatsFree: [
    [
      { ...about.car, dueAt: cutoffAt },
      [
        ['full for now', inCar({ status: 'FULL', people: 3 })],
        ['complete', inCar({ people: 3 })],
        ['left', inCar(left('exited'))],
        ['cutoff', inCar({ status: 'OPEN' }), cutoffAt],
        ['cancelled', inCar(left('groupCancelled', 'CANCELLED'))],
      ],
    ],
    [
      { ...about.trip, dueAt: cutoffAt },
      [
        ['full', onTrip({ status: 'FULL', people: 8 })],
        ['left', onTrip(left('exited'))],
        ['cutoff', onTrip({ status: 'OPEN' }), cutoffAt],
        ['goes ahead', onTrip()],
      ],
    ],
  ],
  seatOffered: [
    [
      { ...about.waited, until: offeredUntil, people: 2 },
      [
        ['over', waitingFor({ offeredUntil }), offeredUntil],
        ['missed', waitingFor()],
        ['another one', waitingFor({ offeredUntil: offeredUntil + hours(2) })],
        ['taken', waitingFor({ offeredUntil, isThere: true })],
        ['no longer waiting', waitingFor({ isWaiting: false })],
        ['complete', waitingFor({ status: 'SUCCESS_PENDING_PAYMENT', offeredUntil })],
      ],
    ],
  ],
  offerMissed: [
    [
      { ...about.waited, out: 0 },
      [
        ['in after all', waitingFor({ isThere: true })],
        ['cutoff', waitingFor(), cutoffAt],
        ['complete', waitingFor({ status: 'SUCCESS' })],
      ],
    ],
  ],
  seatsOpen: [
    [
      about.waited,
      [
        ['full', waitingFor()],
        ['in', waitingFor({ status: 'OPEN', people: 2, isThere: true })],
        ['no longer waiting', waitingFor({ status: 'OPEN', people: 2, isWaiting: false })],
        ['cutoff', waitingFor({ status: 'OPEN', people: 2 }), cutoffAt],
      ],
    ],
  ],
  seatsReleased: [
    [
      { ...about.waited, until: cutoffAt + 1 },
      [
        ['taken by others', waitingFor({ status: 'SUCCESS' })],
        ['in after all', waitingFor({ status: 'SUCCESS', releasedSeats: 1, isThere: true })],
        ['too late', waitingFor({ status: 'SUCCESS', releasedSeats: 1 }), cutoffAt + 1],
      ],
    ],
  ],
  waitlistClosed: [
    [
      { ...about.waited, complete: 1 },
      [
        ['departed', waitingFor({ status: 'SUCCESS' }), afterStart],
        ['in after all', waitingFor({ status: 'SUCCESS', isThere: true })],
      ],
    ],
  ],
  placeLeft: [
    [
      { ...about.car, amount: 2000 },
      [
        ['arrived', inCar(left('exited')), longAfter],
        ['owed', { ...inCar(left('exited')), isRefundOwed: true }],
      ],
    ],
    [{ ...about.trip, amount: 2000 }, [['arrived', onTrip(left('exited')), longAfter]]],
  ],
  orderPaid: [
    [
      { ...about.mail, amount: 1000 },
      [
        ['being dealt with', ofOrder('processing')],
        ['failed', ofOrder('failed', 'refunding')],
      ],
    ],
  ],
  memberApproved: [
    [
      {},
      [
        ['moved flat', ofMember('PENDING')],
        ['rejected', ofMember('REJECTED')],
      ],
    ],
  ],
  memberRejected: [
    [
      {},
      [
        ['corrected', ofMember('PENDING')],
        ['approved', ofMember('APPROVED')],
      ],
    ],
  ],
  accountSuspended: [[{ contact: 'linbang-kefu' }, [['lifted', nothing]]]],
  accountReinstated: [[{}, [['suspended again', { ...nothing, isSuspended: true }]]]],
  orderProcessing: [
    [
      about.mail,
      [
        ['completed', ofOrder('completed')],
        ['failed', ofOrder('failed', 'refunding')],
      ],
    ],
  ],
  orderCompleted: [
    [
      about.mail,
      [
        ['moved back', ofOrder('processing')],
        ['failed', ofOrder('failed', 'refunding')],
      ],
    ],
  ],
  orderFailed: [[about.mail, [['arrived', ofOrder('failed', 'refunded'), longAfter]]]],
  refundFailed: [[{ ...about.car, refundId: 're_1', amount: 2000 }, [['made good', nothing]]]],
  orderRefunded: [
    [
      { ...about.mail, amount: 500 },
      [
        ['arrived', ofOrder('open'), longAfter],
        ['failed', { ...ofOrder('open'), isRefundOwed: true }],
      ],
    ],
  ],
  carFound: [
    [
      foundOne,
      [
        ['the wish has ended', found({}, false)],
        ['too few seats are left', found({ people: 3 })],
        ['complete', found({ status: 'SUCCESS_PENDING_PAYMENT', people: 4 })],
        ['cutoff', found(), cutoffAt],
        ['cancelled', found({ status: 'CANCELLED' })],
      ],
    ],
  ],
  wishesMeet: [
    [
      meeting,
      [
        ['the wish has ended', nothing],
        ['too late to open a car', { ...nothing, isWished: true }, startAt],
      ],
    ],
  ],
  balanceDue: [
    [{ ...about.car, amount: 1850, dueAt: startAt }, carBalance],
    [{ ...about.wholeCar, amount: 1850, dueAt: startAt }, carBalance],
    [{ ...about.trip, amount: 1850, dueAt: startAt }, tripBalance],
  ],
}
const endings = Object.entries(ENDINGS).flatMap(([code, each]) =>
  each.flatMap(([params, ends]) =>
    ends.map(
      ([what, facts, now = noticeAt]) => [code as NoticeCode, what, params, facts, now] as const,
    ),
  ),
)
test.each(endings)('%s is over once it is %s', (code, _what, params, facts, now) => {
  expect(verdict(code, params, facts, now)).toBe('over')
})
test('a cancelled car stays news until its day is over, however early it was cancelled', () => {
  const facts = inCar(left('groupCancelled', 'CANCELLED'))
  const early = startAt - days(60)
  expect(verdict('groupCancelled', about.car, facts, startAt, early)).toBe('so')
  expect(verdict('groupCancelled', about.car, facts, dayOver, early)).toBe('over')
})
