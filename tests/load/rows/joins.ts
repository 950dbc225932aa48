import { randomBytes } from 'node:crypto'
import type { Row, Side } from '#tests/load/harness.ts'
import { type Account, makeAccounts, storeAccounts } from '#tests/load/joins/accounts.ts'
import { openCarpool } from '#tests/load/joins/carpool.ts'
import { startD1Peer } from '#tests/load/joins/d1.ts'
import { checkJoining, inTurn, joinsPerSecond } from '#tests/load/joins/joining.ts'
import { startPostgresPeers } from '#tests/load/postgres.ts'
import { startProduct } from '#tests/load/product.ts'
import { startStripe } from '#tests/load/stripe.ts'

const OURS = 'ours'
/** Enough for every round of a row: each of them may hold eight seats a day. */
const STUDENTS = 3000
export const LOCKING = 'PostgreSQL, SELECT … FOR UPDATE'
const STATEMENT = 'PostgreSQL, one statement'
const GUARDED = 'D1, one guarded batch'
const RETRYING = 'D1, read, write, retry'

export const newCarpoolId = () => `car_${randomBytes(13).toString('hex')}`

/**
 * Joins on one carpool, which has few seats: so the unit of work is a join and giving it up again,
 * by one student for each free seat, all at once and over and over. The joins are counted; the same
 * client makes the same two calls to every side over HTTP, because a student's join comes over HTTP
 * everywhere. A trip takes up to 100 people, but joining one requires a payment, so it would
 * measure Stripe.
 *
 * Behind the calls each side finds the session, checks the form, stores the response under the
 * caller's key, assigns the seat, writes an event and the list entry, and is durable before it
 * responds: a commit of PostgreSQL, of D1 and of an object waits for the disk. Only ours also
 * counts the user's open holds and the calls per address. PostgreSQL's sides have a Node server in
 * its own process and a pool of connections over a local socket; D1's have a worker in the same
 * kind of process as ours. Each side has the machine to itself while it is measured.
 */
export const joins: Row = {
  id: '3',
  what: 'joins on one carpool, each given up again',
  unit: 'joins/s',
  async open() {
    const everybody = makeAccounts(1 + STUDENTS)
    const [creator, first] = everybody as [Account, Account]
    const nextStudent = inTurn(everybody.slice(1))
    const [stripe, postgres] = await Promise.all([startStripe(), startPostgresPeers()])
    const product = await startProduct({ outbound: stripe.answer, durable: true })
    await storeAccounts(await product.database(), everybody)
    const ours = {
      name: OURS,
      url: product.url,
      carpoolId: await openCarpool(product.url, stripe, creator),
    }
    const [guarded, retrying] = [
      await startD1Peer('guarded', everybody),
      await startD1Peer('retrying', everybody),
    ]
    const peers = [
      ...(postgres
        ? [
            { name: LOCKING, peer: await postgres.start('lock', everybody) },
            { name: STATEMENT, peer: await postgres.start('statement', everybody) },
          ]
        : []),
      { name: GUARDED, peer: guarded },
      { name: RETRYING, peer: retrying },
    ]
    const sides: Side[] = []
    const add = async (side: { name: string; url: string; carpoolId: string }) => {
      await checkJoining(side, first)
      sides.push({
        name: side.name,
        measure: (seconds) => joinsPerSecond(side, nextStudent, seconds),
      })
    }
    await add(ours)
    for (const { name, peer } of peers) {
      const carpoolId = newCarpoolId()
      await peer.openCarpool(carpoolId, creator)
      await add({ name, url: peer.url, carpoolId })
    }
    const running = [product, stripe, guarded, retrying, ...(postgres ? [postgres] : [])]
    return {
      sides,
      missing: postgres ? [] : [LOCKING, STATEMENT],
      close: async () => void (await Promise.all(running.map((one) => one.close()))),
    }
  },
  ratios: [
    { of: OURS, against: LOCKING, reach: { atLeast: 2 } },
    { of: OURS, against: STATEMENT, reach: { atLeast: 0.8 } },
    { of: OURS, against: GUARDED, reach: { atLeast: 1.5 } },
    { of: OURS, against: RETRYING, reach: { atLeast: 20 } },
  ],
}
