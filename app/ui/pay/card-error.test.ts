import { expect, test } from 'vitest'
import { cardErrorKey, hasMovedOn } from './card-error.ts'

test('a decline is explained by its own reason, not by the code all declines share', () => {
  expect(
    cardErrorKey({ type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds' }),
  ).toBe('pay:error.insufficientFunds')
  expect(
    cardErrorKey({ type: 'card_error', code: 'card_declined', decline_code: 'generic_decline' }),
  ).toBe('pay:error.declined')
})

test('a refused 3-D Secure check, a broken connection and an unknown code each have a text', () => {
  expect(cardErrorKey({ code: 'payment_intent_authentication_failure' })).toBe(
    'pay:error.authentication',
  )
  expect(cardErrorKey({ type: 'api_connection_error' })).toBe('pay:error.network')
  expect(cardErrorKey({ type: 'card_error', code: 'something_new' })).toBe('pay:error.other')
})

test('a payment in an unexpected state is left to the server', () => {
  expect(
    hasMovedOn({ type: 'invalid_request_error', code: 'payment_intent_unexpected_state' }),
  ).toBe(true)
  expect(hasMovedOn({ type: 'card_error', code: 'card_declined' })).toBe(false)
  // A failed 3-D Secure check is also reported as an invalid request, but the card is the cause.
  const refused = { type: 'invalid_request_error', code: 'payment_intent_authentication_failure' }
  expect(hasMovedOn(refused)).toBe(false)
})
