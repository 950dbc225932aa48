import type { CarpoolState, Participant } from '#app/carpool/rules/state.ts'
import { hours } from '#app/kernel/limits.ts'
import { isPaid } from '#app/payments/rules/charge.ts'
import type { Participant as TripPlace, TripState } from '#app/trip/rules/state.ts'

const DEPOSIT = 2000
/** Less than this cannot be charged, and is waived. */
const LEAST = 30

/** The final cost of one place to its owner, derived from docs/rules.md alone. */
export type Owed = { pence: number; points: number }

/** `paidIn`: the car in which it paid its balance; it may have moved since. */
export function owedFor(car: CarpoolState, p: Participant, paidIn = car): Owed {
  const nothing = { pence: 0, points: 0 }
  const price = priceOf(paidIn, p)
  // The balance was not paid in time: the deposit is kept, unless the bank had released it.
  if (p.leaving === 'unpaid')
    return { ...nothing, pence: p.deposit.state === 'paid' ? Math.min(DEPOSIT, price) : 0 }
  // Left, cancelled, failed, refunded, or moved to a private car, where it is counted.
  if (p.seat !== 'taken') return nothing
  // Anyone still in at the end has paid and travelled.
  if (car.status !== 'COMPLETED' || !isPaid(p.balance)) return { ...nothing, pence: Number.NaN }
  // A deposit that the bank released and that was not paid again is not ours.
  const deposit = p.deposit.state === 'lost' ? 0 : Math.min(DEPOSIT, price)
  const rest = price - Math.min(DEPOSIT, price)
  const { points, deducted } = p.balance.quote ?? { points: 0, deducted: 0 }
  return { pence: deposit + (rest < LEAST ? 0 : rest - deducted), points }
}

function priceOf(car: CarpoolState, p: Participant): number {
  if (car.private) return car.prices[0] ?? Number.NaN
  // A group pays the price for the size it completed with, and it completes when it is full.
  return (car.prices[car.maxPassengers - 1] ?? Number.NaN) * p.party.people
}

/** When balances are due for a group that completed at that time. */
export function dueOf(group: CarpoolState | TripState, completedAt: number): number {
  const [usual, last] =
    'carpoolAt' in group
      ? [group.cutoffAt, group.carpoolAt]
      : [group.tripStartAt - hours(24), group.tripStartAt]
  return Math.min(last, Math.max(usual, completedAt + hours(12)))
}

/** The price of a place on a trip on top of its deposit. */
export function balanceOfTrip(trip: TripState, { party }: TripPlace): number {
  const price = trip.balancePrice * party.people
  return price < LEAST ? 0 : price
}

/**
 * What a departing group is short of for one place: for a released place, what is not kept; for a
 * paid place, a lost deposit.
 */
export function missingOf(group: CarpoolState | TripState, p: Participant | TripPlace): number {
  const isMissed = p.leaving === 'unpaid' || p.leaving === 'refunded'
  if (!isMissed && !(p.seat === 'taken' && isPaid(p.balance))) return 0
  const price =
    'carpoolAt' in group
      ? priceOf(group, p as Participant)
      : DEPOSIT + group.balancePrice * (p as TripPlace).party.people
  // What we gave back of our own accord is not owed.
  const isHad = p.deposit.state === 'paid' || p.leaving === 'refunded'
  const deposit = isHad ? 0 : Math.min(DEPOSIT, price)
  const rest = price - Math.min(DEPOSIT, price)
  return deposit + (isMissed && rest >= LEAST ? rest : 0)
}

/**
 * What a place on a trip has cost its owner whenever nothing is pending: the deposit while they are
 * in.
 */
export function owedForTrip(trip: TripState, p: TripPlace): number {
  if (p.leaving === 'unpaid') return DEPOSIT
  if (p.seat !== 'taken') return 0
  return DEPOSIT + (isPaid(p.balance) ? balanceOfTrip(trip, p) : 0)
}
