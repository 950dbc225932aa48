import {
  busyUntil,
  claimFlightCall,
  keepBusy,
  keepLandings,
  listArrivals,
  purgeFlightStatuses,
  readFlightStatuses,
} from '#app/features/flights/rows/flight-statuses.server.ts'
import {
  type AskedFlight,
  askedFlight,
  expectedAt,
  type FlightStatus,
  flightKey,
  nextAskAt,
  withAnswer,
} from '#app/features/flights/rules/flight-status.ts'
import { FLIGHT_BUSY_MS } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import { eachByItself, type WorkOutcome } from '#app/platform/queue.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import { listSetAside } from '#app/platform/rows/set-aside.server.ts'
import { createFlightProvider, type FlightProvider } from './flight-provider.server.ts'

/** Flights asked about in one sweep, which comes every minute. */
const SWEEP_MAX = 10

type Due = { flight: AskedFlight; known: FlightStatus | null }

/** A provider silent twice in a row is down, and each call counts against the plan. */
const QUEUE = {
  name: 'flights',
  idOf: ({ flight }: Due) => flightKey(flight),
  patience: 2,
} as const

// Asks a provider about flights that cars will meet (docs/rules.md#flight-status). Answers are
// stored in D1 by flight, so all its passengers share one; groups never see them. Without a key
// nothing happens.

/** The flights to ask about now, each once. */
async function due({ db }: Needs<'db'>, now: Instant): Promise<Due[]> {
  const arrivals = (await listArrivals(db, now)).flatMap(({ party, airportName }) => {
    const flight = askedFlight(party)
    return flight && party.flightTime !== null
      ? { flight, airportName, flightTime: party.flightTime }
      : []
  })
  const statuses = await readFlightStatuses(
    db,
    arrivals.map(({ flight }) => flightKey(flight)),
  )
  const aside = await listSetAside(db, 'flights', now)
  const found = new Map<string, Due>()
  for (const { flight, airportName, flightTime } of arrivals) {
    const key = flightKey(flight)
    const known = statuses.get(key) ?? null
    const at = nextAskAt(expectedAt(flightTime, known, airportName), known, now)
    if (at !== null && at <= now && !aside.has(key)) found.set(key, { flight, known })
  }
  return [...found.values()].slice(0, SWEEP_MAX)
}

/** Asks about one flight. */
async function ask(
  { db }: Needs<'db'>,
  { flight, known }: Due,
  provider: FlightProvider,
  now: Instant,
  calls: number,
): Promise<WorkOutcome> {
  // Counted first: a call whose answer is lost was still made.
  if (!(await claimFlightCall(db, flight, { seen: known?.calls ?? 0, now, calls }))) return 'left'
  const answer = await provider.status(flight)
  if (answer.outcome === 'said') {
    await keepLandings(db, flight, withAnswer(known?.landings ?? [], answer.landings, flight.day))
    return 'done'
  }
  if (answer.outcome === 'busy') {
    const waitMs = answer.waitMs ?? FLIGHT_BUSY_MS * 2 ** (known?.calls ?? 0)
    // The flight is asked about again after that time.
    await keepBusy(db, flight, { until: now + waitMs, askedAt: known?.askedAt ?? 0 })
  }
  return answer.outcome === 'busy' ? 'halt' : 'later'
}

/** Asks about the flights that are due. Never throws. Returns how many. */
export async function sweepFlights(
  context: Needs<'db' | 'clock' | 'log' | 'config' | 'fetch'>,
): Promise<number> {
  const { config, clock, db, fetch, log } = context
  if (!config.flights) return 0
  try {
    const now = clock.now()
    if ((await busyUntil(db)) > now) return 0
    const provider = createFlightProvider({ flights: config.flights, fetch, log })
    const { calls } = config.flights
    return await eachByItself(context, { ...QUEUE, items: await due(context, now) }, (one) =>
      ask(context, one, provider, now, calls),
    )
  } catch (error) {
    log.error('flights could not be asked about', error)
    return 0
  }
}

/** Deletes calls that no longer count against the plan. */
export const purgeFlights = ({ db, clock }: Needs<'db' | 'clock'>) =>
  purgeFlightStatuses(db, clock.now())
