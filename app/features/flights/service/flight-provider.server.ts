import * as z from 'zod'
import type { AskedFlight, Landing } from '#app/features/flights/rules/flight-status.ts'
import { type Instant, parseTime } from '#app/kernel/time.ts'
import type { Config } from '#app/platform/config.server.ts'
import type { Log } from '#app/platform/log.server.ts'

const TIMEOUT_MS = 8000

/** `busy`: rate limited, for `waitMs` if it said how long. `silent`: no readable answer. */
export type FlightAnswer =
  | { outcome: 'said'; landings: Landing[] }
  | { outcome: 'busy'; waitMs: number | null }
  | { outcome: 'silent' }
export type FlightProvider = { status(flight: AskedFlight): Promise<FlightAnswer> }
type Deps = { flights: NonNullable<Config['flights']>; fetch: typeof fetch; log: Log }

const time = z.object({ utc: z.string(), local: z.string().optional() }).nullish()
const flight = z.object({
  status: z.string().nullish(),
  arrival: z.object({
    airport: z.object({ iata: z.string().nullish() }),
    scheduledTime: time,
    revisedTime: time,
    predictedTime: time,
    runwayTime: time,
  }),
})
const answer = z.array(z.unknown())

/** Parses `2026-11-25 11:30Z`, or with an offset; a time without either is ambiguous, so null. */
function instantOf(text: string): Instant | null {
  const at = /(?:Z|[+-]\d\d:\d\d)$/.test(text) ? parseTime(text.replace(' ', 'T')) : null
  return at?.ok ? at.value : null
}

/** Null if missing, or if local time and UTC disagree, as after a wrong clock change. */
function momentOf(told: z.infer<typeof time>): Instant | null {
  if (!told) return null
  const at = instantOf(told.utc)
  return told.local === undefined || instantOf(told.local) === at ? at : null
}

/** The landing of an entry; empty if the entry cannot be read. */
function landingsOf(entry: unknown): Landing[] {
  const read = flight.safeParse(entry)
  const airport = read.data?.arrival.airport.iata
  const scheduledAt = momentOf(read.data?.arrival.scheduledTime)
  if (!read.success || !airport || scheduledAt === null) return []
  const { runwayTime, revisedTime, predictedTime } = read.data.arrival
  const latest = runwayTime ?? revisedTime ?? predictedTime
  const landingAt = momentOf(latest)
  if (latest && landingAt === null) return []
  const isCancelled = read.data.status === 'Canceled'
  return [{ airport, scheduledAt, landingAt, isCancelled }]
}

/**
 * Asks AeroDataBox about a flight on a day: `GET /flights/number/{number}/{day}`. Sends only its
 * number and the day. Never throws.
 */
export function createFlightProvider({ flights, fetch, log }: Deps): FlightProvider {
  const headers = { 'X-RapidAPI-Key': flights.key, 'X-RapidAPI-Host': new URL(flights.url).host }

  return {
    async status({ number, day }) {
      const url = `${flights.url}/flights/number/${number}/${day}?dateLocalRole=Arrival`
      try {
        const response = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
        if (response.status === 429) {
          await response.body?.cancel()
          const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN)
          return { outcome: 'busy', waitMs: seconds > 0 ? seconds * 1000 : null }
        }
        // Unknown flight.
        if (response.status === 204 || response.status === 404) {
          await response.body?.cancel()
          return { outcome: 'said', landings: [] }
        }
        const read = response.ok ? answer.safeParse(await response.json()) : null
        if (read?.success) return { outcome: 'said', landings: read.data.flatMap(landingsOf) }
        log.warn('flight status: no answer', { status: response.status })
      } catch (error) {
        log.warn('flight status: no answer', { error: String(error) })
      }
      return { outcome: 'silent' }
    },
  }
}
