import type { CardRow } from '#app/carpool/rows/carpool-list.server.ts'
import type { OfferedSeats } from '#app/carpool/rows/carpools.server.ts'
import { type Filling, fillingBy } from '#app/carpool/rules/filling.ts'
import {
  type Action,
  type ActionFacts,
  actionsOf,
  isDepositValid,
  isExpired,
  listOf,
  releasedUntilOf,
} from '#app/carpool/rules/permissions.ts'
import { basePriceOf, pricePerPerson } from '#app/carpool/rules/pricing.ts'
import type { CarpoolStatus, Participant, Party, TripType } from '#app/carpool/rules/state.ts'
import type { AutoPay } from '#app/features/auto-pay/rules/auto-pay-event.ts'
import type { Fewer } from '#app/features/fewer/rules/fewer-event.ts'
import { withOffered } from '#app/features/waitlist/rules/offer.ts'
import type { ParticipantRow } from '#app/group/rows/participants.server.ts'
import type { DepositStory } from '#app/group/rules/deposit-fate.ts'
import { isUnderWay } from '#app/group/rules/ride-status.ts'
import {
  type DepositStatus,
  type LeaveReason,
  type PaymentStatus,
  type Seat,
  seenByOwner,
} from '#app/group/rules/state.ts'
import { is } from '#app/group/rules/status.ts'
import {
  begunOf,
  type PendingPayments,
  refundedAmountOf,
  storyOfRow,
} from '#app/group/service/deposit-story.server.ts'
import type { CarpoolSnapshot } from '#app/group/service/group-objects.server.ts'
import { carpoolPlaceRowOf, carpoolRowOf } from '#app/group/service/group-rows.server.ts'
import { type ShownRide, shownRide } from '#app/group/service/own-car.ts'
import { shortNameOf } from '#app/kernel/airport-names.ts'
import type { AirportId, CarpoolId, ParticipantId } from '#app/kernel/id.ts'
import { DEPOSIT_PENCE } from '#app/kernel/limits.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import type { Instant } from '#app/kernel/time.ts'
import { NOTHING_OWED, type Owed } from '#app/payments/rows/failed-refunds.server.ts'
import type { CarpoolRow } from '#db/kinds.ts'

/** A carpool as everybody may see it: no addresses, no names. Times are instants, amounts pence. */
export type CarpoolCard = {
  id: CarpoolId
  tripType: TripType
  airportId: AirportId
  airportName: { zh: string; en: string }
  /** The airport's name among students. */
  shortName: { zh: string; en: string }
  terminals: string[]
  /** People with a seat, on hold or confirmed, or with an offer that is not the viewer's. */
  currentPassengers: number
  maxPassengers: number
  /** Seats that are kept for the viewer: free for them, and taken for everybody else. */
  offered: number
  /** One party hires the whole car. */
  private: boolean
  /**
   * Pence per person when the group is full, or of as many as it went with; for a private car, the
   * price of the car.
   */
  basePrice: MinorUnits
  /** The same if nobody joins and it goes with fewer people; null: it would not go. */
  fewerPrice: MinorUnits | null
  /** Its seats until it went with fewer people; 0: it did not. */
  openedFor: number
  /** Pence per person for 1, 2 … 5 people. */
  prices: MinorUnits[]
  currency: 'gbp'
  carpoolAt: Instant
  cutoffAt: Instant
  status: CarpoolStatus
  flightTimes: Instant[]
  flightNumbers: string[]
  /** Whether the viewer has a confirmed seat. */
  isJoined: boolean
  /** Seats that were released, which can be taken at the full price until `releasedUntil`. */
  releasedSeats: number
  releasedUntil: Instant
}

