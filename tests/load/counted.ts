import { readFileSync } from 'node:fs'
import path from 'node:path'

/** What a response has waited for: rounds, the calls in all of them, and the rows D1 has read. */
export type Waits = {
  rounds: number
  d1: number
  objects: number
  stripe: number
  rowsRead: number
}

/**
 * A front for `startProduct` with D1 and objects that many milliseconds away. The header
 * `Waited-For` of a response says how often it has waited for anything, one after another, and for
 * what. Calls that begin together are one round, if the delays are longer than what lies between
 * them. A counting product is slower than a normal one, so never measure its speed.
 */
export function countedFar(delays: { d1: number; object: number }): string {
  const front = readFileSync(path.join(import.meta.dirname, 'counted-front.js'), 'utf8')
  return `const DELAYS = ${JSON.stringify(delays)}\n${front}`
}

export const waitsOf = (answer: Response): Waits =>
  JSON.parse(answer.headers.get('Waited-For') ?? '{}')
