import type { Row, Sample } from '#tests/load/harness.ts'
import { type Account, makeAccounts, storeAccounts } from '#tests/load/joins/accounts.ts'
import { openCarpool } from '#tests/load/joins/carpool.ts'
import { type Crowded, type CrowdResult, crowd } from '#tests/load/joins/crowd.ts'
import { startPostgresPeers } from '#tests/load/postgres.ts'
import { type D1Like, startProduct } from '#tests/load/product.ts'
import { startStripe } from '#tests/load/stripe.ts'
import { LOCKING, newCarpoolId } from './joins.ts'

const OURS = 'ours'
const JOINERS = 500
/** Each opens a carpool occasionally: a student may start eight a day. */
const CREATORS = 20

/**
 * 500 joiners for the last 4 seats of a new carpool, with ours and with PostgreSQL's SELECT … FOR
 * UPDATE as in row 3. One measurement is one crowd, whatever its seconds; a wrong outcome is a
 * failure.
 */
const crowds = (pick: (result: CrowdResult) => number) => async () => {
  const [joiners, creators] = [makeAccounts(JOINERS), makeAccounts(CREATORS)]
  const everybody = [...joiners, ...creators]
  const [stripe, postgres] = await Promise.all([startStripe(), startPostgresPeers()])
  const product = await startProduct({ outbound: stripe.answer, durable: true })
  const db = await product.database()
  await storeAccounts(db, everybody)
  const locking = await postgres?.start('lock', everybody)
  let opened = 0
  const nextCreator = () => creators[opened++ % CREATORS] as Account
  const side = (name: string, open: (creator: Account) => Promise<Crowded>) => ({
    name,
    measure: async (): Promise<Sample> => {
      const result = await crowd(await open(nextCreator()), joiners)
      for (const wrong of new Set(result.wrong)) console.error(`${name}: ${wrong}`)
      return { value: pick(result), failures: result.wrong.length }
    },
  })
  const sides = [
    side(OURS, async (creator) => {
      const carpoolId = await openCarpool(product.url, stripe, creator)
      return { url: product.url, carpoolId, seated: () => heldIn(db, carpoolId) }
    }),
  ]
  if (locking)
    sides.push(
      side(LOCKING, async (creator) => {
        const carpoolId = newCarpoolId()
        await locking.openCarpool(carpoolId, creator)
        const query = `SELECT user_id FROM places WHERE group_id = '${carpoolId}' AND seat = 'held'`
        const seated = async () =>
          (await locking.query(query)).map(({ user_id }) => String(user_id))
        return { url: locking.url, carpoolId, seated }
      }),
    )
  const running = [product, stripe, ...(postgres ? [postgres] : [])]
  return {
    sides,
    missing: locking ? [] : [LOCKING],
    close: async () => void (await Promise.all(running.map((one) => one.close()))),
  }
}

async function heldIn(db: D1Like, carpoolId: string): Promise<string[]> {
  const query = `SELECT user_id FROM participants WHERE group_id = '${carpoolId}' AND seat = 'held'`
  const { results } = await db.prepare(query).all()
  return (results as { user_id: string }[]).map(({ user_id }) => user_id)
}

export const crowdRight: Row = {
  id: '4',
  what: '500 joiners for the last 4 seats, right outcomes',
  unit: '%',
  open: crowds(({ rightPercent }) => rightPercent),
  ratios: [{ of: OURS, reach: { atLeast: 100 } }],
}

export const crowdSettled: Row = {
  id: '4p',
  what: '500 joiners for the last 4 seats, until 99 of 100 know',
  unit: 'ms',
  open: crowds(({ settledP99Ms }) => settledP99Ms),
  ratios: [{ of: OURS, against: LOCKING, reach: { atMost: 1 } }],
}
