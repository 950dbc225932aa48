import {
  askedFlight,
  type FlightStatus,
  flightKey,
  suggestionOf,
} from '#app/domain/flight-status.ts'
import { confirmedOf } from '#app/domain/group/state.ts'
import { hours } from '#app/domain/limits.ts'
import { broken } from './broken.ts'
import type { History } from './history.ts'

/** Each flight is asked about five times at most, and the plan's calls are never exceeded. */
function askedAsAllowed(h: History): void {
  const { asked, calls: plan } = h.world.airline
  const times = new Map<string, number>()
  for (const { flight } of asked) times.set(flight, (times.get(flight) ?? 0) + 1)
  for (const [flight, calls] of times) {
    if (!flight) broken('only a flight number and a day leave', 'another address')
    if (calls > 5) broken('a flight is asked about five times at most', `${flight}: ${calls}`)
  }
  for (const { at } of asked) {
    const lately = asked.filter((one) => one.at <= at && one.at > at - hours(24 * 30))
    if (lately.length > plan)
      broken('the plan’s calls are not exceeded', `${lately.length} of ${plan}`)
  }
  if (asked.length > 0) h.meet('flight status: asked')
  if (asked.length >= plan) h.meet('flight status: used up')
}

/** What passengers of complete cars are now asked about their flights. */
export function meetSuggestions(h: History): void {
  const known = new Map<string, FlightStatus>(
    h.world.d1
      .all("SELECT day || ' ' || number AS flight, landings FROM flight_statuses")
      .map(({ flight, landings }) => [
        String(flight),
        { calls: 0, askedAt: 0, landings: JSON.parse(String(landings)) },
      ]),
  )
  for (const { airportName, participants } of h.cars())
    for (const { party, seat } of participants) {
      const flight = askedFlight(party)
      const status = flight && known.get(flightKey(flight))
      if (seat !== 'taken' || !status) continue
      const { flightTime } = party
      const suggested = suggestionOf(status, { flightTime, airportName })
      h.meet(`flight status: ${suggested?.kind ?? 'nothing'}`)
    }
}

/** What was suggested is nobody’s flight, unless they have entered it themselves. */
function suggestionsChangeNothing(h: History): void {
  for (const car of h.cars())
    for (const { id, party } of confirmedOf(car)) {
      const [row] = h.world.d1.all(
        "SELECT party ->> 'flightTime' AS at, party ->> 'flightNumber' AS number FROM participants WHERE id = ?",
        [id],
      )
      if (row?.at !== party.flightTime || row.number !== party.flightNumber)
        broken('a suggestion changes no flight', `${id} in ${car.id}`)
    }
}

export function flightStatusAtRest(h: History): void {
  askedAsAllowed(h)
  suggestionsChangeNothing(h)
}
