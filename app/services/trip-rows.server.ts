import type { TripPlaceRow, TripRow } from '../../db/queries/trips.ts'
import type { StuckRow } from '../../db/schema.ts'
import { remainderOf } from '../domain/group/balance.ts'
import {
  confirmedOf,
  confirmedPeople,
  isListed,
  paymentStatusOf,
  seatedPeople,
} from '../domain/group/state.ts'
import { type Instant, londonDay } from '../domain/time.ts'
import { rules } from '../domain/trip/rules.ts'
import type { Participant, TripState } from '../domain/trip/state.ts'
import { foldText } from './fold-text.server.ts'

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
    currentPassengers: seatedPeople(state),
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
    holdExpiresAt: p.seat === 'held' ? p.holdExpiresAt : null,
    createdAt: p.heldAt,
  }
}
