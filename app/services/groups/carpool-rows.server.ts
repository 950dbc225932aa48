import { balanceDueOf } from '#app/domain/carpool/lifecycle.ts'
import { owedBy } from '#app/domain/carpool/pricing.ts'
import { rules } from '#app/domain/carpool/rules.ts'
import type { CarpoolState, Participant } from '#app/domain/carpool/state.ts'
import { remainderOf } from '#app/domain/group/balance.ts'
import { returnedOf } from '#app/domain/group/outside.ts'
import { openShortfallOf } from '#app/domain/group/shortfall.ts'
import { confirmedOf, isListed, paymentStatusOf, shownPeople } from '#app/domain/group/state.ts'
import { type Instant, londonDay } from '#app/domain/time.ts'
import type { CarpoolRow, ParticipantRow } from '#db/queries/carpools.ts'
import type { StuckRow } from '#db/schema.ts'

/**
 * The places whose flights and terminals are shown: all confirmed ones; without any, the first that
 * is not gone; failing that, the creator's.
 */
const shownOf = (state: CarpoolState): Participant[] => {
  const confirmed = confirmedOf(state)
  if (confirmed.length > 0) return confirmed
  const first = state.participants.find((p) => p.seat !== 'gone') ?? state.participants[0]
  return first ? [first] : []
}

/**
 * The read model's row of a carpool. `version` only grows; `nextDueAt` is when its object next has
 * something to do; `stuck` lists what has been undecided for too long.
 */
export function carpoolRowOf(
  state: CarpoolState,
  version: number,
  nextDueAt: Instant | null,
  stuck: StuckRow[],
): CarpoolRow {
  const parties = shownOf(state).map((p) => p.party)
  return {
    id: state.id,
    version,
    tripType: state.tripType,
    status: state.status,
    airportId: state.airportId,
    airportNameZh: state.airportName.zh,
    airportNameEn: state.airportName.en,
    terminals: [...new Set(parties.map((p) => p.terminal))],
    currentPassengers: shownPeople(state),
    maxPassengers: state.maxPassengers,
    private: state.private,
    prices: state.prices,
    carpoolAt: state.carpoolAt,
    carpoolDay: londonDay(state.carpoolAt),
    cutoffAt: state.cutoffAt,
    balanceDueAt: balanceDueOf(state),
    shortfall: openShortfallOf(rules, state) || null,
    flightTimes: parties.map((p) => p.flightTime),
    flightNumbers: parties.flatMap((p) => p.flightNumber ?? []),
    listed: isListed(state),
    nextDueAt,
    stuck,
    stuckSinceAt: stuck.length > 0 ? Math.min(...stuck.map(({ sinceAt }) => sinceAt)) : null,
    createdAt: state.createdAt,
  }
}

/** The read model's row of one place. */
export function participantRowOf(
  state: CarpoolState,
  p: Participant,
  version: number,
): ParticipantRow {
  const owed = p.seat === 'taken' ? owedBy(state, p) : null
  const { quote, reserved } = p.balance
  // Points that have not been set aside yet may turn out to be unavailable.
  const points = p.seat === 'taken' && reserved ? quote : null
  return {
    ...p.party,
    id: p.id,
    carpoolId: state.id,
    userId: p.userId,
    version,
    seat: p.seat,
    leaving: p.leaving,
    depositStatus: p.deposit.status,
    depositIntentId: p.deposit.intentId,
    captureBeforeAt: p.deposit.captureBefore,
    renewalFailed: p.deposit.renewal === 'failed',
    paymentStatus: paymentStatusOf(p),
    originalRemaining: owed === null ? null : remainderOf(owed),
    pointsDeducted: points?.points ?? 0,
    deductedAmount: points?.deducted ?? 0,
    returnedAmount: returnedOf(state, p),
    holdExpiresAt: p.seat === 'held' ? p.holdExpiresAt : null,
    createdAt: p.heldAt,
  }
}
