import type { Vehicle } from './fleet.ts'
import type { Party } from './group/state.ts'
import { BAG, BIG_LUGGAGE, SMALL_LUGGAGE } from './limits.ts'

/** What is counted of a party's luggage, and the range of each. */
export const LUGGAGE = { bigLuggage: BIG_LUGGAGE, smallLuggage: SMALL_LUGGAGE, bag: BAG } as const
export type LuggageKind = keyof typeof LUGGAGE
export type Luggage = Pick<Party, LuggageKind>
export const LUGGAGE_KINDS = Object.keys(LUGGAGE) as LuggageKind[]

/** The same for each kind of luggage. */
export const forLuggage = <T>(make: (kind: LuggageKind) => T) =>
  Object.fromEntries(LUGGAGE_KINDS.map((kind) => [kind, make(kind)])) as Record<LuggageKind, T>

/** What luggage takes of a car. */
export type Cases = Pick<Luggage, 'bigLuggage' | 'smallLuggage'>

/** Big cases that the usual car for so many people takes: a saloon, a carrier, a minibus. */
export const usualRoom = (people: number): number => (people <= 3 ? 3 : people <= 5 ? 5 : 8)

export const sumOfCases = (parties: Cases[]): Cases => ({
  bigLuggage: parties.reduce((sum, { bigLuggage }) => sum + bigLuggage, 0),
  smallLuggage: parties.reduce((sum, { smallLuggage }) => sum + smallLuggage, 0),
})

/**
 * The big cases that still fit; negative: so many do not. Two small cases take the room of a big
 * one; small ones go where big ones could, and never the other way round.
 */
export function freeRoom(
  { bigCases, smallCases }: Pick<Vehicle, 'bigCases' | 'smallCases'>,
  { bigLuggage, smallLuggage }: Cases,
): number {
  return bigCases - bigLuggage - Math.ceil(Math.max(0, smallLuggage - smallCases) / 2)
}

/** The same for a car that is not chosen yet, by how many people it will carry. */
export const freeRoomFor = (people: number, cases: Cases): number =>
  freeRoom({ bigCases: usualRoom(people), smallCases: 0 }, cases)
