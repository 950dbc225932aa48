import { hours } from '#app/kernel/limits.ts'
import type { NoticeParams } from '#app/notices/rules/notice.ts'
import type { CarFacts, Facts, OtherFacts, TripFacts } from '#app/notices/rules/notice-facts.ts'

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
  other: null,
  trip: null,
  isWished: false,
  order: null,
  request: null,
  isRefundOwed: false,
  auth: null,
  isSuspended: false,
}
export const owed: Facts = { ...nothing, isRefundOwed: true }
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
    autoPay: false,
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
export const waitingFor = (change: Partial<OtherFacts> = {}): Facts => ({
  ...nothing,
  other: {
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
    autoPay: false,
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
export const ofRequest = (
  status: string,
  payment: NonNullable<Facts['request']>['payment'],
): Facts => ({
  ...nothing,
  request: { status, payment },
})
export const ofMember = (auth: Facts['auth']): Facts => ({ ...nothing, auth })

/** The state of a place that is gone. */
export const left = (leaving: CarFacts['leaving'], status: CarFacts['status'] = 'OPEN') =>
  ({ seat: 'gone', paymentStatus: 'REFUNDED', leaving, status }) as const
/** The driver of its car does not see the passenger. */
export const missed = { rideVersion: 1, isMissed: true, driverPhone: '07700900001' } as const
export const failed = { status: 'FAILED' } as const
export const held = { depositStatus: 'held', kept: 0, remaining: null } as const
export const lapsed = left('expired')
export const released = {
  seat: 'gone',
  paymentStatus: 'DEPOSIT',
  leaving: 'unpaid',
  status: 'SUCCESS',
} as const

/** A car that was found for a wish, which is still there. */
export const found = (change: Partial<OtherFacts> = {}, isWished = true): Facts => ({
  ...waitingFor({ status: 'OPEN', people: 2, maxPeople: 4, isWaiting: false, ...change }),
  isWished,
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
