import type { NoticeParams } from '#app/group/rules/effect.ts'
import { hours } from '#app/kernel/limits.ts'
import type { NoticeCode } from '#app/notices/rules/notice.ts'
import type {
  CarFacts,
  Facts,
  FoundFacts,
  TripFacts,
  WaitFacts,
} from '#app/notices/rules/notice-facts.ts'
import type { Verdict } from '#app/notices/rules/notice-truth.ts'

/** 14:00 in London on 6 June 2027, which is 13:00 UTC. */
export const startAt = Date.parse('2027-06-06T13:00:00Z')
export const cutoffAt = startAt - hours(24)
/** When balances are due. */
export const dueAt = startAt - hours(24)
/** When a notice is sent by default: two days before the start. */
export const noticeAt = startAt - hours(48)

export const about = {
  car: { carpoolId: 'car_1', participantId: 'par_1', carpoolAt: startAt },
  waited: { carpoolId: 'car_1', carpoolAt: startAt },
  wholeCar: { carpoolId: 'car_1', participantId: 'par_1', carpoolAt: startAt, private: 1 },
  trip: { tripId: 'trp_1', participantId: 'par_1', tripName: '湖区两日游', tripStartAt: startAt },
  mail: { orderId: 'ord_1', kind: 'mail', sendDate: '2027-06-06', amount: 1500 },
  move: { orderId: 'ord_1', kind: 'move', sendDate: '2027-06-06', amount: 1500 },
} satisfies Record<string, NoticeParams>

/** What a notice says of a car. */
export const car = {
  version: 1,
  plate: 'AB12 CDE',
  make: 'Toyota Prius',
  driver: 'Sam Carter',
  meetingPoint: 'T5 Arrivals, Costa',
  meetAt: startAt,
} satisfies NoticeParams

/** What a notice says of a flight. */
export const flight = { flightTime: startAt - hours(1), terminal: 'T2' } satisfies NoticeParams

export const nothing: Facts = {
  car: null,
  wait: null,
  trip: null,
  found: null,
  isWished: false,
  order: null,
  isRefundOwed: false,
  auth: null,
  isSuspended: false,
}
const owed: Facts = { ...nothing, isRefundOwed: true }
/** A place in a car whose group is waiting for balances, unless changed. */
export const inCar = (change: Partial<CarFacts> = {}): Facts => ({
  ...nothing,
  car: {
    status: 'SUCCESS_PENDING_PAYMENT',
    carpoolAt: startAt,
    cutoffAt,
    balanceDueAt: cutoffAt,
    seat: 'taken',
    paymentStatus: 'DEPOSIT',
    depositStatus: 'captured',
    renewalFailed: false,
    leaving: null,
    remaining: 1850,
    holdExpiresAt: null,
    captureBefore: null,
    party: 1,
    kept: 2000,
    back: false,
    people: 2,
    maxPeople: 3,
    releasedSeats: 0,
    rideVersion: null,
    isMissed: false,
    driverPhone: null,
    tripType: 'PICKUP',
    airportNameZh: '希思罗机场',
    airportNameEn: 'Heathrow',
    terminal: 'T5',
    private: false,
    prices: [9000, 4500, 3850, 2500, 2000],
    flightTimes: [flight.flightTime],
    flightVersion: null,
    ...change,
  },
})
/** A car that the receiver waits for, with every seat taken or held, unless changed. */
export const waitingFor = (change: Partial<WaitFacts> = {}): Facts => ({
  ...nothing,
  wait: {
    status: 'FULL',
    carpoolAt: startAt,
    cutoffAt,
    people: 3,
    maxPeople: 3,
    releasedSeats: 0,
    tripType: 'PICKUP',
    airportNameZh: '希思罗机场',
    airportNameEn: 'Heathrow',
    private: false,
    prices: [9000, 4500, 3850, 2500, 2000],
    isWaiting: true,
    offeredUntil: null,
    isThere: false,
    ...change,
  },
})
export const offeredUntil = noticeAt + hours(2)

/** A place on a trip that goes ahead, unless changed. */
export const onTrip = (change: Partial<TripFacts> = {}): Facts => ({
  ...nothing,
  trip: {
    status: 'SUCCESS',
    cutoffAt,
    tripStartAt: startAt,
    balanceDueAt: dueAt,
    seat: 'taken',
    paymentStatus: 'DEPOSIT',
    leaving: null,
    remaining: 1850,
    holdExpiresAt: null,
    kept: 2000,
    back: false,
    people: 6,
    maxPeople: 8,
    neededPeople: 0,
    rideVersion: null,
    isMissed: false,
    driverPhone: null,
    balancePrice: 1850,
    textsVersion: null,
    ...change,
  },
})
export const ofOrder = (
  status: string,
  payment: NonNullable<Facts['order']>['payment'] = 'paid',
): Facts => ({
  ...nothing,
  order: { status, payment },
})
export const ofMember = (auth: Facts['auth']): Facts => ({ ...nothing, auth })

