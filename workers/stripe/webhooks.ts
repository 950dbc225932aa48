import type { Delivery } from './deliveries.ts'
import type { Store } from './store.ts'
import { APP_WEBHOOK_URL, type EndpointNote } from './webhook-endpoints.ts'

const TIMEOUT_MS = 10_000

/**
 * How a delivery is sent (to the app inside this worker, or over the network), and the app's
 * secret.
 */
export type Sender = {
  toApp: (request: Request) => Promise<Response>
  appSecret: string
}

/** `t=…,v1=…` over `t.body`, as `constructEventAsync` checks it. `at` in seconds. */
export async function signature(secret: string, at: number, body: string): Promise<string> {
  const encoder = new TextEncoder()
  const key = await crypto.subtle.importKey(
    'raw',
    encoder.encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(`${at}.${body}`)))
  return `t=${at},v1=${Array.from(mac, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Tries one delivery. Returns the HTTP status of the answer, or null and what went wrong. */
export async function attempt(
  store: Store,
  delivery: Delivery,
  sender: Sender,
  now: number,
): Promise<{ status: number | null; note: string | null }> {
  const event = store.find('event', delivery.event_id)
  const endpoint = store.find('webhook_endpoint', delivery.endpoint_id)
  // Deliveries to a deleted endpoint count as accepted: there is nothing left to retry.
  if (!event || !endpoint) return { status: 200, note: 'endpoint deleted' }
  const body = JSON.stringify(event, null, 2)
  const secret = store.note<EndpointNote>(endpoint.id)?.secret ?? sender.appSecret
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Stripe-Signature': await signature(secret, Math.floor(now / 1000), body),
    'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
  }
  const request = new Request(endpoint.url, {
    method: 'POST',
    headers,
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  try {
    const response = await (endpoint.url === APP_WEBHOOK_URL
      ? sender.toApp(request)
      : fetch(request))
    const note = response.ok ? null : (await response.text()).slice(0, 200)
    return { status: response.status, note }
  } catch (error) {
    return { status: null, note: String(error).slice(0, 200) }
  }
}
