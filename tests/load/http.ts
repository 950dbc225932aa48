import type { Sample } from './harness.ts'
import { autocannon } from './packages/index.ts'

type Load = {
  url: string
  connections?: number
  headers?: Record<string, string>
  method?: 'GET' | 'POST'
  body?: string
}

/**
 * Requests per second that a server answers with 2xx, and how many of its responses were something
 * else.
 */
export async function requestsPerSecond(load: Load, seconds: number): Promise<Sample> {
  const { connections = 16, ...request } = load
  const result = await autocannon()({ ...request, connections, duration: seconds })
  const failures = result.non2xx + result.errors + result.timeouts
  return { value: result['2xx'] / result.duration, failures }
}
