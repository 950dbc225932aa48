import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { loginAsAdmin } from './kit/admin.ts'
import { expectAccessible, expectNoSidewaysScroll } from './kit/axe.ts'
import { dayIn, type Kind, orderOf } from './kit/orders.ts'
import { newRider } from './kit/places.ts'
import { test } from './kit/test.ts'
import { advanceClock, breakStripe, origin, pages, setLanguage } from './kit/world.ts'

/** Carrying out orders in the console; none of it needs scripts. */
test.use({ javaScriptEnabled: false })

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const told = (page: Page) => page.locator('main [role=status]').first()

/** An account has a Chinese name; an order may be in any name. */
const accountName = (name: string) => (/^\p{Script=Han}{2,}$/u.test(name) ? name : '王小明')

const newOrder = async (request: APIRequestContext, kind: Kind, days: number, userName: string) =>
  orderOf(request, await newRider(request, accountName(userName)), kind, days, { userName })

/** What the payment stand-in has refunded, in pence. */
async function _refundedOf(request: APIRequestContext, intentId: string): Promise<number> {
  const answer = await request.get(
    `${origin}/__dev/stripe/v1/payment_intents/${intentId}?expand[]=latest_charge`,
    {
      headers: { Authorization: 'Bearer sk_test_places' },
    },
  )
  return (await answer.json()).latest_charge?.amount_refunded ?? 0
}

test('a mail order is found and carried out, and the student is notified of each step', async ({
  page,
  request,
}) => {
  const id = await newOrder(request, 'mail', 3, '宋以安')
  await loginAsAdmin(page, '/orders/mail')
  await page.getByLabel('姓名、电话、地址或订单号').fill('宋以安')
  await press(page, '筛选')
  await page.locator(`main a[href$="${id}"]:visible`).click()
  await expect(page.locator('main')).toContainText('上海市徐汇区衡山路 8 号 200030')
  await press(page, '开始处理')
  await expect(told(page)).toContainText('已改成“处理中”，学生会收到通知。')
  await press(page, '标为已完成')
  await expect(told(page)).toContainText('已标为“已完成”')
  await expect(page.locator('main')).toContainText('待取件 → 处理中')
  await expect(page.locator('main')).toContainText('处理中 → 已完成')
})

for (const [language, width] of [
  ['zh', 390],
  ['en', 1280],
] as const)
  test(`orders and stuck payments are accessible and fit: ${language}, ${width} px`, async ({
    browser,
    request,
  }) => {
    const id = await newOrder(request, 'mail', 2, 'Anne-Sophie Fanshawe')
    await newOrder(request, 'mail', 3, '陈')
    // Axe runs as a script in the page, which the console does not need.
    const context = await browser.newContext({
      viewport: { width, height: 800 },
      javaScriptEnabled: true,
    })
    const page = await context.newPage()
    await setLanguage(page, language)
    await loginAsAdmin(page, '/orders/mail')
    const look = async (path: string) => {
      await page.goto(`${pages}/admin${path}`)
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      if (process.env.SHOTS)
        await page.screenshot({
          path: `${process.env.SHOTS}/${path.replaceAll(/\W+/g, '-')}-${language}.png`,
          fullPage: true,
        })
    }
    const soon = await dayIn({ request }, 2)
    await look('/orders/mail')
    await look(`/orders/mail?view=all&from=${soon}`)
    await look('/orders/move?view=all')
    await look(`/orders/mail/${id}`)
    await look(`/orders/mail/${id}/fail`)
    await breakStripe(request, 'fail-calls', 1000)
    await breakStripe(request, 'drop-events', 1000)
    await page.locator('main form button').click()
    await advanceClock(request, 61 * 60)
    await loginAsAdmin(page, '/payments')
    await look('/payments?down')
    await breakStripe(request, 'none')
    await look('/payments')
    await page.locator('main li', { hasText: id }).getByRole('button').click()
    await expect(page.locator('main li', { hasText: id })).toHaveCount(0)
    await context.close()
  })
