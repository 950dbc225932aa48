import { earliestDeparture } from './carpool/check.ts'
import {
  type ActionFacts as CarActionFacts,
  endOfDeparture,
  refuseBalance,
  refuseCancelFailed,
  refuseRepay,
} from './carpool/permissions.ts'
import { isGroupOpen, type LeaveReason } from './group/state.ts'
import { BOARD_KEPT_MS, DRIVE_UNTIL_MS, FLIGHT_CHANGE_AFTER_MS, hours } from './limits.ts'
import type { MinorUnits } from './money.ts'
import type { NoticeCode } from './notice.ts'
import type { BasePayment } from './order/order.ts'
import type { Instant } from './time.ts'
import {
  refuseBalance as refuseTripBalance,
  type ActionFacts as TripActionFacts,
} from './trip/permissions.ts'

/** What every place has, in a carpool or on a trip. */
type OfPlace = {
  leaving: LeaveReason | null
  /** Pence to pay after the deposit, before points; null: not known yet. */
  remaining: MinorUnits | null
  /** Pence of a charged deposit that have not gone back. */
  kept: MinorUnits
  /** Whether the owner has got another place in the same group since. */
  back: boolean
  /** People with a seat, and how many there is room for. */
  people: number
  maxPeople: number
  /** The version of the car it travels in; null: none is assigned. */
  rideVersion: number | null
  /** Whether its driver says that they do not see this passenger, and the driver's number. */
  isMissed: boolean
  driverPhone: string | null
}
export type CarFacts = CarActionFacts &
  OfPlace & {
    airportNameZh: string
    airportNameEn: string
    /** The terminal of the place's own flight. */
    terminal: string | null
    private: boolean
    /** Pence per person for 1 to 5 people. */
    prices: MinorUnits[]
    /** Released seats that can be taken at the full price. */
    releasedSeats: number
    /** The flights of everybody in the car. */
    flightTimes: Instant[]
    /** How often the place's own flight has changed since the group was complete; null: never. */
    flightVersion: number | null
    /** When the car alone leaves that its passenger is offered; null: they are offered none. */
    aloneAt: Instant | null
  }
export type TripFacts = TripActionFacts &
  OfPlace & {
    /** Pence per person on top of the deposit. */
    balancePrice: MinorUnits
    /** The version of what its creator says about it; null: nothing. */
    textsVersion: number | null
  }

/** A car that was found for a wish: of several, the soonest that can still be joined. */
export type FoundFacts = Pick<
  CarFacts,
  | 'status'
  | 'carpoolAt'
  | 'cutoffAt'
  | 'people'
  | 'maxPeople'
  | 'releasedSeats'
  | 'tripType'
  | 'airportNameZh'
  | 'airportNameEn'
  | 'private'
  | 'prices'
>

/** A car that the student waits or waited for. */
export type WaitFacts = FoundFacts & {
  isWaiting: boolean
  /** Until when seats are kept for them; null: none are. */
  offeredUntil: Instant | null
  /** Whether they have a seat, or hold one. */
  isThere: boolean
}

/**
 * What the read model now says about a notice's subject; null: the notice is about something else.
 */
export type Facts = {
  car: CarFacts | null
  wait: WaitFacts | null
  trip: TripFacts | null
  found: FoundFacts | null
  /** Whether the wish that the notice is about is still there. */
  isWished: boolean
  order: { status: string; payment: BasePayment } | null
  /** Whether a refund that failed is still owed: the one it is about, or one of its subject. */
  isRefundOwed: boolean
  /** The student's membership status; null for a regular account. */
  auth: 'PENDING' | 'APPROVED' | 'REJECTED' | null
  isSuspended: boolean
}

/**
 * What the student has to do: pay a balance, pay a deposit again, decide about a group that did not
 * fill, or take seats that are kept for them.
 */
export type ToDo = 'balance' | 'deposit' | 'choice' | 'offer'
/** Whether what a notice says is still true. A to-do: it is, and this has to be done. */
export type Verdict = ToDo | 'so' | 'over'

/** The part of a notice that decides whether it is still true. */
type DatedNotice = { code: NoticeCode; params: Record<string, string | number>; createdAt: Instant }
type Case = Facts & Pick<DatedNotice, 'params' | 'createdAt'> & { now: Instant }
type Rule = (about: Case) => Verdict

/**
 * A refund "on its way" shows on any card within REFUND_WORKING_DAYS, which is 14 calendar days.
 */
const ON_ITS_WAY_MS = hours(14 * 24)

const so = (is: boolean): Verdict => (is ? 'so' : 'over')
const placeOf = ({ car, trip }: Case) => car ?? trip
const startOf = ({ car, trip }: Case): Instant => car?.carpoolAt ?? trip?.tripStartAt ?? 0
const isTaken = (about: Case) => placeOf(about)?.seat === 'taken'
const hasLeft = (about: Case, why: LeaveReason) => placeOf(about)?.leaving === why
const hasStatus = (about: Case, ...any: string[]) => any.includes(placeOf(about)?.status ?? '')
const isAhead = (about: Case) => about.now < startOf(about)
const isOnItsWay = ({ createdAt, now, isRefundOwed }: Case) =>
  now < createdAt + ON_ITS_WAY_MS && !isRefundOwed
