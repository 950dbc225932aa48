import type { MostFewer } from '#app/group/rules/command.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import { fail, type Result } from '#app/kernel/result.ts'

/** A shared car of two or more goes; one party alone can take a private car. */
const FEWEST = 2

type Priced = { prices: MinorUnits[]; maxPassengers: number }
/** A price of the car, and the number of people at which it holds. */
export type FewerPrice = { people: number; price: MinorUnits }

/**
 * The prices that can be accepted for a car that is not full: its own for fewer people, above its
 * full price, the lowest first.
 */
export function fewerPrices({ prices, maxPassengers }: Priced): FewerPrice[] {
  const full = prices[maxPassengers - 1] ?? 0
  return prices
    .slice(0, maxPassengers - 1)
    .map((price, i) => ({ people: i + 1, price }))
    .filter(({ people, price }) => people >= FEWEST && price > full)
    .reverse()
}

/** Why the most that somebody accepts is refused: it is no price of the car; null: it is one. */
export const checkFewer = (car: Priced, most: MostFewer | undefined): Result<never> | null =>
  most == null || fewerPrices(car).some(({ price }) => price === most)
    ? null
    : fail('validationFailed', { field: 'fewer' })

/** A place that may go: how many people it is for, and the most they accept per person. */
export type Willing = { people: number; most: MostFewer }

/**
 * The places that go if the car is not filled: those with the most people of whom each accepts the
 * price for so many (docs/rules.md#going-with-fewer). If several sets have as many people, the one
 * with the earliest place in which they differ. `places`: in the order in which they joined. Null:
 * no set of two people or more.
 */
export function largestSet<P extends Willing>(
  places: readonly P[],
  { prices, maxPassengers }: Priced,
): P[] | null {
  for (let people = maxPassengers - 1; people >= FEWEST; people--) {
    const price = prices[people - 1] ?? Infinity
    const set = exactly(
      people,
      places.filter(({ most }) => most !== null && price <= most),
    )
    if (set) return set
  }
  return null
}

/** Places for exactly so many people, the first ones if possible; null: there are none. */
function exactly<P extends Willing>(people: number, [first, ...rest]: readonly P[]): P[] | null {
  if (people === 0) return []
  if (!first) return null
  const others = first.people <= people ? exactly(people - first.people, rest) : null
  return others ? [first, ...others] : exactly(people, rest)
}
