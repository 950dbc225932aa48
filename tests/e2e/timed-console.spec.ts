import { expect } from '@playwright/test'
import { loginAsAdmin } from './kit/admin.ts'
import { expectInOrder, LOOKS, lookAt, titleOf } from './kit/axe.ts'
import { orderOf } from './kit/orders.ts'
import { call, joinPlace, newRider, openPlace, payIntent } from './kit/places.ts'
import { test } from './kit/test.ts'
import { advanceClock, breakStripe, pages, setLanguage } from './kit/world.ts'

/** Pages of the console about what only time brings: unpaid balances, stuck refunds. */

const DAYS = 3

for (const language of ['zh', 'en'] as const)
  test(`stuck and released payments are accessible and fit: ${language}, ${titleOf(LOOKS[language])}`, async ({
    page,
    request,
  }) => {
    test.slow()
    const looks = LOOKS[language]
    await lookAt(page, looks[0])
    await setLanguage(page, language)
    const [wang, li] = [await newRider(request, '王小明'), await newRider(request, '李小红')]
    const { carpoolId, participantId } = await openPlace(request, wang, {
      days: DAYS,
      maxPassengers: 2,
    })
    const other = await joinPlace(request, li, { carpoolId, participantId }, DAYS)
    const order = await orderOf(request, li, 'mail', 2)
    await advanceClock(request, 0)
    const paid = await call(request, wang, '/user/my/pay-remaining', { participantId })
    await payIntent(request, paid.clientSecret)
    await call(request, wang, '/user/my/confirm-remaining', { participantId })

    await loginAsAdmin(page, `/orders/mail/${order}/fail`)
    await breakStripe(request, 'fail-calls', 1000)
    await breakStripe(request, 'drop-events', 1000)
    await page.locator('main form button').click()
    await advanceClock(request, 61 * 60)
    await loginAsAdmin(page, '/payments')
    await expectInOrder(page, looks)
    await breakStripe(request, 'none')
    await page.goto(`${pages}/admin/payments`)
    await expectInOrder(page, looks)
    const stuck = page.locator('main li', { hasText: order })
    await stuck.getByRole('button').click()
    await expect(stuck).toHaveCount(0)

    await advanceClock(request, (DAYS + 1) * 86_400)
    await loginAsAdmin(page, `/carpools/${carpoolId}`)
    const released = page.locator('main details').filter({ hasText: /已离开|Left or removed/ })
    await expect(released).toHaveAttribute('open', '')
    await expectInOrder(page, looks)
    const refund = `/admin/carpools/${carpoolId}/refund/${other.participantId}`
    await page.locator(`main a[href$="${refund}"]`).first().click()
    await expectInOrder(page, looks)
    await page.getByRole('button', { name: /^(退款|Refund) £20$/ }).click()
    await expect(page).toHaveURL(`${pages}/admin/carpools/${carpoolId}`)
  })
