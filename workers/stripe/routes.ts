import type { Call } from './call.ts'
import { confirmCall } from './confirm.ts'
import { createCustomer, deleteCustomer } from './customers.ts'
import { invalidRequest, missing } from './errors.ts'
import type { Form } from './form.ts'
import { cancelIntent, captureIntent, createIntent, findIntent, updateIntent } from './intents.ts'
import { listCall } from './lists.ts'
import { allowOnly, text } from './params.ts'
import { attachMethod, createPaymentMethod, detachMethod } from './payment-methods.ts'
import { balanceNow } from './payouts.ts'
import { createRefund } from './refunds.ts'
import type { Kind, Objects } from './store.ts'

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

/** Checks the client secret, which proves that the browser was given this intent. */
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
  allowOnly(form, ['client_secret', 'expand'])
  return withSecret(call, id, form)
}

/** Every call of `/v1`. `:id` is the only part of a path that varies. */
export const routes: readonly Route[] = [
  route('POST', '/v1/payment_intents', createIntent),
  route(
    'GET',
    '/v1/payment_intents',
    listCall('payment_intent', '/v1/payment_intents', 'customer'),
  ),
  route('GET', '/v1/payment_intents/:id', readIntent, 'browser'),
  route('POST', '/v1/payment_intents/:id', updateIntent),
  route(
    'POST',
    '/v1/payment_intents/:id/confirm',
    (call, form, id) => confirmCall(call, withSecret(call, id, form), form),
    'browser',
  ),
  route('POST', '/v1/payment_intents/:id/capture', captureIntent),
  route('POST', '/v1/payment_intents/:id/cancel', cancelIntent),
  route('POST', '/v1/refunds', createRefund),
  route('GET', '/v1/refunds', listCall('refund', '/v1/refunds', 'payment_intent')),
  route('GET', '/v1/refunds/:id', read('refund')),
  route('GET', '/v1/disputes', listCall('dispute', '/v1/disputes', 'payment_intent')),
  route('GET', '/v1/balance', balanceNow),
  route(
    'GET',
    '/v1/balance_transactions',
    listCall('balance_transaction', '/v1/balance_transactions', 'currency'),
  ),
  route('GET', '/v1/payouts', listCall('payout', '/v1/payouts')),
  route('GET', '/v1/charges/:id', read('charge')),
  route('POST', '/v1/payment_methods', createPaymentMethod, 'browser'),
  route('GET', '/v1/payment_methods/:id', read('payment_method')),
  route('POST', '/v1/payment_methods/:id/attach', attachMethod),
  route('POST', '/v1/payment_methods/:id/detach', (call, _form, id) => detachMethod(call, id)),
  route('POST', '/v1/customers', createCustomer),
  route('GET', '/v1/customers/:id', read('customer')),
  route('DELETE', '/v1/customers/:id', deleteCustomer),
  route('GET', '/v1/events', listCall('event', '/v1/events', 'type')),
]

/** The route for a request and the id in its path, or null. */
export function findRoute(method: string, path: string): { route: Route; id: string } | null {
  for (const route of routes) {
    const found = new RegExp(`^${route.path.replace(':id', '([^/]+)')}$`).exec(path)
    if (found && route.method === method) return { route, id: found[1] ?? '' }
  }
  return null
}