/** An unpaid place was lost and its owner has not come back. */
const isOut = (about: Case) => placeOf(about)?.seat === 'gone' && !placeOf(about)?.back

/** Flights are of interest as long as they can change after a pickup's departure. */
const isFlightAhead = (about: Case) => about.now < startOf(about) + FLIGHT_CHANGE_AFTER_MS

/** Whether it travels in the car of this version; null: in none so far. */
const hasCar = (about: Case, version: number | null) => placeOf(about)?.rideVersion === version

/** Whether people may still join and leave. */
function isOpen(about: Case): boolean {
  const place = placeOf(about)
  return place !== null && isGroupOpen(place) && about.now < place.cutoffAt
}

/** Whether the car that they waited for can still be joined; it is no longer news to its people. */
const isOpenToWaiter = ({ wait, now }: Case): boolean =>
  wait !== null && isGroupOpen(wait) && now < wait.cutoffAt && !wait.isThere

const hasRoom = (about: Case) => {
  const { people = 0, maxPeople = 0 } = placeOf(about) ?? {}
  return people < maxPeople
}

/** Whether the balance is due, even if a deposit has to be paid again first. */
function owes(about: Case): boolean {
  const { car, trip, now } = about
  const refusal = car ? refuseBalance(car, now) : trip ? refuseTripBalance(trip, now) : 'notFound'
  return isTaken(about) && (refusal === null || refusal === 'depositReleased')
}

/** Whether the deposit has to be paid again and is still lost in the way the notice said. */
const lostDeposit = (about: Case, status: 'released' | 'held') =>
  isTaken(about) &&
  about.car?.depositStatus === status &&
  about.car !== null &&
  refuseRepay(about.car, about.now) === null

/** News that a group goes ahead either asks for the balance or says there is none. */
const goesAhead =
  (...statuses: string[]): Rule =>
  (about) =>
    owes(about)
      ? 'balance'
      : so(
          about.params.amount === 0 &&
            isTaken(about) &&
            hasStatus(about, ...statuses) &&
            isAhead(about),
        )

