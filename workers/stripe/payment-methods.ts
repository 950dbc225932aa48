import type Stripe from 'stripe'
import { type Call, emit, seconds } from './call.ts'
import {
  type Behaviour,
  type CardNumbers,
  faultOfCard,
  isRemote,
  messageOf,
  numberOfReadyMethod,
  remoteMethods,
  testCards,
  walletTokens,
} from './cards.ts'
import { cardError, invalidParameter, invalidRequest, missing } from './errors.ts'
import type { Form } from './form.ts'
import { newId } from './id.ts'
import { allowOnly, oneOf, part, requiredText, text } from './params.ts'

/**
 * The stand-in's record of a card, without its number. `setUp`: the bank has agreed to later
 * payments. `detached`: the card was removed from its customer and can no longer be used.
 */
type CardNote = { behaviour: Behaviour; setUp: boolean; detached?: true }

const UNKNOWN_CARD: Behaviour = {
  brand: 'visa',
  names: [],
  authentication: 'none',
  decline: { code: 'card_declined', declineCode: 'test_mode_live_card' },
}

/** `POST /v1/payment_methods`: creates a card from its numbers. */
export function createPaymentMethod(call: Call, form: Form): Stripe.PaymentMethod {
  allowOnly(form, ['type', 'card'])
  return methodFromData(call, form)
}

/**
 * A payment method from `type=card&card[…]` or `type=alipay`, sent as its own call or as another
 * call's `payment_method_data`.
 */
export function methodFromData(call: Call, form: Form): Stripe.PaymentMethod {
  const type = oneOf(form, 'type', ['card', 'alipay', 'wechat_pay'])
  if (type && isRemote(type)) return makeRemote(call, type)
  const card = part(form, 'card')
  if (!card) throw invalidParameter('parameter_missing', 'card', 'Missing required param: card.')
  const token = text(card, 'token')
  return token ? makeWallet(call, token) : makeCard(call, readNumbers(card))
}

function makeRemote(call: Call, type: 'alipay' | 'wechat_pay'): Stripe.PaymentMethod {
  const method: Stripe.PaymentMethod = { ...commonFields(call), type, [type]: {} }
  call.store.putNote(method.id, {
    behaviour: remoteMethods[type],
    setUp: false,
  } satisfies CardNote)
  return call.store.put(method)
}

/** A card in a wallet, which only shows a token. */
function makeWallet(call: Call, token: string): Stripe.PaymentMethod {
  const [type, number] = walletTokens[token] ?? []
  if (!type || !number) throw missing('token', token, 'card')
  const method = makeCard(call, { number, month: 12, year: 2034, cvc: null })
  const wallet = { type, dynamic_last4: '4242', [type]: {} }
  return call.store.put({ ...method, card: method.card && { ...method.card, wallet } })
}

/** A payment method by its id, or a new one for a ready-made name such as `pm_card_visa`. */
export function takeMethod(call: Call, id: string): Stripe.PaymentMethod {
  const number = numberOfReadyMethod(id)
  if (number) return makeCard(call, { number, month: 12, year: 2034, cvc: null })
  const method = call.store.find('payment_method', id)
  if (!method) throw missing('PaymentMethod', id, 'payment_method')
  return method
}

export const cardNote = (call: Call, methodId: string): CardNote =>
  call.store.note<CardNote>(methodId) ?? { behaviour: UNKNOWN_CARD, setUp: false }

/**
 * From now on the card can be charged without its owner present, if the card allows that at all.
 */
export const markSetUp = (call: Call, methodId: string): void =>
  call.store.putNote(methodId, { ...cardNote(call, methodId), setUp: true })

/** `POST /v1/payment_methods/:id/attach`. A card that the bank declines is not saved. */
export function attachMethod(call: Call, form: Form, id: string): Stripe.PaymentMethod {
  allowOnly(form, ['customer', 'expand'])
  const customer = requiredText(form, 'customer')
  if (!call.store.find('customer', customer)) throw missing('customer', customer, 'customer')
  const method = takeMethod(call, id)
  if (method.customer && method.customer !== customer)
    throw invalidRequest('The payment method you provided has already been attached to a customer.')
  const { decline, attaches } = cardNote(call, method.id).behaviour
  if (decline && !attaches)
    throw cardError({
      code: decline.code,
      decline_code: decline.declineCode,
      message: messageOf(decline.declineCode),
    })
  return saveFor(call, method, customer)
}

/** Saves a card for a customer. */
export function saveFor(
  call: Call,
  method: Stripe.PaymentMethod,
  customer: string,
): Stripe.PaymentMethod {
  if (method.customer === customer) return method
  const attached = call.store.put({ ...method, customer })
  emit(call, 'payment_method.attached', attached)
  return attached
}

export function detachMethod(call: Call, id: string): Stripe.PaymentMethod {
  const method = call.store.find('payment_method', id)
  if (!method) throw missing('PaymentMethod', id, 'payment_method')
  if (!method.customer)
    throw invalidRequest('The payment method you provided is not attached to a customer.')
  const detached = call.store.put({ ...method, customer: null })
  call.store.putNote(id, { ...cardNote(call, id), detached: true } satisfies CardNote)
  emit(call, 'payment_method.detached', detached)
  return detached
}

function readNumbers(card: Form): CardNumbers {
  const number = requiredText(card, 'number').replace(/[ -]/g, '')
  return {
    number,
    month: Number(requiredText(card, 'exp_month')),
    year: Number(requiredText(card, 'exp_year')),
    cvc: text(card, 'cvc'),
  }
}

function makeCard(call: Call, card: CardNumbers): Stripe.PaymentMethod {
  const fault = faultOfCard(card, call.now)
  if (fault) throw cardError({ ...fault, message: messageOf(fault.code) })
  const behaviour = testCards[card.number] ?? UNKNOWN_CARD
  const method = methodObject(call, card, behaviour)
  call.store.putNote(method.id, { behaviour, setUp: false } satisfies CardNote)
  return call.store.put(method)
}

function methodObject(call: Call, card: CardNumbers, behaviour: Behaviour): Stripe.PaymentMethod {
  return {
    ...commonFields(call),
    card: {
      brand: behaviour.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: card.cvc === null ? null : 'pass',
      },
      country: behaviour.country ?? 'US',
      display_brand: behaviour.brand,
      exp_month: card.month,
      exp_year: card.year < 100 ? 2000 + card.year : card.year,
      fingerprint: fingerprint(card.number),
      funding: 'credit',
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [behaviour.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    type: 'card',
  }
}

const commonFields = (call: Call) => ({
  id: newId('pm'),
  object: 'payment_method' as const,
  allow_redisplay: 'unspecified' as const,
  billing_details: NO_BILLING,
  created: seconds(call.now),
  customer: null,
  customer_account: null,
  livemode: false,
  metadata: {},
})

/**
 * A hash that is equal for equal numbers and not reversible: it only reveals which test card this
 * is, which is visible anyway. All other numbers share one fingerprint.
 */
function fingerprint(number: string): string {
  const index = Object.keys(testCards).indexOf(number)
  return `standin${String(index + 1).padStart(9, '0')}`
}

/** The card field asks for no billing details. */
const NO_BILLING: Stripe.PaymentMethod.BillingDetails = {
  address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
  email: null,
  name: null,
  phone: null,
  tax_id: null,
}
