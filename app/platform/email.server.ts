import * as z from 'zod'
import type { Config } from './config.server.ts'
import type { Log } from './log.server.ts'

const TIMEOUT_MS = 8000
const ENDPOINT = 'https://api.resend.com/emails'
/** The provider rejects calls without a user agent. */
const USER_AGENT = 'neighbourhelp'

export type Email = {
  /**
   * An idempotency key: within 24 h the same key means the same email, which is sent once, however
   * often it is tried. At most 256 characters.
   */
  key: string
  to: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

/**
 * `sent`: the provider accepted it. `refused`: it never will. `undeliverable`: it never will,
 * because of the address. `limited`: nothing was sent; try again, after `retryAfterMs` if the
 * provider gave a time. `unknown`: no clear answer; a retry with the same key will tell.
 */
export type EmailOutcome =
  | { kind: 'sent' | 'refused' | 'undeliverable' | 'unknown' }
  | { kind: 'limited'; retryAfterMs: number | null }

export type EmailService = { send(email: Email): Promise<EmailOutcome> }
type Deps = { email: Pick<Config['email'], 'apiKey' | 'from'>; fetch: typeof fetch; log: Log }

const refusal = z.object({ name: z.string(), message: z.string().optional() })

/** Sends emails through Resend's REST API. Logs neither address nor text. */
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
      const { name, message: why = '' } = answer.data ?? {}
      const outcome = outcomeOf(response, name, why)
      if (outcome.kind !== 'sent')
        log.warn('email: not sent', { status: response.status, error: name, outcome: outcome.kind })
      return outcome
    },
  }
}

function outcomeOf(
  { status, headers }: Response,
  name: string | undefined,
  why: string,
): EmailOutcome {
  // An earlier attempt was accepted but its answer was lost; only the wording has changed since.
  if (status === 409 && name === 'invalid_idempotent_request') return { kind: 'sent' }
  if (status === 429)
    return { kind: 'limited', retryAfterMs: secondsOf(headers.get('Retry-After')) }
  // A wrong key or missing permission has to be fixed by people; nothing was sent.
  if (status === 401 || status === 403) return { kind: 'limited', retryAfterMs: null }
  // An earlier attempt with the same key is still in progress, or the provider has problems.
  if (status === 408 || status === 409 || status >= 500) return { kind: 'unknown' }
  // Only an error that mentions the recipient is about the address; any other is our own mistake.
  return { kind: /`to`/.test(why) ? 'undeliverable' : 'refused' }
}

function secondsOf(header: string | null): number | null {
  const seconds = header === null ? Number.NaN : Number(header)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null
}
