import type Stripe from 'stripe'
import { API_VERSION, type Call, seconds } from './call.ts'
import { invalidParameter, missing } from './errors.ts'
import type { Form } from './form.ts'
import { newId, randomText } from './id.ts'
import { allowOnly, mergeMetadata, requiredText, text, texts } from './params.ts'

/**
 * Where the app listens. This one endpoint exists from the start and is called inside the worker.
 */
export const APP_WEBHOOK_URL = 'http://localhost/api/stripe/webhook'

/** `secret` null: the app's own, from its settings. */
export type EndpointNote = { secret: string | null }

/** `POST /v1/webhook_endpoints`. Only this answer shows its secret. */
export function createEndpoint(call: Call, form: Form): Stripe.WebhookEndpoint {
  allowOnly(form, ['url', 'enabled_events', 'description', 'metadata', 'api_version', 'expand'])
  const url = requiredText(form, 'url')
  const events = texts(form, 'enabled_events') ?? []
  if (!URL.canParse(url)) throw invalidParameter('url_invalid', 'url', `Invalid URL: ${url}`)
  if (events.length === 0)
    throw invalidParameter(
      'parameter_missing',
      'enabled_events',
      'Missing required param: enabled_events.',
    )
  const secret = `whsec_${randomText(32)}`
  const endpoint = addEndpoint(call, url, events, text(form, 'description'), { secret })
  endpoint.metadata = mergeMetadata({}, form)
  return { ...call.store.put(endpoint), secret }
}

/** `DELETE /v1/webhook_endpoints/:id`. Its outstanding deliveries are not made any more. */
export function deleteEndpoint(call: Call, id: string) {
  if (!call.store.find('webhook_endpoint', id)) throw missing('webhook endpoint', id)
  call.store.remove(id)
  return { id, object: 'webhook_endpoint' as const, deleted: true as const }
}

/** Creates the app's own endpoint if it does not exist yet. */
export function ensureAppEndpoint(call: Call): void {
  const page = call.store.list('webhook_endpoint', {
    limit: 1,
    startingAfter: null,
    endingBefore: null,
    where: { url: APP_WEBHOOK_URL },
  })
  if (page.data.length === 0) addEndpoint(call, APP_WEBHOOK_URL, ['*'], 'The app', { secret: null })
}

function addEndpoint(
  call: Call,
  url: string,
  events: string[],
  description: string | null,
  note: EndpointNote,
): Stripe.WebhookEndpoint {
  const endpoint: Stripe.WebhookEndpoint = {
    id: newId('we'),
    object: 'webhook_endpoint',
    api_version: API_VERSION,
    application: null,
    created: seconds(call.now),
    description,
    enabled_events: events,
    livemode: false,
    metadata: {},
    status: 'enabled',
    url,
  }
  call.store.putNote(endpoint.id, note)
  return call.store.put(endpoint)
}
