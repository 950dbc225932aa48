import type { BatchItem } from 'drizzle-orm/batch'
import { isTooLate } from '#app/within.ts'
import type { Db } from '#db/db.ts'
import { perRequest } from './request-scope.server.ts'

type Read = BatchItem<'sqlite'>
type Waiting = { statement: Read; resolve(rows: unknown): void; reject(error: unknown): void }

/**
 * Runs a read-only statement in one round trip with all others requested at the same time. Its
 * column names must be distinct.
 */
export type BatchReads = <T extends Read>(statement: T) => Promise<T['_']['result']>

/**
 * The reads of a request. Loaders run side by side, and each requests what it needs. What they
 * request before the event loop turns goes to D1 as one batch, in the order requested, and shows a
 * single moment.
 */
export function createBatchReads(db: Db): BatchReads {
  const queueOf = perRequest((): Waiting[] => [])

  async function send(queue: Waiting[]): Promise<void> {
    const all = queue.splice(0)
    const [first, ...others] = all
    if (!first) return
    if (others.length === 0) return alone(first)
    try {
      const answers = await db.batch([first.statement, ...others.map(({ statement }) => statement)])
      for (const [index, { resolve }] of all.entries()) resolve(answers[index])
    } catch (error) {
      // A batch fails as a whole: retry one by one, so that one failing statement does not take
      // down the parts of a page that can be read. What got no answer gets none the second time.
      for (const one of all) isTooLate(error) ? one.reject(error) : await alone(one)
    }
  }

  return (statement) =>
    new Promise((resolve, reject) => {
      const queue = queueOf()
      queue.push({ statement, resolve, reject })
      // Not a microtask: Remix starts some of a page's loaders a few microtasks apart.
      if (queue.length === 1) setTimeout(() => send(queue))
    })
}

async function alone({ statement, resolve, reject }: Waiting): Promise<void> {
  try {
    resolve(await statement)
  } catch (error) {
    reject(error)
  }
}
