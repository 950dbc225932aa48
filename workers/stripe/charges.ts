import type Stripe from 'stripe'
import { book } from './bookings.ts'
import { type Call, emit, seconds } from './call.ts'
import { isRemote, messageOf } from './cards.ts'
import { newId } from './id.ts'
import { cardNote } from './payment-methods.ts'

/** How long a card's bank holds money that is not captured. */
export const HOLD_SECONDS = 7 * 24 * 3600

/**
 * Asks the bank for an intent's amount. Returns the charge, held, taken or failed, depending on the
 * card's behaviour.
 */
export function chargeCard(
  call: Call,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  authenticated: boolean,
): Stripe.Charge {
  const { decline } = cardNote(call, method.id).behaviour
  const charge = chargeObject(call, intent, method, authenticated)
  const card = charge.payment_method_details?.card
  if (decline) {
    charge.status = 'failed'
    charge.paid = false
    charge.failure_code = decline.code
    charge.failure_message = messageOf(decline.declineCode)
    charge.outcome = declinedOutcome(decline.declineCode)
  } else if (intent.capture_method === 'manual') {
    const expiresAt = seconds(call.now) + HOLD_SECONDS
    if (card) card.capture_before = expiresAt
    holdUntil(call, charge.id, expiresAt * 1000)
  } else {
    charge.captured = true
    charge.amount_captured = charge.amount
    charge.balance_transaction = takeFee(call, charge)
  }
  call.store.put(charge)
  emit(call, decline ? 'charge.failed' : 'charge.succeeded', charge)
  return charge
}

/** Takes `amount` of a charge's hold; the rest goes back to the card. */
export function captureCharge(call: Call, charge: Stripe.Charge, amount: number): Stripe.Charge {
  charge.captured = true
  charge.amount_captured = amount
  charge.balance_transaction = takeFee(call, charge)
  forgetHold(call, charge.id)
  call.store.put(charge)
  emit(call, 'charge.captured', charge)
  return charge
}

/** Stripe's fee for a UK card payment: 1.5 % and 20p. */
const feeOf = (amount: number): number => Math.round(amount * 0.015) + 20

/** Records captured money; returns the record's id. */
const takeFee = (call: Call, charge: Stripe.Charge): string =>
  book(call, charge, charge.amount_captured, 'charge', feeOf(charge.amount_captured)).id

function holdUntil(call: Call, chargeId: string, expiresAt: number): void {
  call.store.sql.exec('INSERT INTO holds VALUES (?, ?)', chargeId, expiresAt)
}

/** Ends a charge's hold. Nothing was captured, so nothing is refunded. */
export function forgetHold(call: Call, chargeId: string): void {
  call.store.sql.exec('DELETE FROM holds WHERE charge_id = ?', chargeId)
}

/** When the next hold expires, in epoch ms; null if there is none. */
export function nextExpiryAt(call: Call): number | null {
  return call.store.sql.exec<{ at: number | null }>('SELECT min(expires_at) AS at FROM holds').one()
    .at
}

/** Expires every hold that is due: Stripe itself cancels its intent. Returns how many. */
export function expireHolds(call: Call): number {
  const due = call.store.sql
    .exec<{ charge_id: string; expires_at: number }>(
      'SELECT * FROM holds WHERE expires_at <= ? ORDER BY expires_at',
      call.now,
    )
    .toArray()
  for (const { charge_id, expires_at } of due) {
    forgetHold(call, charge_id)
    const charge = call.store.find('charge', charge_id)
    const intent = charge && call.store.find('payment_intent', String(charge.payment_intent))
    if (!charge || intent?.status !== 'requires_capture') continue
    const canceled = call.store.put<Stripe.PaymentIntent>({
      ...intent,
      status: 'canceled',
      amount_capturable: 0,
      canceled_at: seconds(expires_at),
      cancellation_reason: 'expired',
    })
    emit(call, 'charge.expired', charge)
    emit(call, 'payment_intent.canceled', canceled)
  }
  return due.length
}

const declinedOutcome = (reason: string): Stripe.Charge.Outcome => ({
  advice_code: 'try_again_later',
  network_advice_code: null,
  network_decline_code: '05',
  network_status: 'declined_by_network',
  reason,
  risk_level: 'normal',
  risk_score: 20,
  seller_message: 'The bank did not return any further details with this decline.',
  type: 'issuer_declined',
})

const approvedOutcome: Stripe.Charge.Outcome = {
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: 'approved_by_network',
  reason: null,
  risk_level: 'normal',
  risk_score: 20,
  seller_message: 'Payment complete.',
  type: 'authorized',
}

function chargeObject(
  call: Call,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  authenticated: boolean,
): Stripe.Charge {
  return {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'STAND-IN',
    captured: false,
    created: seconds(call.now),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: approvedOutcome,
    paid: true,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: detailsOf(intent, method, authenticated),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: 'succeeded',
    transfer_data: null,
    transfer_group: intent.transfer_group,
  }
}

const detailsOf = (
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  authenticated: boolean,
): Stripe.Charge.PaymentMethodDetails =>
  isRemote(method.type)
    ? { type: method.type, [method.type]: { fingerprint: null, transaction_id: null } }
    : { type: 'card', card: cardDetails(intent, method, authenticated) }

function cardDetails(
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  authenticated: boolean,
): Stripe.Charge.PaymentMethodDetails.Card {
  const card = method.card
  return {
    amount_authorized: intent.amount,
    authorization_code: '123456',
    brand: card?.brand ?? null,
    checks: card?.checks ?? null,
    country: card?.country ?? null,
    electronic_commerce_indicator: authenticated ? '05' : null,
    exp_month: card?.exp_month ?? 0,
    exp_year: card?.exp_year ?? 0,
    extended_authorization: { status: 'disabled' },
    fingerprint: card?.fingerprint ?? null,
    funding: card?.funding ?? null,
    incremental_authorization: { status: 'unavailable' },
    installments: null,
    last4: card?.last4 ?? null,
    mandate: null,
    multicapture: { status: 'unavailable' },
    network: card?.brand ?? null,
    network_token: { used: false },
    network_transaction_id: null,
    overcapture: { maximum_amount_capturable: intent.amount, status: 'unavailable' },
    regulated_status: 'unregulated',
    three_d_secure: authenticated
      ? {
          authentication_flow: 'challenge',
          electronic_commerce_indicator: '05',
          exemption_indicator: null,
          result: 'authenticated',
          result_reason: null,
          transaction_id: null,
          version: '2.2.0',
        }
      : null,
    transaction_link_id: null,
    wallet: (card?.wallet as Stripe.Charge.PaymentMethodDetails.Card.Wallet | null) ?? null,
  }
}
