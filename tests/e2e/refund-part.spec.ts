import { expect } from '@playwright/test'
import { loginAsAdmin } from './kit/admin.ts'
import { expectInOrder, LOOKS, lookAt } from './kit/axe.ts'
import { logIn } from './kit/people.ts'
import { call, joinPlace, newRider, openPlace, payIntent } from './kit/places.ts'
import { test } from './kit/test.ts'
import { advanceClock, pages, setLanguage } from './kit/world.ts'

const WORDS = {
  zh: {
    open: '退款…',
    show: '先看一眼',
    done: '已退款',
    told: '司机迟到，抱歉',
    mine: '£5，已退回原卡',
  },
  en: { open: 'Refund…', show: 'Review refund', done: 'Refunded', told: 'Sorry', mine: '£5' },
}

for (const language of ['zh', 'en'] as const)
  test(`a goodwill refund of £5, and what the student sees of it: ${language}`, async ({
    page,
    request,
    browser,
  }) => {
    const { open, show, done, told, mine } = WORDS[language]
    const wang = await newRider(request, '王小明')
    const place = await openPlace(request, wang, { days: 5, maxPassengers: 2 })
    await joinPlace(request, await newRider(request, '李小红'), place, 5)
    await advanceClock(request, 0)
    const { participantId } = place
    const balance = await call(request, wang, '/user/my/pay-remaining', { participantId })
    await payIntent(request, balance.clientSecret)
    await call(request, wang, '/user/my/confirm-remaining', { participantId })

    const looks = LOOKS[language]
    await lookAt(page, looks[0])
    await setLanguage(page, language)
    await loginAsAdmin(page, `/carpools/${place.carpoolId}`)
    await page.getByRole('link', { name: open }).nth(1).click()
    await expect(page.getByRole('button', { name: show })).toBeVisible()
    await page.getByRole('button', { name: show }).click()
    await expect(page.locator('main')).toContainText(/请填写|Please fill/)
    await expectInOrder(page, looks)
    await page.locator('[name=amount]').fill('5')
    await page.locator('[name=reason]').selectOption('goodwill')
    await page.locator('[name=zh]').fill('司机迟到，抱歉')
    await page.locator('[name=en]').fill('Sorry')
    await page.getByRole('button', { name: show }).click()
    await expect(page.locator('main')).toContainText('£47 → £42')
    await expectInOrder(page, looks)
    await page.getByRole('button', { name: /^(退|Refund) £5$/ }).click()
    await expect(page).toHaveURL(/\/admin\/payments\/pi_\w+$/)
    await expect(page.locator('body')).toContainText(done)
    await expectInOrder(page, looks)

    const phone = await (await browser.newContext()).newPage()
    await setLanguage(phone, language)
    await logIn(phone, wang, '/notices')
    await expect(phone.locator('main')).toContainText(told)
    await phone.goto(`${pages}/carpool/record/${participantId}`)
    await expect(phone.locator('main')).toContainText(mine)
  })
