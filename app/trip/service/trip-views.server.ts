import type { AutoPay } from '#app/features/auto-pay/rules/auto-pay-event.ts'
import type { ParticipantRow } from '#app/group/rows/participants.server.ts'
import type { DepositStory } from '#app/group/rules/deposit-fate.ts'
import type { LeaveReason, Party, PaymentStatus, Seat } from '#app/group/rules/state.ts'
import type { GroupStatus } from '#app/group/rules/status.ts'
import {
  begunOf,
  type PendingPayments,
  refundedAmountOf,
  storyOfRow,
} from '#app/group/service/deposit-story.server.ts'
import type { TripSnapshot } from '#app/group/service/group-objects.server.ts'
import { tripPlaceRowOf, tripRowOf } from '#app/group/service/group-rows.server.ts'
import { type ShownRide, shownRide } from '#app/group/service/own-car.ts'
import type { ParticipantId, TripId, UserId } from '#app/kernel/id.ts'
import { DEPOSIT_PENCE } from '#app/kernel/limits.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import type { Instant } from '#app/kernel/time.ts'
import { NOTHING_OWED, type Owed } from '#app/payments/rows/failed-refunds.server.ts'
import type { TripTextsRow } from '#app/trip/rows/trips.server.ts'
import { buttonOf, refuseChange, refuseExit, type TripButton } from '#app/trip/rules/permissions.ts'
import { isEmpty, type Participant, type TextState, type TripTexts } from '#app/trip/rules/state.ts'
import type { TripRow } from '#db/kinds.ts'

/** The viewer's own place on a trip, for that user's eyes only. */
export type OwnTripPlace = {
  participantId: ParticipantId
  seat: Seat
  /** Why the place is gone, or about to be. */
  leaving: LeaveReason | null
  /** When an unpaid hold ends; null once it is paid or over. */
  holdExpiresAt: Instant | null
  party: Party
  /** The story of the deposit, from which all texts about it follow. */
  depositStory: DepositStory
  paymentStatus: PaymentStatus
  /** The balance left to pay, in pence; null until enough people have joined. */
  remaining: MinorUnits | null
  canExit: boolean
  /** Its balance was not paid in time; the deposit is kept, unless it has been refunded since. */
  released: boolean
  /** Pence of all charges that are back with the owner. */
  refundedAmount: MinorUnits
  /** Pence of failed refunds of its deposit and its balance, which are owed to the owner. */
  refundOwed: Owed
  /** The car it travels in; null until one is assigned. */
  ride: ShownRide | null
  autoPay: AutoPay | null
}

/** The creator's own texts, only for them: the review state, and whether the texts may change. */
export type OwnTexts = {
  /** Null: they have written nothing. */
  said: TripTexts | null
  state: TextState
  /** Why an administrator declined it. */
  reason: string | null
  isEditable: boolean
}
/** A trip's texts as a viewer may see them. */
export type ShownTexts = {
  /** The approved texts; null: none. */
  texts: TripTexts | null
  /** Null for everybody but the creator. */
  ownTexts: OwnTexts | null
}

/**
 * A trip as its viewer may see it: nobody else's name or travel details. Times are instants,
 * amounts pence.
 */
export type TripView = BareTrip & ShownTexts
/** The same without its texts, which its object does not know. */
export type BareTrip = {
  id: TripId
  tripName: string
  /** People with a seat, on hold or confirmed. */
  currentPassengers: number
  minPassengers: number
  maxPassengers: number
  /** How many more confirmed people are needed to reach the minimum. */
  neededPassengers: number
  tripStartAt: Instant
  tripEndAt: Instant
  cutoffAt: Instant
  /** Until when balances can be paid. */
  balanceDueAt: Instant
  status: GroupStatus
  /** The deposit of a place. */
  basePrice: MinorUnits
  /** Per person, on top of the deposit. */
  balancePrice: MinorUnits
  currency: 'gbp'
  /** Whether joiners give their flight. */
  needsFlight: boolean
  flightTimes: Instant[]
  own: OwnTripPlace | null
  button: TripButton
}

/** A viewer's own place with its trip, paid or not, as the trip's object knows them. */
export type BareTripRecord = Omit<BareTrip, 'own'> &
  OwnTripPlace & {
    kind: 'trip'
    /** Whether this is the place that the trip was created with. */
    creates: boolean
    begun: PendingPayments
  }
