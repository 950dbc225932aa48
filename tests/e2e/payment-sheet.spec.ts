import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { cardNumber } from './kit/card.ts'
import { logIn, registeredStudent } from './kit/people.ts'
import { draftPlace, newRider, openPlace } from './kit/places.ts'
import { dialog, fillJoinForm, mainButton } from './kit/ride.ts'
import { expectToFit } from './kit/sheet.ts'
import { test } from './kit/test.ts'
import { pages, setLanguage } from './kit/world.ts'

/** The sheet on which a deposit is held: it fits a phone, and says what is charged today. */

/** A car for some people that somebody else has opened; the student is about to pay for a seat. */
async function joinOf(page: Page, maxPassengers: number, days: number): Promise<void> {
  const ride = { days, maxPassengers }
  const place = await openPlace(page.request, await newRider(page.request), ride)
  await logIn(page, await registeredStudent(page.request))
  await fillJoinForm(page, place.carpoolId, days)
  await mainButton(page).click()
  await expect(page).toHaveURL(/\/carpool\/pay\//)
}

/** Answers requests only once it is called. */
async function holdBack(page: Page, url: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(url, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Where everything is that can be pressed in the sheet, once all that has come is drawn. */
async function targetsAt(page: Page) {
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
  const targets = await dialog(page).locator('a:visible, button:visible, label:visible, summary:visible').all()
  return Promise.all(targets.map((target) => target.boundingBox()))
}

const words = {
  zh: {
    today: '今天扣款 £0',
    bank: '银行 App 里会显示一笔“待处理”',
    untaken: '支付宝、微信支付、Apple Pay、Google Pay 暂不支持',
    last: '你坐满最后的座位',
    charged: '今天扣款 £20',
    why: '为什么？',
  },
  en: {
    today: 'Charged today: £0',
    bank: 'your banking app shows it as pending',
    untaken: 'We don’t take Alipay, WeChat Pay, Apple Pay, Google Pay yet',
    last: 'You take the last seats',
    charged: 'Charged today: £20',
    why: 'Why?',
  },
} as const

for (const language of ['zh', 'en'] as const)
  test.describe(`in ${language}`, () => {
    const w = words[language]
    test.beforeEach(({ page }) => setLanguage(page, language))

    test('the deposit of a new carpool fits a phone’s screen', async ({ page }) => {
      const rider = await newRider(page.request)
      // The card may be kept for a car that leaves late, which is asked on one more line.
      const ride = { days: 20, maxPassengers: 4 }
      const { participantId } = await draftPlace(page.request, rider, ride)
      await logIn(page, rider, `/carpool/pay/${participantId}`)
      for (const text of [w.today, w.bank, w.untaken])
        await expect(dialog(page)).toContainText(text)
      await expectToFit(page)
      await expectAccessible(page)
      await expect(dialog(page).getByRole('checkbox')).not.toBeChecked()
      await dialog(page).getByText(w.why).click()
      await expect(dialog(page).locator('#keep-card')).toBeVisible()
    })

    for (const width of [320, 1280])
      test(`at ${width} px nothing moves while the card opens, and all of its box is a target`, async ({
        page,
      }) => {
        await page.setViewportSize({ width, height: 844 })
        const rider = await newRider(page.request)
        const { participantId } = await draftPlace(page.request, rider, {
          days: 20,
          maxPassengers: 4,
        })
        await logIn(page, rider)
        const sendScript = await holdBack(page, '**/__dev/stripe/stripe.js')
        const sendFrame = await holdBack(page, '**/__dev/stripe/card?*')
        await page.goto(`${pages}/carpool/pay/${participantId}`, { waitUntil: 'domcontentloaded' })
        const at = await targetsAt(page)
        expect(at.length).toBeGreaterThan(3)
        const box = page.getByTestId('card-box')
        sendScript()
        await expect(box.locator('iframe')).toBeAttached()
        expect(await targetsAt(page)).toEqual(at)
        sendFrame()
        await expect(cardNumber(page)).toBeEditable()
        expect(await targetsAt(page)).toEqual(at)
        expect((await box.boundingBox())?.height).toBeGreaterThanOrEqual(44)
        await box.click({ position: { x: 40, y: 4 } })
        await expect(cardNumber(page)).toBeFocused()
      })

    test('the deposit of a seat fits a phone’s screen', async ({ page }) => {
      await joinOf(page, 4, 20)
      await expect(dialog(page)).toContainText(w.today)
      await expectToFit(page)
    })

    test('so does the last seat’s, which says that it is charged', async ({ page }) => {
      await joinOf(page, 2, 20)
      for (const text of [w.last, w.charged]) await expect(dialog(page)).toContainText(text)
      await expect(dialog(page)).not.toContainText(w.today)
      await expectToFit(page)
    })
  })
