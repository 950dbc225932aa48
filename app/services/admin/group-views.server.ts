import { rules as carpoolRules } from '#app/domain/carpool/rules.ts'
import type { CarpoolState } from '#app/domain/carpool/state.ts'
import { remainderOf } from '#app/domain/group/balance.ts'
import { isCancellable } from '#app/domain/group/decide-cancel.ts'
import { changeOf, flightOpenUntil, windowOf } from '#app/domain/group/flights.ts'
import { refundByHand, refundsOf } from '#app/domain/group/refund.ts'
import { isAssignable } from '#app/domain/group/ride.ts'
import { rideOf } from '#app/domain/group/ride-state.ts'
import type { Rules } from '#app/domain/group/rules.ts'
import { outstandingOf } from '#app/domain/group/shortfall.ts'
import {
  type Group,
  type GroupStatus,
  type Place,
  paymentStatusOf,
  type Refund,
} from '#app/domain/group/state.ts'
import type { ParticipantId, UserId } from '#app/domain/id.ts'
import type { MinorUnits } from '#app/domain/money.ts'
import { rules as tripRules } from '#app/domain/trip/rules.ts'
import type { TripState } from '#app/domain/trip/state.ts'
import { storyOfPlace } from '#app/services/groups/deposit-story.server.ts'
import type { GroupSnapshot } from '#app/services/groups/group-objects.server.ts'
import { carpoolRowOf, tripRowOf } from '#app/services/groups/group-rows.server.ts'
import type { Person } from '#db/queries/admin-groups.ts'
import type { CarpoolRow } from '#db/queries/carpools.ts'
import type { FailedRefundRow } from '#db/queries/failed-refunds.ts'
import type { TripRow } from '#db/queries/trips.ts'
import type { StuckRow } from '#db/schema.ts'
import type { GroupPlace, GroupRow, GroupView } from './group-view.ts'

export const carpoolRow = (row: CarpoolRow): GroupRow => ({
  id: row.id,
  about: {
    kind: 'carpool',
    tripType: row.tripType,
    airportId: row.airportId,
    airportName: { zh: row.airportNameZh, en: row.airportNameEn },
    prices: row.prices,
  },
  status: row.status as GroupStatus,
  at: row.carpoolAt,
  cutoffAt: row.cutoffAt,
  balanceDueAt: row.balanceDueAt ?? row.carpoolAt,
  shortfall: row.shortfall ?? 0,
  createdAt: row.createdAt,
  private: row.private,
  people: row.currentPassengers,
  maxPassengers: row.maxPassengers,
  stuckSinceAt: row.stuckSinceAt,
})

export const tripRow = (row: TripRow): GroupRow => ({
  id: row.id,
  about: {
    kind: 'trip',
    tripName: row.tripName,
    endAt: row.tripEndAt,
    minPassengers: row.minPassengers,
    balancePrice: row.balancePrice,
  },
  status: row.status as GroupStatus,
  at: row.tripStartAt,
  cutoffAt: row.cutoffAt,
  balanceDueAt: row.balanceDueAt ?? row.tripStartAt,
  shortfall: row.shortfall ?? 0,
  createdAt: row.createdAt,
  private: false,
  people: row.currentPassengers,
  maxPassengers: row.maxPassengers,
  stuckSinceAt: row.stuckSinceAt,
})

export function carpoolGroup(
  { state, stuck }: GroupSnapshot<CarpoolState>,
  people: Person[],
  failed: FailedRefundRow[],
): GroupView {
  return viewOf(
    carpoolRow(carpoolRowOf(state, { version: state.version, stuck })),
    state,
    carpoolRules,
    stuck,
    people,
    failed,
  )
}

export function tripGroup(
  { state, stuck }: GroupSnapshot<TripState>,
  people: Person[],
  failed: FailedRefundRow[],
): GroupView {
  return viewOf(
    tripRow(tripRowOf(state, { version: state.version, stuck })),
    state,
    tripRules,
    stuck,
    people,
    failed,
  )
}

const promisedIn = (state: Group): Refund[] =>
  state.cancelled?.refunds ?? (isCancellable(state) ? refundsOf(state) : [])

