import { balanceDueOf as carpoolBalanceDueOf } from '#app/carpool/rules/permissions.ts'
import { rules as carpoolRules } from '#app/carpool/rules/rules.ts'
import type { CarpoolState } from '#app/carpool/rules/state.ts'
import { goesNow } from '#app/features/fewer/rules/extension.ts'
import { releasedSeats } from '#app/features/released/rules/extension.ts'
import type { ParticipantRow } from '#app/group/rows/participants.server.ts'
import { remainderOf } from '#app/group/rules/balance.ts'
import { placeColumns } from '#app/group/rules/extensions.ts'
import { depositReturnedOf, refundedOf, returnedOf } from '#app/group/rules/outside.ts'
import type { Rules } from '#app/group/rules/rules.ts'
import { shortfallOf } from '#app/group/rules/shortfall.ts'
import {
  confirmedOf,
  confirmedPeople,
  depositStatusOf,
  type Group,
  isListed,
  type PlaceIn,
  paymentStatusOf,
  shownPeople,
} from '#app/group/rules/state.ts'
import { flightKeys } from '#app/kernel/flight-number.ts'
import { foldText } from '#app/kernel/text.ts'
import { type Instant, londonDay } from '#app/kernel/time.ts'
import { balanceDueOf as tripBalanceDueOf } from '#app/trip/rules/permissions.ts'
import { rules as tripRules } from '#app/trip/rules/rules.ts'
import { asksForFlight, type TripState } from '#app/trip/rules/state.ts'
import type { CarpoolRow, TripRow } from '#db/kinds.ts'
import type { StuckRow } from '#db/schema.ts'

/**
 * The columns of a group's row besides the group itself: `version` only grows; `nextDueAt` is when
 * its object next has something to do; `stuck` lists what has been undecided for too long;
 * `reportedAt`: since when a reported post of its board waits for an administrator.
 */
export type RowFacts = {
  version: number
  nextDueAt?: Instant | null
  stuck?: StuckRow[]
  reportedAt?: Instant | null
}

/** The columns that the rows of all kinds of group have. */
const groupColumns = <S extends Group>(
  rules: Rules<S>,
  state: S,
  { version, nextDueAt = null, stuck = [], reportedAt = null }: RowFacts,
) => ({
  version,
  status: state.status,
  currentPassengers: shownPeople(state),
  maxPassengers: state.maxPassengers,
  private: state.private,
  departureAt: rules.departureAt(state),
  departureDay: londonDay(rules.departureAt(state)),
  cutoffAt: state.cutoffAt,
  releasedSeats: releasedSeats(rules, state),
  shortfall: shortfallOf(rules, state) || null,
  listed: isListed(state),
  nextDueAt,
  stuck,
  stuckSinceAt: stuck.length > 0 ? Math.min(...stuck.map(({ sinceAt }) => sinceAt)) : null,
  reportedAt,
  createdAt: state.createdAt,
})

/** The read model's row of a carpool. */
export function carpoolRowOf(state: CarpoolState, facts: RowFacts): CarpoolRow {
  const parties = shownOf(state).map((p) => p.party)
  return {
    kind: 'carpool',
    ...groupColumns(carpoolRules, state, facts),
    id: state.id,
    tripType: state.tripType,
    airportId: state.airportId,
    airportNameZh: state.airportName.zh,
    airportNameEn: state.airportName.en,
    terminals: [...new Set(parties.map((p) => p.terminal))],
    prices: state.prices,
    balanceDueAt: carpoolBalanceDueOf(state),
    flightTimes: parties.map((p) => p.flightTime),
    flightNumbers: parties.flatMap((p) => p.flightNumber ?? []),
    goesWith: goesNow(carpoolRules as Rules, state)?.people ?? 0,
    openedFor: state.openedFor ?? 0,
  }
}

/**
 * The places whose flights and terminals are shown: all confirmed ones; without any, the first that
 * is not gone; failing that, the creator's.
 */
function shownOf(state: CarpoolState): CarpoolState['participants'] {
  const confirmed = confirmedOf(state)
  if (confirmed.length > 0) return confirmed
  const first = state.participants.find((p) => p.seat !== 'gone') ?? state.participants[0]
  return first ? [first] : []
}

/** The read model's row of a trip. */
export const tripRowOf = (state: TripState, facts: RowFacts): TripRow => ({
  kind: 'trip',
  ...groupColumns(tripRules, state, facts),
  id: state.id,
  tripName: state.tripName,
  nameText: foldText(state.tripName),
  confirmedPassengers: confirmedPeople(state),
  minPassengers: state.minPassengers,
  tripEndAt: state.tripEndAt,
  cutoffDay: londonDay(state.cutoffAt),
  endDay: londonDay(state.tripEndAt),
  balancePrice: state.balancePrice,
  needsFlight: asksForFlight(state),
  balanceDueAt: tripBalanceDueOf(state),
  flightTimes: confirmedOf(state).flatMap((p) => p.party.flightTime ?? []),
})

/** The read model's row of a place in a carpool. */
export const carpoolPlaceRowOf = (
  state: CarpoolState,
  p: PlaceIn<CarpoolState>,
  version: number,
): ParticipantRow => placeRowOf('carpool', carpoolRules, state, p, version)

/** The read model's row of a place on a trip. */
export const tripPlaceRowOf = (
  state: TripState,
  p: PlaceIn<TripState>,
  version: number,
): ParticipantRow => placeRowOf('trip', tripRules, state, p, version)

/** The flights of a party, for the search. */
const flightColumn = ({ flightNumber }: { flightNumber: string | null }): string => {
  const keys = flightKeys(flightNumber)
  return keys.length > 0 ? ` ${keys.join(' ')} ` : ''
}

function placeRowOf<S extends Group>(
  kind: ParticipantRow['kind'],
  rules: Rules<S>,
  state: S,
  p: PlaceIn<S>,
  version: number,
): ParticipantRow {
  const owed = p.seat === 'taken' ? rules.owedBy(state, p) : null
  const { quote, reserved } = p.balance
  // Points that have not been set aside yet may turn out to be unavailable.
  const points = p.seat === 'taken' && reserved ? quote : null
  return {
    id: p.id,
    kind,
    groupId: state.id,
    userId: p.userId,
    version,
    seat: p.seat,
    leaving: p.leaving,
    party: p.party,
    flightKeys: flightColumn(p.party),
    depositStatus: depositStatusOf(p),
    depositIntentId: p.leaving === 'moved' ? null : p.deposit.intentId,
    captureBeforeAt: p.hold.captureBefore,
    renewalFailed: p.hold.renewing === 'failed',
    paymentStatus: paymentStatusOf(p),
    originalRemaining: owed === null ? null : remainderOf(owed),
    pointsDeducted: points?.points ?? 0,
    deductedAmount: points?.deducted ?? 0,
    returnedAmount: returnedOf(state, p),
    depositCaptured: p.deposit.paid,
    depositReturned: depositReturnedOf(state, p),
    refundedAmount: refundedOf(state, p),
    holdExpiresAt: p.seat === 'held' ? p.holdExpiresAt : null,
    ...placeColumns(rules as Rules, state, p),
    movedTo: p.convertedTo?.participantId ?? null,
    createdAt: p.heldAt,
  }
}
