import { createHmac } from 'node:crypto'
import type { StoredEvent } from './store.ts'

const TIMEOUT_MS = 10_000
/** The app's webhook URL. It is called inside the worker. */
const APP_WEBHOOK_URL = 'http://localhost/api/stripe/webhook'

/** How an event reaches the app, and the app's secret. */
export type Sender = {
  toApp: (request: Request) => Promise<Response>
  appSecret: string
}

/** `t=…,v1=…` over `t.body`, as `constructEventAsync` checks it. `at` in seconds. */
const signature = (secret: string, at: number, body: string): string =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`

/** Tries one delivery. Returns the HTTP status, or null and the error. */
export async function attempt(
  event: StoredEvent,
  { toApp, appSecret }: Sender,
  now: number,
): Promise<{ status: number | null; note: string | null }> {
  const body = JSON.stringify(event, null, 2)
  const request = new Request(APP_WEBHOOK_URL, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Stripe-Signature': signature(appSecret, Math.floor(now / 1000), body),
      'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    },
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  try {
    const response = await toApp(request)
    const note = response.ok ? null : (await response.text()).slice(0, 200)
    return { status: response.status, note }
  } catch (error) {
    return { status: null, note: String(error).slice(0, 200) }
  }
}
