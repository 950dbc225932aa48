import type { BatchItem } from 'drizzle-orm/batch'
import { isTooLate } from '#app/kernel/within.ts'
import type { Db } from '#db/db.ts'
import { isInRequest, perRequest } from './request-scope.server.ts'

type Read = BatchItem<'sqlite'>
type Waiting = { statement: Read; resolve(rows: unknown): void; reject(error: unknown): void }

/** This request's pending reads, by database. */
const queues = perRequest(() => new Map<Db, Waiting[]>())

/**
 * Runs a read-only statement in one round trip with all others of its request. Loaders run side by
 * side, and the reads they start before the event loop turns go to D1 as one batch, in order, so
 * they all see a single moment. A statement's column names must be distinct. Outside requests a
 * statement runs alone, since D1 may be another object's.
 */
export const batchRead = <T extends Read>(db: Db, statement: T): Promise<T['_']['result']> =>
  new Promise((resolve, reject) => {
    const one = { statement, resolve, reject }
    if (!isInRequest()) return alone(one)
    const waiting = queues()
    const queue = waiting.get(db) ?? []
    queue.push(one)
    if (queue.length > 1) return
    waiting.set(db, queue)
    // Not a microtask: Remix starts some of a page's loaders a few microtasks apart.
    setTimeout(() => {
      waiting.delete(db)
      return send(db, queue)
    })
  })

async function send(db: Db, all: Waiting[]): Promise<void> {
  const [first, ...others] = all
  if (!first) return
  if (others.length === 0) return alone(first)
  try {
    const answers = await db.batch([first.statement, ...others.map(({ statement }) => statement)])
    for (const [index, { resolve }] of all.entries()) resolve(answers[index])
  } catch (error) {
    // A batch fails as a whole. Each statement is retried alone, so that one failing does not take
    // down the parts of a page that can be read. After a timeout nothing is retried.
    for (const one of all) isTooLate(error) ? one.reject(error) : await alone(one)
  }
}

async function alone({ statement, resolve, reject }: Waiting): Promise<void> {
  try {
    resolve(await statement)
  } catch (error) {
    reject(error)
  }
}
