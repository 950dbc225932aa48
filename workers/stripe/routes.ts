import type { Call } from './call.ts'
import { confirmCall } from './confirm.ts'
import { createCustomer, deleteCustomer } from './customers.ts'
import { invalidRequest, missing } from './errors.ts'
import type { Form } from './form.ts'
import { cancelIntent, captureIntent, createIntent, findIntent, updateIntent } from './intents.ts'
import { list } from './lists.ts'
import { allowOnly, text } from './params.ts'
import { attachMethod, createPaymentMethod, detachMethod } from './payment-methods.ts'
import { createRefund } from './refunds.ts'
import type { Kind, Objects } from './store.ts'
import { createEndpoint, deleteEndpoint } from './webhook-endpoints.ts'

/**
 * Who may call: `browser` means a publishable key is enough (with the client secret, if there is
 * one).
 */
export type Route = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  who: 'secret' | 'browser'
  run: (call: Call, form: Form, id: string) => object
}

const route = (
  method: Route['method'],
  path: string,
  run: Route['run'],
  who: Route['who'] = 'secret',
): Route => ({ method, path, who, run })

/** Reads one object, as every `GET /v1/<things>/:id` does. */
const read =
  (kind: Kind): Route['run'] =>
  (call, form, id) => {
    allowOnly(form, ['expand'])
    const object = call.store.find(kind, id)
    if (!object) throw missing(kind.replace('_', ''), id)
    return object
  }

/** Checks the client secret, which proves that this intent was given to the browser. */
function withSecret(call: Call, id: string, form: Form): Objects['payment_intent'] {
  const intent = findIntent(call, id)
  const given = text(form, 'client_secret')
  if ((call.publishable || given !== null) && given !== intent.client_secret)
    throw invalidRequest(
      'The client_secret provided does not match the client_secret associated with this PaymentIntent.',
      { code: 'payment_intent_invalid_parameter', param: 'client_secret' },
    )
  return intent
}

const readIntent: Route['run'] = (call, form, id) => {
  allowOnly(form, ['client_secret', 'key', 'expand'])
  return withSecret(call, id, form)
}

/** Adds how many endpoints have not accepted the event yet; this number changes with time. */
const withPending = (call: Call, event: Objects['event']) => ({
  ...event,
  pending_webhooks: call.deliveries.pendingOf(event.id),
})

/** Every call of `/v1`. `:id` is the only part of a path that varies. */
export const routes: readonly Route[] = [
  route('POST', '/v1/payment_intents', createIntent),
  route('GET', '/v1/payment_intents', (call, form) =>
    list(call, 'payment_intent', '/v1/payment_intents', form, ['customer']),
  ),
  route('GET', '/v1/payment_intents/:id', readIntent, 'browser'),
  route('POST', '/v1/payment_intents/:id', (call, form, id) => updateIntent(call, id, form)),
  route(
    'POST',
    '/v1/payment_intents/:id/confirm',
    (call, form, id) => confirmCall(call, withSecret(call, id, form), form),
    'browser',
  ),
  route('POST', '/v1/payment_intents/:id/capture', (call, form, id) =>
    captureIntent(call, id, form),
  ),
  route('POST', '/v1/payment_intents/:id/cancel', (call, form, id) => cancelIntent(call, id, form)),
  route('POST', '/v1/refunds', createRefund),
  route('GET', '/v1/refunds', (call, form) =>
    list(call, 'refund', '/v1/refunds', form, ['payment_intent', 'charge']),
  ),
  route('GET', '/v1/refunds/:id', read('refund')),
  route('GET', '/v1/disputes', (call, form) =>
    list(call, 'dispute', '/v1/disputes', form, ['payment_intent', 'charge']),
  ),
  route('GET', '/v1/charges/:id', read('charge')),
  route('POST', '/v1/payment_methods', createPaymentMethod, 'browser'),
  route('GET', '/v1/payment_methods/:id', read('payment_method')),
  route('POST', '/v1/payment_methods/:id/attach', (call, form, id) => attachMethod(call, id, form)),
  route('POST', '/v1/payment_methods/:id/detach', (call, _form, id) => detachMethod(call, id)),
  route('POST', '/v1/customers', createCustomer),
  route('GET', '/v1/customers/:id', read('customer')),
  route('DELETE', '/v1/customers/:id', (call, _form, id) => deleteCustomer(call, id)),
  route('GET', '/v1/events', (call, form) => {
    const page = list(call, 'event', '/v1/events', form, ['type'])
    return { ...page, data: page.data.map((event) => withPending(call, event)) }
  }),
  route('GET', '/v1/events/:id', (call, form, id) =>
    withPending(call, read('event')(call, form, id) as Objects['event']),
  ),
  route('POST', '/v1/webhook_endpoints', createEndpoint),
  route('GET', '/v1/webhook_endpoints', (call, form) =>
    list(call, 'webhook_endpoint', '/v1/webhook_endpoints', form),
  ),
  route('GET', '/v1/webhook_endpoints/:id', read('webhook_endpoint')),
  route('DELETE', '/v1/webhook_endpoints/:id', (call, _form, id) => deleteEndpoint(call, id)),
]

/**
 * The route for a request and the id in its path, or null. A fixed path wins over one with an id.
 */
export function findRoute(method: string, path: string): { route: Route; id: string } | null {
  const fixed = routes.find((r) => r.method === method && r.path === path)
  if (fixed) return { route: fixed, id: '' }
  for (const candidate of routes) {
    const [before, after] = candidate.path.split(':id')
    if (candidate.method !== method || before === undefined || after === undefined) continue
    const id = path.slice(before.length, path.length - after.length)
    if (path.startsWith(before) && path.endsWith(after) && id && !id.includes('/'))
      return { route: candidate, id }
  }
  return null
}
