import type { Person } from '#app/account/rows/people.server.ts'
import { rules as carpoolRules } from '#app/carpool/rules/rules.ts'
import type { CarpoolState } from '#app/carpool/rules/state.ts'
import { changeOf, flightOpenUntil } from '#app/features/flights/rules/flights.ts'
import { rideOf } from '#app/features/ride/rules/ride-state.ts'
import { waitlistOf } from '#app/features/waitlist/rules/wait-event.ts'
import { remainderOf } from '#app/group/rules/balance.ts'
import { isCancellable } from '#app/group/rules/decide-cancel.ts'
import { windowOf } from '#app/group/rules/flight-window.ts'
import { isKept, refundedOf } from '#app/group/rules/outside.ts'
import { refundByHand, refundsOf } from '#app/group/rules/refund.ts'
import { isSteerable } from '#app/group/rules/ride-status.ts'
import type { Rules } from '#app/group/rules/rules.ts'
import { outstandingOf } from '#app/group/rules/shortfall.ts'
import { depositStatusOf, type Group, type Place, paymentStatusOf } from '#app/group/rules/state.ts'
import { storyOfPlace } from '#app/group/service/deposit-story.server.ts'
import type { GroupSnapshot } from '#app/group/service/group-objects.server.ts'
import { carpoolRowOf, tripRowOf } from '#app/group/service/group-rows.server.ts'
import type { ParticipantId, UserId } from '#app/kernel/id.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { FailedRefundRow } from '#app/payments/rows/failed-refunds.server.ts'
import { isPaid } from '#app/payments/rules/charge.ts'
import { rules as tripRules } from '#app/trip/rules/rules.ts'
import type { TripState } from '#app/trip/rules/state.ts'
import type { GroupRow as StoredRow } from '#db/kinds.ts'
import type { groups, StuckRow } from '#db/schema.ts'

/** A group in the administration's list, including groups that no student can see. */
export type GroupRow = ReturnType<typeof groupRow>
/** A group with all its current and former members, and everything concerning their money. */
export type GroupView = ReturnType<typeof groupView>
export type GroupPlace = GroupView['places'][number]
/** One person's refund from a cancelled group, past or possible. */
export type NamedRefund = GroupView['refunds'][number]

/** `row`: from `groups`, or computed from a group's state. */
export const groupRow = (row: StoredRow | typeof groups.$inferSelect) => ({
  id: row.id,
  // A row of `groups` is one of its kind.
  about: aboutOf(row as StoredRow),
  status: row.status,
  /** Departure of a carpool or start of a trip. */
  at: row.departureAt,
  cutoffAt: row.cutoffAt,
  balanceDueAt: row.balanceDueAt,
  /** Pence missing although the group goes ahead. */
  shortfall: row.shortfall ?? 0,
  createdAt: row.createdAt,
  private: row.private,
  /** People with a seat, held or confirmed. */
  people: row.currentPassengers,
  maxPassengers: row.maxPassengers,
  /** Since when one of its payments has been undecided for too long. */
  stuckSinceAt: row.stuckSinceAt,
})

const aboutOf = (row: StoredRow) =>
  row.kind === 'trip'
    ? {
        kind: 'trip' as const,
        tripName: row.tripName,
        endAt: row.tripEndAt,
        minPassengers: row.minPassengers,
        balancePrice: row.balancePrice,
      }
    : {
        kind: 'carpool' as const,
        /** Its seats until it went with fewer people; 0: it did not. */
        openedFor: row.openedFor,
        tripType: row.tripType,
        airportId: row.airportId,
        airportName: { zh: row.airportNameZh, en: row.airportNameEn },
        prices: row.prices,
      }

/** Pence owed to a place because their refunds failed; of one payment, or of all. */
const owedIn = (failed: FailedRefundRow[], id: ParticipantId, of?: 'deposit'): MinorUnits =>
  failed
    .filter((one) => one.participantId === id && (!of || one.purpose === of))
    .reduce((sum, { missing, settledAt }) => sum + (settledAt === null ? missing : 0), 0)

function personOf(people: Person[], id: UserId): Omit<Person, 'id'> | null {
  const found = people.find((one) => one.id === id)
  return found ? { name: found.name, phone: found.phone, wechat: found.wechat } : null
}

/** A group's object, with the names of its people and its failed refunds. */
export function groupView(
  { state, stuck }: GroupSnapshot<CarpoolState | TripState>,
  people: Person[],
  failed: FailedRefundRow[],
  now: Instant,
) {
  const facts = { version: state.version, stuck }
  return 'tripName' in state
    ? viewOf({ state, stuck, rules: tripRules, row: tripRowOf(state, facts) }, people, failed, now)
    : viewOf(
        { state, stuck, rules: carpoolRules, row: carpoolRowOf(state, facts) },
        people,
        failed,
        now,
      )
}

