import type { Party } from '#app/domain/group/state.ts'
import { luggageValues } from '#app/domain/luggage.ts'
import { londonWall } from '#app/domain/time.ts'
import type { PartyValues } from '#app/ui/carpool/party-fields.tsx'

/** A party as the values of the form that made it. */
export const partyValues = (party: Party): PartyValues => ({
  terminal: party.terminal ?? '',
  flightNumber: party.flightNumber ?? '',
  flightTime: party.flightTime === null ? '' : londonWall(party.flightTime),
  nLocation: party.nLocation ?? '',
  people: String(party.people),
  ...luggageValues(party),
})