/** The state of a place that is gone. */
export const left = (leaving: CarFacts['leaving'], status: CarFacts['status'] = 'OPEN') =>
  ({ seat: 'gone', paymentStatus: 'REFUNDED', leaving, status }) as const
/** The driver of its car does not see the passenger. */
export const missed = { rideVersion: 1, isMissed: true, driverPhone: '07700900001' } as const
const failed = { status: 'FAILED' } as const
const held = { depositStatus: 'held', kept: 0, remaining: null } as const
const lapsed = left('expired')
export const released = {
  seat: 'gone',
  paymentStatus: 'DEPOSIT',
  leaving: 'unpaid',
  status: 'SUCCESS',
} as const

/** A car that was found for a wish, which is still there. */
export const found = (change: Partial<FoundFacts> = {}, isWished = true): Facts => ({
  ...nothing,
  isWished,
  found: {
    status: 'OPEN',
    carpoolAt: startAt,
    cutoffAt,
    people: 2,
    maxPeople: 4,
    releasedSeats: 0,
    tripType: 'PICKUP',
    airportNameZh: '希思罗机场',
    airportNameEn: 'Heathrow',
    private: false,
    prices: [9000, 4500, 3850, 2500, 2000],
    ...change,
  },
})
/** What notices say of a wish for two. */
const wish = { wishId: 'wish_1', people: 2, bigLuggage: 2, smallLuggage: 1, carpoolAt: startAt }
export const foundOne = { ...wish, carpoolId: 'car_1', cars: '["car_1"]', count: 1 }
export const meeting = {
  ...wish,
  tripType: 'PICKUP',
  airportId: 'air_1',
  airportZh: '希思罗机场',
  airportEn: 'Heathrow Airport',
  count: 4,
  until: startAt + hours(48),
}

type True = { params: NoticeParams; facts: Facts; verdict: Verdict }
const so = (params: NoticeParams, facts: Facts): True => ({ params, facts, verdict: 'so' })
const due = (params: NoticeParams, facts: Facts): True => ({ params, facts, verdict: 'balance' })

