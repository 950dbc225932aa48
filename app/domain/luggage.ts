import type { Vehicle } from './fleet.ts'
import type { Party } from './group/state.ts'

/** What luggage takes of a car. */
export type Cases = Pick<Party, 'bigLuggage' | 'smallLuggage'>

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
