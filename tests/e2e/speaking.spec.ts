import { expect } from '@playwright/test'
import { loginAsAdmin } from './kit/admin.ts'
import { expectInOrder, LOOKS, lookAt } from './kit/axe.ts'
import { logIn } from './kit/people.ts'
import { joinPlace, newRider, openPlace } from './kit/places.ts'
import { test } from './kit/test.ts'
import { advanceClock, pages, setLanguage } from './kit/world.ts'

const WORDS = {
  zh: {
    send: '发消息',
    draft: '司机晚到',
    show: '先看一眼',
    told: '大约晚到 15 分钟',
    correct: '更正',
    save: '保存并通知',
    bag: '随身包',
  },
  en: {
    send: 'Message',
    draft: 'Driver late',
    show: 'Preview',
    told: 'about 15 minutes late',
    correct: 'Correct',
    save: 'Save and notify',
    bag: 'bags',
  },
}

for (const language of ['zh', 'en'] as const)
  test(`a car is told that its driver is late, and a place is corrected: ${language}`, async ({
    page,
    request,
    browser,
  }) => {
    const words = WORDS[language]
    const wang = await newRider(request, '王小明')
    const place = await openPlace(request, wang, { days: 5, maxPassengers: 2 })
    await joinPlace(request, await newRider(request, '李小红'), place, 5)
    await advanceClock(request, 0)

    const looks = LOOKS[language]
    await lookAt(page, looks[0])
    await setLanguage(page, language)
    await loginAsAdmin(page, `/carpools/${place.carpoolId}`)
    await page.locator(`a[href$="/messages/new?car=${place.carpoolId}"]`).click()
    await page.getByRole('button', { name: words.draft, exact: true }).click()
    await expect(page.locator('[name=en]')).toHaveValue(/15 minutes late/)
    await expectInOrder(page, looks)
    await page.getByRole('button', { name: words.show, exact: true }).click()
    await expect(page.locator('main')).toContainText('李小红')
    await expectInOrder(page, looks)
    await page.locator('button[value=send]').click()
    await expect(page).toHaveURL(/\/admin$/)

    await page.goto(`${pages}/admin/carpools/${place.carpoolId}`)
    await page.locator(`a[href$="place=${place.participantId}"][href*="/correct"]`).click()
    await page.locator('[name=bag]').fill('3')
    await page.locator('[name=reason]').selectOption('asked')
    await expectInOrder(page, looks)
    await page.getByRole('button', { name: words.show, exact: true }).click()
    await expect(page.getByRole('row', { name: new RegExp(words.bag) })).toContainText('3')
    await expectInOrder(page, looks)
    await page.getByRole('button', { name: words.save, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`/admin/carpools/${place.carpoolId}$`))

    const phone = await (await browser.newContext()).newPage()
    await lookAt(phone, looks[0])
    await setLanguage(phone, language)
    await logIn(phone, wang, `/carpool/record/${place.participantId}`)
    await expect(phone.locator('main')).toContainText(words.told)
    await expectInOrder(phone, looks)
    await phone.goto(`${pages}/notices`)
    await expect(phone.locator('main')).toContainText(words.bag)
  })