/** Pence of a place's deposit that are owed because their refund failed. */
const owedIn = (failed: FailedRefundRow[], id: ParticipantId): MinorUnits =>
  failed
    .filter((one) => one.participantId === id && one.purpose === 'deposit')
    .reduce((sum, { missing, settledAt }) => sum + (settledAt === null ? missing : 0), 0)

function personOf(people: Person[], id: UserId): Omit<Person, 'id'> | null {
  const found = people.find((one) => one.id === id)
  return found ? { name: found.name, phone: found.phone, wechat: found.wechat } : null
}

function viewOf<S extends CarpoolState | TripState>(
  row: GroupRow,
  state: S,
  rules: Rules<S>,
  stuck: StuckRow[],
  people: Person[],
  failed: FailedRefundRow[],
): GroupView {
  const { cancelled } = state
  const places = state.participants.map(
    (p): GroupPlace => ({
      ...placeOf(p, p.seat === 'taken' ? rules.owedBy(state, p) : null),
      flight: changeOf(state, p),
      flightOpenUntil: flightOpenUntil(rules, state, p),
      outstanding: outstandingOf(rules, state, p),
      person: personOf(people, p.userId),
      returning: state.strays.some((s) => s.participantId === p.id),
      returned: returnedOf(state, p),
      depositStory: storyOfPlace(state, p, owedIn(failed, p.id)),
      refund: refundByHand(state, p.id),
    }),
  )
  return {
    ...row,
    places: [
      ...places.filter((p) => p.seat !== 'gone'),
      ...places.filter((p) => p.seat === 'gone'),
    ],
    cancelled: cancelled && { at: cancelled.at, by: cancelled.by },
    isCancellable: isCancellable(state),
    forWishes: state.forWishes !== undefined,
    offers: (state.waiting ?? []).flatMap(({ people, offeredUntil: until }) =>
      until === null ? [] : [{ people, until }],
    ),
    ride: rideOf(state),
    isAssignable: isAssignable(state),
    flightWindow: windowOf(state),
    refunds: promisedIn(state).map((refund) => ({
      ...refund,
      person: personOf(people, refund.userId),
    })),
    stuck,
  }
}

const returnedOf = (
  { returned = {} }: Group,
  { deposit, balance, supplement }: Place,
): MinorUnits =>
  [deposit.intentId, balance.intentId, supplement?.intentId].reduce<MinorUnits>(
    (sum, id) => sum + ((id && returned[id]) || 0),
    0,
  )

function placeOf(
  p: Place,
  owed: MinorUnits | null,
): Omit<
  GroupPlace,
  | 'person'
  | 'returning'
  | 'returned'
  | 'refund'
  | 'outstanding'
  | 'depositStory'
  | 'flight'
  | 'flightOpenUntil'
> {
  const { deposit } = p
  return {
    participantId: p.id,
    userId: p.userId,
    party: p.party,
    seat: p.seat,
    leaving: p.leaving,
    heldAt: p.heldAt,
    holdExpiresAt: p.seat === 'held' ? p.holdExpiresAt : null,
    paymentStatus: paymentStatusOf(p),
    deposit: {
      status: deposit.status,
      intentId: deposit.intentId,
      captured: deposit.captured,
      captureBefore: deposit.status === 'held' ? deposit.captureBefore : null,
      renewalFailed: deposit.renewal === 'failed',
    },
    balance: balanceOf(p, owed),
    supplement: supplementOf(p),
    convertedTo: p.convertedTo?.carpoolId ?? null,
  }
}

/** What was paid on top for a car alone. */
const supplementOf = ({ supplement }: Place): GroupPlace['supplement'] =>
  supplement && supplement.amount > 0
    ? { amount: supplement.amount, intentId: supplement.intentId }
    : null

function balanceOf({ balance }: Place, owed: MinorUnits | null): GroupPlace['balance'] {
  const { quote, intentId, paid } = balance
  const points = quote?.points ?? 0
  if (paid !== null) return { status: 'paid', amount: paid, points, intentId }
  if (owed === null) return { status: 'none', amount: null, points: 0, intentId: null }
  if (quote) return { status: 'begun', amount: quote.amount, points, intentId }
  return { status: 'due', amount: remainderOf(owed), points: 0, intentId: null }
}