/** One user's own place in a carpool, for that user's eyes only. */
export type CarpoolRecord = CarpoolCard & {
  kind: 'carpool'
  participantId: ParticipantId
  paymentStatus: PaymentStatus
  /** Which list of the profile it belongs to. */
  list: ReturnType<typeof listOf>
  seat: Seat
  /** Why the place is gone, or about to be. */
  leaving: LeaveReason | null
  /** It has left, and is not completed yet. */
  underWay: boolean
  /** The day of a failed group is over: nothing can be done any more. */
  expired: boolean
  party: Party
  deposit: {
    status: DepositStatus
    isValid: boolean
    /**
     * The hold could not be renewed, so the deposit has to be paid again before the bank releases
     * it.
     */
    renewalFailed: boolean
    amount: MinorUnits
    captureBefore: Instant | null
  }
  /** The story of the deposit, from which all texts about it follow. */
  depositStory: DepositStory
  /** Pence of all charges that are back with the owner. */
  refundedAmount: MinorUnits
  /** Pence of failed refunds of its deposit and its balance, which are owed to the owner. */
  refundOwed: Owed
  /**
   * The effect of its deposit on the group; null if only the read model was asked, which cannot
   * tell.
   */
  filling: Filling | null
  /** The sum of its one payment of deposit and balance together; null: they are paid separately. */
  inFull: MinorUnits | null
  /** According to its object; neither if only the read model was asked. */
  begun: PendingPayments
  /** When the group was complete; null if it is not, or only the read model was asked. */
  completedAt: Instant | null
  /** When an unpaid hold ends; null once it is paid or over. */
  holdExpiresAt: Instant | null
  /** Until when the balance can be paid; meaningless until the group is settled. */
  balanceDueAt: Instant
  /** The balance in pence, before points; null until the group is settled. */
  originalRemainingAmount: MinorUnits | null
  /** Points used for it, and their value in pence. */
  pointsDeducted: number
  deductedAmount: MinorUnits
  /** What is left to pay; 0 once it is paid. */
  remainingAmount: MinorUnits | null
  /** The car it travels in; null until one is assigned. */
  ride: ShownRide | null
  /** The place that it became in a private car or another carpool; null: none. */
  movedTo: ParticipantId | null
  /** The change of its flight since the group was complete; null: none. */
  flight: { at: Instant; fits: boolean; isOpen: boolean } | null
  /** The consent to charge its balance to the card; null: none, or it has ended. */
  autoPay: AutoPay | null
  /** The most it accepts per person if its car goes with fewer; null: it does not. */
  fewer: Fewer | null
  /** Its car went with fewer people and without it. */
  wentWithout: boolean
  /** What its owner may do now. */
  actions: Action[]
}

/** `offered`: as the viewer's place on the waitlist has it. */
export function cardOf(
  row: CardRow,
  isJoined: boolean,
  offered: OfferedSeats | null = null,
  now = 0,
): CarpoolCard {
  const kept = offered && is(row.status, 'open') && now < offered.until
  const card = publicCard(row, isJoined)
  return kept ? withOffered(card, Math.max(0, offered.people)) : card
}

const publicCard = (row: CardRow, isJoined: boolean): CarpoolCard => ({
  id: row.id,
  tripType: row.tripType,
  airportId: row.airportId,
  airportName: { zh: row.airportNameZh, en: row.airportNameEn },
  shortName: shortNameOf({ zh: row.airportNameZh, en: row.airportNameEn }),
  terminals: row.terminals,
  currentPassengers: row.currentPassengers,
  maxPassengers: row.maxPassengers,
  offered: 0,
  private: row.private,
  basePrice: basePriceOf(row),
  fewerPrice: row.goesWith > 0 ? pricePerPerson(row.prices, row.goesWith) : null,
  openedFor: row.openedFor,
  prices: row.prices,
  currency: 'gbp',
  carpoolAt: row.departureAt,
  cutoffAt: row.cutoffAt,
  status: row.status,
  flightTimes: row.flightTimes,
  flightNumbers: row.flightNumbers,
  isJoined,
  releasedSeats: row.releasedSeats,
  releasedUntil: releasedUntilOf({ carpoolAt: row.departureAt }),
})

