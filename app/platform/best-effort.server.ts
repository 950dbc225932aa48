import { within } from '#app/kernel/within.ts'
import { createLog } from './log.server.ts'
import type { LogFields } from './request-scope.server.ts'

/** How long a page waits for an optional write. */
const WAIT_MS = 1000
const log = createLog()

/**
 * Waits briefly for a write that the request can do without; logs it if it fails. Pages can be read
 * while D1 is full (decision 0016).
 */
export async function bestEffort(
  failure: string,
  work: PromiseLike<unknown>,
  fields?: LogFields,
): Promise<void> {
  try {
    await within(WAIT_MS, work)
  } catch (error) {
    log.error(failure, error, fields)
  }
}
