import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { cards, fillCard } from './kit/card.ts'
import { logIn } from './kit/people.ts'
import { draftPlace, newRider } from './kit/places.ts'
import { dialog, mainButton, pay } from './kit/ride.ts'
import { test } from './kit/test.ts'

/** Pages that hydrate slowly, late or never: a busy phone, a failing network. */

test.describe('on a payment page', () => {
  const cardField = (page: Page) => page.getByText('正在打开安全的卡号输入框…')
  const notOpen = (page: Page) => page.getByText('卡号输入框没打开')
  const reasons = /card-error-kinds/

  test.beforeEach(async ({ page }) => {
    const rider = await newRider(page.request)
    const ride = { airportId: 'air_bhx', days: 17, maxPassengers: 2 }
    const { participantId } = await draftPlace(page.request, rider, ride)
    await logIn(page, rider, `/pay/deposit-${participantId}`)
  })

  test('texts lost by the network are requested again, and the card form works', async ({
    page,
  }) => {
    let lost = 0
    await page.route(/strings-.*\.json/, (route) => (lost++ < 3 ? route.abort() : route.continue()))
    await page.reload()
    await expect(cardField(page)).toBeVisible()
    await fillCard(page, cards.good)
    expect(lost).toBeGreaterThan(3)
    await expect(notOpen(page)).toBeHidden()
    await mainButton(page).click()
    await expect(page).toHaveURL(/\/carpool\/record\//)
  })

  test('the remaining time is right after the phone has slept', async ({ page }) => {
    const left = dialog(page).getByRole('timer')
    await expect(left).toHaveText(/^29:[0-5]\d$/)
    // While a phone sleeps, only its own clock keeps running.
    await page.evaluate(() => {
      const { now } = Date
      Date.now = () => now() + 12 * 60_000
    })
    await expect(left).toHaveText(/^17:[0-5]\d$/)
  })

  test('the reason for a refused card is loaded when a card is refused', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (reasons.test(request.url())) asked.push(request.url())
    })
    await page.reload()
    await pay(page, cards.poor)
    await expect(page.getByRole('alert')).toContainText('卡里余额不够，没有扣款')
    expect(asked).toHaveLength(1)
    await pay(page, cards.declined)
    await expect(page.getByRole('alert')).toContainText('银行拒绝了这张卡，没有扣款')
    expect(asked).toHaveLength(1)
  })

  test('if that reason is lost by the network, the page still says what to do', async ({
    page,
  }) => {
    await page.route(reasons, (route) => route.abort())
    await pay(page, cards.poor)
    const note = page.getByRole('alert')
    await expect(note).toContainText('这张卡没通过，没有扣款。检查卡信息或换一张卡，座位为你保留到')
    await expectAccessible(page)
    await pay(page, cards.good)
    await expect(page).toHaveURL(/\/carpool\/record\//)
  })

  test('scripts that never arrive leave a hint on what to do, and the seat', async ({ page }) => {
    const scripts = /\/assets\/.*\.js/
    await page.route(scripts, (route) => route.abort())
    await page.reload()
    await expect(cardField(page)).toBeVisible()
    await expect(notOpen(page)).toBeHidden()
    await expect(notOpen(page)).toBeVisible({ timeout: 20_000 })
    await expect(dialog(page)).toContainText('可能是网络不稳。没有扣款')
    await expect(dialog(page)).toContainText(/保留到.*\d\d:\d\d/)
    await expect(dialog(page).locator('[role=timer]')).toBeHidden()
    await expectAccessible(page, { hasScripts: false })
    await page.unroute(scripts)
    await page.getByRole('link', { name: '刷新页面' }).click()
    await expect(dialog(page).getByRole('timer')).toBeVisible()
    await fillCard(page, cards.good)
    await mainButton(page).click()
    await expect(page).toHaveURL(/\/carpool\/record\//)
  })
})
