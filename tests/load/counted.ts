import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Counts the product's requests to its platform. Start it with `startProduct({ front: counted })`,
 * send it requests, and `takeCounts(product.url)` returns what they took and resets the counts:
 *
 *     await takeCounts(url)
 *     await join(…)
 *     const counts = await takeCounts(url)
 *     totalOf(counts, 'call').times                 // requests to objects
 *     totalOf(counts, 'sql', 'Carpool').rowsWritten // rows written to the objects' own databases
 *     totalOf(counts, 'd1').rowsRead                // rows that D1 read, for worker and objects
 *
 * Work after the response (`waitUntil`, an alarm) counts when it happens: wait for it before taking
 * the counts. A counting product is slower than a normal one, so never measure its speed.
 */
export const counted: string = countedFar({ d1: 0, object: 0 })

/**
 * The same with D1 and objects that many milliseconds away. The header `Waited-For` of a response
 * says how often it has waited for anything, one after another, and for what (`Waits`). Calls that
 * begin together are one round, if the delays are longer than what lies between them.
 */
export function countedFar(delays: { d1: number; object: number }): string {
  const front = readFileSync(path.join(import.meta.dirname, 'counted-front.js'), 'utf8')
  return `const DELAYS = ${JSON.stringify(delays)}\n${front}`
}

/** What a response has waited for: rounds, and calls in all of them. */
export type Waits = { rounds: number; d1: number; objects: number; stripe: number }

/**
 * An operation and how often it was done, with the rows read and written (both as the platform
 * bills them) and the rows returned.
 *
 * | kind | by | what |
 * |---|---|---|
 * | `round trip` | worker, Carpool, Trip | a call to D1: `<n> statements` |
 * | `d1` | worker, Carpool, Trip | a statement in D1: its SQL |
 * | `sql` | Carpool, Trip | a statement in an object's own database: its SQL |
 * | `call` | worker, Carpool, Trip | a request to an object: `CARPOOL.execute`; `times` includes
 * those whose response was lost |
 * | `alarm`, `alarm set` | Carpool, Trip | an alarm that fired; one that was set (billed as a row
 * written) |
 * | `fetch` | outbound | a request to another service: `POST api.stripe.com/v1/payment_intents` |
 */
export type Entry = {
  kind: 'round trip' | 'd1' | 'sql' | 'call' | 'alarm' | 'alarm set' | 'fetch'
  by: 'worker' | 'Carpool' | 'Trip' | 'outbound'
  what: string
  times: number
  rowsRead: number
  rowsWritten: number
  /** Rows in D1's responses; 0 for other kinds. */
  rows: number
}

/** What a product with the front `counted` has done since the last call; resets the counts. */
export async function takeCounts(url: string): Promise<Entry[]> {
  const answer = await fetch(`${url}/__count`)
  if (!answer.ok) throw new Error(`${url} does not report counts: ${answer.status}`)
  return (await answer.json()) as Entry[]
}

/** The total for a kind, or for a kind and an actor. */
export function totalOf(entries: Entry[], kind: Entry['kind'], by?: Entry['by']) {
  const total = { times: 0, rowsRead: 0, rowsWritten: 0, rows: 0 }
  for (const entry of entries) {
    if (entry.kind !== kind || (by && entry.by !== by)) continue
    for (const key of ['times', 'rowsRead', 'rowsWritten', 'rows'] as const)
      total[key] += entry[key]
  }
  return total
}

/** Counts as readable lines, most rows first. */
export const linesOf = (entries: Entry[]): string =>
  entries
    .toSorted((a, b) => b.rowsRead + b.rowsWritten - a.rowsRead - a.rowsWritten)
    .map(
      ({ kind, by, what, times, rowsRead, rowsWritten }) =>
        `  ${times} × ${kind} by ${by}, ${rowsRead} rows read, ${rowsWritten} written: ${what.replace(/\s+/g, ' ')}`,
    )
    .join('\n')
