import type { CarpoolRow, ParticipantRow } from '../../db/queries/carpools.ts'
import {
  type CarpoolState,
  confirmedOf,
  isListed,
  type Participant,
  seatedPeople,
} from '../domain/carpool/state.ts'
import { type Instant, londonDay } from '../domain/time.ts'

/** Whose flights and terminals are shown: the confirmed; in a draft its creator's. Holds may never be paid. */
const shownOf = (state: CarpoolState): Participant[] => {
  const confirmed = confirmedOf(state)
  return confirmed.length > 0 ? confirmed : state.participants.slice(0, 1)
}

/** The read model's row of a carpool. `version` only grows; `nextDueAt` is when its object has something to do. */
export function carpoolRowOf(state: CarpoolState, version: number, nextDueAt: Instant | null): CarpoolRow {
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
    currentPassengers: seatedPeople(state),
    maxPassengers: state.maxPassengers,
    prices: state.prices,
    carpoolAt: state.carpoolAt,
    carpoolDay: londonDay(state.carpoolAt),
    cutoffAt: state.cutoffAt,
    flightTimes: parties.map((p) => p.flightTime),
    flightNumbers: parties.flatMap((p) => p.flightNumber ?? []),
    listed: isListed(state),
    nextDueAt,
    stuck: [],
    stuckSinceAt: null,
    createdAt: state.createdAt,
  }
}

/** The read model's row of one place. */
export function participantRowOf(state: CarpoolState, p: Participant, version: number): ParticipantRow {
  return {
    ...p.party,
    id: p.id,
    carpoolId: state.id,
    userId: p.userId,
    version,
    seat: p.seat,
    depositStatus: p.deposit.status,
    depositIntentId: p.deposit.intentId,
    captureBeforeAt: p.deposit.captureBefore,
    paymentStatus: 'DEPOSIT',
    leaving: p.leaving,
    renewalFailed: false,
    originalRemaining: null,
    pointsDeducted: 0,
    deductedAmount: 0,
    holdExpiresAt: p.seat === 'held' ? p.holdExpiresAt : null,
    createdAt: p.heldAt,
  }
}
