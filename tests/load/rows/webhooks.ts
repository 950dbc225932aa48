import { randomBytes } from 'node:crypto'
import { CONNECTIONS, deliver, type PaidPlace, payPlaces, signed } from '#tests/load/events.ts'
import type { Row, Sample } from '#tests/load/harness.ts'
import { type D1Like, type Running, start, startProduct } from '#tests/load/product.ts'
import { type StripeSide, startStripe } from '#tests/load/stripe.ts'

const PATH = '/api/stripe/webhook'
/**
 * Places are made before each round, which takes longer than the round itself; about this many for
 * each of its seconds.
 */
const PLACES_PER_SECOND = 128
/** How often Stripe resends each event. */
const REPLAYS = 10

/**
 * Answers the product's reads of payments from memory, once it has been given Stripe's state of
 * them: the speed of Stripe and of the network is not ours to measure. Everything else goes the
 * usual way.
 */
const FRONT = `import * as product from './worker.js'
export * from './worker.js'
const known = new Map()
let reads = 0
const way = globalThis.fetch
globalThis.fetch = (input, init) => {
  const { hostname, pathname } = new URL(input instanceof Request ? input.url : input)
  const text = hostname === 'api.stripe.com' && (init?.method ?? 'GET') === 'GET' && known.get(pathname.split('/')[3])
  if (!text) return way(input, init)
  reads++
  return Promise.resolve(new Response(text, { headers: { 'Content-Type': 'application/json' } }))
}
export default {
  ...product.default,
  async fetch(request, env, execution) {
    if (!request.url.endsWith('/__payments')) return product.default.fetch(request, env, execution)
    for (const [id, text] of await request.json()) known.set(id, text)
    return Response.json({ reads })
  },
}
`
const ECHO = 'export default { fetch: async (request) => Response.json(await request.json()) }'

/**
 * Signed events, each of which confirms a place: the signature, one read of the payment, the
 * object's decision and commit, the lists. Then each event again, ten times, which must change
 * nothing. Compared with a worker that reads the same bodies and returns them, and so stores
 * nothing: the ratio is the part of a worker's throughput that remains when each event also takes
 * effect.
 */
export const webhooks: Row = {
  id: '10',
  what: 'webhook intake, signed',
  unit: 'events/s',
  async open() {
    const secret = `whsec_${randomBytes(18).toString('hex')}`
    const stripe = await startStripe()
    const keys = { STRIPE_WEBHOOK_SECRET: secret }
    const product = await startProduct({ front: FRONT, outbound: stripe.answer, keys })
    const echo = await start({ 'worker.js': ECHO })
    const intake = await createIntake(product, stripe, secret)
    return {
      sides: [
        { name: 'first deliveries', measure: intake.deliverNew },
        { name: 'replays', measure: intake.replay },
        { name: 'unsigned echo', measure: () => intake.echo(echo.url) },
      ],
      close: async () => void (await Promise.all([product.close(), echo.close(), stripe.close()])),
    }
  },
  ratios: [
    { of: 'first deliveries', against: 'unsigned echo', reach: { atLeast: 0.15 } },
    { of: 'replays', against: 'unsigned echo', reach: { atLeast: 0.15 } },
  ],
}

async function createIntake(product: Running, stripe: StripeSide, secret: string) {
  const { url } = product
  const db = await product.database()
  let places: PaidPlace[] = []
  const deliveries = () =>
    places.map(({ event: body }) => ({ body, headers: signed(body, secret) }))

  return {
    async deliverNew(seconds: number): Promise<Sample> {
      const count = Math.ceil((seconds * PLACES_PER_SECOND) / CONNECTIONS) * CONNECTIONS
      places = await payPlaces({ url, db, stripe }, count)
      await tellOfPayments(url, places)
      await expectSeats(db, places, 'held')
      const sample = await deliver(url + PATH, deliveries(), 1)
      await expectSeats(db, places, 'taken')
      return sample
    },
    async replay(): Promise<Sample> {
      const before = await everything(db, places)
      stripe.takeCalls()
      const sample = await deliver(url + PATH, deliveries(), REPLAYS)
      const calls = Object.keys(stripe.takeCalls())
      if (calls.length > 0) throw new Error(`a replay asked Stripe for ${calls.join(', ')}`)
      if ((await everything(db, places)) !== before) throw new Error('a replay changed something')
      return sample
    },
    echo: (echoUrl: string) => deliver(echoUrl, deliveries(), REPLAYS),
  }
}

/** From now on, the product's reads of these payments are answered at once. */
async function tellOfPayments(url: string, places: PaidPlace[]): Promise<void> {
  const body = JSON.stringify(places.map(({ intentId, intent }) => [intentId, intent]))
  const { ok } = await fetch(`${url}/__payments`, { method: 'POST', body })
  if (!ok) throw new Error('the payments were not accepted')
}

/** Rows per statement. */
const CHUNK = 500

/**
 * The lists' rows for some places, with their versions, which every write of an object increments.
 */
async function rowsOf(db: D1Like, sql: string, ids: string[]): Promise<object[]> {
  const rows: object[] = []
  for (let at = 0; at < ids.length; at += CHUNK) {
    const list = ids.slice(at, at + CHUNK).map((id) => `'${id}'`)
    rows.push(
      ...((await db.prepare(`${sql} IN (${list.join(', ')}) ORDER BY id`).all())
        .results as object[]),
    )
  }
  return rows
}

async function everything(db: D1Like, places: PaidPlace[]): Promise<string> {
  const cars = await rowsOf(
    db,
    'SELECT * FROM groups WHERE id',
    places.map((one) => one.carpoolId),
  )
  const seats = await rowsOf(
    db,
    'SELECT * FROM participants WHERE id',
    places.map((one) => one.participantId),
  )
  const { results } = await db.prepare('SELECT count(*) FROM notices').all()
  return JSON.stringify([cars, seats, results])
}

async function expectSeats(db: D1Like, places: PaidPlace[], seat: 'held' | 'taken'): Promise<void> {
  const ids = places.map(({ participantId }) => participantId)
  const rows = await rowsOf(db, `SELECT id FROM participants WHERE seat = '${seat}' AND id`, ids)
  if (rows.length !== ids.length)
    throw new Error(`${rows.length} of ${ids.length} places are ${seat}`)
}
