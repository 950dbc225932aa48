/**
 * D1 or an object gave no answer, or an unusable one: the operation may have been carried out or
 * not. Not our mistake, so trying again later helps.
 */
export class Unavailable extends Error {
  override name = 'Unavailable'
}

/** It took too long. A second try would take as long again. */
export class TooLate extends Unavailable {
  readonly isLate = true
}

/** Runs work that may hang, and throws `TooLate` instead of waiting for ever. */
export type Bounded = <T>(work: () => PromiseLike<T>) => Promise<T>

/**
 * Whether an error was caused by an `Unavailable`. By name: pages and the worker around them are
 * bundles of their own, each with its own class.
 */
export function isUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause.name === 'Unavailable') return true
  return false
}

export const isTooLate = (error: unknown): boolean =>
  error instanceof Error && (('isLate' in error && error.isLate === true) || isTooLate(error.cause))

/**
 * Returns what `work` returns, or throws if that takes longer than `ms`. The work itself continues.
 */
export async function within<T>(ms: number, work: PromiseLike<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooLate(`no answer in ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