/** Every notice, with everything it may be about and a state in which it is true. */
export const TRUE: Record<NoticeCode, True[]> = {
  holdExpired: [so(about.car, inCar(lapsed)), so(about.trip, onTrip(lapsed))],
  holdExpiredReleased: [so(about.car, inCar(lapsed)), so(about.trip, onTrip(lapsed))],
  groupComplete: [
    due(about.car, inCar()),
    {
      params: { ...about.car, amount: 1850 },
      facts: inCar({ depositStatus: 'released' }),
      verdict: 'depositTaken',
    },
    so({ ...about.car, amount: 0 }, inCar({ paymentStatus: 'PAID', remaining: 0 })),
  ],
  groupPaid: [
    so(about.car, inCar({ status: 'SUCCESS', paymentStatus: 'PAID' })),
    so({ ...about.car, released: 2 }, inCar({ status: 'SUCCESS', paymentStatus: 'PAID' })),
  ],
  groupFailed: [{ params: about.car, facts: inCar(failed), verdict: 'choice' }],
  groupFailedRefunded: [about.car, { ...about.car, amount: 2000 }].map((params) =>
    so(params, inCar(left('dayOver', 'FAILED'))),
  ),
  groupCancelled: [
    so(about.car, inCar(left('groupCancelled', 'CANCELLED'))),
    so({ ...about.car, amount: 3850 }, inCar(left('groupCancelled', 'CANCELLED'))),
    so(about.trip, onTrip(left('groupCancelled', 'CANCELLED'))),
    so({ ...about.trip, amount: 3850 }, onTrip(left('groupCancelled', 'CANCELLED'))),
  ],
  placeRefunded: [
    so({ ...about.car, amount: 4300 }, inCar(left('refunded', 'CLOSED'))),
    so({ ...about.car, amount: 0 }, inCar(left('refunded', 'CLOSED'))),
    so({ ...about.car, amount: 2000, part: 'deposit' }, inCar(left('refunded', 'SUCCESS'))),
    so({ ...about.trip, amount: 2000, part: 'deposit' }, onTrip(left('refunded', 'SUCCESS'))),
  ],
  placeReleased: [
    so({ ...about.car, amount: 2000 }, inCar(released)),
    so({ ...about.car, amount: 0 }, inCar({ ...released, depositStatus: 'cancelled', kept: 0 })),
    so({ ...about.trip, amount: 2000 }, onTrip(released)),
  ],
  othersReleased: [
    so(about.car, inCar({ paymentStatus: 'PAID' })),
    so(about.trip, onTrip({ paymentStatus: 'PAID' })),
  ],
  moneyReturned: [
    so({ ...about.car, amount: 500 }, inCar()),
    so({ ...about.car, amount: 500 }, inCar(released)),
    so({ ...about.trip, amount: 500 }, onTrip()),
  ],
  departedUnpaid: [so(about.car, inCar({ status: 'CLOSED' }))],
  privateUnpaid: [about.car, { ...about.car, amount: 2000 }].map((params) =>
    so(params, inCar(left('departed', 'CLOSED'))),
  ),
  depositReleased: [
    { params: about.car, facts: inCar({ depositStatus: 'released' }), verdict: 'depositTaken' },
  ],
  renewalFailed: [
    {
      params: about.car,
      facts: inCar({ depositStatus: 'held', renewalFailed: true }),
      verdict: 'depositTaken',
    },
  ],
  balanceReturned: [
    so(about.car, inCar({ paymentStatus: 'PAID' })),
    so({ ...about.car, amount: 1850 }, inCar({ paymentStatus: 'PAID' })),
    so(about.trip, onTrip()),
    so({ ...about.trip, amount: 1850 }, onTrip()),
  ],
  tripConfirmed: [
    due(about.trip, onTrip()),
    due({ ...about.trip, amount: 1850 }, onTrip()),
    so({ ...about.trip, amount: 0 }, onTrip({ paymentStatus: 'PAID', remaining: 0 })),
  ],
  tripFailed: [about.trip, { ...about.trip, amount: 2000 }].map((params) =>
    so(params, onTrip(left('cancelled', 'FAILED'))),
  ),
  tripPriceRaised: [
    so({ ...about.trip, from: 3000, amount: 4550, until: cutoffAt }, onTrip({ status: 'OPEN' })),
    so({ ...about.trip, from: 3000, amount: 4550, until: cutoffAt }, onTrip({ status: 'FULL' })),
  ],
  tripTextsDeclined: [
    so({ ...about.trip, version: 2, reason: 'phone' }, onTrip({ textsVersion: 2 })),
  ],
  memberApproved: [so({}, ofMember('APPROVED'))],
  memberRejected: [so({}, ofMember('REJECTED'))],
  accountSuspended: [so({ contact: 'linbang-kefu' }, { ...nothing, isSuspended: true })],
  accountReinstated: [so({}, nothing)],
  emailChanging: [so({ email: 'l***@example.com' }, nothing)],
  passwordChanged: [so({}, nothing), so({ byCode: 1 }, nothing)],
  phoneChanged: [so({}, nothing)],
  wechatChanged: [so({}, nothing)],
  pointsAllocated: [so({ points: 200 }, nothing), so({ points: -200 }, nothing)],
  placeTaken: [
    so({ ...about.car, amount: 3850, inFull: 1 }, inCar({ paymentStatus: 'PAID' })),
    so({ ...about.car, amount: 2000, until: startAt }, inCar({ status: 'OPEN', ...held })),
    so({ ...about.trip, amount: 2000 }, onTrip({ status: 'OPEN' })),
  ],
  somebodyJoined: [
    so(about.car, inCar({ status: 'OPEN', ...held })),
    so(about.car, inCar({ status: 'FULL', ...held, people: 3 })),
  ],
  balancePaid: [
    so({ ...about.car, amount: 1850, deducted: 0 }, inCar({ paymentStatus: 'PAID' })),
    so({ ...about.car, amount: 1000, deducted: 850 }, inCar({ paymentStatus: 'PAID' })),
    so({ ...about.car, amount: 0, deducted: 1850 }, inCar({ paymentStatus: 'PAID' })),
    so({ ...about.trip, amount: 1850, deducted: 0 }, onTrip({ paymentStatus: 'PAID' })),
  ],
  carAssigned: [
    so({ ...about.car, ...car }, inCar({ rideVersion: 1 })),
    so({ ...about.trip, ...car }, onTrip({ rideVersion: 1 })),
  ],
  carChanged: [
    so({ ...about.car, ...car }, inCar({ rideVersion: 1 })),
    so({ ...about.trip, ...car }, onTrip({ rideVersion: 1 })),
  ],
  seatsFree: [
    so({ ...about.car, dueAt: cutoffAt }, inCar({ status: 'OPEN', ...held })),
    so({ ...about.trip, dueAt: cutoffAt }, onTrip({ status: 'OPEN' })),
  ],
  rideSoon: [
    so({ ...about.car, ...car }, inCar({ rideVersion: 1 })),
    so({ ...about.trip, ...car }, onTrip({ rideVersion: 1 })),
  ],
  carWithdrawn: [so(about.car, inCar()), so(about.trip, onTrip())],
  passengerMissed: [
    so({ ...about.car, version: 1 }, inCar(missed)),
    so({ ...about.trip, version: 1 }, onTrip(missed)),
  ],
  seatOffered: [
    {
      params: { ...about.waited, until: offeredUntil, people: 2 },
      facts: waitingFor({ offeredUntil }),
      verdict: 'offer',
    },
  ],
  offerMissed: [
    so({ ...about.waited, out: 0 }, waitingFor()),
    so({ ...about.waited, out: 1 }, waitingFor({ isWaiting: false })),
  ],
  seatsOpen: [so(about.waited, waitingFor({ status: 'OPEN', people: 2 }))],
  waitlistClosed: [
    so({ ...about.waited, complete: 1 }, waitingFor({ status: 'SUCCESS', isWaiting: false })),
    so({ ...about.waited, complete: 0 }, waitingFor({ status: 'FAILED', isWaiting: false })),
  ],
  seatsReleased: [
    so(
      { ...about.waited, until: startAt },
      waitingFor({ status: 'SUCCESS', isWaiting: false, releasedSeats: 1 }),
    ),
  ],
  flightChanged: [so({ ...about.car, ...flight }, inCar())],
  flightKept: [
    so({ ...about.car, ...flight, version: 2, note: 'a coach' }, inCar({ flightVersion: 2 })),
  ],
  placeMoved: [so(about.car, inCar()), so(about.car, inCar({ paymentStatus: 'PAID' }))],
  peopleChanged: [so({ ...about.car, people: 2 }, inCar())],
  boardPosts: [so({ ...about.car, count: 3 }, inCar()), so({ ...about.trip, count: 1 }, onTrip())],
  placeLeft: [
    so({ ...about.car, amount: 2000 }, inCar({ ...left('exited'), kept: 0 })),
    so({ ...about.car, amount: 2000 }, inCar({ ...left('cancelled', 'FAILED'), kept: 0 })),
    so({ ...about.trip, amount: 2000 }, onTrip({ ...left('exited'), kept: 0 })),
  ],
  orderPaid: [
    so({ ...about.mail, amount: 1000 }, ofOrder('open')),
    so({ ...about.move, amount: 2000 }, ofOrder('open')),
  ],
  orderProcessing: [so(about.mail, ofOrder('processing')), so(about.move, ofOrder('processing'))],
  orderCompleted: [so(about.mail, ofOrder('completed')), so(about.move, ofOrder('completed'))],
  orderFailed: [
    so(about.mail, ofOrder('failed', 'refunding')),
    so(about.move, ofOrder('failed', 'refunded')),
    so({ ...about.mail, amount: 0 }, ofOrder('failed', 'free')),
  ],
  orderRefunded: [
    so({ ...about.mail, amount: 500 }, ofOrder('open')),
    so({ ...about.move, amount: 500 }, ofOrder('open')),
  ],
  refundFailed: [about.car, about.trip, about.mail, about.move, {}].map((params) =>
    so({ ...params, refundId: 're_1', amount: 2000 }, owed),
  ),
  carFound: [
    so(foundOne, found()),
    so({ ...foundOne, cars: '["car_1","car_2"]', count: 2 }, found()),
  ],
  wishesMeet: [
    so(meeting, { ...nothing, isWished: true }),
    so({ ...meeting, tripType: 'DROPOFF' }, { ...nothing, isWished: true }),
  ],
  balanceDue: [
    due({ ...about.car, private: 0, amount: 1850, dueAt }, inCar()),
    due(
      { ...about.wholeCar, amount: 1850, dueAt: startAt },
      inCar({ balanceDueAt: startAt, status: 'PRIVATE_PENDING_PAYMENT', depositStatus: 'held' }),
    ),
    due({ ...about.trip, amount: 1850, dueAt }, onTrip()),
  ],
}
