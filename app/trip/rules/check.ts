import { wrongLuggage } from '#app/group/rules/luggage.ts'
import type { Party } from '#app/group/rules/state.ts'
import { countCharacters } from '#app/kernel/account.ts'
import {
  ADDRESS_MAX,
  DRAFT_MS,
  FLIGHT_NUMBER_MAX,
  TRIP_NAME_MAX,
  TRIP_PEOPLE_MAX,
  TRIP_TERMINALS,
} from '#app/kernel/limits.ts'
import { fail, type Result } from '#app/kernel/result.ts'
import { addDays, type Instant, londonDay, startOfLondonDay } from '#app/kernel/time.ts'
import type { Terms } from './state.ts'

type Refusal = Result<never> | null

/**
 * The earliest cutoff of a new trip: tomorrow, counted from the last day its deposit can still be
 * paid.
 */
export const earliestCutoff = (now: Instant): Instant =>
  startOfLondonDay(addDays(londonDay(now + DRAFT_MS), 1))

/**
 * Why a new trip is refused, or null. Forms and the API run the same checks first, with a message
 * per field.
 */
export function checkTerms(terms: Terms, now: Instant): Refusal {
  const { tripName, minPassengers, maxPassengers, cutoffAt, tripStartAt, tripEndAt, balancePrice } =
    terms
  const length = countCharacters(tripName.trim())
  if (length < 1 || length > TRIP_NAME_MAX) return invalid('tripName')
  if (!between(maxPassengers, { min: 2, max: TRIP_PEOPLE_MAX })) return invalid('maxPassenger')
  if (!between(minPassengers, { min: 1, max: maxPassengers })) return invalid('minPassenger')
  const from = earliestCutoff(now)
  if (!(cutoffAt >= from)) return fail('validationFailed', { field: 'cutoffTime', from })
  if (!(tripStartAt > cutoffAt)) return invalid('tripStartDatetime')
  if (!(tripEndAt > tripStartAt)) return invalid('tripEndDatetime')
  return Number.isSafeInteger(balancePrice) && balancePrice >= 0 ? null : invalid('balancePrice')
}

/**
 * Why a party is refused regardless of seats, or null. It may give its travel details later, but
 * what it gives must be complete, with a flight if the trip asks for one.
 */
export function checkParty(party: Party, flight: boolean): Refusal {
  if (!between(party.people, { min: 1, max: TRIP_PEOPLE_MAX })) return invalid('people')
  const flies = party.terminal !== null || party.flightTime !== null
  if (flies && !flight) return invalid('flightTime')
  const field = flies || party.nLocation !== null ? missing(party, flight) : null
  if (field) return invalid(field)
  if ((party.flightNumber?.length ?? 0) > FLIGHT_NUMBER_MAX) return invalid('flightNumber')
  const luggage = wrongLuggage(party)
  return luggage && invalid(luggage)
}

const isTerminal = (terminal: string | null): boolean =>
  (TRIP_TERMINALS as readonly (string | null)[]).includes(terminal)
const isAddress = (text: string | null): boolean =>
  text !== null && text.length >= 1 && text.length <= ADDRESS_MAX
/** The first detail that is missing or invalid; null: none is. */
function missing(party: Party, flight: boolean): string | null {
  if (flight && !isTerminal(party.terminal)) return 'terminal'
  if (!isAddress(party.nLocation)) return 'nLocation'
  return flight && !Number.isSafeInteger(party.flightTime) ? 'flightTime' : null
}

const invalid = (field: string): Result<never> => fail('validationFailed', { field })
const between = (n: number, range: { min: number; max: number }): boolean =>
  Number.isInteger(n) && n >= range.min && n <= range.max
