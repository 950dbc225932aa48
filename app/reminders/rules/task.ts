import {
  type ActionFacts as CarActionFacts,
  endOfDeparture,
  refuseBalance,
  refuseCancelFailed,
  refuseRepay,
  repayBy,
} from '#app/carpool/rules/permissions.ts'
import { pricePerPerson } from '#app/carpool/rules/pricing.ts'
import { depositPartOf, remainderOf } from '#app/group/rules/balance.ts'
import { is } from '#app/group/rules/status.ts'
import { DEPOSIT_PENCE } from '#app/kernel/limits.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { OrderKind, OrderState } from '#app/orders/rules/order.ts'
import { refusePayment } from '#app/orders/rules/permissions.ts'
import { payBy } from '#app/requests/rules/request.ts'
import {
  refuseBalance as refuseTripBalance,
  type ActionFacts as TripActionFacts,
} from '#app/trip/rules/permissions.ts'

/**
 * A student's task for a booking. `hold`: pay the deposit of a seat that is only held; `inFull`:
 * the same for a released one. `deposit`: pay it again, held or (`depositTaken`) charged. `choice`:
 * a private car or the deposit back. `offer`: take the seats that are kept for them.
 */
export type ToDo =
  | 'hold'
  | 'inFull'
  | 'deposit'
  | 'depositTaken'
  | 'balance'
  | 'choice'
  | 'offer'
  | 'request'
  | OrderKind

/** `due`: the deadline. `amount`: pence to pay; null: none. */
export type Task = { what: ToDo; due: Instant; amount: MinorUnits | null }

type PlaceFacts = {
  /** When an unpaid hold ends; null: the place is not an unpaid hold. */
  holdExpiresAt: Instant | null
  /** Pence to pay after the deposit; null: not known yet. */
  remaining: MinorUnits | null
}
export type CarTaskFacts = CarActionFacts &
  PlaceFacts & {
    /** When the bank releases the deposit's hold. */
    captureBefore: Instant | null
    /** Number of people on the place. */
    party: number
    maxPeople: number
    /** Pence per person for 1 to 5 people. */
    prices: MinorUnits[]
  }
export type TripTaskFacts = TripActionFacts & PlaceFacts
/** `isThere`: the user already has or holds a seat in the car. */
export type OfferFacts = Pick<CarActionFacts, 'status' | 'cutoffAt'> & {
  offeredUntil: Instant | null
  isThere: boolean
}
export type OrderTaskFacts = Pick<OrderState, 'kind' | 'payment' | 'payBefore' | 'baseAmount'>

/** An open request. */
export type RequestTaskFacts = { askedAt: Instant; amount: MinorUnits }

const holdOf = (
  { holdExpiresAt }: PlaceFacts,
  now: Instant,
  rest: Omit<Task, 'due'>,
): Task | null =>
  holdExpiresAt !== null && now < holdExpiresAt ? { ...rest, due: holdExpiresAt } : null

/** The current task of the owner of a place in a carpool; null: none. */
export function carTask(car: CarTaskFacts, now: Instant): Task | null {
  if (car.seat === 'held') return holdOf(car, now, depositOf(car))
  if (car.seat !== 'taken') return null
  if (refuseRepay(car, now) === null) {
    const what = is(car.status, 'chargesDeposit') ? 'depositTaken' : 'deposit'
    return { what, due: repayBy(car, now), amount: DEPOSIT_PENCE }
  }
  if (refuseBalance(car, now) === null)
    return { what: 'balance', due: car.balanceDueAt, amount: car.remaining }
  if (refuseCancelFailed(car, now) !== null) return null
  // After departure, only taking the deposit back is possible.
  const due = now < car.carpoolAt ? car.carpoolAt : endOfDeparture(car.carpoolAt)
  return { what: 'choice', due, amount: null }
}

/** A released seat of a complete car is paid in full. */
function depositOf(car: CarTaskFacts): Omit<Task, 'due'> {
  if (!is(car.status, 'complete')) return { what: 'hold', amount: DEPOSIT_PENCE }
  const owed = pricePerPerson(car.prices, car.maxPeople) * car.party
  return { what: 'inFull', amount: depositPartOf(owed) + remainderOf(owed) }
}

/** The same for a place on a trip. */
export function tripTask(trip: TripTaskFacts, now: Instant): Task | null {
  if (trip.seat === 'held') return holdOf(trip, now, { what: 'hold', amount: DEPOSIT_PENCE })
  return trip.seat === 'taken' && refuseTripBalance(trip, now) === null
    ? { what: 'balance', due: trip.balanceDueAt, amount: trip.remaining }
    : null
}

/** The same for a place on a waitlist. */
export const offerTask = (wait: OfferFacts, now: Instant): Task | null =>
  wait.offeredUntil !== null &&
  now < wait.offeredUntil &&
  is(wait.status, 'open') &&
  now < wait.cutoffAt &&
  !wait.isThere
    ? { what: 'offer', due: wait.offeredUntil, amount: null }
    : null

/** The same for money that the student is asked for. */
export const requestTask = ({ askedAt, amount }: RequestTaskFacts): Task => ({
  what: 'request',
  due: payBy({ askedAt }),
  amount,
})

/** The same for an order. */
export const orderTask = (order: OrderTaskFacts, now: Instant): Task | null =>
  refusePayment(order, now) === null
    ? { what: order.kind, due: order.payBefore, amount: order.baseAmount }
    : null
