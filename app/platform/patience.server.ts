import { type Bounded, isTooLate, within } from '#app/kernel/within.ts'
import { isInRequest, perRequest } from './request-scope.server.ts'

/** The share of a request's patience that is left after one timeout. */
const AFTERWARDS = 1 / 8

/**
 * How long a request waits for D1 and objects. After one timeout the request waits much less for
 * anything else, so a page fails in about the time of one wait, however many reads it has (decision
 * 0016).
 */
export function createPatience(ms: number): Bounded {
  const waited = perRequest(() => ({ inVain: false }))
  return async (work) => {
    const spent = waited()
    try {
      return await within(spent.inVain ? ms * AFTERWARDS : ms, work())
    } catch (error) {
      if (isInRequest() && isTooLate(error)) spent.inVain = true
      throw error
    }
  }
}
