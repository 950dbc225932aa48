import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { logIn, registeredStudent } from './kit/people.ts'
import { newRider, openPlace } from './kit/places.ts'
import { dialog, fillJoinForm, mainButton } from './kit/ride.ts'
import { expectToFit } from './kit/sheet.ts'
import { test } from './kit/test.ts'
import { setLanguage } from './kit/world.ts'

/** The sheet on which a deposit is held: it fits a phone, and says what is charged today. */

/** A car for some people that somebody else has opened; the student is about to pay for a seat. */
async function joinOf(page: Page, maxPassengers: number, days: number): Promise<void> {
  const ride = { days, maxPassengers }
  const place = await openPlace(page.request, await newRider(page.request), ride)
  await logIn(page, await registeredStudent(page.request))
  await fillJoinForm(page, place.carpoolId, days)
  await mainButton(page).click()
  await expect(page).toHaveURL(/\/pay\/deposit-/)
}

const words = {
  zh: {
    today: '今天扣款 £0',
    bank: '银行 App 里会显示一笔“待处理”',
    untaken: '支付宝、微信支付暂不支持',
    last: '你坐满最后的座位',
    charged: '今天扣款 £20',
    why: '为什么？',
  },
  en: {
    today: 'Charged today: £0',
    bank: 'your banking app shows it as pending',
    untaken: 'We don’t take Alipay, WeChat Pay yet',
    last: 'You take the last seats',
    charged: 'Charged today: £20',
    why: 'Why?',
  },
} as const

for (const language of ['zh', 'en'] as const)
  test.describe(`in ${language}`, () => {
    const w = words[language]
    test.beforeEach(({ page }) => setLanguage(page, language))

    test('the deposit of a seat fits a phone’s screen', async ({ page }) => {
      // The card may be kept for a car that leaves late, which is asked on one more line.
      await joinOf(page, 4, 20)
      for (const text of [w.today, w.bank, w.untaken])
        await expect(dialog(page)).toContainText(text)
      await expectToFit(page)
      await expectAccessible(page)
      const boxes = dialog(page).getByRole('checkbox')
      await expect(boxes).toHaveCount(2)
      for (const box of await boxes.all()) await expect(box).not.toBeChecked()
      await dialog(page).getByText(w.why).click()
      await expect(dialog(page).locator('#keepCard-about')).toBeVisible()
    })

    test('so does the last seat’s, which says that it is charged', async ({ page }) => {
      await joinOf(page, 2, 20)
      for (const text of [w.last, w.charged]) await expect(dialog(page)).toContainText(text)
      await expect(dialog(page)).not.toContainText(w.today)
      await expectToFit(page)
    })
  })
