import { type LuggageKind, luggageValues } from '#app/group/rules/luggage.ts'
import type { Party } from '#app/group/rules/state.ts'

/** The values of a traveller's form, as the browser sends them. */
export type PartyValues = Record<
  'terminal' | 'flightNumber' | 'flightTime' | 'nLocation' | 'people' | LuggageKind,
  string
>

/** A party as the values of the form that made it; `wall` converts an instant to London time. */
export const partyValues = (party: Party, wall: (at: number) => string): PartyValues => ({
  terminal: party.terminal ?? '',
  flightNumber: party.flightNumber ?? '',
  flightTime: party.flightTime === null ? '' : wall(party.flightTime),
  nLocation: party.nLocation ?? '',
  people: String(party.people),
  ...luggageValues(party),
})

/** One person who has not given any details yet. */
export const EMPTY_PARTY: Party = {
  terminal: null,
  flightNumber: null,
  flightTime: null,
  nLocation: null,
  people: 1,
  bigLuggage: 1,
  smallLuggage: 1,
  bag: 1,
}
