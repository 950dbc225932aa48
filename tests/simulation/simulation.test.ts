import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { EVENT_TYPES } from '#app/group/rules/event-types.ts'

/**
 * Enough histories to reach every outcome often enough: two out of three begin with one of about 45
 * scenes, in rotation.
 */
const ENOUGH = 500
/** The minimum number of histories that must reach each outcome. */
const LEAST = 3

type Range = { from: number; runs: number }
/** Seeds chosen at random; the first is printed, so that all can be replayed. */
const FROM = Number(process.env.SIM_FROM ?? randomInt(ENOUGH, 2 ** 31))
/**
 * Half the seeds are the same in every run, half are new. SIM_RUNS: this many, all new; SIM_FROM:
 * the first of the new ones. A failure prints its seed: `SIM_SEED=… npm run test:simulation`
 * replays it.
 */
const RANGES: Range[] = process.env.SIM_RUNS
  ? [{ from: FROM, runs: Number(process.env.SIM_RUNS) }]
  : [1, FROM].map((from) => ({ from, runs: ENOUGH / 2 }))
/** Much is allocated and thrown away: a larger young generation spares the collector. */
const NODE_OPTIONS = ['--max-semi-space-size=64']
const SHARDS = process.env.SIM_SEED
  ? RANGES.slice(0, 1)
  : RANGES.flatMap((range) =>
      split(range, Math.ceil(Math.max(2, availableParallelism()) / RANGES.length)),
    )

/** Splits a range into that many parts, one per process. */
function split({ from, runs }: Range, parts: number): Range[] {
  const each = Math.ceil(runs / parts)
  return Array.from({ length: parts }, (_, n) => ({
    from: from + n * each,
    runs: Math.min(each, runs - n * each),
  })).filter((part) => part.runs > 0)
}

/** What may happen to an order, and who causes it. */
const ORDER_OUTCOMES = [
  'free',
  'paid by confirm',
  'paid by register',
  'paid by webhook',
  'paid by sweep',
  'ended by delete',
  'ended by delete, begun',
  'ended by sweep',
  'ended by sweep, begun',
  'deletion refused',
  'failed and refunded',
  'refunded by hand',
  'second payment returned',
  'won back, paid',
  'won back, refunding',
].map((outcome) => `order: ${outcome}`)
/** What may happen to a trip. */
const TRIP_OUTCOMES = [
  'SUCCESS',
  'FAILED',
  'CANCELLED',
  'COMPLETED',
  'exactly enough',
  'one too few',
  'paid at its cutoff',
  'not paid at its cutoff',
  'no seat left',
  'a refund is tried again',
  'price changed',
  'price stays while somebody pays',
  'price stays once it is paid',
  'ended paid',
  'released',
  'CLOSED',
].map((outcome) => `trip: ${outcome}`)
/** What may happen to a group that an administrator cancels: its state, and what had been paid. */
const CANCELLED = [
  ...['OPEN', 'SUCCESS_PENDING_PAYMENT', 'SUCCESS', 'FAILED', 'PRIVATE_PENDING_PAYMENT', 'PRIVATE'],
  ...[
    'trip OPEN',
    'trip SUCCESS',
    'a hold',
    'a hold at the card',
    'a deposit',
    'a balance',
    'a balance at the card',
  ],
  ...['points', 'twice', 'refused'],
].map((outcome) => `cancelled: ${outcome}`)
/** What moves money in Stripe's dashboard, and at the bank. */
const OUTSIDE = [
  ...['a part refunded', 'all refunded', 'a refund failed', 'a failed refund was made good'],
  ...['a part refunded in the console', 'not refundable in the console'],
  ...['open', 'inquire', 'review', 'win', 'lose', 'overturn', 'reinstate'].map(
    (step) => `a dispute ${step}`,
  ),
].map((what) => `outside: ${what}`)
/** What a student whose place was released may get back. */
const REFUNDED = ['a deposit', 'twice', 'refused'].map((what) => `refunded: ${what}`)
/** What happens to students who have not paid in time, and to the others. */
const BALANCES = [
  ...['goes without somebody', 'released with a deposit', 'released without a deposit'].map(
    (is) => `balance: ${is}`,
  ),
  'shortfall: at the end',
]
/** What becomes of text messages with news of a car. */
const TEXTS = [
  ...['assigned', 'changed', 'withdrawn', 'sent', 'claimed', 'dropped'],
  'deadline balance',
].map((is) => `sms: ${is}`)
/** What becomes of payments in another app. */
const REMOTE = ['alipay', 'wechat_pay'].flatMap((method) =>
  ['complete', 'fail', 'never', 'late, then succeed', 'late, then fail'].map(
    (is) => `${method}: ${is}`,
  ),
)
/** What becomes of flights that change after a group is complete. */
const FLIGHTS = ['fits', 'apart', 'moved', 'kept', 'operationExpired'].map((is) => `flight: ${is}`)
/** What a provider of flight status is asked, and what follows from its answers. */
const FLIGHT_STATUS = ['asked', 'used up', 'late', 'cancelled', 'nothing'].map(
  (is) => `flight status: ${is}`,
)
/** What becomes of places that are to move to the next car. */
const MOVES = [
  ...['moved', 'full', 'otherJourney', 'unpaid', 'completes a car', 'into a released seat'],
].map((is) => `move: ${is}`)
/** What becomes of message boards. */
const BOARDS = [
  ...['post ok', 'read ok', 'report ok', 'a stranger is refused'],
  ...['hidden', 'shown', 'told', 'deleted'],
].map((is) => `board: ${is}`)
/** What becomes of seats that are released because a balance was not paid. */
const RELEASED = ['taken', 'paid', 'not paid'].map((is) => `released: ${is}`)
/** What becomes of balances that pay themselves. */
const AUTO_PAY = ['paid', 'declined', 'noCard'].map((is) => `auto-pay: ${is}`)
/** What becomes of money that students are asked for. */
const REQUESTS = [
  ...['open', 'paid', 'refunded', 'void', 'outside'],
  ...['void', 'outside', 'change'].flatMap((how) => [`${how} done`, `${how} refused`]),
].map((is) => `request: ${is}`)
/** What becomes of wishes. */
const WISHES = ['made', 'tooManyWishes', 'told', 'ended in a seat'].map((is) => `wish: ${is}`)
/** What becomes of cars that go with fewer. */
const FEWER = ['all', 'without somebody', 'COMPLETED'].map((is) => `fewer: ${is}`)
const ENDS = ['COMPLETED', 'CLOSED', 'CANCELLED', 'FAILED']
const OUTCOMES = [
  // Histories that miss a kind of event would prove nothing about it.
  ...EVENT_TYPES,
  ...ENDS,
  ...ORDER_OUTCOMES,
  ...TRIP_OUTCOMES,
  ...CANCELLED,
  ...REFUNDED,
  ...OUTSIDE,
  ...BALANCES,
  ...TEXTS,
  ...REMOTE,
  ...FLIGHTS,
  ...FLIGHT_STATUS,
  ...MOVES,
  ...BOARDS,
  ...WISHES,
  ...RELEASED,
  ...AUTO_PAY,
  ...REQUESTS,
  ...FEWER,
]
/** `seen`: in how many histories each outcome occurred. */
type Report = {
  runs: number
  seconds: number
  seen: Record<string, number>
  wishes: { made: number; seated: number }
  cutoffs: { went: number; failed: number }
  failed: string[]
}

