import { fillCarpools } from '#tests/load/carpools.ts'
import type { Row, Side } from '#tests/load/harness.ts'
import { requestsPerSecond } from '#tests/load/http.ts'
import { startEmpty, startProduct } from '#tests/load/product.ts'
import { signIn } from '#tests/load/sign-in.ts'
import { ALONE, VISITOR } from '#tests/load/visitor.ts'

const CARDS = 20
const PAGE = '/neighbourhelp/carpool?tripType=PICKUP'
const EMPTY = 'empty worker'
const QUERY_ALONE = 'its query alone'
const STOCK = 'stock streaming entry'

/**
 * Answers `/query` with what the list reads from D1, in one round trip, and no page: the upper
 * limit for any page with a fresh list.
 */
const queryAlone = `
import worker from './worker.js'
export * from './worker.js'
const LIST = \`SELECT id, trip_type, status, airport_id, airport_name_zh, airport_name_en, terminals, current_passengers, max_passengers,
  private, prices, departure_at, cutoff_at, flight_times, flight_numbers FROM carpools
  WHERE listed = 1 AND trip_type = ? AND departure_at >= ? ORDER BY departure_at, id LIMIT 21\`
export default {
  ...worker,
  async fetch(request, env, execution) {
    if (!request.url.endsWith('/query')) return worker.fetch(request, env, execution)
    const rows = await env.DB.prepare(LIST).bind('PICKUP', Date.now()).raw()
    return new Response(rows.length === 21 ? 'ok' : null, { status: rows.length === 21 ? 200 : 500 })
  },
}`

type Headers = Record<string, string>

/**
 * Checks that the list is returned with its cards; otherwise the figure would be for something
 * else.
 */
async function check(url: string, headers: Headers): Promise<void> {
  const page = await (await fetch(url, { headers })).text()
  const cards = page.match(/<article/g)?.length ?? 0
  if (!page.includes('<html lang="zh') || cards < CARDS)
    throw new Error(`${url} shows ${cards} cards`)
}

const sideOf = (name: string, url: string, headers: Headers = {}): Side => ({
  name,
  measure: (seconds) => requestsPerSecond({ url, headers }, seconds),
})

/**
 * `one page a second`: the page that looks the same to all visitors is made once a second; the
 * other two sides make a page for each request.
 */
export const listPage: Row = {
  id: '1',
  what: 'carpool list, 20 cards, zh',
  unit: 'pages/s',
  async open() {
    const [product, empty] = [await startProduct({ front: queryAlone }), await startEmpty()]
    const db = await product.database()
    await fillCarpools(db, 100)
    const student = { Cookie: await signIn(db) }
    const url = product.url + PAGE
    for (const headers of [VISITOR, ALONE, student]) await check(url, headers)
    return {
      sides: [
        sideOf('visitor', url, VISITOR),
        sideOf('visitor alone', url, ALONE),
        sideOf('signed in', url, student),
        sideOf(QUERY_ALONE, `${product.url}/query`),
        sideOf(EMPTY, empty.url),
      ],
      close: async () => void (await Promise.all([product.close(), empty.close()])),
    }
  },
  ratios: [
    { of: 'visitor', against: EMPTY, reach: { atLeast: 0.1 } },
    { of: 'signed in', against: EMPTY, reach: { atLeast: 0.1 } },
    { of: QUERY_ALONE, against: EMPTY },
    { of: 'signed in', against: QUERY_ALONE },
  ],
}

export const stockEntry: Row = {
  id: '2',
  what: 'the same page',
  unit: 'pages/s',
  async open() {
    const [product, stock] = [await startProduct(), await startProduct({ kind: 'stock' })]
    const headersOf = async (url: string, cookie: string) => {
      const headers = { Cookie: cookie }
      await check(url + PAGE, headers)
      return headers
    }
    const databases = [await product.database(), await stock.database()] as const
    for (const db of databases) await fillCarpools(db, 100)
    const [ours, theirs] = [await signIn(databases[0]), await signIn(databases[1])]
    return {
      sides: [
        sideOf('visitor', product.url + PAGE, await headersOf(product.url, VISITOR.Cookie)),
        // Remix's template never serves one visitor's page to another.
        sideOf(STOCK, stock.url + PAGE, await headersOf(stock.url, ALONE.Cookie)),
        sideOf('signed in', product.url + PAGE, await headersOf(product.url, ours)),
        sideOf(`${STOCK}, signed in`, stock.url + PAGE, await headersOf(stock.url, theirs)),
      ],
      close: async () => void (await Promise.all([product.close(), stock.close()])),
    }
  },
  ratios: [
    { of: 'visitor', against: STOCK, reach: { atLeast: 2.5 } },
    { of: 'signed in', against: `${STOCK}, signed in`, reach: { atLeast: 2.5 } },
  ],
}
