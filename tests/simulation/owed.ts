import type { CarpoolState, Participant } from '#app/domain/carpool/state.ts'
import type { Participant as TripPlace, TripState } from '#app/domain/trip/state.ts'

const DEPOSIT = 2000
/** Less than this cannot be charged, and is let off. */
const LEAST = 30

/** What one place has cost its owner when all is over, worked out from the rules of SPEC and DESIGN section 3 alone. */
export type Owed = { pence: number; points: number }

export function owedFor(car: CarpoolState, p: Participant): Owed {
  const nothing = { pence: 0, points: 0 }
  // Left, cancelled, failed, given back, or gone along to a private car, where it is counted.
  if (p.seat !== 'taken') return nothing
  if (car.status !== 'COMPLETED' && car.status !== 'CLOSED') return { ...nothing, pence: Number.NaN }
  const price = priceOf(car, p)
  // A deposit that the bank let go and nobody paid again is not ours; such a carpool is not completed.
  const lost = p.deposit.status === 'released' && car.status === 'CLOSED'
  const deposit = lost ? 0 : Math.min(DEPOSIT, price)
  const paid = p.balance.paid !== null
  if (!paid) return { pence: deposit, points: 0 }
  const rest = price - Math.min(DEPOSIT, price)
  const { points, deducted } = p.balance.quote ?? { points: 0, deducted: 0 }
  return { pence: deposit + (rest < LEAST ? 0 : rest - deducted), points }
}

function priceOf(car: CarpoolState, p: Participant): number {
  if (car.private) return car.prices[0] ?? Number.NaN
  const people = car.participants
    .filter((q) => q.seat === 'taken' || q.leaving === 'refunded')
    .reduce((sum, q) => sum + q.party.people, 0)
  return (car.prices[people - 1] ?? Number.NaN) * p.party.people
}

/** What is asked for a place on a trip beside its deposit. */
export function balanceOfTrip(trip: TripState, { party }: TripPlace): number {
  const price = trip.balancePrice * party.people
  return price < LEAST ? 0 : price
}

/** What a place on a trip has cost its owner, at any moment in which nothing is under way: the deposit while she is in. */
export function owedForTrip(trip: TripState, p: TripPlace): number {
  if (p.seat !== 'taken') return 0
  return DEPOSIT + (p.balance.paid === null ? 0 : balanceOfTrip(trip, p))
}