/** When each kind of notice is still true. A new kind does not compile until it has a rule. */
const RULES: Record<NoticeCode, Rule> = {
  holdExpired: (about) => so(isOut(about) && isOpen(about)),
  holdExpiredReleased: (about) => so(isOut(about) && isAhead(about)),
  groupComplete: goesAhead('SUCCESS_PENDING_PAYMENT', 'SUCCESS'),
  groupPaid: (about) => so(isTaken(about) && hasStatus(about, 'SUCCESS') && isAhead(about)),
  groupFailed: (about) =>
    isTaken(about) && about.car && refuseCancelFailed(about.car, about.now) === null
      ? 'choice'
      : 'over',
  groupFailedRefunded: (about) => so(hasLeft(about, 'dayOver') && isOnItsWay(about)),
  groupCancelled: (about) =>
    so(
      hasStatus(about, 'CANCELLED') &&
        !about.isRefundOwed &&
        (isOnItsWay(about) || about.now < endOfDeparture(startOf(about))),
    ),
  placeRefunded: (about) => so(hasLeft(about, 'refunded') && isOnItsWay(about)),
  // The notice's text says that nothing else has changed.
  moneyReturned: (about) => so((isTaken(about) || hasLeft(about, 'unpaid')) && isOnItsWay(about)),
  // It names what is kept, which may have gone back since.
  placeReleased: (about) =>
    so(
      hasLeft(about, 'unpaid') &&
        placeOf(about)?.kept === Number(about.params.amount) &&
        isOnItsWay(about),
    ),
  // Told before others who have joined since, and before the deposit is charged: what is said then
  // includes it.
  placeTaken: (about) =>
    so(
      isTaken(about) &&
        isAhead(about) &&
        (about.car && about.params.inFull === undefined
          ? isGroupOpen(about.car) && about.car.depositStatus === 'held'
          : true),
    ),
  somebodyJoined: (about) => so(isTaken(about) && isOpen(about)),
  seatsFree: (about) => so(isTaken(about) && isOpen(about) && hasRoom(about)),
  balancePaid: (about) =>
    so(isTaken(about) && placeOf(about)?.paymentStatus === 'PAID' && isAhead(about)),
  placeLeft: (about) =>
    so((hasLeft(about, 'exited') || hasLeft(about, 'cancelled')) && isOnItsWay(about)),
  // In a carpool it is about payments still being checked; a trip simply goes on.
  othersReleased: (about) =>
    so(
      isTaken(about) &&
        hasStatus(about, about.car ? 'SUCCESS_PENDING_PAYMENT' : 'SUCCESS') &&
        isAhead(about),
    ),
  carAssigned: (about) => so(hasCar(about, Number(about.params.version)) && isAhead(about)),
  carChanged: (about) => so(hasCar(about, Number(about.params.version)) && isAhead(about)),
  rideSoon: (about) => so(hasCar(about, Number(about.params.version)) && isAhead(about)),
  carWithdrawn: (about) => so(isTaken(about) && hasCar(about, null) && isAhead(about)),
  passengerMissed: (about) =>
    so(
      hasCar(about, Number(about.params.version)) &&
        placeOf(about)?.isMissed === true &&
        about.now < startOf(about) + DRIVE_UNTIL_MS,
    ),
  seatOffered: (about) =>
    isOpenToWaiter(about) &&
    about.wait?.offeredUntil === about.params.until &&
    about.now < Number(about.params.until)
      ? 'offer'
      : 'over',
  offerMissed: (about) => so(isOpenToWaiter(about)),
  seatsOpen: (about) => {
    const { isWaiting = false, people = 0, maxPeople = 0 } = about.wait ?? {}
    return so(isOpenToWaiter(about) && isWaiting && people < maxPeople)
  },
  waitlistClosed: ({ wait, now }) =>
    so(wait !== null && !isGroupOpen(wait) && !wait.isThere && now < wait.carpoolAt),
  seatsReleased: ({ wait, params, now }) =>
    so(wait !== null && wait.releasedSeats > 0 && !wait.isThere && now < Number(params.until)),
  // Somebody in the car still has the flight it names.
  flightChanged: (about) =>
    so(
      isTaken(about) &&
        about.car?.flightTimes.includes(Number(about.params.flightTime)) === true &&
        isFlightAhead(about),
    ),
  flightKept: (about) =>
    so(
      isTaken(about) &&
        about.car?.flightVersion === Number(about.params.version) &&
        isFlightAhead(about),
    ),
  placeMoved: (about) => so(isTaken(about) && isAhead(about)),
  aloneOffered: (about) =>
    so(
      about.car?.aloneAt === Number(about.params.aloneAt) && about.now < Number(about.params.until),
    ),
  aloneReady: (about) => so(isTaken(about) && isAhead(about)),
  aloneReturned: (about) => so(isOnItsWay(about)),
  peopleChanged: (about) => so(isTaken(about) && isAhead(about)),
  boardPosts: (about) => so(isTaken(about) && about.now < startOf(about) + BOARD_KEPT_MS),
  departedUnpaid: (about) =>
    so(
      hasStatus(about, 'CLOSED') &&
        isTaken(about) &&
        placeOf(about)?.paymentStatus === 'DEPOSIT' &&
        isOnItsWay(about),
    ),
  privateUnpaid: (about) => so(hasLeft(about, 'departed') && isOnItsWay(about)),
  depositReleased: (about) => (lostDeposit(about, 'released') ? 'deposit' : 'over'),
  renewalFailed: (about) => (lostDeposit(about, 'held') ? 'deposit' : 'over'),
  balanceReturned: (about) => so(isOnItsWay(about)),
  tripConfirmed: goesAhead('SUCCESS'),
  tripPriceRaised: (about) => so(isTaken(about) && isOpen(about)),
  tripTextsDeclined: (about) =>
    so(
      isTaken(about) && isAhead(about) && about.trip?.textsVersion === Number(about.params.version),
    ),
  tripFailed: (about) => so(hasStatus(about, 'FAILED') && isOnItsWay(about)),
  memberApproved: ({ auth }) => so(auth === 'APPROVED'),
  memberRejected: ({ auth }) => so(auth === 'REJECTED'),
  accountSuspended: ({ isSuspended }) => so(isSuspended),
  accountReinstated: ({ isSuspended }) => so(!isSuspended),
  // These report completed actions.
  emailChanging: () => 'so',
  passwordChanged: () => 'so',
  phoneChanged: () => 'so',
  pointsAllocated: () => 'so',
  orderPaid: ({ order }) => so(order?.payment === 'paid' && order.status === 'open'),
  orderProcessing: ({ order }) => so(order?.status === 'processing'),
  orderCompleted: ({ order }) => so(order?.status === 'completed'),
  orderFailed: (about) => so(about.order?.status === 'failed' && isOnItsWay(about)),
  orderRefunded: (about) => so(isOnItsWay(about)),
  refundFailed: ({ isRefundOwed }) => so(isRefundOwed),
  balanceDue: (about) => (owes(about) ? 'balance' : 'over'),
  carFound: ({ found, isWished, params, now }) =>
    so(
      isWished &&
        found?.status === 'OPEN' &&
        now < found.cutoffAt &&
        found.maxPeople - found.people >= Number(params.people),
    ),
  // As long as a car can still be opened that suits everybody.
  wishesMeet: ({ isWished, params, now }) =>
    so(isWished && Number(params.until) >= earliestDeparture(now)),
}

/** Whether a notice is still true, according to the read model at `now`. */
export const verdictOf = (
  { code, params, createdAt }: DatedNotice,
  facts: Facts,
  now: Instant,
): Verdict => RULES[code]({ ...facts, params, createdAt, now })

export const isToDo = (verdict: Verdict): verdict is ToDo => verdict !== 'so' && verdict !== 'over'
