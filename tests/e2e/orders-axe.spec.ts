import { expect } from '@playwright/test'
import { expectInOrder, type Look, lookAt, titleOf } from './kit/axe.ts'
import { cards } from './kit/card.ts'
import { field, home, type Kind, order, orderOf } from './kit/orders.ts'
import { logIn } from './kit/people.ts'
import { newRider } from './kit/places.ts'
import { dialog, mainButton } from './kit/ride.ts'
import { expectToFit } from './kit/sheet.ts'
import { test } from './kit/test.ts'
import { pages, setLanguage } from './kit/world.ts'

/** Axe checks of mail and moving in every state. */

const LOOKS = {
  zh: [
    ['light', 390],
    ['dark', 320],
  ],
  en: [
    ['light', 320],
    ['dark', 1280],
  ],
} as const satisfies Record<string, Look[]>

for (const language of ['zh', 'en'] as const)
  for (const kind of ['mail', 'move'] as const satisfies Kind[])
    test(`${kind} is accessible and fits its window: ${language}, ${titleOf(LOOKS[language])}`, async ({
      browser,
      request,
    }) => {
      test.setTimeout(120_000)
      const looks = LOOKS[language]
      const context = await browser.newContext()
      const page = await context.newPage()
      await lookAt(page, looks[0])
      await setLanguage(page, language)
      const rider = await newRider(request)
      const unpaid = await orderOf(request, rider, kind, 3, { paid: false })
      const friend = { isEntrustFriend: true, friTel: '07700900456' }
      await orderOf(request, rider, kind, 3, kind === 'move' ? friend : {})
      await orderOf(request, await newRider(request), kind, 3)
      await logIn(page, rider, kind === 'mail' ? '/mail' : '/moving')
      await expect(order(page)).not.toHaveCount(0)
      await expectInOrder(page, looks)
      await page.goto(`${home[kind]}?tab=mine`)
      await expect(order(page)).toHaveCount(2)
      for (const facts of await page.locator('article summary').all()) await facts.click()
      await expectInOrder(page, looks)
      await page.goto(`${home[kind]}?address=nowhere`)
      await expectInOrder(page, looks)

      // The form: fresh, with the fields a checkbox opens, and refused.
      await page.goto(`${home[kind]}/create`, { waitUntil: 'networkidle' })
      await expectInOrder(page, looks)
      await field(page, kind === 'mail' ? 'isBuyBox' : 'isEntrustFriend').check()
      await mainButton(page).click()
      await expect(page.getByRole('alert')).toBeVisible()
      await expectInOrder(page, looks)

      // The payment: fresh (on one screen of a phone), refused, and for an order that no longer is.
      await page.goto(`${pages}/pay/base-${unpaid}`)
      await expectToFit(page, cards.declined)
      await expectInOrder(page, looks)
      await mainButton(page).click()
      await expect(page.getByRole('alert')).toBeVisible()
      await expectInOrder(page, looks)
      await page.goto(`${pages}/pay/base-${kind}_${'0'.repeat(32)}`)
      await expect(dialog(page)).toBeVisible()
      await expectInOrder(page, looks)

      if (kind === 'move') await page.goto(`${pages}/storage`)
      else {
        await context.clearCookies({ name: 'sid' })
        await page.goto(`${home.mail}?tab=mine`)
      }
      await expectInOrder(page, looks)
      await context.close()
    })
