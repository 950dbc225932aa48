import { randomUUID } from 'node:crypto'
import { fillCarpools } from '#tests/load/carpools.ts'
import { counted, type Entry, takeCounts, totalOf } from '#tests/load/counted.ts'
import type { Row, Side } from '#tests/load/harness.ts'
import { type Account, makeAccounts, storeAccounts } from '#tests/load/joins/accounts.ts'
import { askFor } from '#tests/load/joins/ask.ts'
import { openCarpool } from '#tests/load/joins/carpool.ts'
import { startD1Peer } from '#tests/load/joins/d1.ts'
import { giveUpCall, type Joined, joinCall } from '#tests/load/joins/joining.ts'
import { startProduct } from '#tests/load/product.ts'
import { type StripeSide, startStripe } from '#tests/load/stripe.ts'
import { MIRROR_GRACE_MS } from '#workers/group/task.ts'
import { newCarpoolId } from './joins.ts'

const REQUESTS = 'object requests'
const WRITTEN = 'rows written'
const WRITTEN_AMONG_OTHERS = 'rows written, others joining within seconds'
const READ = 'rows read'
const READ_AMONG_MANY = 'rows read, 2,000 carpools and accounts more'
const ALL_IN_D1 = 'every write in D1: rows written'
const MORE = 2000

/** By then the alarm has fired that an object sets on a command for work that may be left. */
const ALARM_MS = MIRROR_GRACE_MS + 1000
const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms))

/** Until nothing is running any more: work after the response belongs to the join as well. */
async function countsOf(url: string, work: () => Promise<unknown>): Promise<Entry[]> {
  await rest(url)
  await work()
  return rest(url)
}
async function rest(url: string): Promise<Entry[]> {
  const all: Entry[] = []
  for (;;) {
    await pause(150)
    const entries = await takeCounts(url)
    if (entries.length === 0) return all
    all.push(...entries)
  }
}

/** The cost of one join that does not fill its carpool; the give-up afterwards is not counted. */
async function joinCounts({ url, carpoolId }: Joined, as: Account): Promise<Entry[]> {
  let participantId = ''
  const counts = await countsOf(url, async () => {
    const call = joinCall(carpoolId, as, randomUUID())
    ;({ participantId } = await askFor<{ participantId: string }>(url, 201, call))
  })
  await askFor(url, 204, giveUpCall(participantId, as))
  return counts
}

/** The same for a join with no other traffic, including the alarm that follows it. */
async function lonelyCounts(ours: Joined, as: Account): Promise<Entry[]> {
  await pause(ALARM_MS)
  let participantId = ''
  const counts = await countsOf(ours.url, async () => {
    const call = joinCall(ours.carpoolId, as, randomUUID())
    ;({ participantId } = await askFor<{ participantId: string }>(ours.url, 201, call))
    await pause(ALARM_MS)
  })
  if (totalOf(counts, 'alarm').times !== 1)
    throw new Error('the alarm after the join did not go off')
  await askFor(ours.url, 204, giveUpCall(participantId, as))
  return counts
}

/**
 * How many calls go to Stripe until a joiner's deposit is held: the join, its payment begun, the
 * card confirmed (by the joiner), the join confirmed.
 */
async function stripeCallsOf(
  { url, carpoolId }: Joined,
  stripe: StripeSide,
  as: Account,
): Promise<number> {
  stripe.takeCalls()
  const { participantId } = await askFor<{ participantId: string }>(
    url,
    201,
    joinCall(carpoolId, as, randomUUID()),
  )
  const path = `/carpool/deposit-payment-intent/${participantId}`
  const { clientSecret } = await askFor<{ clientSecret: string }>(url, 200, {
    method: 'GET',
    path,
    as,
  })
  const intentId = clientSecret.split('_secret_')[0] ?? ''
  await stripe.client.paymentIntents.confirm(intentId, { payment_method: 'pm_card_visa' })
  await askFor(url, 200, { method: 'POST', path: `/carpool/confirm-join/${participantId}`, as })
  return Object.values(stripe.takeCalls()).reduce((sum, times) => sum + times, 0)
}

