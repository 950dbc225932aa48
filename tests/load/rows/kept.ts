import { fillCarpools } from '#tests/load/carpools.ts'
import type { Row, Side } from '#tests/load/harness.ts'
import { makeAccounts, storeAccounts } from '#tests/load/joins/accounts.ts'
import { SEATS } from '#tests/load/joins/carpool.ts'
import { type D1Like, startProduct } from '#tests/load/product.ts'

const CARPOOLS = 2000

/**
 * The storage a place takes in D1: that many rows of each kind are written, and the growth of the
 * database is measured.
 */
const KINDS: Record<string, { count: number; write(db: D1Like): Promise<unknown> }> = {
  carpool: { count: CARPOOLS, write: (db) => fillCarpools(db, CARPOOLS) },
  'account with a session': {
    count: CARPOOLS,
    write: (db) => storeAccounts(db, makeAccounts(CARPOOLS)),
  },
  place: {
    count: CARPOOLS * SEATS,
    write: (db) =>
      db
        .prepare(
          `INSERT INTO participants (id, kind, group_id, user_id, version, seat, party, deposit_status, deposit_intent_id, payment_status, created_at)
           SELECT 'par_' || c.id || u.n, 'carpool', c.id, u.id, 1, 'taken',
             json_object('people', 1, 'terminal', 'T2', 'flightNumber', 'BA038', 'flightTime', c.departure_at,
               'nLocation', '1 Castle Boulevard, NG7 1FB', 'bigLuggage', 2, 'smallLuggage', 1, 'bag', 1),
             'captured', 'pi_' || hex(randomblob(12)), 'PAID', c.created_at
           FROM carpools c JOIN (SELECT id, row_number() OVER () AS n FROM users LIMIT ${SEATS}) u`,
        )
        .run(),
  },
  notice: {
    count: CARPOOLS * SEATS,
    write: (db) =>
      db
        .prepare(
          `INSERT INTO notices (id, user_id, code, params, created_at)
           SELECT 'ntc_' || hex(randomblob(12)), user_id, 'depositCaptured',
             json_object('carpoolId', group_id, 'amount', 2000, 'at', party ->> 'flightTime'), created_at FROM participants`,
        )
        .run(),
  },
}

export const kept: Row = {
  id: 'kept',
  what: 'what stays in D1, with its entries in indexes',
  unit: 'bytes',
  async open() {
    const product = await startProduct()
    const db = await product.database()
    const sizes: [string, number][] = []
    for (const [name, { count, write }] of Object.entries(KINDS)) {
      const before = await sizeOf(db)
      await write(db)
      sizes.push([name, ((await sizeOf(db)) - before) / count])
    }
    await product.close()
    const side = ([name, value]: [string, number]): Side => ({
      name,
      measure: async () => ({ value, failures: 0 }),
    })
    return { sides: sizes.map(side), close: async () => undefined }
  },
  ratios: [],
}

async function sizeOf(db: D1Like): Promise<number> {
  const { meta } = (await db.prepare('SELECT 1').run()) as { meta: { size_after: number } }
  return meta.size_after
}
