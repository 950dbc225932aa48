import { fillCarpools } from '#tests/load/carpools.ts'
import type { Row, Side } from '#tests/load/harness.ts'
import { requestsPerSecond } from '#tests/load/http.ts'
import { signIn } from '#tests/load/joins/accounts.ts'
import { startEmpty, startProduct } from '#tests/load/product.ts'
import { ALONE, VISITOR } from '#tests/load/visitor.ts'

const CARDS = 20
const PAGE = '/neighbourhelp/carpool?tripType=PICKUP'
const EMPTY = 'empty worker'
const QUERY_ALONE = 'one D1 batch'

/**
 * Answers `/query` with one batch of what the list reads from D1, and no page: the upper limit for
 * any page with a fresh list.
 */
const queryAlone = `
import worker from './worker.js'
export * from './worker.js'
const LIST = "SELECT * FROM groups WHERE kind = 'carpool' AND listed = 1 AND trip_type = ? AND departure_at >= ? ORDER BY departure_at, id LIMIT 21"
export default {
  ...worker,
  async fetch(request, env, execution) {
    if (!request.url.endsWith('/query')) return worker.fetch(request, env, execution)
    const [{ results }] = await env.DB.batch([env.DB.prepare(LIST).bind('PICKUP', Date.now())])
    return new Response('ok', { status: results.length === 21 ? 200 : 500 })
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

/** The product with its list, and a student who looks at it. */
async function openList() {
  const product = await startProduct({ front: queryAlone })
  const db = await product.database()
  await fillCarpools(db, 100)
  const student = { Cookie: await signIn(db) }
  const url = product.url + PAGE
  for (const headers of [VISITOR, ALONE, student]) await check(url, headers)
  return { product, url, student }
}

/**
 * `visitor`: the page that looks the same to all visitors is made once a second; the other two
 * sides make a page for each request.
 */
export const listPage: Row = {
  id: '1',
  what: 'carpool list, 20 cards, zh',
  unit: 'pages/s',
  async open() {
    const [{ product, url, student }, empty] = [await openList(), await startEmpty()]
    return {
      sides: [
        sideOf('visitor', url, VISITOR),
        sideOf('visitor alone', url, ALONE),
        sideOf('signed in', url, student),
        sideOf(EMPTY, empty.url),
      ],
      close: async () => void (await Promise.all([product.close(), empty.close()])),
    }
  },
  ratios: [
    { of: 'visitor', against: EMPTY, reach: { atLeast: 0.1 } },
    { of: 'signed in', against: EMPTY, reach: { atLeast: 0.016 } },
  ],
}

export const listQuery: Row = {
  id: '2',
  what: 'the same page, against one batch of D1',
  unit: 'pages/s',
  async open() {
    const { product, url, student } = await openList()
    return {
      sides: [sideOf('signed in', url, student), sideOf(QUERY_ALONE, `${product.url}/query`)],
      close: product.close,
    }
  },
  ratios: [{ of: 'signed in', against: QUERY_ALONE }],
}
