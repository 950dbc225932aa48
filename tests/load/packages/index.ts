import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/**
 * Loads the packages that only benchmarks use. `npm run bench` installs them in this folder; other
 * commands do without, so a row asks for them when it is measured.
 */
const require = createRequire(import.meta.url)

type Load = {
  url: string
  connections: number
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
} & ({ duration: number } | { amount: number; setupClient(client: Client): void })
type Client = { setRequests(requests: { body: string; headers: Record<string, string> }[]): void }
type Answers = {
  '2xx': number
  non2xx: number
  errors: number
  timeouts: number
  /** In seconds. */
  duration: number
}
type Autocannon = {
  (load: Load): Promise<Answers>
  (
    load: Load,
    done: (error: Error | null, answers: Answers) => void,
  ): { on(event: 'start' | 'response', listener: () => void): void }
}

/** A generator of requests. */
export const autocannon = (): Autocannon => require('autocannon')

/** A script that measures in the browser what a visitor experiences. */
export function webVitals(): string {
  const folder = path.dirname(require.resolve('web-vitals'))
  return readFileSync(path.join(folder, 'web-vitals.attribution.iife.js'), 'utf8')
}
