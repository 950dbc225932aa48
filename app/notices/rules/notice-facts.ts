import type { LeaveReason } from '#app/group/rules/state.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { RowPayment } from '#app/payments/rules/row-charge.ts'
import type { CarTaskFacts, OfferFacts, TripTaskFacts } from '#app/reminders/rules/task.ts'

/** Facts of every place, in a carpool or on a trip. */
type OfPlace = {
  leaving: LeaveReason | null
  /** Pence of a charged deposit that were not refunded. */
  kept: MinorUnits
  /** Whether the owner has since got another place in the same group. */
  back: boolean
  /** Number of people with a seat, and number of seats. */
  people: number
  maxPeople: number
  /** The version of the car it travels in; null if none is assigned. */
  rideVersion: number | null
  /** Whether its driver has not found this passenger, and the driver's number. */
  isMissed: boolean
  driverPhone: string | null
  /** Whether its balance pays itself. */
  autoPay: boolean
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
    /** Number of changes of the place's flight after the group was complete; null: none. */
    flightVersion: number | null
  }
export type TripFacts = TripTaskFacts &
  OfPlace & {
    /** Number of confirmed people still missing from its minimum. */
    neededPeople: number
    /** Pence per person on top of the deposit. */
    balancePrice: MinorUnits
    /** The version of its creator's texts; null: no texts. */
    textsVersion: number | null
  }

/** A car in which the student has no place. */
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
 * The read model's current facts about a notice's subject; null where the notice is about something
 * else.
 */
export type Facts = {
  car: CarFacts | null
  /** The car they wait or waited for; of those found for a wish, the soonest joinable one. */
  other: OtherFacts | null
  trip: TripFacts | null
  /** Whether the notice's wish still exists. */
  isWished: boolean
  order: { status: string; payment: RowPayment } | null
  request: { status: string; payment: RowPayment } | null
  /** Whether a failed refund is still owed: the one the notice is about, or one of its subject. */
  isRefundOwed: boolean
  /** The student's membership status; null for a regular account. */
  auth: 'PENDING' | 'APPROVED' | 'REJECTED' | null
  isSuspended: boolean
}
