import * as z from 'zod'
import type { Config } from './config.server.ts'
import type { Log } from './log.server.ts'

/** Below the 10 s after which a caller gives up (docs/rules.md#messages). */
const TIMEOUT_MS = 8000

/**
 * `refused`: the provider rejected it; nothing was sent. `unknown`: no clear answer, so the message
 * may have been sent and charged.
 */
export type SmsOutcome = 'sent' | 'refused' | 'unknown'
export type Sms = { send(to: string, body: string): Promise<SmsOutcome> }
type Deps = { twilio: Config['twilio']; fetch: typeof fetch; log: Log }

const refusal = z.object({ code: z.number() })

/**
 * Sends text messages through Twilio's REST API. `to` is an international number. Logs neither
 * number nor text.
 */
export function createSms({ twilio, fetch, log }: Deps): Sms {
  const url = `https://api.twilio.com/2010-04-01/Accounts/${twilio.accountSid}/Messages.json`
  const authorization = `Basic ${btoa(`${twilio.accountSid}:${twilio.authToken}`)}`

  return {
    async send(to, body) {
      let response: Response
      try {
        response = await fetch(url, {
          method: 'POST',
          headers: {
            Authorization: authorization,
            'Content-Type': 'application/x-www-form-urlencoded',
          },
          body: new URLSearchParams({ To: to, From: twilio.from, Body: body }).toString(),
          signal: AbortSignal.timeout(TIMEOUT_MS),
        })
      } catch (error) {
        log.error('text message: no answer', error)
        return 'unknown'
      }
      if (response.ok) {
        await response.body?.cancel()
        return 'sent'
      }
      const answer = refusal.safeParse(await response.json().catch(() => null))
      log.warn('text message: not sent', { status: response.status, twilioCode: answer.data?.code })
      return response.status < 500 ? 'refused' : 'unknown'
    },
  }
}