type GroupParts<S extends Group> = { state: S; stuck: StuckRow[]; rules: Rules<S>; row: StoredRow }

function viewOf<S extends CarpoolState | TripState>(
  { state, stuck, rules, row }: GroupParts<S>,
  people: Person[],
  failed: FailedRefundRow[],
  now: Instant,
) {
  const { cancelled } = state
  const canCancel = isCancellable(rules as Rules, state, now)
  const places = state.participants.map((p) => ({
    ...placeView(p),
    balance: balanceOf(p, p.seat === 'taken' ? rules.owedBy(state, p) : null),
    /**
     * How its flight has changed since the group was complete, and until when a decision is
     * pending.
     */
    flight: changeOf(state, p),
    flightOpenUntil: flightOpenUntil(rules, state, p),
    /** Pence it still owes although its group goes ahead. */
    outstanding: outstandingOf(rules, state, p),
    /** Null if there is no such account. */
    person: personOf(people, p.userId),
    /** Whether any of the money is being refunded right now. */
    returning: state.strays.some((s) => s.participantId === p.id),
    /** Pence of everything charged for it that were refunded to its owner. */
    refunded: refundedAmountIn(state, p, owedIn(failed, p.id)),
    depositStory: storyOfPlace(state, p, owedIn(failed, p.id, 'deposit')),
    /** What a manual refund would return; null if there is nothing to decide. */
    refund: refundByHand(state, p.id),
  }))
  return {
    ...groupRow(row),
    /** Places with a seat come first. */
    places: [
      ...places.filter((p) => p.seat !== 'gone'),
      ...places.filter((p) => p.seat === 'gone'),
    ],
    cancelled: cancelled && { at: cancelled.at, by: cancelled.by },
    isCancellable: canCancel,
    /** Seats offered to waiting parties. */
    offers: waitlistOf(state).waiting.flatMap(({ people, offeredUntil: until }) =>
      until === null ? [] : [{ people, until }],
    ),
    ride: rideOf(state),
    isAssignable: isSteerable(rules as Rules, state, now),
    /** The range of flights that need no decision. */
    flightWindow: windowOf(state),
    /** Who gets what if the group is cancelled in its current state, or who got what. */
    refunds: (cancelled?.refunds ?? (canCancel ? refundsOf(state) : [])).map((refund) => ({
      ...refund,
      person: personOf(people, refund.userId),
    })),
    stuck,
  }
}

/** A failed refund of a place that is gone counts in its group, but not for its owner. */
const refundedAmountIn = (state: Group, p: Place, owed: MinorUnits): MinorUnits =>
  isKept(p) ? refundedOf(state, p) : Math.max(0, refundedOf(state, p) - owed)

function placeView(p: Place) {
  const { deposit, hold } = p
  return {
    participantId: p.id,
    userId: p.userId,
    party: p.party,
    seat: p.seat,
    leaving: p.leaving,
    heldAt: p.heldAt,
    /** When an unpaid hold ends. */
    holdExpiresAt: p.seat === 'held' ? p.holdExpiresAt : null,
    paymentStatus: paymentStatusOf(p),
    deposit: {
      status: depositStatusOf(p),
      intentId: deposit.intentId,
      captured: deposit.paid,
      captureBefore: deposit.state === 'held' ? hold.captureBefore : null,
      renewalFailed: hold.renewing === 'failed',
    },
    convertedTo: p.convertedTo?.carpoolId ?? null,
  }
}

type Balance = {
  /**
   * none: not due, or dropped because the place was released. due: to be paid. begun: a payment may
   * be in progress. refunded: it was paid, and is being or has been refunded with the deposit.
   */
  status: 'none' | 'due' | 'begun' | 'paid' | 'refunded'
  /** What the card paid or still has to pay; null if undecided. */
  amount: MinorUnits | null
  points: number
  intentId: string | null
}

function balanceOf({ balance, seat }: Place, owed: MinorUnits | null): Balance {
  const { quote, intentId, paid } = balance
  const points = quote?.points ?? 0
  // The balance of a place that is gone was refunded.
  const status = seat === 'gone' ? 'refunded' : 'paid'
  if (isPaid(balance)) return { status, amount: paid, points, intentId }
  if (owed === null) return { status: 'none', amount: null, points: 0, intentId: null }
  if (quote) return { status: 'begun', amount: quote.amount, points, intentId }
  return { status: 'due', amount: remainderOf(owed), points: 0, intentId: null }
}
