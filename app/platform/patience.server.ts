import { type Bounded, isTooLate, within } from '#app/kernel/within.ts'
import { isInRequest, perRequest } from './request-scope.server.ts'

/** What is left of the patience of a request that has waited for nothing once. */
const AFTERWARDS = 1 / 8

/**
 * How long a request waits for D1 and objects. Once one of them gave no answer in time, the request
 * waits much less for anything else: its page is given up in about the time of one wait, however
 * many more it would ask (decision 0016).
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