/**
 * In a separate process: a simulation takes over the time, timers and randomness of its whole
 * process.
 */
function simulate({ from, runs }: Range): Promise<Report> {
  const env = { ...process.env, SIM_RUNS: String(runs), SIM_FROM: String(from) }
  const here = import.meta.dirname
  const child = spawn(
    process.execPath,
    [...NODE_OPTIONS, '--import', `${here}/hooks.ts`, `${here}/run.ts`],
    {
      env,
    },
  )
  return new Promise((resolve, reject) => {
    let out = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        out += chunk
      })
    child.on('error', reject)
    child.on('close', () => {
      const last = out.trim().split('\n').at(-1) ?? ''
      if (!last.startsWith('{')) return reject(new Error(out))
      const report = JSON.parse(last) as Report
      if (report.failed.length > 0 || process.env.SIM_SEED) process.stderr.write(out)
      resolve(report)
    })
  })
}

test('whatever people, events, faults and clocks do, no seat and no penny is lost', {
  timeout: 0,
}, async () => {
  const seeds = RANGES.map(({ from, runs }) => `${from} to ${from + runs - 1}`).join(' and ')
  if (!process.env.SIM_SEED) process.stderr.write(`histories of the seeds ${seeds}\n`)
  const reports = await Promise.all(SHARDS.map(simulate))
  expect(reports.flatMap(({ failed }) => failed)).toEqual([])
  if (process.env.SIM_SEED || RANGES.reduce((sum, { runs }) => sum + runs, 0) < ENOUGH) return
  const sumOf = (of: 'made' | 'seated') => reports.reduce((sum, { wishes }) => sum + wishes[of], 0)
  const [made, seated] = [sumOf('made'), sumOf('seated')]
  process.stderr.write(
    `${made} wishes, of which ${Math.round((100 * seated) / made)} % ended in a seat\n`,
  )
  const cutoffsOf = (of: 'went' | 'failed') =>
    reports.reduce((sum, { cutoffs }) => sum + cutoffs[of], 0)
  const [went, notFilled] = [cutoffsOf('went'), cutoffsOf('failed')]
  process.stderr.write(
    `${went + notFilled} cars not full at their cutoff, of which ${Math.round((100 * went) / (went + notFilled))} % went with fewer\n`,
  )
  const times = (name: string) => reports.reduce((sum, { seen }) => sum + (seen[name] ?? 0), 0)
  const missed = OUTCOMES.filter((name) => times(name) < LEAST).map(
    (name) => `${name}: ${times(name)}`,
  )
  expect(missed, `every kind of event and end was met by ${LEAST} of the seeds ${seeds}`).toEqual(
    [],
  )
})
