import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Counts what the product asks of its platform. Start it with `startProduct({ front: counted })`,
 * ask it for something, and `takeCounts(product.url)` gives what that took and starts anew:
 *
 *     await takeCounts(url)
 *     await join(…)
 *     const counts = await takeCounts(url)
 *     totalOf(counts, 'call').times                  // requests to objects
 *     totalOf(counts, 'sql', 'Carpool').rowsWritten // rows that the objects wrote in their own
 *     databases
 *     totalOf(counts, 'd1').rowsRead                 // rows that D1 read, for worker and objects
 *
 * Work that goes on after the answer (`waitUntil`, an alarm) counts where it falls: wait for it
 * before the counts are taken. A product that counts is slower than one that does not, so a time is
 * never taken of it.
 */
export const counted: string = readFileSync(
  path.join(import.meta.dirname, 'counted-front.js'),
  'utf8',
)

/**
 * What was done how often, with the rows that it read and wrote (both as the platform bills them)
 * and the rows that it gave.
 *
 * | kind | by | what |
 * |---|---|---|
 * | `round trip` | worker, Carpool, Trip | a call to D1: `<n> statements` |
 * | `d1` | worker, Carpool, Trip | a statement in D1: its SQL |
 * | `sql` | Carpool, Trip | a statement in an object's own database: its SQL |
 * | `call` | worker, Carpool, Trip | a request to an object: `CARPOOL.execute`; `times` of it also
 * counts one whose answer was lost |
 * | `alarm`, `alarm set` | Carpool, Trip | an alarm that went off; one that was set (billed as a
 * row written) |
 * | `fetch` | outbound | a request to another service: `POST api.stripe.com/v1/payment_intents` |
 */
export type Entry = {
  kind: 'round trip' | 'd1' | 'sql' | 'call' | 'alarm' | 'alarm set' | 'fetch'
  by: 'worker' | 'Carpool' | 'Trip' | 'outbound'
  what: string
  times: number
  rowsRead: number
  rowsWritten: number
  /** Rows in the answers of D1; of other kinds 0. */
  rows: number
}

/**
 * What a product with the front `counted` has done since it was last asked, which it then forgets.
 */
export async function takeCounts(url: string): Promise<Entry[]> {
  const answer = await fetch(`${url}/__count`)
  if (!answer.ok) throw new Error(`${url} does not count: ${answer.status}`)
  return (await answer.json()) as Entry[]
}

/** All of a kind, or of a kind by somebody, added up. */
export function totalOf(entries: Entry[], kind: Entry['kind'], by?: Entry['by']) {
  const total = { times: 0, rowsRead: 0, rowsWritten: 0, rows: 0 }
  for (const entry of entries) {
    if (entry.kind !== kind || (by && entry.by !== by)) continue
    for (const key of ['times', 'rowsRead', 'rowsWritten', 'rows'] as const)
      total[key] += entry[key]
  }
  return total
}

/** Counts as lines for people, most rows first. */
export const linesOf = (entries: Entry[]): string =>
  entries
    .toSorted((a, b) => b.rowsRead + b.rowsWritten - a.rowsRead - a.rowsWritten)
    .map(
      ({ kind, by, what, times, rowsRead, rowsWritten }) =>
        `  ${times} × ${kind} by ${by}, ${rowsRead} rows read, ${rowsWritten} written: ${what.replace(/\s+/g, ' ')}`,
    )
    .join('\n')
