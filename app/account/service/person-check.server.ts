import * as z from 'zod'
import type { Needs } from '#app/platform/resources.server.ts'

const ENDPOINT = 'https://challenges.cloudflare.com/turnstile/v0/siteverify'
const TIMEOUT_MS = 5000

const verdict = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).optional() })

/**
 * Asks Cloudflare Turnstile whether a proof from the browser is valid; each can be used once. If
 * Turnstile does not answer, the proof fails and the visitor can make another.
 */
export async function isPerson(
  { config, fetch, log }: Needs<'config' | 'fetch' | 'log'>,
  proof: string,
): Promise<boolean> {
  try {
    const response = await fetch(ENDPOINT, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ secret: config.turnstile.secretKey, response: proof }),
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
