import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { answerBank, cards, fillCard } from './kit/card.ts'
import { test } from './kit/test.ts'
import { origin } from './kit/world.ts'

/**
 * The development Stripe.js, on a bare page under the strictest policy the product has: what the
 * product calls.
 */

const STRICT =
  "default-src 'none'; script-src 'nonce-n'; style-src 'self'; frame-src 'self'; connect-src 'self'"
const secretKey = { Authorization: 'Bearer sk_test_standin' }

type Outcome = {
  paymentIntent?: { status: string }
  error?: { code?: string; message?: string; decline_code?: string }
}

async function newIntent(
  page: Page,
  fields: Record<string, string> = { capture_method: 'manual' },
): Promise<string> {
  const form = { amount: '2000', currency: 'gbp', ...fields }
  const answer = await page.request.post(`${origin}/__dev/stripe/v1/payment_intents`, {
    headers: secretKey,
    form,
  })
  return (await answer.json()).client_secret
}

/**
 * A page with a mounted card element; its events are kept in `window.changes`. Collects what the
 * policy refused.
 */
async function open(page: Page, { locale = 'en', color = '#1c2421' } = {}) {
  const refused: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) refused.push(message.text())
  })
  const body = `<!DOCTYPE html><html lang="${locale}"><title>Pay</title><main><h1>Pay</h1><div id="card"></div></main>
<script nonce="n" src="/__dev/stripe/stripe.js"></script>
<script nonce="n">
window.changes = []
window.stripe = Stripe('pk_test_standin')
window.card = stripe.elements({ locale: '${locale}' }).create('card', { style: { base: { color: '${color}' } } })
card.on('change', (change) => changes.push(change))
window.isReady = new Promise((resolve) => card.on('ready', resolve))
card.mount(document.getElementById('card'))
</script></html>`
  await page.route('**/bare', (route) =>
    route.fulfill({
      body,
      headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': STRICT },
    }),
  )
  await page.goto(`${origin}/bare`)
  await page.evaluate('isReady')
  return { refused }
}

/** Starts a call and leaves it running; its result is read with `outcome`. */
const start = (page: Page, expression: string) =>
  page.evaluate(`void (window.outcome = ${expression})`)
const outcome = (page: Page) => page.evaluate('outcome') as Promise<Outcome>
const pay = (secret: string) =>
  `stripe.confirmCardPayment('${secret}', { payment_method: { card } })`
const lastChange = (page: Page) => page.evaluate('changes.at(-1)')

