import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import { fillCarpools } from '#tests/load/carpools.ts'
import type { Row, Sample } from '#tests/load/harness.ts'
import { type Account, makeAccounts, storeAccounts } from '#tests/load/joins/accounts.ts'
import { ask } from '#tests/load/joins/ask.ts'
import { FREE_SEATS, openCarpool } from '#tests/load/joins/carpool.ts'
import { giveUpCall, joinCall, participantOf } from '#tests/load/joins/joining.ts'
import { startProduct } from '#tests/load/product.ts'
import { startStripe } from '#tests/load/stripe.ts'

/** How many clients call at once, one level after the other. */
const LEVELS = [1, 4, 16, 64]
/** The response time that 99 of 100 must meet; beyond it the level is too high. */
const P99_MS = 250
const LIST = '/neighbourhelp/carpool?tripType=PICKUP'
/** Each with enough free seats for all who join at once at the highest level. */
const CARPOOLS = Math.max(...LEVELS) / FREE_SEATS

/** They take turns, so that nobody reaches the limit of holds in a day. */
const STUDENTS = 1000

type Level = { perSecond: number; p99: number; failures: number }

/**
 * What one worker with its database can handle on one machine: the number of concurrent clients
 * rises until the slowest in a hundred waits too long; the figure is the highest number of
 * responses per second before that. Joins are spread over many carpools, as in real use: what one
 * object can take is row 3. The load generator uses part of the machine, so the real figure is at
 * least this.
 */
export const capacity: Row = {
  id: 'capacity',
  what: `held with 99 % within ${P99_MS} ms`,
  unit: 'a second',
  async open() {
    const stripe = await startStripe()
    const product = await startProduct({ outbound: stripe.answer })
    const db = await product.database()
    const creators = makeAccounts(CARPOOLS)
    const students = makeAccounts(STUDENTS)
    await fillCarpools(db, 1000)
    await storeAccounts(db, [...creators, ...students])
    const cars: string[] = []
    for (const creator of creators) cars.push(await openCarpool(product.url, stripe, creator))
    let turn = 0
    const next = () => students[turn++ % STUDENTS] as Account
    const joins = (at: number, seconds: number) =>
      joinsAt(product.url, { next, atOnce: at, cars }, seconds)
    return {
      sides: [
        {
          name: 'list views',
          measure: (seconds) =>
            rampUp('list views', (at, s) => viewsAt(product.url + LIST, at, s), seconds),
        },
        { name: 'joins', measure: (seconds) => rampUp('joins', joins, seconds) },
      ],
      close: async () => void (await Promise.all([product.close(), stripe.close()])),
    }
  },
  ratios: [],
}

/**
 * Each level in turn. The first always counts: a machine too slow for it is rated at what it does
 * there.
 */
async function rampUp(
  what: string,
  load: (atOnce: number, seconds: number) => Promise<Level>,
  seconds: number,
): Promise<Sample> {
  let held = 0
  let failures = 0
  for (const atOnce of LEVELS) {
    const level = await load(atOnce, Math.max(1, seconds / LEVELS.length))
    const { perSecond, p99 } = level
    console.error(
      `  ${what}, ${atOnce} at once: ${Math.round(perSecond)} a second, p99 ${Math.round(p99)} ms`,
    )
    failures += level.failures
    if (p99 > P99_MS && atOnce > 1) break
    held = Math.max(held, perSecond)
  }
  return { value: held, failures }
}

async function viewsAt(url: string, connections: number, seconds: number): Promise<Level> {
  const headers = { Cookie: 'language=zh' }
  const result = await autocannon({ url, headers, connections, duration: seconds })
  const { non2xx, errors, timeouts, duration, latency } = result
  return {
    perSecond: result['2xx'] / duration,
    p99: latency.p99,
    failures: non2xx + errors + timeouts,
  }
}

/**
 * Everyone joins a carpool and gives the seat up again, over and over; only the joins are counted.
 */
async function joinsAt(
  url: string,
  { next, atOnce, cars }: { next: () => Account; atOnce: number; cars: string[] },
  seconds: number,
): Promise<Level> {
  const begun = performance.now()
  const times: number[] = []
  let failures = 0
  const join = async (car: string) => {
    while (performance.now() < begun + seconds * 1000) {
      const student = next()
      const asked = performance.now()
      const joined = await ask(url, joinCall(car, student, randomUUID()))
      if (joined.status !== 201) failures++
      else {
        times.push(performance.now() - asked)
        const gone = await ask(url, giveUpCall(participantOf(joined), student))
        if (gone.status !== 204) failures++
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, (_, n) => join(cars[n % cars.length] ?? '')))
  const p99 =
    times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.POSITIVE_INFINITY
  return { perSecond: (times.length * 1000) / (performance.now() - begun), p99, failures }
}
