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
  const customer = {
    id: newId('cus'),
    object: 'customer',
    created: seconds(call.now),
    description: text(form, 'description'),
    email: text(form, 'email'),
    livemode: false,
    metadata: mergeMetadata({}, form),
    name: text(form, 'name'),
    phone: text(form, 'phone'),
  } as Stripe.Customer
  call.store.put(customer)
  emit(call, 'customer.created', customer)
  return customer
}

/**
 * `DELETE /v1/customers/:id`: permanent; the customer's cards are detached. A customer that is
 * already deleted is missing, like one that never existed.
 */
export function deleteCustomer(call: Call, _form: Form, id: string): Stripe.DeletedCustomer {
  const customer = call.store.find('customer', id)
  if (!customer) throw missing('customer', id)
  for (const { id: method } of call.store.list('payment_method', { customer: id }).data)
    detachMethod(call, method)
  call.store.remove(id)
  emit(call, 'customer.deleted', customer)
  return { id, object: 'customer', deleted: true }
}
