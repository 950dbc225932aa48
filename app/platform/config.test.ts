import { expect, test } from 'vitest'
import { ConfigError, parseConfig, readConfig } from './config.server.ts'

const complete = {
  PEPPER: 'p'.repeat(32),
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: '+447700900000',
  RESEND_API_KEY: 're_1',
  EMAIL_FROM: '邻帮 <hello@example.org>',
  TURNSTILE_SITE_KEY: '0x4AAA',
  TURNSTILE_SECRET_KEY: '0x4BBB',
  SITE_URL: 'https://example.org',
  CONTACT_LINK: 'https://u.wechat.com/own',
  CONTACT_NAME: 'own-helper',
}
const problem = (env: object): string => {
  try {
    parseConfig(env)
    return ''
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message
  }
}

test('every missing secret is named at once', () => {
  const message = problem({})
  for (const name of Object.keys(complete)) expect(message).toContain(name)
})
test('a short pepper is refused and its value is not repeated', () => {
  const message = problem({ ...complete, PEPPER: 'too-short' })
  expect(message).toContain('PEPPER')
  expect(message).not.toContain('too-short')
})
test('a live key together with a stand-in for Stripe.js is refused', () => {
  const live = { ...complete, STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }
  expect(problem(live)).toBe('')
  expect(problem({ ...live, STRIPE_JS_URL: '/__dev/stripe/stripe.js' })).toContain('STRIPE_JS_URL')
})
test('a live key and a test key together are refused', () => {
  expect(problem({ ...complete, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' })).toContain(
    'STRIPE_PUBLISHABLE_KEY',
  )
})
test('a live key together with a stand-in for emails is refused', () => {
  const live = { ...complete, STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }
  expect(problem({ ...live, RESEND_API_KEY: 'standin1' })).toContain('RESEND_API_KEY')
  expect(problem({ ...complete, RESEND_API_KEY: 'standin1' })).toBe('')
})
test.each([
  'http://example.org',
  'https://example.org/',
  'https://example.org/neighbourhelp',
  'example.org',
  'javascript:alert(1)',
])('%s is not a valid origin for links in emails', (address) => {
  expect(problem({ ...complete, SITE_URL: address })).toContain('SITE_URL')
})
test('a developer’s own machine is an origin without https', () => {
  expect(problem({ ...complete, SITE_URL: 'http://localhost:8787' })).toBe('')
})
test('a sender without an address is refused', () => {
  expect(problem({ ...complete, EMAIL_FROM: 'neighbourhelp' })).toContain('EMAIL_FROM')
})
test('only development has a default contact', () => {
  for (const none of [undefined, '', ' ']) {
    const { CONTACT_LINK: _link, CONTACT_NAME: _name, ...without } = complete
    const env =
      none === undefined ? without : { ...complete, CONTACT_LINK: none, CONTACT_NAME: none }
    expect(problem(env)).toMatch(/CONTACT_LINK is missing.*\n.*CONTACT_NAME is missing/)
    expect(problem({ ...without, ENVIRONMENT: 'development' })).toBe('')
  }
  expect(parseConfig(complete).contact).toEqual({
    link: 'https://u.wechat.com/own',
    name: 'own-helper',
  })
})
test('an environment is production unless stated otherwise, and is read once', () => {
  expect(parseConfig(complete).environment).toBe('production')
  expect(readConfig(complete)).toBe(readConfig(complete))
})
