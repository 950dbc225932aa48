import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import type { Event } from '#app/domain/group/event.ts'

/** SIM_RUNS: how many histories; SIM_FROM: the first one's seed. A failure prints its seed: `SIM_SEED=… npm run test:simulation` plays it again. */
const RUNS = Number(process.env.SIM_RUNS ?? 2000)
const FROM = Number(process.env.SIM_FROM ?? 1)
/** Much is made and thrown away: more room for the young spares the collector. */
const NODE_OPTIONS = ['--max-semi-space-size=32']
const SHARDS = process.env.SIM_SEED ? 1 : Math.max(2, availableParallelism())

/** Every kind of event there is: histories that miss one would prove nothing about it. */
const EVENTS: Record<Event['type'], true> = {
  drafted: true,
  tripDrafted: true,
  draftChanged: true,
  privateOpened: true,
  balancePriceSet: true,
  groupCancelled: true,
  statusChanged: true,
  seatHeld: true,
  partyChanged: true,
  intentAttached: true,
  intentLost: true,
  holdLapsing: true,
  seatFreed: true,
  seatTaken: true,
  seatLeft: true,
  converted: true,
  depositCaptured: true,
  depositReleased: true,
  depositDeadlinePassed: true,
  nextAttached: true,
  nextClosing: true,
  nextLost: true,
  depositReplaced: true,
  renewalDue: true,
  renewalFailed: true,
  balanceBegun: true,
  balancePointsReserved: true,
  balanceAttached: true,
  balanceClosing: true,
  balanceLost: true,
  balancePaid: true,
  strayFound: true,
  strayReturned: true,
  placeRefunded: true,
}
/** What may become of an order, and by whose doing. */
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
].map((outcome) => `order: ${outcome}`)
/** What may become of a trip. */
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
  'ended unpaid',
].map((outcome) => `trip: ${outcome}`)
/** What may become of a group that an administrator cancels: where it stood, and what somebody had paid. */
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
/** What somebody may get back whose carpool was closed. */
const REFUNDED = ['a deposit', 'a balance', 'points', 'twice', 'refused'].map((what) => `refunded: ${what}`)
const ENDS = ['COMPLETED', 'CLOSED', 'CANCELLED', 'FAILED']
/** So many histories meet everything; fewer may not. */
const ENOUGH = 1500

type Report = { runs: number; seconds: number; seen: Record<string, number>; failed: string[] }

/** A process of its own: a simulation takes over the time, timers and chance of the whole process. */
function simulate(shard: number): Promise<Report> {
  const runs = Math.ceil(RUNS / SHARDS)
  const env = { ...process.env, SIM_RUNS: String(runs), SIM_FROM: String(FROM + shard * runs) }
  const here = import.meta.dirname
  const child = spawn(process.execPath, [...NODE_OPTIONS, '--import', `${here}/hooks.ts`, `${here}/run.ts`], {
    env,
  })
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
  const reports = await Promise.all(Array.from({ length: SHARDS }, (_, shard) => simulate(shard)))
  expect(reports.flatMap(({ failed }) => failed)).toEqual([])
  const missed = [
    ...Object.keys(EVENTS),
    ...ENDS,
    ...ORDER_OUTCOMES,
    ...TRIP_OUTCOMES,
    ...CANCELLED,
    ...REFUNDED,
  ].filter((name) => !reports.some(({ seen }) => seen[name]))
  if (RUNS >= ENOUGH && SHARDS > 1) expect(missed, 'every kind of event and end was met').toEqual([])
})
