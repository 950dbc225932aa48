import { DEPOSIT_PENCE } from '../limits.ts'
import type { MinorUnits } from '../money.ts'
import { type CarpoolState, confirmedPeople, type Participant } from './state.ts'

type Priced = Pick<CarpoolState, 'prices' | 'maxPassengers'>

/** Pence a person when `people` travel. Throws when the carpool has no such price: its terms were checked. */
export function pricePerPerson(prices: MinorUnits[], people: number): MinorUnits {
  const price = prices[people - 1]
  if (price === undefined) throw new Error(`no price for ${people} people`)
  return price
}

/** SPEC's basePrice: pence a person at the group's full size. */
export const basePriceOf = (carpool: Priced): MinorUnits =>
  pricePerPerson(carpool.prices, carpool.maxPassengers)

type Sized = Pick<CarpoolState, 'status' | 'prices'> & { groupSize: number }

/** What a party of `people` pays in all, deposit included, in pence; null while the group's size is not settled. */
export function owedFor({ status, prices, groupSize }: Sized, people: number): MinorUnits | null {
  switch (status) {
    case 'SUCCESS_PENDING_PAYMENT':
    case 'SUCCESS':
    case 'COMPLETED':
      return pricePerPerson(prices, groupSize) * people
    case 'PRIVATE_PENDING_PAYMENT':
    case 'PRIVATE':
      return pricePerPerson(prices, 1)
    default:
      return null
  }
}

export const owedBy = (state: CarpoolState, participant: Participant): MinorUnits | null =>
  owedFor({ ...state, groupSize: confirmedPeople(state) }, participant.party.people)

/** The part of the £20 that is kept: never more than what is owed. */
export const depositPartOf = (owed: MinorUnits): MinorUnits => Math.min(DEPOSIT_PENCE, owed)
