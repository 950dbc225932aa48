import { type QueueName, setAside } from '#app/platform/rows/set-aside.server.ts'
import type { Log } from './log.server.ts'
import type { Needs } from './resources.server.ts'

/**
 * An item's outcome. `left`: somebody else has it. `later`: it failed, and its own row has the time
 * of the next try. `undecided`: it failed, and is set aside. `halt`: nothing more can be done now,
 * for this item or any other.
 */
export type WorkOutcome = 'done' | 'left' | 'later' | 'undecided' | 'halt'

type Queue<T> = {
  name: QueueName
  items: readonly T[]
  idOf(item: NoInfer<T>): string
  /** Number of items worked on concurrently. */
  width?: number
  /** After this many postponed in a row the rest waits: the provider is down, not the items bad. */
  patience?: number
}

/**
 * Works through due items independently: one that fails is logged and set aside for a while, and
 * the others go on (decision 0029). Never throws. Returns how many were done.
 */
export async function eachByItself<T>(
  { db, clock, log }: Needs<'db' | 'clock' | 'log'>,
  { name, items, idOf, width = 1, patience = Number.POSITIVE_INFINITY }: Queue<T>,
  work: (item: T) => Promise<WorkOutcome>,
): Promise<number> {
  const failed: string[] = []
  const tryOne = async (item: T): Promise<WorkOutcome> => {
    try {
      const worked = await work(item)
      if (worked === 'undecided') failed.push(idOf(item))
      return worked
    } catch (error) {
      log.error('an item of a queue failed', error, { queue: name, item: idOf(item) })
      failed.push(idOf(item))
      return 'undecided'
    }
  }
  let done = 0
  let inARow = 0
  for (let from = 0; from < items.length && inARow < patience; from += width) {
    const worked = await Promise.all(items.slice(from, from + width).map(tryOne))
    for (const one of worked) {
      if (one === 'done') done++
      if (one === 'later') inARow++
      if (one === 'done') inARow = 0
    }
    if (worked.includes('halt')) break
  }
  if (failed.length > 0)
    await setAside(db, name, failed, clock.now()).catch((error: unknown) =>
      log.error('items of a queue could not be set aside', error, { queue: name }),
    )
  return done
}

/**
 * Runs jobs concurrently; one that fails is logged, and the others go on. Never throws. Returns the
 * sum of their counts.
 */
export async function runJobs(
  log: Log,
  jobs: Record<string, () => Promise<unknown>>,
): Promise<number> {
  const counts = await Promise.all(
    Object.entries(jobs).map(async ([job, work]) => {
      try {
        return await work()
      } catch (error) {
        log.error('a job of the sweep failed', error, { job })
        return 0
      }
    }),
  )
  return counts.reduce<number>((sum, n) => sum + (typeof n === 'number' ? n : 0), 0)
}
