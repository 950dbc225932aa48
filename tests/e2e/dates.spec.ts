import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './kit/axe.ts'
import { logIn, registeredStudent } from './kit/people.ts'
import { fillCreateForm, mainButton, nextStep } from './kit/ride.ts'
import { test } from './kit/test.ts'
import { inDays, pages, setLanguage } from './kit/world.ts'

/** Beside each date field stands the day in words, which the browser's own field does not say. */

const wordsOf = (page: Page, id: string) => page.locator(`output[for="${id}"]`)
const DAY = '2027-09-29'
const words = { zh: '9月29日 星期三', en: 'Wednesday 29 September' }

for (const language of ['zh', 'en'] as const)
  test(`the words follow what is chosen, on pages with and without React (${language})`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 700 })
    await setLanguage(page, language)
    await page.goto(`${pages}/`)
    const search = wordsOf(page, 'search-date')
    await expect(search).toHaveText('')
    await page.locator('#search-date').fill(DAY)
    await expect(search).toHaveText(words[language])
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    // The two fields beside each other still stand on one line.
    const [airport, date] = await Promise.all(
      ['#search-airport', '#search-date'].map((id) => page.locator(id).boundingBox()),
    )
    expect(airport?.y).toBe(date?.y)
    await page.locator('form[data-search] button, main form button[type=submit]').first().click()
    await expect(page).toHaveURL(/date=2027-09-29/)
    await expect(wordsOf(page, 'filter-date')).toHaveText(words[language])

    await logIn(page, await registeredStudent(page.request), '/carpool/create')
    const field = page.locator('[name=carpoolDatetime]')
    await expect(field).toBeVisible()
    const said = wordsOf(page, (await field.getAttribute('id')) ?? '')
    await field.fill(`${DAY}T15:00`)
    await expect(said).toHaveText(words[language])
    // Other fields that React draws anew leave the words alone.
    await page.locator('[name=flightNumber]').fill('BA32')
    await expect(said).toHaveText(words[language])
    await field.fill('')
    await expect(said).toHaveText('')
    await expectNoSidewaysScroll(page)
  })

test('what the server sends back has its words', async ({ page }) => {
  await logIn(page, await registeredStudent(page.request), '/carpool/create')
  const soon = await inDays(page, 1, '15:00')
  await fillCreateForm(page, { airport: '伯明翰机场', days: 21, maxPassengers: 2 })
  await page.getByRole('button', { name: '航班', exact: true }).click()
  await page
    .locator('[name=carpoolDatetime]')
    .evaluate((input: HTMLInputElement) => input.removeAttribute('min'))
  await page.locator('[name=carpoolDatetime]').fill(soon)
  await nextStep(page)
  await nextStep(page)
  await mainButton(page).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  const id = (await page.locator('[name=carpoolDatetime]').getAttribute('id')) ?? ''
  const text = (await wordsOf(page, id).textContent()) ?? ''
  expect(text).toContain(`${Number(soon.slice(5, 7))}月${Number(soon.slice(8, 10))}日 星期`)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the words are those of the value that was sent, and go when another is chosen', async ({
    page,
  }) => {
    await page.goto(`${pages}/carpool?date=${DAY}`)
    const said = wordsOf(page, 'filter-date')
    await expect(said).toHaveText(words.zh)
    await expect(said).toBeVisible()
    await page.locator('#filter-date').focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Tab')
    await page.locator('#filter-date').blur()
    await expect(said).toBeHidden()
  })
})
