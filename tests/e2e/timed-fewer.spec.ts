import { expect } from '@playwright/test'
import { expectAccessible, expectInOrder, LOOKS, titleOf } from './kit/axe.ts'
import { cards } from './kit/card.ts'
import { logIn, plainPhone, registeredStudent } from './kit/people.ts'
import { goToHoursBefore, joinPlace, newRider, openPlace } from './kit/places.ts'
import { dialog, fillJoinForm, mainButton, pay } from './kit/ride.ts'
import { test } from './kit/test.ts'
import { pages, setLanguage } from './kit/world.ts'

const WORDS = {
  zh: {
    tick: '不满也走',
    two: /（2 人）/,
    list: '不来也走',
    went: '2 人一起走',
    out: '没有带上你',
  },
  en: {
    tick: 'Go even if it isn’t full',
    two: /\(2 people\)/,
    list: 'it goes at',
    went: 'goes with 2 people',
    out: 'without you',
  },
}

for (const language of ['zh', 'en'] as const)
  test(`a car that goes with fewer: ticked, shown and gone: ${language}, ${titleOf(LOOKS[language])}`, async ({
    page,
    browser,
    request,
  }) => {
    const { tick, two, list, went, out } = WORDS[language]
    await setLanguage(page, language)
    const creator = await newRider(request)
    const place = await openPlace(request, creator, { days: 5, maxPassengers: 4 })
    const plain = await plainPhone(browser, creator)
    await plain.goto(`${pages}/carpool/record/${place.participantId}`)
    await plain.getByRole('link', { name: 'Go even if not full' }).click()
    const box = plain.getByLabel('Go even if it isn’t full')
    await expect(box).not.toBeChecked()
    await box.check()
    await plain.getByLabel(WORDS.en.two).check()
    await plain.getByRole('button', { name: 'Save' }).click()
    await expect(plain.locator('main')).toContainText('at most')
    await plain.context().close()

    const student = await registeredStudent(request)
    await logIn(page, student)
    await fillJoinForm(page, place.carpoolId, 5)
    await expect(dialog(page).getByLabel(tick)).not.toBeChecked()
    await expect(dialog(page).getByLabel(two)).toBeDisabled()
    await dialog(page).getByLabel(tick).check()
    await dialog(page).getByLabel(two).check()
    await expectInOrder(page, LOOKS[language])
    await mainButton(page).click()
    await expect(page).toHaveURL(/\/pay\/deposit-/)
    await pay(page, cards.good)
    await expect(page).toHaveURL(/\/done$/)
    const record = page.url().replace(/\/done$/, '')
    await page.goto(record)
    await page.locator('main a[href*="/carpool/fewer/"]').click()
    await expect(page.getByLabel(two)).toBeChecked()
    await expectInOrder(page, LOOKS[language])
    for (const to of [`/carpool?tripType=PICKUP`, `/share/carpool/${place.carpoolId}`]) {
      await page.goto(`${pages}${to}`)
      await expect(page.locator('main')).toContainText(list)
      await expectInOrder(page, LOOKS[language])
    }

    const third = await newRider(request)
    const left = await joinPlace(request, third, place, 5)
    await goToHoursBefore(request, third, place, 24)
    await logIn(page, student)
    await page.goto(record)
    await expect(page.locator('main')).toContainText(went)
    await expectInOrder(page, LOOKS[language])
    await logIn(page, third)
    await page.goto(`${pages}/carpool/record/${left.participantId}`)
    await expect(page.locator('main')).toContainText(out)
    await expectAccessible(page)
  })
