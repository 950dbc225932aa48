import { ok, type Result } from '#app/kernel/result.ts'

/** Number of pieces of work run concurrently. */
const WIDTH = 10

/**
 * Runs all pieces of work, a few at a time. Returns their results in the same order, or the first
 * failure.
 */
export async function inParallel<T>(work: (() => Promise<Result<T>>)[]): Promise<Result<T[]>> {
  const values: T[] = []
  let failed: Result<never> | null = null
  for (let from = 0; from < work.length; from += WIDTH)
    for (const result of await Promise.all(work.slice(from, from + WIDTH).map((one) => one()))) {
      if (result.ok) values.push(result.value)
      else failed ??= result
    }
  return failed ?? ok(values)
}
