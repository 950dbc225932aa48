import { randomBytes } from 'node:crypto'
import type { Row, Side } from '#tests/load/harness.ts'
import { type Account, makeAccounts, storeAccounts } from '#tests/load/joins/accounts.ts'
import { FREE_SEATS, openCarpool } from '#tests/load/joins/carpool.ts'
import { startD1Peer } from '#tests/load/joins/d1.ts'
import { checkJoining, joinsPerSecond } from '#tests/load/joins/joining.ts'
import { startPostgresPeers } from '#tests/load/postgres.ts'
import { startProduct } from '#tests/load/product.ts'
import { startStripe } from '#tests/load/stripe.ts'

const OURS = 'ours'
/**
 * Who joins in one round. Each of them may hold eight seats a day, and a carpool remembers everyone
 * who has held one of its seats, so as many as might try for a popular car.
 */
const STUDENTS = 100
const ROUNDS_MAX = 12
const CARPOOLS_PER_CREATOR = 8
export const LOCKING = 'PostgreSQL, SELECT … FOR UPDATE'
const STATEMENT = 'PostgreSQL, one statement'
const GUARDED = 'D1, one guarded batch'
const RETRYING = 'D1, read, write, retry'

export const newCarpoolId = () => `car_${randomBytes(13).toString('hex')}`

type Shape = {
  carpools: number
  /** How many join at once. */
  clients: number
  /** Whether the carpools of every round are new. */
  fresh: boolean
}

/**
 * Joins on carpools, which have few seats: so the unit of work is a join and giving it up again,
 * over and over, by different students in turn. The joins are counted; the same client makes the
 * same two calls to every side over HTTP, because a student's join comes over HTTP everywhere. A
 * trip takes up to 100 people, but joining one requires a payment, so it would measure Stripe.
 *
 * Behind the calls each side finds the session, checks the form, stores the response under the
 * caller's key, assigns the seat, writes an event and the list entry, and is durable before it
 * responds: a commit of PostgreSQL, of D1 and of an object waits for the disk. Only ours also
 * counts the user's open holds and the calls per address. PostgreSQL's sides have a Node server in
 * its own process and a pool of connections over a local socket; D1's have a worker in the same
 * kind of process as ours. Each side has the machine to itself while it is measured.
 */
const openJoins = async ({ carpools, clients, fresh }: Shape) => {
  const students = makeAccounts(STUDENTS * ROUNDS_MAX)
  const times = fresh ? ROUNDS_MAX : 1
  const creators = makeAccounts(Math.ceil((carpools * times) / CARPOOLS_PER_CREATOR))
  const everybody = [...students, ...creators]
  const [stripe, postgres] = await Promise.all([startStripe(), startPostgresPeers()])
  const product = await startProduct({ outbound: stripe.answer, durable: true })
  await storeAccounts(await product.database(), everybody)
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
  type Open = (creator: Account) => Promise<string>
  const add = async (name: string, url: string, open: Open) => {
    let [opened, round] = [0, 0]
    const openAll = async () => {
      const ids: string[] = []
      while (ids.length < carpools)
        ids.push(await open(creators[opened++ % creators.length] as Account))
      return ids
    }
    let carpoolIds = await openAll()
    const [carpoolId = ''] = carpoolIds
    await checkJoining({ url, carpoolId }, students[0] as Account)
    sides.push({
      name,
      async measure(seconds) {
        if (fresh && round > 0) carpoolIds = await openAll()
        const from = (round++ % ROUNDS_MAX) * STUDENTS
        const some = fresh ? students.slice(from, from + STUDENTS) : students
        return joinsPerSecond({ url, carpoolIds, students: some, clients }, seconds)
      },
    })
  }
  await add(OURS, product.url, (creator) => openCarpool(product.url, stripe, creator))
  for (const { name, peer } of peers)
    await add(name, peer.url, async (creator) => {
      const id = newCarpoolId()
      await peer.openCarpool(id, creator)
      return id
    })
  const running = [product, stripe, guarded, retrying, ...(postgres ? [postgres] : [])]
  return {
    sides,
    missing: postgres ? [] : [LOCKING, STATEMENT],
    close: async () => void (await Promise.all(running.map((one) => one.close()))),
  }
}

export const joins: Row = {
  id: '3',
  what: 'joins on one carpool, each given up again',
  unit: 'joins/s',
  open: () => openJoins({ carpools: 1, clients: FREE_SEATS, fresh: true }),
  ratios: [
    { of: OURS, against: LOCKING, reach: { atLeast: 2 } },
    { of: OURS, against: STATEMENT, reach: { atLeast: 0.8 } },
    { of: OURS, against: GUARDED, reach: { atLeast: 1.5 } },
    { of: OURS, against: RETRYING, reach: { atLeast: 20 } },
  ],
}

/** What one carpool cannot show: joins of different carpools do not wait for each other. */
export const joinsAcross: Row = {
  id: '14',
  what: 'joins across 200 carpools, each given up again',
  unit: 'joins/s',
  open: () => openJoins({ carpools: 200, clients: 32, fresh: false }),
  ratios: [
    { of: OURS, against: LOCKING },
    { of: OURS, against: STATEMENT },
    { of: OURS, against: GUARDED },
  ],
}
