import type { CarpoolRow, ParticipantRow } from '../../db/queries/carpools.ts'
import { basePriceOf, depositPartOf, owedFor } from '../domain/carpool/pricing.ts'
import type { CarpoolStatus, DepositStatus, Seat, TripType } from '../domain/carpool/state.ts'
import type { AirportId, CarpoolId, ParticipantId } from '../domain/id.ts'
import { DEPOSIT_PENCE } from '../domain/limits.ts'
import type { MinorUnits } from '../domain/money.ts'
import type { Instant } from '../domain/time.ts'

/** A carpool as everybody may see it: no address, no name. Times are instants, amounts pence. */
export type CarpoolCard = {
  id: CarpoolId
  tripType: TripType
  airportId: AirportId
  airportName: { zh: string; en: string }
  terminals: string[]
  /** People with a seat, on hold or confirmed. */
  currentPassengers: number
  maxPassengers: number
  /** Pence a person when the group is full. */
  basePrice: MinorUnits
  /** Pence a person for 1, 2 … 5 people. */
  prices: MinorUnits[]
  currency: 'gbp'
  carpoolAt: Instant
  cutoffAt: Instant
  status: CarpoolStatus
  flightTimes: Instant[]
  flightNumbers: string[]
  /** Whether the viewer has a confirmed seat. */
  isJoined: boolean
}

/** One user's own place in a carpool, for that user's eyes only. */
export type CarpoolRecord = CarpoolCard & {
  participantId: ParticipantId
  paymentStatus: 'DEPOSIT' | 'PAID' | 'PRIVATE_CONVERTED' | 'REFUNDED'
  place: 'joined' | 'exited' | 'history'
  seat: Seat
  nLocation: string
  terminal: string
  flightNumber: string | null
  flightTime: Instant
  bigLuggage: number
  smallLuggage: number
  bag: number
  people: number
  deposit: { status: DepositStatus; isValid: boolean; amount: MinorUnits; captureBefore: Instant | null }
  /** When an unpaid hold ends; null once it is paid or over. */
  holdExpiresAt: Instant | null
  /** What is left to pay once the group is settled, in pence; null before. */
  remainingAmount: MinorUnits | null
}

export const cardOf = (row: CarpoolRow, isJoined: boolean): CarpoolCard => ({
  id: row.id,
  tripType: row.tripType,
  airportId: row.airportId,
  airportName: { zh: row.airportNameZh, en: row.airportNameEn },
  terminals: row.terminals,
  currentPassengers: row.currentPassengers,
  maxPassengers: row.maxPassengers,
  basePrice: basePriceOf(row),
  prices: row.prices,
  currency: 'gbp',
  carpoolAt: row.carpoolAt,
  cutoffAt: row.cutoffAt,
  status: row.status as CarpoolStatus,
  flightTimes: row.flightTimes,
  flightNumbers: row.flightNumbers,
  isJoined,
})

export function recordOf(row: CarpoolRow, p: ParticipantRow): CarpoolRecord {
  const status = p.depositStatus as DepositStatus
  return {
    ...cardOf(row, p.seat === 'taken'),
    participantId: p.id,
    paymentStatus: p.paymentStatus,
    place: placeOf(row, p),
    seat: p.seat as Seat,
    nLocation: p.nLocation,
    terminal: p.terminal,
    flightNumber: p.flightNumber,
    flightTime: p.flightTime,
    bigLuggage: p.bigLuggage,
    smallLuggage: p.smallLuggage,
    bag: p.bag,
    people: p.people,
    deposit: {
      status,
      isValid: status === 'held' || status === 'captured',
      amount: DEPOSIT_PENCE,
      captureBefore: p.captureBeforeAt,
    },
    holdExpiresAt: p.holdExpiresAt,
    remainingAmount: remainingOf(row, p),
  }
}

/** Which list of the profile a record belongs to (SPEC section 4). */
function placeOf(row: CarpoolRow, p: ParticipantRow): CarpoolRecord['place'] {
  if (['COMPLETED', 'CLOSED', 'CANCELLED'].includes(row.status)) return 'history'
  const left = p.paymentStatus === 'PRIVATE_CONVERTED' || p.paymentStatus === 'REFUNDED'
  return row.status === 'FAILED' && left ? 'exited' : 'joined'
}

function remainingOf(row: CarpoolRow, p: ParticipantRow): MinorUnits | null {
  if (p.seat !== 'taken') return null
  if (p.paymentStatus === 'PAID') return 0
  const status = row.status as CarpoolStatus
  const owed = owedFor({ status, prices: row.prices, groupSize: row.currentPassengers }, p.people)
  return owed === null ? null : owed - depositPartOf(owed)
}