test('a card is typed, reported and paid with, under a strict policy', async ({ page }) => {
  const { refused } = await open(page)
  expect(await page.evaluate('Stripe.version')).toBe('endive')
  await fillCard(page, cards.good)
  await expect
    .poll(() => lastChange(page))
    .toMatchObject({ elementType: 'card', complete: true, empty: false, brand: 'visa' })
  await start(page, pay(await newIntent(page)))
  expect(await outcome(page)).toMatchObject({ paymentIntent: { status: 'requires_capture' } })
  expect(refused).toEqual([])
})
test('a card typed key by key is grouped, and focus moves on automatically', async ({ page }) => {
  await open(page)
  const frame = page.frameLocator('[data-testid=stripe-card-frame]')
  await frame.getByLabel('Card number').click()
  await page.keyboard.type('42424242424242421234123')
  await expect(frame.getByTestId('card-number')).toHaveValue('4242 4242 4242 4242')
  await expect(frame.getByTestId('card-expiry')).toHaveValue('12 / 34')
  await expect(frame.getByTestId('card-cvc')).toHaveValue('123')
  expect(await lastChange(page)).toMatchObject({ complete: true })
})
test('an incomplete, a wrong and an expired card are reported before anything is sent', async ({
  page,
}) => {
  await open(page)
  const secret = await newIntent(page)
  await start(page, pay(secret))
  expect(await outcome(page)).toMatchObject({
    error: { type: 'validation_error', code: 'incomplete_number' },
  })
  await fillCard(page, '4242424242424241')
  await expect
    .poll(() => lastChange(page))
    .toMatchObject({ complete: false, error: { code: 'incorrect_number' } })
  await fillCard(page, cards.good)
  await page
    .frameLocator('[data-testid=stripe-card-frame]')
    .getByTestId('card-expiry')
    .fill('01 / 20')
  await expect
    .poll(() => lastChange(page))
    .toMatchObject({ error: { code: 'invalid_expiry_year_past' } })
})
test('a declined card is an error with a message in the form’s language, and can be replaced', async ({
  page,
}) => {
  await open(page, { locale: 'zh' })
  const secret = await newIntent(page)
  await fillCard(page, cards.poor)
  await start(page, pay(secret))
  expect(await outcome(page)).toMatchObject({
    error: {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      message: '银行卡余额不足。',
    },
  })
  await page.evaluate('card.clear()')
  await expect.poll(() => lastChange(page)).toMatchObject({ empty: true })
  await fillCard(page, cards.good)
  await start(page, pay(secret))
  expect(await outcome(page)).toMatchObject({ paymentIntent: { status: 'requires_capture' } })
})
test('3-D Secure opens in a dialog and can be passed, failed or closed', async ({ page }) => {
  const { refused } = await open(page)
  await fillCard(page, cards.asksBank)
  await start(page, pay(await newIntent(page)))
  const dialog = page.getByRole('dialog', { name: 'Confirm it is you' })
  await expect(dialog).toBeVisible()
  await answerBank(page, 'complete')
  expect(await outcome(page)).toMatchObject({ paymentIntent: { status: 'requires_capture' } })
  await expect(dialog).toHaveCount(0)
  const secret = await newIntent(page)
  await start(page, pay(secret))
  await answerBank(page, 'fail')
  expect(await outcome(page)).toMatchObject({
    error: { code: 'payment_intent_authentication_failure' },
  })
  await start(page, pay(secret))
  await expect(dialog).toBeVisible()
  await page.evaluate(
    "document.querySelector('dialog').dispatchEvent(new Event('cancel', { cancelable: true }))",
  )
  expect(await outcome(page)).toMatchObject({
    error: { code: 'payment_intent_authentication_failure' },
  })
  expect(refused).toEqual([])
})
test('nothing rejects: a wrong secret, a missing card and an unreachable server are results', async ({
  page,
}) => {
  await open(page)
  await start(page, pay('nonsense'))
  expect(await outcome(page)).toMatchObject({ error: { type: 'invalid_request_error' } })
  const secret = await newIntent(page)
  await start(page, pay(secret.replace(/.$/, '_')))
  expect((await outcome(page)).error).toBeTruthy()
  await fillCard(page, cards.good)
  await page.route('**/__dev/stripe/v1/**', (route) => route.abort())
  await start(page, pay(secret))
  expect(await outcome(page)).toMatchObject({ error: { type: 'api_connection_error' } })
  await page.evaluate('card.destroy()')
  await start(page, pay(secret))
  expect((await outcome(page)).error).toBeTruthy()
})
test('no other window or origin can make the page believe that a card is complete', async ({
  page,
}) => {
  await open(page)
  await page.evaluate(
    "window.postMessage({ stripeStandIn: 'change', change: { complete: true, empty: false } }, location.origin)",
  )
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 50))')
  expect(await page.evaluate('changes.length')).toBe(0)
})
for (const [locale, color, ground] of [
  ['zh', '#1c2421', '#fafaf7'],
  ['en', '#ecf1ee', '#101513'],
] as const)
  test(`the card form is accessible in ${locale}, on ${ground}`, async ({ page }) => {
    await open(page, { locale, color })
    const frame = page.frameLocator('[data-testid=stripe-card-frame]')
    const number = frame.getByTestId('card-number')
    await expect(number).toHaveAttribute('autocomplete', 'cc-number')
    await expect(frame.getByTestId('card-expiry')).toHaveAttribute('autocomplete', 'cc-exp')
    await expect(frame.getByTestId('card-cvc')).toHaveAttribute('autocomplete', 'cc-csc')
    const address = page
      .frames()
      .find((f) => f.name().startsWith('__privateStripeFrame'))
      ?.url()
    await page.goto(String(address))
    // The form is transparent; this is the background the page around it gives it.
    await page.evaluate((ground) => {
      document.documentElement.style.background = ground
    }, ground)
    await expectAccessible(page)
  })
for (const colorScheme of ['light', 'dark'] as const)
  test(`the bank's page and the control page are accessible, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    const secret = await newIntent(page, {
      confirm: 'true',
      payment_method: 'pm_card_authenticationRequired',
    })
    const answer = await page.request.get(
      `${origin}/__dev/stripe/v1/payment_intents/${secret.split('_secret_')[0]}`,
      { headers: secretKey },
    )
    const { source } = (await answer.json()).next_action.use_stripe_sdk
    await page.goto(`${origin}/__dev/stripe/3ds/${source}`)
    await expectAccessible(page)
    await page.getByTestId('3ds-complete').click()
    await expect(page.locator('#done')).toBeVisible()
    await page.goto(`${origin}/__dev/stripe/`)
    await expect(page.getByRole('heading', { name: 'Stripe stand-in' })).toBeVisible()
    await expectAccessible(page)
  })
