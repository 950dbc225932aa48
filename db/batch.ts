import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from './db.ts'

type Reads = Record<string, BatchItem<'sqlite'>>

/** What some statements answer in one round trip, by name. */
export async function batchOf<R extends Reads>(db: Db, reads: R) {
  const answers: unknown[] = await db.batch(Object.values(reads) as [BatchItem<'sqlite'>])
  return Object.fromEntries(Object.keys(reads).map((name, at) => [name, answers[at]])) as {
    [Name in keyof R]: R[Name]['_']['result']
  }
}
