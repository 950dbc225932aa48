import { DEPOSIT_PENCE, MIN_CHARGE_PENCE } from '../limits.ts'
import type { MinorUnits } from '../money.ts'
import { type BalanceQuote, type CarpoolState, confirmedPeople, type Participant } from './state.ts'

type Priced = Pick<CarpoolState, 'prices' | 'maxPassengers' | 'private'>

/** Pence a person when `people` travel. Throws when the carpool has no such price: its terms were checked. */
export function pricePerPerson(prices: MinorUnits[], people: number): MinorUnits {
  const price = prices[people - 1]
  if (price === undefined) throw new Error(`no price for ${people} people`)
  return price
}

/** SPEC's basePrice: pence a person at the group's full size; of a private car the price of the car. */
export const basePriceOf = (carpool: Priced): MinorUnits =>
  pricePerPerson(carpool.prices, carpool.private ? 1 : carpool.maxPassengers)

/** What a participant pays in all, deposit included, in pence; null while the group's size is not settled. */
export function owedBy(state: CarpoolState, { party }: Participant): MinorUnits | null {
  switch (state.status) {
    case 'SUCCESS_PENDING_PAYMENT':
    case 'SUCCESS':
    case 'PRIVATE_PENDING_PAYMENT':
    case 'PRIVATE':
    case 'COMPLETED':
    case 'CLOSED':
      return state.private
        ? pricePerPerson(state.prices, 1)
        : pricePerPerson(state.prices, confirmedPeople(state)) * party.people
    default:
      return null
  }
}

/** The part of the £20 that is kept: never more than what is owed. */
export const depositPartOf = (owed: MinorUnits): MinorUnits => Math.min(DEPOSIT_PENCE, owed)

/** What is left to pay after the deposit, without points. Less than a card can be charged is let off. */
export function remainderOf(owed: MinorUnits): MinorUnits {
  const rest = owed - depositPartOf(owed)
  return rest < MIN_CHARGE_PENCE ? 0 : rest
}

/**
 * How `original` pence are paid with up to `points` points: as many as help, but what is left for the
 * card is nothing or at least the least it can be charged (DESIGN section 3). Pence and points are whole.
 */
export function quoteBalance(original: MinorUnits, points: number, pointsPerPound: number): BalanceQuote {
  const worth = Math.floor((Math.max(0, points) * 100) / pointsPerPound)
  const deducted = worth >= original ? original : Math.max(0, Math.min(worth, original - MIN_CHARGE_PENCE))
  const used = Math.ceil((deducted * pointsPerPound) / 100)
  return { original, points: used, deducted, amount: original - deducted }
}