/** The same with the creator's texts. */
export type TripRecord = BareTripRecord & ShownTexts

type TripRead = {
  trip: TripRow
  place: ParticipantRow | null
  texts: TripTextsRow | null
  owed: Owed
  viewer: UserId | null
}

/** A trip as read for a viewer, at `now`. */
export const tripView = (
  { trip, place, texts, owed, viewer }: TripRead,
  now: Instant,
): TripView => ({
  ...bareTrip(trip, place, now, owed),
  ...textsFor(
    viewer,
    texts,
    {
      status: trip.status,
      tripStartAt: trip.departureAt,
      others: hasOthers(trip, place),
    },
    now,
  ),
})

const hasOthers = ({ currentPassengers }: TripRow, place: ParticipantRow | null): boolean =>
  currentPassengers > (place?.seat === 'taken' ? place.party.people : 0)

/** The trip's texts as a viewer may see them. */
export function textsFor(
  viewer: UserId | null,
  texts: TripTextsRow | null,
  trip: { status: GroupStatus; tripStartAt: Instant; others: boolean },
  now: Instant,
): ShownTexts {
  if (!texts) return { texts: null, ownTexts: null }
  const { itinerary, meetingPoint, included, state, reason, userId } = texts
  const said = isEmpty(texts) ? null : { itinerary, meetingPoint, included }
  const isEditable = refuseChange(trip, texts, now) === null
  return {
    texts: state === 'approved' ? said : null,
    ownTexts: userId === viewer ? { said, state, reason, isEditable } : null,
  }
}

/** A trip with the viewer's confirmed place, at `now`. */
export function bareTrip(
  row: TripRow,
  place: ParticipantRow | null,
  now: Instant,
  refundOwed: Owed = NOTHING_OWED,
): BareTrip {
  const { status, balanceDueAt, departureAt: tripStartAt } = row
  const depositStory = place && storyOfRow(status, place, refundOwed)
  const trip = { status, cutoffAt: row.cutoffAt, tripStartAt, balanceDueAt }
  return {
    id: row.id,
    tripName: row.tripName,
    currentPassengers: row.currentPassengers,
    minPassengers: row.minPassengers,
    maxPassengers: row.maxPassengers,
    neededPassengers: Math.max(0, row.minPassengers - row.confirmedPassengers),
    tripStartAt,
    tripEndAt: row.tripEndAt,
    cutoffAt: row.cutoffAt,
    balanceDueAt,
    status,
    basePrice: DEPOSIT_PENCE,
    balancePrice: row.balancePrice,
    currency: 'gbp',
    needsFlight: row.needsFlight,
    flightTimes: row.flightTimes,
    own: place &&
      depositStory && {
        participantId: place.id,
        seat: place.seat as Seat,
        leaving: place.leaving as LeaveReason | null,
        holdExpiresAt: place.holdExpiresAt,
        party: place.party,
        depositStory,
        paymentStatus: place.paymentStatus,
        remaining: place.paymentStatus === 'PAID' ? 0 : place.originalRemaining,
        canExit: place.seat === 'taken' && refuseExit(trip, now) === null,
        released: place.leaving === 'unpaid' || place.leaving === 'refunded',
        refundedAmount: refundedAmountOf(place, refundOwed),
        refundOwed,
        ride: shownRide(place.ride, tripStartAt, now),
        autoPay: place.autoPay,
      },
    button: place?.seat === 'gone' ? 'ended' : buttonOf(trip, place, now),
  }
}

/** The trip of a place as its owner sees it at `now`, read from the trip's object. */
export function tripViewIn(
  { state, stuck }: TripSnapshot,
  place: Participant,
  now: Instant,
): BareTrip {
  const row = place.seat === 'taken' ? tripPlaceRowOf(state, place, state.version) : null
  return bareTrip(tripRowOf(state, { version: state.version, stuck }), row, now)
}

/** A place with its trip as its owner sees them at `now`, even if the place is gone. */
export function bareTripRecord(
  { state, stuck }: TripSnapshot,
  place: Participant,
  now: Instant,
  owed?: Owed,
): BareTripRecord {
  const { version } = state
  const row = tripPlaceRowOf(state, place, version)
  const { own, ...trip } = bareTrip(tripRowOf(state, { version, stuck }), row, now, owed)
  const creates = state.participants[0] === place
  return { kind: 'trip', ...trip, ...(own as OwnTripPlace), creates, begun: begunOf(place) }
}
