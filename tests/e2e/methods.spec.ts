import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './kit/axe.ts'
import { cards, fillCard } from './kit/card.ts'
import { sql } from './kit/database.ts'
import { orderOf } from './kit/orders.ts'
import { logIn, plainPhone } from './kit/people.ts'
import { newRider, openPlace } from './kit/places.ts'
import { dialog, fillJoinForm, mainButton } from './kit/ride.ts'
import { test } from './kit/test.ts'
import { origin, pages, setLanguage } from './kit/world.ts'

/** Each way to pay in a browser: in Chinese, on a phone. */

const switchTo = (value: 0 | 1) =>
  sql(`insert into settings (key, value, updated_at) values ('alipay', ${value}, 0), ('wechatPay', ${value}, 0)
    on conflict (key) do update set value = excluded.value`)
test.beforeAll(() => switchTo(1))
test.afterAll(() => switchTo(0))

/** A browser whose wallets have a card. */
const withWallets = (page: Page) =>
  page.addInitScript(() => localStorage.setItem('stripe-stand-in-wallets', 'apple_pay,google_pay'))

/** A student in front of what an order costs. */
async function openOrder(page: Page): Promise<string> {
  await setLanguage(page, 'zh')
  const rider = await newRider(page.request)
  const id = await orderOf(page.request, rider, 'mail', 5, { paid: false })
  await logIn(page, rider)
  await page.goto(`${pages}/pay/base-${id}`)
  return id
}

const choose = (page: Page, method: string) => dialog(page).getByRole('radio', { name: method })
const paidFor = (page: Page, id: string) => expect(page).toHaveURL(`${pages}/mail/done/${id}`)
const answer = (page: Page, result: string) => page.getByTestId(`remote-${result}`).click()

for (const [wallet, name] of [
  ['apple_pay', 'Apple Pay'],
  ['google_pay', 'Google Pay'],
] as const)
  test(`${name} holds a deposit, also after it was left and declined`, async ({ page }) => {
    await withWallets(page)
    await setLanguage(page, 'zh')
    const place = await openPlace(page.request, await newRider(page.request), {
      days: 20,
      maxPassengers: 4,
    })
    await logIn(page, await newRider(page.request))
    await fillJoinForm(page, place.carpoolId, 20)
    await mainButton(page).click()
    const button = page.getByTestId(`wallet-${wallet}`)
    await expect(button).toBeVisible()
    await expect(dialog(page).getByRole('radio')).toHaveCount(0)
    await expect(dialog(page)).toContainText('支付宝、微信支付冻结不了押金')
    // Nothing is begun by opening the wallet, nor by leaving it.
    const begun: string[] = []
    page.on('request', (request) => /\/begin$/.test(request.url()) && begun.push(request.url()))
    await button.click()
    await expect(page.getByTestId('wallet-sheet')).toContainText('£20.00')
    await page.getByTestId('wallet-cancel').click()
    expect(begun).toEqual([])
    await button.click()
    await page.getByTestId('wallet-decline').click()
    await expect(dialog(page).getByRole('alert')).toContainText('没有扣款')
    await dialog(page).locator('input[name=keepCard]').check()
    await button.click()
    await page.getByTestId('wallet-pay').click()
    await expect(page).toHaveURL(/\/carpool\/record\/par_\w+\/done$/)
  })

test('without a wallet their buttons take no room, and the card moves nothing', async ({
  page,
}) => {
  await openOrder(page)
  await expect(choose(page, '银行卡')).toBeChecked()
  await fillCard(page, cards.good)
  await expect(mainButton(page)).toBeEnabled()
  expect(await page.getByTestId(/^wallet-/).count()).toBe(0)
  await expectNoSidewaysScroll(page)
})

test('a charge with two other ways is accessible, and each hides the card', async ({ page }) => {
  const id = await openOrder(page)
  await expectAccessible(page)
  await fillCard(page, cards.good)
  await choose(page, '支付宝').check()
  await expect(page.getByTestId('card-box')).toBeHidden()
  await expect(mainButton(page)).toBeEnabled()
  await choose(page, '银行卡').check()
  await expect(page.getByTestId('card-box')).toBeVisible()
  await mainButton(page).click()
  await paidFor(page, id)
})