/** A place as its owner sees it at `now`. */
export function recordOf(
  stored: CarpoolRow,
  place: ParticipantRow,
  now: Instant,
  refundOwed: Owed = NOTHING_OWED,
): CarpoolRecord {
  const [row, p] = seenOf(stored, place)
  const facts = factsOf(row, p)
  const { originalRemaining, deductedAmount, paymentStatus } = p
  const left = originalRemaining === null ? null : originalRemaining - deductedAmount
  const depositStory = storyOfRow(row.status, p, refundOwed)
  return {
    ...cardOf(row, p.seat === 'taken'),
    kind: 'carpool',
    participantId: p.id,
    paymentStatus,
    list: listOf(facts),
    seat: facts.seat,
    leaving: p.leaving as LeaveReason | null,
    underWay: isUnderWay({ status: facts.status, departureAt: row.departureAt }, now),
    expired: isExpired(facts, now),
    // In a carpool everyone has given their travel details.
    party: p.party as Party,
    deposit: {
      status: facts.depositStatus,
      isValid: isDepositValid(facts),
      renewalFailed: p.renewalFailed,
      amount: DEPOSIT_PENCE,
      captureBefore: p.captureBeforeAt,
    },
    depositStory,
    refundedAmount: refundedAmountOf(p, refundOwed),
    refundOwed,
    filling: null,
    inFull: null,
    begun: { deposit: false, balance: false },
    completedAt: null,
    holdExpiresAt: p.holdExpiresAt,
    balanceDueAt: facts.balanceDueAt,
    originalRemainingAmount: originalRemaining,
    pointsDeducted: p.pointsDeducted,
    deductedAmount,
    remainingAmount: paymentStatus === 'PAID' ? 0 : left,
    ride: shownRide(p.ride, row.departureAt, now),
    movedTo: p.movedTo,
    autoPay: p.autoPay,
    fewer: p.fewer,
    wentWithout: row !== stored,
    flight: p.flight && {
      at: p.flight.at,
      fits: p.flight.fits,
      isOpen: (p.flightOpenUntil ?? 0) > now,
    },
    actions: actionsOf(facts, now),
  }
}

/** Why a place that a car went without is gone, once its owner has chosen or the day is over. */
const LEFT_FAILED: (string | null)[] = ['cancelled', 'dayOver', 'converted']

/** For whoever it went without, a car has failed with the seats and the price that it had. */
function seenOf(row: CarpoolRow, p: ParticipantRow): [CarpoolRow, ParticipantRow] {
  const hasLeft = row.openedFor > 0 && LEFT_FAILED.includes(p.leaving)
  const { seat, status } = seenByOwner({ seat: hasLeft ? 'out' : p.seat, status: row.status })
  if (seat === p.seat) return [row, p]
  const currentPassengers = row.currentPassengers + (hasLeft ? 0 : p.party.people)
  const size = { currentPassengers, maxPassengers: row.openedFor, openedFor: 0 }
  const car = { ...row, ...size, status }
  return [car, hasLeft ? p : { ...p, seat }]
}

const factsOf = (row: CarpoolRow, p: ParticipantRow): ActionFacts => ({
  status: row.status,
  carpoolAt: row.departureAt,
  cutoffAt: row.cutoffAt,
  balanceDueAt: row.balanceDueAt,
  seat: p.seat as Seat,
  paymentStatus: p.paymentStatus,
  depositStatus: p.depositStatus as DepositStatus,
  renewalFailed: p.renewalFailed,
  tripType: row.tripType,
  isAboard: p.ride?.progress?.mark === 'onBoard',
})

/** A place as its owner sees it at `now`, read from the carpool's object. */
export function carpoolRecord(
  { state, stuck }: CarpoolSnapshot,
  place: Participant,
  now: Instant,
  refundOwed?: Owed,
): CarpoolRecord {
  const { version } = state
  const record = recordOf(
    carpoolRowOf(state, { version, stuck }),
    carpoolPlaceRowOf(state, place, version),
    now,
    refundOwed,
  )
  return {
    ...record,
    filling: fillingBy(state, place),
    inFull: place.inFull ?? null,
    begun: begunOf(place),
    completedAt: state.completedAt,
  }
}
