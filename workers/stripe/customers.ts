import type Stripe from 'stripe'
import { type Call, emit, seconds } from './call.ts'
import { missing } from './errors.ts'
import type { Form } from './form.ts'
import { newId } from './id.ts'
import { allowOnly, mergeMetadata, text } from './params.ts'
import { detachMethod } from './payment-methods.ts'

const PARAMS = ['name', 'email', 'phone', 'description', 'metadata', 'expand']

/** `POST /v1/customers`. */
export function createCustomer(call: Call, form: Form): Stripe.Customer {
  allowOnly(form, PARAMS)
  const customer: Stripe.Customer = {
    id: newId('cus'),
    object: 'customer',
    address: null,
    balance: 0,
    created: seconds(call.now),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: text(form, 'description'),
    discount: null,
    email: text(form, 'email'),
    invoice_prefix: null,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: mergeMetadata({}, form),
    name: text(form, 'name'),
    phone: text(form, 'phone'),
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
  call.store.put(customer)
  emit(call, 'customer.created', customer)
  return customer
}

/** The maximum number of cards per customer. */
const METHODS_MAX = 100

/**
 * `DELETE /v1/customers/:id`: permanent; the customer's cards are detached. A customer that is
 * already deleted is missing, like one that never existed.
 */
export function deleteCustomer(call: Call, id: string): Stripe.DeletedCustomer {
  const customer = call.store.find('customer', id)
  if (!customer) throw missing('customer', id)
  const where = { customer: id }
  const all = { limit: METHODS_MAX, startingAfter: null, endingBefore: null, where }
  for (const method of call.store.list('payment_method', all).data) detachMethod(call, method.id)
  call.store.remove(id)
  emit(call, 'customer.deleted', customer)
  return { id, object: 'customer', deleted: true }
}
