import { is } from '#app/group/rules/status.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import type { CarpoolState, Participant } from './state.ts'

type Priced = Pick<CarpoolState, 'prices' | 'maxPassengers' | 'private'>

/**
 * Price per person in pence when `people` travel. Throws if the carpool has no such price: its
 * terms were checked.
 */
export function pricePerPerson(prices: MinorUnits[], people: number): MinorUnits {
  const price = prices[people - 1]
  if (price === undefined) throw new Error(`no price for ${people} people`)
  return price
}

/**
 * `basePrice` (docs/rules.md#prices): pence per person at the group's full size, or the size with
 * which it went; for a private car, the price of the car.
 */
export const basePriceOf = (carpool: Priced): MinorUnits =>
  pricePerPerson(carpool.prices, carpool.private ? 1 : carpool.maxPassengers)

/**
 * What a participant pays in total, deposit included, in pence; null while the group's size is not
 * settled.
 */
export function owedBy(
  state: CarpoolState,
  { party }: Pick<Participant, 'party'>,
): MinorUnits | null {
  if (!is(state.status, 'priced')) return null
  // A complete group keeps the price of its size, even if people are released later.
  return basePriceOf(state) * (state.private ? 1 : party.people)
}
