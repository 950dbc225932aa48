import type { CarpoolState } from '#app/carpool/rules/state.ts'
import {
  askedFlight,
  type FlightStatus,
  flightKey,
  suggestionOf,
} from '#app/features/flights/rules/flight-status.ts'
import { evolve } from '#app/group/rules/evolve.ts'
import { hours } from '#app/kernel/limits.ts'
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

/** Every flight in the lists is one that its passenger has entered at some time. */
export function flightsAreEntered(h: History): void {
  for (const { id } of h.cars()) {
    const entered = new Set<string>()
    let state: CarpoolState | null = null
    for (const { event } of h.world.cars.eventsOf(id)) {
      state = evolve<CarpoolState>(state, event)
      for (const p of state.participants) entered.add(`${p.id} ${p.party.flightTime}`)
    }
    const rows = h.world.d1.all(
      "SELECT id, party ->> 'flightTime' AS at FROM participants WHERE group_id = ?",
      [id],
    )
    for (const row of rows)
      if (!entered.has(`${row.id} ${row.at}`))
        broken('a suggestion changes no flight', `${row.id} in ${id}`)
  }
}

export function flightStatusAtRest(h: History): void {
  askedAsAllowed(h)
  flightsAreEntered(h)
}