test('Alipay leads away, and back to what was paid', async ({ page }) => {
  const id = await openOrder(page)
  await choose(page, '支付宝').check()
  await mainButton(page).click()
  await expect(page).toHaveURL(/\/__dev\/stripe\/remote\//)
  await answer(page, 'complete')
  await paidFor(page, id)
})

test('Alipay that is left or refused took nothing, and leads to another way', async ({ page }) => {
  const id = await openOrder(page)
  await choose(page, '支付宝').check()
  await mainButton(page).click()
  await expect(page).toHaveURL(/\/__dev\/stripe\/remote\//)
  await page.goBack()
  await expect(dialog(page)).toContainText('之前的付款还没有结果')
  await page.getByRole('link', { name: '看一下结果' }).click()
  await expect(dialog(page)).toContainText('还没在支付宝付完')
  await page.getByRole('link', { name: '去支付宝付' }).click()
  await answer(page, 'fail')
  await expect(dialog(page)).toContainText('没有付成，没有扣款')
  await expectAccessible(page)
  await page.getByRole('link', { name: '再付一次' }).click()
  await fillCard(page, cards.good)
  await mainButton(page).click()
  await paidFor(page, id)
})

test('a payment that takes a while is explained, and its page goes on by itself', async ({
  page,
}) => {
  const id = await openOrder(page)
  await choose(page, '支付宝').check()
  await mainButton(page).click()
  await answer(page, 'late')
  await expect(dialog(page)).toContainText('银行还在处理这笔付款')
  await expectAccessible(page)
  await page.goto(`${pages}/pay/base-${id}`)
  await choose(page, '微信支付').check()
  await mainButton(page).click()
  await expect(dialog(page)).toContainText('银行还在处理这笔付款')
  const { intents } = await (await page.request.get(`${origin}/__dev/stripe/?format=json`)).json()
  const { id: intent } = intents.find(
    (one: { metadata: { orderId?: string } }) => one.metadata.orderId === id,
  )
  await page.request.post(`${origin}/__dev/stripe/payments`, { data: { intent, step: 'succeed' } })
  await paidFor(page, id)
})

test('a code of WeChat Pay is scanned with another phone, and its page goes on', async ({
  page,
  context,
}) => {
  const id = await openOrder(page)
  await choose(page, '微信支付').check()
  await mainButton(page).click()
  await expect(page).toHaveURL(`${pages}/pay/base-${id}/return`)
  await expect(page.getByRole('img', { name: '微信付款码' })).toBeVisible()
  await expect(dialog(page)).toContainText('£10')
  await expectAccessible(page)
  const { intents } = await (await page.request.get(`${origin}/__dev/stripe/?format=json`)).json()
  const own = intents.find((one: { metadata: { orderId?: string } }) => one.metadata.orderId === id)
  const other = await context.newPage()
  await other.goto(own.next_action.wechat_pay_display_qr_code.data)
  await answer(other, 'complete')
  await other.close()
  await paidFor(page, id)
})

test('without scripts everything but a card can be paid with', async ({ page, browser }) => {
  const rider = await newRider(page.request)
  const id = await orderOf(page.request, rider, 'mail', 5, { paid: false })
  const plain = await plainPhone(browser, rider)
  await plain.goto(`${pages}/pay/base-${id}`)
  await plain.getByRole('button', { name: 'Pay with WeChat Pay' }).click()
  await expect(plain.getByRole('img', { name: 'WeChat Pay code' })).toBeVisible()
  await plain.getByRole('link', { name: 'Pay another way' }).click()
  await plain.getByRole('button', { name: 'Pay with Alipay' }).click()
  await plain.getByRole('link', { name: 'Continue in Alipay' }).click()
  await answer(plain, 'complete')
  await paidFor(plain, id)
})
