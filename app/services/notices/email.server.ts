import * as z from 'zod'
import type { Config } from '#app/services/platform/config.server.ts'
import type { Log } from '#app/services/platform/log.server.ts'

const TIMEOUT_MS = 8000
const ENDPOINT = 'https://api.resend.com/emails'
/** The provider refuses calls that do not say who makes them. */
const USER_AGENT = 'neighbourhelp'

export type Email = {
  /**
   * The same key within 24 h is the same email: it is sent once, however often it is tried. At most
   * 256 characters.
   */
  key: string
  to: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

/**
 * `sent`: the provider has taken it. `refused`: it never will. `limited`: nothing was sent and it
 * may be tried again, after `retryAfterMs` if the provider said so. `unknown`: no clear answer
 * came; the same key tells later.
 */
export type EmailOutcome =
  | { kind: 'sent' | 'refused' | 'unknown' }
  | { kind: 'limited'; retryAfterMs: number | null }

export type EmailService = { send(email: Email): Promise<EmailOutcome> }
type Deps = { email: Config['email']; fetch: typeof fetch; log: Log }

const refusal = z.object({ name: z.string() })

/** Emails by Resend's REST call. Logs no address and no text. */
export function createEmail({ email, fetch, log }: Deps): EmailService {
  return {
    async send({ key, to, ...message }) {
      let response: Response
      try {
        response = await fetch(ENDPOINT, {
          method: 'POST',
          headers: {
            Authorization: `Bearer ${email.apiKey}`,
            'Content-Type': 'application/json',
            'Idempotency-Key': key,
            'User-Agent': USER_AGENT,
          },
          body: JSON.stringify({ from: email.from, to: [to], ...message }),
          signal: AbortSignal.timeout(TIMEOUT_MS),
        })
      } catch (error) {
        log.error('email: no answer', error)
        return { kind: 'unknown' }
      }
      if (response.ok) {
        await response.body?.cancel()
        return { kind: 'sent' }
      }
      const answer = refusal.safeParse(await response.json().catch(() => null))
      const name = answer.data?.name
      const outcome = outcomeOf(response, name)
      if (outcome.kind !== 'sent')
        log.warn('email: not sent', { status: response.status, error: name, outcome: outcome.kind })
      return outcome
    },
  }
}

function outcomeOf({ status, headers }: Response, name: string | undefined): EmailOutcome {
  // An earlier try was taken whose answer was lost; only the words have changed since.
  if (status === 409 && name === 'invalid_idempotent_request') return { kind: 'sent' }
  if (status === 429)
    return { kind: 'limited', retryAfterMs: secondsOf(headers.get('Retry-After')) }
  // A key that is wrong or may not do this is put right by people; nothing was sent.
  if (status === 401 || status === 403) return { kind: 'limited', retryAfterMs: null }
  // An earlier try of the same key is still under way, or the provider is not well.
  if (status === 408 || status === 409 || status >= 500) return { kind: 'unknown' }
  return { kind: 'refused' }
}

function secondsOf(header: string | null): number | null {
  const seconds = header === null ? Number.NaN : Number(header)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null
}
