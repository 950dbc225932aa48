import { BAG, BIG_LUGGAGE, SMALL_LUGGAGE } from '#app/kernel/limits.ts'
import type { Party } from './state.ts'

/**
 * The kinds of luggage, and the range of each count. `usual`: what the API assumes if a trip's
 * joiner does not say, and what examples show.
 */
export const LUGGAGE = {
  bigLuggage: { ...BIG_LUGGAGE, usual: 2 },
  smallLuggage: { ...SMALL_LUGGAGE, usual: 1 },
  bag: { ...BAG, usual: 1 },
} as const
export type LuggageKind = keyof typeof LUGGAGE
export type Luggage = Pick<Party, LuggageKind>
export const LUGGAGE_KINDS = Object.keys(LUGGAGE) as LuggageKind[]

/** Something for each kind of luggage. */
export const forLuggage = <T>(make: (kind: LuggageKind) => T) =>
  Object.fromEntries(LUGGAGE_KINDS.map((kind) => [kind, make(kind)])) as Record<LuggageKind, T>

/** The luggage of a party, or of anything else that has luggage. */
export const luggageOf = (has: Luggage) => forLuggage((kind) => has[kind])
/** The same as fields of a form hold it. */
export const luggageValues = (has: Luggage) => forLuggage((kind) => String(has[kind]))

export const sumOfLuggage = (parties: Luggage[]) =>
  forLuggage((kind) => parties.reduce((sum, party) => sum + party[kind], 0))

/** The first kind whose count is out of range; null: all are in range. */
export const wrongLuggage = (has: Luggage): LuggageKind | null =>
  LUGGAGE_KINDS.find((kind) => {
    const { min, max } = LUGGAGE[kind]
    return !Number.isInteger(has[kind]) || has[kind] < min || has[kind] > max
  }) ?? null

/** The luggage that takes up room in a car. */
export type Cases = Pick<Luggage, 'bigLuggage' | 'smallLuggage'>

/** Big cases that the usual car for so many people takes: a saloon, a carrier, a minibus. */
export const usualRoom = (people: number): number => (people <= 3 ? 3 : people <= 5 ? 5 : 8)

export const sumOfCases = (parties: Cases[]): Cases => ({
  bigLuggage: parties.reduce((sum, { bigLuggage }) => sum + bigLuggage, 0),
  smallLuggage: parties.reduce((sum, { smallLuggage }) => sum + smallLuggage, 0),
})

/**
 * The number of big cases that still fit; negative: that many do not. Two small cases take the room
 * of a big one; small ones can go where big ones could, and never the other way round.
 */
export function freeRoom(
  { bigCases, smallCases }: { bigCases: number; smallCases: number },
  { bigLuggage, smallLuggage }: Cases,
): number {
  return bigCases - bigLuggage - Math.ceil(Math.max(0, smallLuggage - smallCases) / 2)
}

/** The same for a car that is not chosen yet, by how many people it will carry. */
export const freeRoomFor = (people: number, cases: Cases): number =>
  freeRoom({ bigCases: usualRoom(people), smallCases: 0 }, cases)
