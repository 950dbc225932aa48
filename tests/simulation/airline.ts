import { hours, minutes } from '#app/kernel/limits.ts'
import { Random } from './random.ts'
import type { Scheduler } from './scheduler.ts'

/** How many calls the plan has: in every third history a single one. */
const callsFor = (seed: number): number => (seed % 3 === 0 ? 1 : 30)

const SAYS = {
  ...{ late: 20, onTime: 3, cancelled: 12, otherAirport: 2, otherDay: 2, otherZone: 1, nothing: 1 },
  ...{ busy: 2, fails: 1, nonsense: 1, silent: 1 },
}
const FLIGHT = /\/flights\/number\/([A-Z0-9]+)\/(\d{4}-\d\d-\d\d)\?dateLocalRole=Arrival$/

const told = (at: number, offset = 'Z') => {
  const text = new Date(at).toISOString().slice(0, 16).replace('T', ' ')
  return { utc: `${text}Z`, local: `${text}${offset}` }
}

/**
 * The provider of flight status: it lies, jumps, is busy, and falls silent. Its randomness is its
 * own, so that asking it changes nothing else in a history.
 */
export class Airline {
  /** How many calls its plan has. */
  readonly calls: number
  readonly asked: { at: number; flight: string }[] = []
  readonly #scheduler: Scheduler
  readonly #chance: Random

  constructor(scheduler: Scheduler, seed: number) {
    this.#scheduler = scheduler
    this.#chance = new Random(seed ^ 0x2545f491)
    this.calls = callsFor(seed)
  }

  /** The `fetch` that the product's runtime uses for the provider's host. */
  readonly fetch: typeof fetch = async (input) => {
    const [, number = '', day = ''] = FLIGHT.exec(String(input)) ?? []
    this.asked.push({ at: this.#scheduler.now, flight: number && `${day} ${number}` })
    const says = this.#chance.weighted(SAYS)
    if (says === 'silent') throw new DOMException('timed out', 'TimeoutError')
    if (says === 'busy') return new Response(null, { status: 429 })
    if (says === 'fails') return new Response(null, { status: 500 })
    if (says === 'nonsense') return new Response('<html>')
    return Response.json(says === 'nothing' ? [] : this.#landings(says, day))
  }

  /** A flight with two legs, so that it is about every car. */
  #landings(says: string, day: string) {
    const noon = Date.parse(`${day}T11:00Z`)
    const scheduled = says === 'otherDay' ? noon - hours(24) : noon
    const by = says === 'onTime' ? 0 : this.#chance.int(-2, 80) * minutes(15)
    return (says === 'otherAirport' ? ['EDI'] : ['LHR', 'MAN']).map((iata) => ({
      status: says === 'cancelled' ? 'Canceled' : 'Expected',
      arrival: {
        airport: { iata },
        scheduledTime: told(scheduled),
        revisedTime: told(scheduled + by, says === 'otherZone' ? '+01:00' : 'Z'),
      },
    }))
  }
}
