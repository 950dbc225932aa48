import { BIG_LUGGAGE, SMALL_LUGGAGE } from '#app/kernel/limits.ts'
import { countOf } from '#app/kernel/number.ts'

/** The number of people and the luggage in an address's query; invalid values are left out. */
export function askedParty(search: URLSearchParams, mostPeople: number): Record<string, string> {
  const limits = {
    people: { min: 1, max: mostPeople },
    bigLuggage: BIG_LUGGAGE,
    smallLuggage: SMALL_LUGGAGE,
  }
  return Object.fromEntries(
    Object.entries(limits).flatMap(([name, { min, max }]) => {
      const count = countOf(search.get(name) ?? '') ?? Number.NaN
      return count >= min && count <= max ? [[name, String(count)]] : []
    }),
  )
}
