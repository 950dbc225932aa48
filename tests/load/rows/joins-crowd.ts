import type { Row, Sample, Side } from '#tests/load/harness.ts'
import { type Account, makeAccounts, storeAccounts } from '#tests/load/joins/accounts.ts'
import { askFor } from '#tests/load/joins/ask.ts'
import { openCarpool } from '#tests/load/joins/carpool.ts'
import { crowd as gather, p99 } from '#tests/load/joins/crowd.ts'
import { type D1Like, startBatch, startProduct } from '#tests/load/product.ts'
import { startStripe } from '#tests/load/stripe.ts'

const OURS = 'ours'
const BATCH = 'one D1 batch each'
const JOINERS = 500
/** Each opens a carpool occasionally: a student may start eight a day. */
const CREATORS = 20

/**
 * 500 joiners for the last 4 seats of a new carpool. One measurement is one crowd, whatever its
 * seconds; a wrong outcome is a failure.
 */
async function openCrowd() {
  const [joiners, creators] = [makeAccounts(JOINERS), makeAccounts(CREATORS)]
  const stripe = await startStripe()
  const product = await startProduct({ outbound: stripe.answer })
  const db = await product.database()
  await storeAccounts(db, [...joiners, ...creators])
  let opened = 0
  const ours: Side = {
    name: OURS,
    async measure(): Promise<Sample> {
      const creator = creators[opened++ % CREATORS] as Account
      const carpoolId = await openCarpool(product.url, stripe, creator)
      const seated = () => heldIn(db, carpoolId)
      const result = await gather({ url: product.url, carpoolId, seated }, joiners)
      for (const wrong of new Set(result.wrong)) console.error(wrong)
      return { value: result.settledP99Ms, failures: result.wrong.length }
    },
  }
  return { ours, close: async () => void (await Promise.all([product.close(), stripe.close()])) }
}

async function heldIn(db: D1Like, carpoolId: string): Promise<string[]> {
  const query = `SELECT user_id FROM participants WHERE group_id = '${carpoolId}' AND seat = 'held'`
  const { results } = await db.prepare(query).all()
  return (results as { user_id: string }[]).map(({ user_id }) => user_id)
}

/** The least that storing a join could take: the seat if one is free, and the answer to its key. */
async function openBatches() {
  const schema = ['CREATE TABLE seats (id TEXT)', 'CREATE TABLE answers (key TEXT, seat TEXT)']
  const batch = await startBatch(
    schema,
    `((id) => [
      DB.prepare('INSERT INTO seats SELECT ? WHERE (SELECT count(*) FROM seats) < 4').bind(id),
      DB.prepare('INSERT INTO answers SELECT ?, (SELECT id FROM seats WHERE id = ?)').bind(id, id),
    ])(crypto.randomUUID())`,
  )
  const one = async (): Promise<number> => {
    const startedAt = performance.now()
    await askFor(batch.url, 200, { method: 'GET', path: '/' })
    return performance.now() - startedAt
  }
  const batches: Side = {
    name: BATCH,
    measure: async () => ({
      value: p99(await Promise.all(Array.from({ length: JOINERS }, one))),
      failures: 0,
    }),
  }
  return { batches, close: batch.close }
}

export const crowd: Row = {
  id: '4',
  what: '500 joiners for the last 4 seats, until 99 of 100 know',
  unit: 'ms',
  async open() {
    const [crowded, { batches, close }] = [await openCrowd(), await openBatches()]
    const closeAll = async () => void (await Promise.all([crowded.close(), close()]))
    return { sides: [crowded.ours, batches], close: closeAll }
  },
  ratios: [{ of: OURS, against: BATCH }],
}
