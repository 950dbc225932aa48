import { type APIRequestContext, expect } from '@playwright/test'
import { loginAsAdmin } from './kit/admin.ts'
import { orderOf } from './kit/orders.ts'
import { sheets } from './kit/paper.ts'
import { logIn } from './kit/people.ts'
import { newRider } from './kit/places.ts'
import { test } from './kit/test.ts'
import { origin, pages, setLanguage } from './kit/world.ts'

/** The books of a month, and the receipt of a payment on paper. */

const SHOTS = process.env.SHOTS
const shot = (name: string) => ({ path: `${SHOTS}/${name}.png`, fullPage: true })

const atStripe = async (request: APIRequestContext, path: string, data: object) =>
  expect((await request.post(`${origin}/__dev/stripe/${path}`, { data })).status()).toBe(200)
const lastIntent = async (request: APIRequestContext): Promise<string> =>
  (await (await request.get(`${origin}/__dev/stripe/?format=json`)).json()).intents[0].id

test('the accounts of a month agree with Stripe, also after a refund and a payout', async ({
  page,
}) => {
  await orderOf(page.request, await newRider(page.request), 'mail', 5)
  await atStripe(page.request, 'refunds', { intent: await lastIntent(page.request), amount: 250 })
  await atStripe(page.request, 'payouts', {})
  await setLanguage(page, 'zh')
  await loginAsAdmin(page, '/accounts')
  await expect(page.getByText('和 Stripe 一致')).toBeVisible()
  await expect(page.getByText('全部对上了')).toBeVisible()
  await expect(page.getByText('一致', { exact: true })).toBeVisible()
  if (SHOTS) await page.screenshot(shot('accounts-zh-390'))
  await page.setViewportSize({ width: 1280, height: 900 })
  await setLanguage(page, 'en')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`${pages}/admin/accounts`)
  if (SHOTS) await page.screenshot(shot('accounts-en-1280-dark'))
})

for (const language of ['zh', 'en'] as const)
  test(`a receipt takes a company, and is one sheet of A4 (${language})`, async ({ page }) => {
    const rider = await newRider(page.request, '王小明')
    const id = await orderOf(page.request, rider, 'move', 5)
    const intent = await lastIntent(page.request)
    await atStripe(page.request, 'refunds', { intent, amount: 500 })
    await setLanguage(page, language)
    await logIn(page, rider, `/receipt/${id}`)
    if (SHOTS) await page.screenshot(shot(`receipt-${language}-390`))
    await page.locator('main details summary').click()
    await page.locator('[name=company]').fill('Acme Ltd, 1 High Street, Nottingham')
    await page.locator('main form button').click()
    await expect(page.getByText(/^R-\d{4}-\d{5}$/)).toBeVisible()
    await expect(page.locator('main form')).toHaveCount(0)
    const pdf = await page.pdf({
      ...{ format: 'A4', preferCSSPageSize: true },
      ...(SHOTS && { path: `${SHOTS}/receipt-${language}.pdf` }),
    })
    expect(sheets(pdf)).toBe(1)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.emulateMedia({ colorScheme: 'dark' })
    if (SHOTS) await page.screenshot(shot(`receipt-${language}-1280-dark`))
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('header, footer, .toast').first()).toBeHidden()
  })
