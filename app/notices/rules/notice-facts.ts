import type { LeaveReason } from '#app/group/rules/state.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { BasePayment } from '#app/orders/rules/order.ts'
import type { CarTaskFacts, OfferFacts, TripTaskFacts } from '#app/reminders/rules/task.ts'

/** What every place has, in a carpool or on a trip. */
type OfPlace = {
  leaving: LeaveReason | null
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
export type CarFacts = CarTaskFacts &
  OfPlace & {
    airportNameZh: string
    airportNameEn: string
    /** The terminal of the place's own flight. */
    terminal: string | null
    private: boolean
    /** Released seats that can be taken at the full price. */
    releasedSeats: number
    /** The flights of everybody in the car. */
    flightTimes: Instant[]
    /** How often the place's own flight has changed since the group was complete; null: never. */
    flightVersion: number | null
  }
export type TripFacts = TripTaskFacts &
  OfPlace & {
    /** How many more confirmed people its smallest number needs. */
    neededPeople: number
    /** Pence per person on top of the deposit. */
    balancePrice: MinorUnits
    /** The version of what its creator says about it; null: nothing. */
    textsVersion: number | null
  }

/** A car that the student has no place in. */
export type OtherFacts = OfferFacts & { isWaiting: boolean } & Pick<
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

/**
 * What the read model now says about a notice's subject; null: the notice is about something else.
 */
export type Facts = {
  car: CarFacts | null
  /** The car they wait or waited for; of those found for a wish, the soonest one to join. */
  other: OtherFacts | null
  trip: TripFacts | null
  /** Whether the wish that the notice is about is still there. */
  isWished: boolean
  order: { status: string; payment: BasePayment } | null
  /** Whether a refund that failed is still owed: the one it is about, or one of its subject. */
  isRefundOwed: boolean
  /** The student's membership status; null for a regular account. */
  auth: 'PENDING' | 'APPROVED' | 'REJECTED' | null
  isSuspended: boolean
}
