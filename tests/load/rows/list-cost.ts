import { fillCarpools } from '#tests/load/carpools.ts'
import { counted, type Entry, linesOf, takeCounts, totalOf } from '#tests/load/counted.ts'
import type { Row, Side } from '#tests/load/harness.ts'
import { type D1Like, startProduct } from '#tests/load/product.ts'
import { signIn } from '#tests/load/sign-in.ts'
import { ALONE } from '#tests/load/visitor.ts'

const CARDS = 20
const VIEWS = 10
const PAGE = '/neighbourhelp/carpool?tripType=PICKUP'

/**
 * What a student in the middle of using the product has: a seat in the first carpool of the list,
 * and an unread notice.
 */
async function takePart(db: D1Like, userId: string): Promise<void> {
  const now = Date.now()
  await db.batch([
    db.prepare(
      `INSERT INTO participants (id, kind, group_id, user_id, version, seat, party, deposit_status, payment_status, created_at)
       SELECT 'par_' || id, 'carpool', id, '${userId}', 1, 'taken', '{"people":1}', 'held', 'DEPOSIT', ${now}
       FROM carpools WHERE listed AND trip_type = 'PICKUP' AND departure_at > ${now} ORDER BY departure_at, id LIMIT 1`,
    ),
    db.prepare(
      `INSERT INTO notices (id, user_id, code, params, created_at) VALUES ('bench', '${userId}', 'depositReleased', '{}', ${now})`,
    ),
  ])
}

/**
 * The cost of one view, after checking that it was one: the cards are there, and the student's own
 * is marked.
 */
async function viewOf(url: string, headers: Record<string, string>): Promise<Entry[]> {
  await takeCounts(url)
  const page = await (await fetch(url + PAGE, { headers })).text()
  const cards = page.match(/<article/g)?.length ?? 0
  if (cards !== CARDS) throw new Error(`${url}${PAGE} shows ${cards} cards`)
  return takeCounts(url)
}

/** A side whose figure is an average over several views. */
const side = (name: string, cost: () => Promise<number>): Side => ({
  name,
  async measure() {
    let sum = 0
    for (let n = 0; n < VIEWS; n++) sum += await cost()
    return { value: sum / VIEWS, failures: 0 }
  },
})

const rowOf = (
  id: string,
  unit: string,
  most: number,
  figure: (entries: Entry[]) => number,
): Row => ({
  id,
  what: 'cost of one list view, 20 cards',
  unit,
  async open() {
    const product = await startProduct({ front: counted })
    const db = await product.database()
    await fillCarpools(db, 1000)
    const visitor = ALONE
    const student = { Cookie: await signIn(db) }
    await takePart(db, 'usr_bench')
    for (const [name, headers] of Object.entries({ visitor, 'signed in': student })) {
      const first = await viewOf(product.url, headers)
      console.error(`${name}, first view:\n${linesOf(first)}\nand every later one:`)
      console.error(linesOf(await viewOf(product.url, headers)))
    }
    return {
      sides: [
        side('visitor', async () => figure(await viewOf(product.url, visitor))),
        side('signed in', async () => figure(await viewOf(product.url, student))),
      ],
      close: () => product.close(),
    }
  },
  ratios: [
    { of: 'visitor', reach: { atMost: most } },
    { of: 'signed in', reach: { atMost: most } },
  ],
})

export const listTrips: Row = rowOf(
  '6',
  'D1 round trips',
  1,
  (entries) => totalOf(entries, 'round trip').times,
)
export const listReads: Row = rowOf(
  '6r',
  'rows read a card',
  1.5,
  (entries) => totalOf(entries, 'd1').rowsRead / CARDS,
)
