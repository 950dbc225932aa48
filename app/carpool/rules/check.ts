import { type Luggage, wrongLuggage } from '#app/group/rules/luggage.ts'
import { ADDRESS_MAX, FLIGHT_NUMBER_MAX, MAX_PASSENGERS } from '#app/kernel/limits.ts'
import { fail, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { TravelInfo } from './command.ts'
import { inOrder } from './flights.ts'
import { earliestDeparture } from './permissions.ts'
import type { Party, Terms } from './state.ts'

type Refusal = Result<never> | null

/**
 * Why a new carpool is refused, or null. Forms and the API run the same checks first, with a
 * message per field.
 */
export function checkTerms(terms: Terms, party: Party, now: Instant): Refusal {
  const { tripType, maxPassengers, carpoolAt } = terms
  if (!between(maxPassengers, { min: 1, max: MAX_PASSENGERS })) return invalid('maxPassengers')
  if (terms.prices.length < maxPassengers) return invalid('airportId')
  if (!(carpoolAt >= earliestDeparture(now))) return invalid('carpoolDatetime')
  if (!(party.flightTime >= earliestDeparture(now))) return invalid('flightTime')
  if (!inOrder(tripType, carpoolAt, party.flightTime)) return fail('flightTimeOrder')
  if (party.people > maxPassengers) return invalid('people')
  return checkParty(party, terms)
}

/**
 * Why a party is refused regardless of seats, or null. The terminal must be one of the airport's.
 * That companions share a terminal is stated on the page but not enforced (decision 0031).
 */
export function checkParty(party: Party, terms: Pick<Terms, 'airportTerminals'>): Refusal {
  if (!between(party.people, { min: 1, max: MAX_PASSENGERS })) return invalid('people')
  if (!terms.airportTerminals.includes(party.terminal)) return invalid('terminal')
  if (!Number.isSafeInteger(party.flightTime)) return invalid('flightTime')
  if ((party.flightNumber?.length ?? 0) > FLIGHT_NUMBER_MAX) return invalid('flightNumber')
  if (party.nLocation.length < 1 || party.nLocation.length > ADDRESS_MAX)
    return invalid('nLocation')
  return checkLuggage(party)
}

function checkLuggage(luggage: Luggage): Refusal {
  const wrong = wrongLuggage(luggage)
  return wrong && invalid(wrong)
}

/** Why a party cannot wait, or null. At least one seat is the creator's. */
export const checkWaiter = (
  waiter: Luggage & { people: number },
  { maxPassengers }: Pick<Terms, 'maxPassengers'>,
): Refusal =>
  between(waiter.people, { min: 1, max: maxPassengers - 1 })
    ? checkLuggage(waiter)
    : invalid('people')

/** Why corrected travel details are refused, or null (docs/rules.md#correcting-travel-details). */
export function checkInfo(info: TravelInfo): Refusal {
  if (!Number.isSafeInteger(info.flightTime)) return invalid('flightTime')
  if ((info.flightNumber?.length ?? 0) > FLIGHT_NUMBER_MAX) return invalid('flightNumber')
  if (info.nLocation.length < 1 || info.nLocation.length > ADDRESS_MAX) return invalid('nLocation')
  return checkLuggage(info)
}

const invalid = (field: string): Result<never> => fail('validationFailed', { field })
const between = (n: number, range: { min: number; max: number }): boolean =>
  Number.isInteger(n) && n >= range.min && n <= range.max
