import { remainderOf } from '#app/domain/group/balance.ts'
import { returnedOf } from '#app/domain/group/outside.ts'
import { openShortfallOf } from '#app/domain/group/shortfall.ts'
import {
  confirmedOf,
  confirmedPeople,
  isListed,
  paymentStatusOf,
  shownPeople,
} from '#app/domain/group/state.ts'
import { type Instant, londonDay } from '#app/domain/time.ts'
import { balanceDueOf } from '#app/domain/trip/lifecycle.ts'
import { rules } from '#app/domain/trip/rules.ts'
import type { Participant, TripState } from '#app/domain/trip/state.ts'
import { foldText } from '#app/services/orders/fold-text.server.ts'
import type { TripPlaceRow, TripRow } from '#db/queries/trips.ts'
import type { StuckRow } from '#db/schema.ts'

/** The read model's row of a trip (see `carpoolRowOf`). */
export function tripRowOf(
  state: TripState,
  version: number,
  nextDueAt: Instant | null,
  stuck: StuckRow[],
): TripRow {
  return {
    id: state.id,
    version,
    status: state.status,
    tripName: state.tripName,
    nameText: foldText(state.tripName),
    currentPassengers: shownPeople(state),
    confirmedPassengers: confirmedPeople(state),
    minPassengers: state.minPassengers,
    maxPassengers: state.maxPassengers,
    cutoffAt: state.cutoffAt,
    tripStartAt: state.tripStartAt,
    tripEndAt: state.tripEndAt,
    cutoffDay: londonDay(state.cutoffAt),
    startDay: londonDay(state.tripStartAt),
    endDay: londonDay(state.tripEndAt),
    balancePrice: state.balancePrice,
    balanceDueAt: balanceDueOf(state),
    shortfall: openShortfallOf(rules, state) || null,
    flightTimes: confirmedOf(state).flatMap((p) => p.party.flightTime ?? []),
    listed: isListed(state),
    nextDueAt,
    stuck,
    stuckSinceAt: stuck.length > 0 ? Math.min(...stuck.map(({ sinceAt }) => sinceAt)) : null,
    createdAt: state.createdAt,
  }
}

/** The read model's row of one place on a trip. */
export function tripPlaceRowOf(state: TripState, p: Participant, version: number): TripPlaceRow {
  const owed = p.seat === 'taken' ? rules.owedBy(state, p) : null
  return {
    ...p.party,
    id: p.id,
    tripId: state.id,
    userId: p.userId,
    version,
    seat: p.seat,
    leaving: p.leaving,
    depositStatus: p.deposit.status,
    paymentStatus: paymentStatusOf(p),
    remaining: owed === null ? null : remainderOf(owed),
    returnedAmount: returnedOf(state, p),
    holdExpiresAt: p.seat === 'held' ? p.holdExpiresAt : null,
    createdAt: p.heldAt,
  }
}
