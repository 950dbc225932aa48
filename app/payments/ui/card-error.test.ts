import { afterEach, expect, test, vi } from 'vitest'
import { ANSWER_WITHIN_SECONDS } from '#app/kernel/limits.ts'
import { cardErrorKey, hasMovedOn, isRefused, typingKey } from './card-error.ts'

afterEach(() => void vi.useRealTimers())

test('a decline is explained by its own reason, not by the code all declines share', async () => {
  const declined = { type: 'card_error', code: 'card_declined' }
  expect(await cardErrorKey({ ...declined, decline_code: 'insufficient_funds' })).toBe(
    'pay:error.insufficientFunds',
  )
  expect(await cardErrorKey({ ...declined, decline_code: 'generic_decline' })).toBe(
    'pay:error.declined',
  )
})

test('a refused 3-D Secure check, a broken connection and an unknown code each have a text', async () => {
  expect(await cardErrorKey({ code: 'payment_intent_authentication_failure' })).toBe(
    'pay:error.authentication',
  )
  expect(await cardErrorKey({ type: 'api_connection_error' })).toBe('pay:error.network')
  expect(await cardErrorKey({ type: 'card_error', code: 'something_new' })).toBe('pay:error.other')
})

test('a refused card has a text even if the reasons cannot be loaded', async () => {
  const declined = { type: 'card_error', code: 'card_declined' }
  expect(await cardErrorKey(declined, () => Promise.reject(new TypeError('offline')))).toBe(
    'pay:error.other',
  )
  vi.useFakeTimers()
  const late = cardErrorKey(declined, () => new Promise(() => {}))
  await vi.advanceTimersByTimeAsync(ANSWER_WITHIN_SECONDS * 1000)
  expect(await late).toBe('pay:error.other')
})

test('a broken connection is never reported as a refused card, even if nothing can be loaded', async () => {
  const offline = () => Promise.reject(new TypeError('offline'))
  expect(await cardErrorKey({ type: 'api_connection_error' }, offline)).toBe('pay:error.network')
})

test.each([
  ['incorrect_number', 'number'],
  ['invalid_number', 'number'],
  ['incomplete_number', 'number'],
  ['invalid_expiry_month', 'expiry'],
  ['invalid_expiry_month_past', 'expiry'],
  ['invalid_expiry_year', 'expiry'],
  ['invalid_expiry_year_past', 'expiry'],
  ['incomplete_expiry', 'expiry'],
  ['incorrect_cvc', 'cvc'],
  ['invalid_cvc', 'cvc'],
  ['incomplete_cvc', 'cvc'],
  ['expired_card', 'other'],
  ['something_new', 'other'],
])('while a card is typed, %s concerns its %s', (code, part) => {
  expect(typingKey({ type: 'validation_error', code })).toBe(`pay:typing.${part}`)
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

test.each([
  ['api_connection_error', 'pay:error.network', false],
  ['api_error', 'pay:error.unanswered', false],
  ['card_error', 'pay:error.other', true],
  [undefined, 'pay:error.other', true],
])('an error of type %s is called by what is known of the payment', async (type, key, refused) => {
  expect(await cardErrorKey({ type })).toBe(key)
  expect(isRefused({ type })).toBe(refused)
})
