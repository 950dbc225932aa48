import { type APIRequestContext, expect } from '@playwright/test'
import { loginAsAdmin } from './kit/admin.ts'
import { expectAccessible, expectNoSidewaysScroll } from './kit/axe.ts'
import { logIn } from './kit/people.ts'
import { call, joinPlace, newRider, openPlace, payIntent, said } from './kit/places.ts'
import { test } from './kit/test.ts'
import { advanceClock, origin, pages, setLanguage } from './kit/world.ts'

/**
 * One of two did not pay in time; the other goes, and an administrator refunds the deposit without
 * scripts.
 */

test.use({ javaScriptEnabled: false })

const DAYS = 3

/** Pence that the stand-in has captured for a place and not refunded. */
async function keptOf(request: APIRequestContext, participantId: string): Promise<number> {
  const answer = await request.get(`${origin}/__dev/stripe/v1/payment_intents?limit=100`, {
    params: { 'expand[]': 'data.latest_charge' },
    headers: { Authorization: 'Bearer sk_test_places' },
  })
  const { data } = await said(answer)
  return data
    .filter(
      (one: { metadata: { participantId?: string } }) =>
        one.metadata.participantId === participantId,
    )
    .reduce(
      (
        sum: number,
        one: { amount_received: number; latest_charge?: { amount_refunded?: number } },
      ) => sum + one.amount_received - (one.latest_charge?.amount_refunded ?? 0),
      0,
    )
}

for (const [language, width] of [
  ['zh', 390],
  ['en', 1280],
] as const)
  test(`a released student is refunded the deposit and notified: ${language}, ${width} px`, async ({
    browser,
    request,
  }) => {
    const [wang, li] = [await newRider(request, '王小明'), await newRider(request, '李小红')]
    const place = await openPlace(request, wang, { days: DAYS, maxPassengers: 2 })
    const other = await joinPlace(request, li, place, DAYS)
    await advanceClock(request, 0)
    const { participantId } = place
    const { clientSecret, amount } = await call(request, wang, '/user/my/pay-remaining', {
      participantId,
    })
    await payIntent(request, clientSecret)
    await call(request, wang, '/user/my/confirm-remaining', { participantId })
    await advanceClock(request, (DAYS + 1) * 86_400)

    // The accessibility check is itself a script; the pages have none.
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      javaScriptEnabled: true,
    })
    const page = await context.newPage()
    await setLanguage(page, language)
    await loginAsAdmin(page, `/carpools/${place.carpoolId}`)
    const main = page.locator('main')
    const zh = language === 'zh'
    await expect(main).toContainText(zh ? '有人没付清，差 £' : 'Someone has not paid: £')
    const released = main.locator('details').filter({ hasText: '李小红' })
    await expect(released).toHaveAttribute('open', '')
    await expectAccessible(page)
    await page.getByRole('link', { name: zh ? '退款：李小红' : 'Refund: 李小红' }).click()
    const total = '£20'
    await expect(main).toContainText(zh ? '退款明细' : 'Refund details')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    expect(await keptOf(request, other.participantId)).toBe(2000)
    await page.getByRole('button', { name: zh ? `退款 ${total}` : `Refund ${total}` }).click()
    await expect(page).toHaveURL(`${pages}/admin/carpools/${place.carpoolId}`)
    await expect(
      page.getByText(
        zh ? '已全部退款，已通知本人。' : 'Refunded in full. The student has been notified.',
      ),
    ).toBeVisible()
    expect(await keptOf(request, other.participantId)).toBe(0)
    expect(await keptOf(request, participantId), 'who has paid').toBe(2000 + amount)
    await context.close()

    const hers = await (await browser.newContext()).newPage()
    await setLanguage(hers, language)
    await logIn(hers, li, `/carpool/record/${other.participantId}`)
    await expect(hers.getByText(zh ? '已退款' : 'Refunded').first()).toBeVisible()
    await hers.goto(`${pages}/notices`)
    await expect(
      hers.getByText(zh ? '押金退给你' : 'Your deposit is refunded').first(),
    ).toBeVisible()
    await hers.context().close()
  })