const KINDS = ['sql', 'd1'] as const
const rowsWritten = (entries: Entry[]) =>
  KINDS.reduce(
    (sum, kind) => sum + totalOf(entries, kind).rowsWritten,
    totalOf(entries, 'alarm set').times,
  )
const rowsRead = (entries: Entry[]) =>
  KINDS.reduce((sum, kind) => sum + totalOf(entries, kind).rowsRead, 0)
/** Each statement of a join writes one row of a table; anything beyond that is index entries. */
const tableRowsWritten = (entries: Entry[]) =>
  entries
    .filter(({ kind, rowsWritten }) => kind === 'alarm set' || rowsWritten > 0)
    .reduce((sum, { times }) => sum + times, 0)

/**
 * The figures of a join, by name. Rows are counted as the platform bills them: index entries and
 * alarms set are rows written.
 */
const FIGURES: Record<string, (entries: Entry[]) => number> = {
  [REQUESTS]: (entries) => totalOf(entries, 'call').times,
  [WRITTEN]: rowsWritten,
  'rows written by the object': (entries) =>
    totalOf(entries, 'sql').rowsWritten + totalOf(entries, 'alarm set').times,
  'rows written in D1': (entries) => totalOf(entries, 'd1').rowsWritten,
  'rows written, without entries in indexes': tableRowsWritten,
  'round trips to D1': (entries) => totalOf(entries, 'round trip').times,
  'Stripe calls': (entries) => totalOf(entries, 'fetch').times,
}

/**
 * What one join costs, measured on the call that takes the seat (`POST /carpool/:id/join`),
 * including everything after the response, and the Stripe calls until the seat's deposit is held.
 * Compared with a design that writes everything to D1, the guarded batch of row 3. The rows read
 * when there is much more data show that nothing is scanned.
 */
export const joinCost: Row = {
  id: '5',
  what: 'one join',
  unit: 'per join',
  async open() {
    const everybody = makeAccounts(4)
    const [creator, payer, early, late] = everybody as [Account, Account, Account, Account]
    const stripe = await startStripe()
    const product = await startProduct({ outbound: stripe.answer, front: counted })
    const db = await product.database()
    await storeAccounts(db, everybody)
    const ours = { url: product.url, carpoolId: await openCarpool(product.url, stripe, creator) }
    const peer = await startD1Peer('guarded', everybody, counted)
    const carpoolId = newCarpoolId()
    await peer.openCarpool(carpoolId, creator)
    const theirs = { url: peer.url, carpoolId }

    const stripeCalls = await stripeCallsOf(ours, stripe, payer)
    const alone = await lonelyCounts(ours, early)
    const few = await joinCounts(ours, early)
    await fillCarpools(db, MORE)
    await storeAccounts(db, makeAccounts(MORE))
    const many = await joinCounts(ours, late)
    const figure = (name: string, value: () => Promise<number>): Side => ({
      name,
      measure: async () => ({ value: await value(), failures: 0 }),
    })
    return {
      sides: [
        ...Object.entries(FIGURES).map(([name, of]) => figure(name, async () => of(alone))),
        figure(WRITTEN_AMONG_OTHERS, async () => rowsWritten(few)),
        figure(READ, async () => rowsRead(few)),
        figure(READ_AMONG_MANY, async () => rowsRead(many)),
        figure('Stripe calls until the deposit is held', async () => stripeCalls),
        figure(ALL_IN_D1, async () => rowsWritten(await joinCounts(theirs, early))),
        figure('every write in D1: rows read', async () =>
          rowsRead(await joinCounts(theirs, early)),
        ),
      ],
      close: async () =>
        void (await Promise.all([product, stripe, peer].map((one) => one.close()))),
    }
  },
  ratios: [
    { of: REQUESTS, reach: { atMost: 1 } },
    { of: WRITTEN, reach: { atMost: 6 } },
    { of: WRITTEN, against: ALL_IN_D1 },
    { of: READ_AMONG_MANY, against: READ, reach: { atMost: 1 } },
  ],
}
