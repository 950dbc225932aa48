import { earliestDeparture } from '#app/carpool/rules/check.ts'
import { endOfDeparture } from '#app/carpool/rules/permissions.ts'
import { carNewsUntil } from '#app/group/rules/ride-status.ts'
import type { LeaveReason } from '#app/group/rules/state.ts'
import { type Fact, is } from '#app/group/rules/status.ts'
import { BOARD_KEPT_MS, DRIVE_UNTIL_MS, FLIGHT_CHANGE_AFTER_MS, hours } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import { carTask, offerTask, type ToDo, tripTask } from '#app/reminders/rules/task.ts'
import type { NoticeCode } from './notice.ts'
import type { Facts } from './notice-facts.ts'

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
const isGroup = (about: Case, ...facts: Fact[]): boolean => {
  const place = placeOf(about)
  return place !== null && is(place.status, ...facts)
}
/** A shared carpool with every seat taken, or a trip that goes ahead. */
const isComplete = (about: Case) => isTaken(about) && isGroup(about, 'complete') && isAhead(about)
const isAhead = (about: Case) => about.now < startOf(about)
/** A car may meet its passengers after the departure. */
const isCarAhead = (about: Case) =>
  about.now < carNewsUntil(startOf(about), (about.params.meetAt as Instant | undefined) ?? null)
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
  return place !== null && is(place.status, 'open') && about.now < place.cutoffAt
}

/** Whether the car that they waited for can still be joined; it is no longer news to its people. */
const isOpenToWaiter = ({ wait, now }: Case): boolean =>
  wait !== null && is(wait.status, 'open') && now < wait.cutoffAt && !wait.isThere

const hasRoom = (about: Case) => {
  const { people = 0, maxPeople = 0 } = placeOf(about) ?? {}
  return people < maxPeople
}

/** What has to be done about its subject, as everywhere else (app/reminders/rules/task.ts). */
function toDoOf({ car, trip, wait, now }: Case): ToDo | null {
  const task = car ? carTask(car, now) : trip ? tripTask(trip, now) : wait && offerTask(wait, now)
  return task?.what ?? null
}
const asksFor = (about: Case, ...any: ToDo[]): Verdict => {
  const toDo = toDoOf(about)
  return toDo && any.includes(toDo) ? toDo : 'over'
}
const DEPOSITS = ['deposit', 'depositTaken'] as const

/** The balance, or a deposit that has to be paid again before it. */
const owes = (about: Case): Verdict =>
  placeOf(about)?.paymentStatus === 'PAID' ? 'over' : asksFor(about, 'balance', ...DEPOSITS)

/** A deposit that is still lost in the way the notice said. */
const lostDeposit = (about: Case, status: 'released' | 'held'): Verdict =>
  about.car?.depositStatus === status ? asksFor(about, ...DEPOSITS) : 'over'

/** News that a group goes ahead either asks for the balance or says there is none. */
function goesAhead(about: Case): Verdict {
  const owed = owes(about)
  return owed === 'over' ? so(about.params.amount === 0 && isComplete(about)) : owed
}

/** When each kind of notice is still true. A new kind does not compile until it has a rule. */
const RULES: Record<NoticeCode, Rule> = {
  holdExpired: (about) => so(isOut(about) && isOpen(about)),
  holdExpiredReleased: (about) => so(isOut(about) && isAhead(about)),
  groupComplete: goesAhead,
  groupPaid: (about) => so(isComplete(about) && !isGroup(about, 'awaitsBalance')),
  groupFailed: (about) => asksFor(about, 'choice'),
  groupFailedRefunded: (about) => so(hasLeft(about, 'dayOver') && isOnItsWay(about)),
  groupCancelled: (about) =>
    so(
      isGroup(about, 'cancelled') &&
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
  // Over once the group is complete or the deposit is charged: later notices say more.
  placeTaken: (about) =>
    so(
      isTaken(about) &&
        isAhead(about) &&
        (about.car && about.params.inFull === undefined
          ? is(about.car.status, 'open') && about.car.depositStatus === 'held'
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
    so(isComplete(about) && (about.car === null || isGroup(about, 'awaitsBalance'))),
  carAssigned: (about) => so(hasCar(about, Number(about.params.version)) && isCarAhead(about)),
  carChanged: (about) => so(hasCar(about, Number(about.params.version)) && isCarAhead(about)),
  rideSoon: (about) => so(hasCar(about, Number(about.params.version)) && isAhead(about)),
  carWithdrawn: (about) => so(isTaken(about) && hasCar(about, null) && isCarAhead(about)),
  passengerMissed: (about) =>
    so(
      hasCar(about, Number(about.params.version)) &&
        placeOf(about)?.isMissed === true &&
        about.now < startOf(about) + DRIVE_UNTIL_MS,
    ),
  seatOffered: (about) =>
    about.wait?.offeredUntil === about.params.until ? asksFor(about, 'offer') : 'over',
  offerMissed: (about) => so(isOpenToWaiter(about)),
  seatsOpen: (about) => {
    const { isWaiting = false, people = 0, maxPeople = 0 } = about.wait ?? {}
    return so(isOpenToWaiter(about) && isWaiting && people < maxPeople)
  },
  waitlistClosed: ({ wait, now }) =>
    so(wait !== null && !is(wait.status, 'open') && !wait.isThere && now < wait.carpoolAt),
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
  peopleChanged: (about) => so(isTaken(about) && isAhead(about)),
  boardPosts: (about) => so(isTaken(about) && about.now < startOf(about) + BOARD_KEPT_MS),
  departedUnpaid: (about) =>
    so(
      isGroup(about, 'closed') &&
        isTaken(about) &&
        placeOf(about)?.paymentStatus === 'DEPOSIT' &&
        isOnItsWay(about),
    ),
  privateUnpaid: (about) => so(hasLeft(about, 'departed') && isOnItsWay(about)),
  depositReleased: (about) => lostDeposit(about, 'released'),
  renewalFailed: (about) => lostDeposit(about, 'held'),
  balanceReturned: (about) => so(isOnItsWay(about)),
  tripConfirmed: goesAhead,
  tripPriceRaised: (about) => so(isTaken(about) && isOpen(about)),
  tripTextsDeclined: (about) =>
    so(
      isTaken(about) && isAhead(about) && about.trip?.textsVersion === Number(about.params.version),
    ),
  tripFailed: (about) => so(isGroup(about, 'failed') && isOnItsWay(about)),
  memberApproved: ({ auth }) => so(auth === 'APPROVED'),
  memberRejected: ({ auth }) => so(auth === 'REJECTED'),
  accountSuspended: ({ isSuspended }) => so(isSuspended),
  accountReinstated: ({ isSuspended }) => so(!isSuspended),
  // These report completed actions.
  emailChanging: () => 'so',
  passwordChanged: () => 'so',
  phoneChanged: () => 'so',
  wechatChanged: () => 'so',
  pointsAllocated: () => 'so',
  orderPaid: ({ order }) => so(order?.payment === 'paid' && order.status === 'open'),
  orderProcessing: ({ order }) => so(order?.status === 'processing'),
  orderCompleted: ({ order }) => so(order?.status === 'completed'),
  orderFailed: (about) => so(about.order?.status === 'failed' && isOnItsWay(about)),
  orderRefunded: (about) => so(isOnItsWay(about)),
  refundFailed: ({ isRefundOwed }) => so(isRefundOwed),
  balanceDue: owes,
  carFound: ({ found, isWished, params, now }) =>
    so(
      isWished &&
        found !== null &&
        is(found.status, 'joinable') &&
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
