import * as z from 'zod'
import type { Config } from '#app/platform/config.server.ts'
import type { Log } from '#app/platform/log.server.ts'

const ENDPOINT = 'https://challenges.cloudflare.com/turnstile/v0/siteverify'
const TIMEOUT_MS = 5000

const verdict = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).optional() })

/** Whether a proof from the browser holds; each can be used once. */
export type PersonCheck = (proof: string) => Promise<boolean>
type Deps = { turnstile: Config['turnstile']; fetch: typeof fetch; log: Log }

/** Asks Cloudflare Turnstile. Without an answer the proof does not hold, and can be made again. */
export const createPersonCheck =
  ({ turnstile, fetch, log }: Deps): PersonCheck =>
  async (proof) => {
    try {
      const response = await fetch(ENDPOINT, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ secret: turnstile.secretKey, response: proof }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const { success, 'error-codes': codes } = verdict.parse(await response.json())
      if (!success) log.warn('proof of a person: refused', { codes: codes?.join(' ') ?? '' })
      return success
    } catch (error) {
      log.error('proof of a person: no answer', error)
      return false
    }
  }
