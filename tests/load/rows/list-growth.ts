import { fillCarpools, peakDay } from '#tests/load/carpools.ts'
import { countedFar, waitsOf } from '#tests/load/counted.ts'
import { median, type Row, type Sample, type Side } from '#tests/load/harness.ts'
import { signIn } from '#tests/load/joins/accounts.ts'
import { type Running, startProduct } from '#tests/load/product.ts'
import { ALONE } from '#tests/load/visitor.ts'

const [FEW, MANY] = [100, 100_000]
const CARDS = 20
const PAIRS_MIN = 3
/**
 * The page requested by its link, in the long list; the short list has only three pages, so its
 * second is used instead.
 */
const FAR = 50

/**
 * No page requests this, and it has no index: one more row written with every change of a carpool
 * would cost more than the rows that an API client makes D1 skip, which happens more rarely. So it
 * is shown without a goal.
 */
const UNINDEXED = 'status and airport'
/**
 * The list as people request it: each filter alone, and in the pairs that they use. The pages have
 * no filter by status but the API does, so those go to the API.
 */
const PAGE = '/neighbourhelp/carpool?tripType=PICKUP'
const API = '/api/carpool/list?limit=20&tripType=PICKUP'
const VIEWS: Record<string, string> = {
  'first page': PAGE,
  'page 50': PAGE,
  'first page, signed in': PAGE,
  'other direction': '/neighbourhelp/carpool?tripType=DROPOFF',
  'an airport of many': `${PAGE}&airportName=Heathrow`,
  'an airport of few': `${PAGE}&airportName=Birmingham`,
  'part of several names': `${PAGE}&airportName=London`,
  'part of all names': `${PAGE}&airportName=${encodeURIComponent('机场')}`,
  'a day': `${PAGE}&date=${peakDay()}`,
  'airport and day': `${PAGE}&airportName=Heathrow&date=${peakDay()}`,
  'several airports and day': `${PAGE}&airportName=London&date=${peakDay()}`,
  'a status of many': `${API}&status=OPEN`,
  'a status of few': `${API}&status=FULL`,
  'status and day': `${API}&status=OPEN&date=${peakDay()}`,
  [UNINDEXED]: `${API}&status=FULL&airportName=Birmingham`,
}

/** A product with that many carpools, and how each view is requested from it. */
type Site = { product: Running; ask(view: string): Promise<Response> }

async function openSite(count: number, front?: string): Promise<Site> {
  const product = await startProduct({ front })
  const db = await product.database()
  await fillCarpools(db, count)
  const student = await signIn(db)
  const far = await cursorOf(product.url, count === MANY ? FAR : 2)
  const ask = async (view: string) => {
    const Cookie = view === 'first page, signed in' ? student : ALONE.Cookie
    const address = `${product.url}${VIEWS[view]}${view === 'page 50' ? `&cursor=${far}` : ''}`
    return fetch(address, { headers: { Cookie } })
  }
  for (const view of Object.keys(VIEWS)) {
    const text = await (await ask(view)).text()
    const shown = text.match(/<article|"carpoolDatetime"/g)?.length ?? 0
    if (shown !== CARDS) throw new Error(`of ${count}, ${view} shows ${shown} cards`)
  }
  return { product, ask }
}

/** The cursor of a page, found as a visitor does: through the link of each page before it. */
async function cursorOf(url: string, page: number): Promise<string> {
  let cursor = ''
  for (let n = 1; n < page; n++) {
    const text = await (
      await fetch(`${url}${PAGE}${cursor && `&cursor=${cursor}`}`, { headers: ALONE })
    ).text()
    // Other links on the page keep the cursor it was requested with.
    const linked = [...text.matchAll(/carpool\?[^"]*cursor=([^"&]+)/g)].map(([, at]) => at)
    const next = linked.find((at) => at !== cursor)
    if (!next) throw new Error(`page ${n} has no next page`)
    cursor = next
  }
  return cursor
}

/**
 * Both sizes, and the ratio of a view's cost in the long list to its cost in the short one.
 * `measure`: once for a view's pair.
 */
const rowOf = (
  id: string,
  unit: string,
  most: number,
  front: string | undefined,
  measure: (few: Site, many: Site, view: string, seconds: number) => Promise<number>,
): Row => ({
  id,
  what: `list page of ${MANY.toLocaleString('en-GB')} carpools`,
  unit,
  async open() {
    const [few, many] = [await openSite(FEW, front), await openSite(MANY, front)]
    const sides = Object.keys(VIEWS).map(
      (name): Side => ({
        name,
        async measure(seconds): Promise<Sample> {
          const value = await measure(few, many, name, seconds / Object.keys(VIEWS).length)
          return { value, failures: 0 }
        },
      }),
    )
    return {
      sides,
      close: async () =>
        void (await Promise.all([few, many].map(({ product }) => product.close()))),
    }
  },
  ratios: Object.keys(VIEWS).map((of) =>
    of === UNINDEXED ? { of } : { of, reach: { atMost: most } },
  ),
})

/**
 * Milliseconds for one page with no other load, the short and the long list taking turns: whatever
 * else the machine does affects both.
 */
async function timeOf(few: Site, many: Site, view: string, seconds: number): Promise<number> {
  const times: [number[], number[]] = [[], []]
  const until = performance.now() + seconds * 1000
  while (performance.now() < until || times[0].length < PAIRS_MIN)
    for (const [index, site] of [few, many].entries()) {
      const start = performance.now()
      await (await site.ask(view)).text()
      times[index]?.push(performance.now() - start)
    }
  const [ofFew, ofMany] = [median(times[0]), median(times[1])]
  console.error(`  ${view}: ${ofFew.toFixed(2)} ms of ${FEW}, ${ofMany.toFixed(2)} ms of ${MANY}`)
  return ofMany / ofFew
}

async function rowsReadOf(few: Site, many: Site, view: string): Promise<number> {
  const [ofFew = 0, ofMany = 0] = [await readsOf(few, view), await readsOf(many, view)]
  console.error(`  ${view}: ${ofFew} rows read of ${FEW}, ${ofMany} of ${MANY}`)
  return ofMany / ofFew
}

async function readsOf({ ask }: Site, view: string): Promise<number> {
  const answer = await ask(view)
  await answer.text()
  return waitsOf(answer).rowsRead
}

const NEAR = countedFar({ d1: 0, object: 0 })

export const listTime: Row = rowOf('7', '× the time of 100', 1.3, undefined, timeOf)
export const listRows: Row = rowOf('7r', '× the rows read of 100', 1.1, NEAR, rowsReadOf)
