import { expect } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { cards } from './kit/card.ts'
import { logIn, registeredStudent } from './kit/people.ts'
import { newRider, openPlace } from './kit/places.ts'
import { dialog, fillJoinForm, mainButton, pay } from './kit/ride.ts'
import { test } from './kit/test.ts'
import { advanceClock, inDays, now, setLanguage } from './kit/world.ts'

const WORDS = {
  zh: { tick: '余款到期前自动从这张卡扣', on: '已开', paid: '已付清', stop: '关闭自动扣款' },
  en: { tick: 'Pay the balance automatically', on: 'On', paid: 'paid', stop: 'Turn it off' },
}

for (const language of ['zh', 'en'] as const)
  test(`a balance that pays itself: agreed to at the deposit, and charged: ${language}`, async ({
    page,
    request,
  }) => {
    const { tick, on, paid, stop } = WORDS[language]
    await setLanguage(page, language)
    const place = await openPlace(request, await newRider(request), { days: 5, maxPassengers: 2 })
    const student = await registeredStudent(request)
    await logIn(page, student)
    await fillJoinForm(page, place.carpoolId, 5)
    await mainButton(page).click()
    const box = dialog(page).getByLabel(tick)
    await expect(box).not.toBeChecked()
    await box.check()
    await expectAccessible(page)
    await pay(page, cards.good)
    await expect(page).toHaveURL(/\/done$/)
    await page.goto(page.url().replace(/\/done$/, ''))
    const link = page.locator('main a[href*="/auto-pay/"]')
    await expect(link).toHaveText(new RegExp(on))
    const way = String(await link.getAttribute('href'))
    // It is due a day before departure, at 14:00; it is told 30 hours before, and charged 6.
    const dueAt = Date.parse(`${await inDays(page, 4, '14:00')}Z`)
    const goTo = async (hoursBefore: number) =>
      advanceClock(request, Math.ceil((dueAt - (await now(request))) / 1000) - hoursBefore * 3600)
    await goTo(29)
    await logIn(page, student)
    await page.goto(way)
    await expect(page.getByRole('button', { name: stop })).toBeVisible()
    await expect(page.locator('main')).toContainText('£')
    await expectAccessible(page)
    await goTo(5)
    await logIn(page, student)
    await page.goto(way)
    await expect(page.getByRole('button', { name: stop })).toHaveCount(0)
    await page.goto(way.replace('auto-pay', 'record'))
    await expect(page.locator('main')).toContainText(paid)
  })
