import { expect, type Page } from '@playwright/test'
import { logIn } from './kit/people.ts'
import { joinPlace, newRider, openPlace } from './kit/places.ts'
import { fillCreateForm, fillJoinForm, mainButton } from './kit/ride.ts'
import { test } from './kit/test.ts'
import { inDays, pages, setLanguage } from './kit/world.ts'

/** Text at twice its size, and the narrowest phone: nothing has to be scrolled sideways. */
const SIZES = [
  { width: 320, size: '' },
  // Twice the size of every text, as a phone's own setting makes it.
  { width: 390, size: '200%' },
]

/** The page, the open sheet and the text in it are no wider than what shows them, in every size. */
async function expectNarrow(page: Page): Promise<void> {
  for (const { width, size } of SIZES) {
    await page.setViewportSize({ width, height: 844 })
    await expectFit(page, width, size)
  }
}

async function expectFit(page: Page, width: number, size: string): Promise<void> {
  const wide = () =>
    page.evaluate(
      ([width, size]) => {
        document.documentElement.style.fontSize = size
        // A window that has just been resized keeps its old layout for some frames.
        if (document.documentElement.clientWidth !== width) return ['not resized yet']
        return [...document.querySelectorAll('html, main, dialog, dialog section[tabindex]')]
          .filter((box) => box.scrollWidth > box.clientWidth)
          .map((box) => {
            const end = box.getBoundingClientRect().left + box.clientWidth + 0.5
            const isOut = (one: Element) => one.getBoundingClientRect().right > end
            const out = [...box.querySelectorAll('*')].filter(
              (one) => isOut(one) && ![...one.children].some(isOut),
            )
            return [box.tagName, ...out.map((one) => one.outerHTML.slice(0, 100)).slice(0, 5)]
          })
      },
      [width, size] as const,
    )
  await expect
    .poll(wide, { message: `${page.url()} at ${width} px ${size}`, timeout: 3000 })
    .toEqual([])
}

for (const language of ['zh', 'en'] as const)
  test(`from home to a record nothing is scrolled sideways, ${language}`, async ({ page }) => {
    test.slow()
    await setLanguage(page, language)
    const [opener, rider] = [await newRider(page.request), await newRider(page.request)]
    const car = await openPlace(page.request, opener, { days: 5, maxPassengers: 3 })
    const { participantId } = await joinPlace(page.request, rider, car, 5)
    const open = await openPlace(page.request, opener, { days: 6, maxPassengers: 2 })
    await logIn(page, rider, '/storage')
    const day = (await inDays(page, 6, '12:00')).slice(0, 10)
    for (const path of [
      '/',
      '/carpool',
      `/carpool?tripType=PICKUP&date=${day}`,
      '/carpool?tripType=DROPOFF&airportName=BHX',
      '/rides',
      `/carpool/record/${participantId}`,
      `/carpool/record/${participantId}/done`,
    ])
      await test.step(path, async () => {
        await page.goto(`${pages}${path}`, { waitUntil: 'networkidle' })
        await expectNarrow(page)
      })
    const expectStepsNarrow = async () => {
      await expectNarrow(page)
      await page.getByRole('button', { name: /^(上一步|Back)$/ }).click()
      await expectNarrow(page)
    }
    await test.step('create', async () => {
      await page.goto(`${pages}/carpool/create`, { waitUntil: 'networkidle' })
      await expectNarrow(page)
      const airport = language === 'zh' ? '伯明翰机场' : 'Birmingham'
      await fillCreateForm(page, { airport, days: 8, maxPassengers: 3 })
      await expectStepsNarrow()
    })
    await test.step('join and pay', async () => {
      await fillJoinForm(page, open.carpoolId, 6)
      await expectStepsNarrow()
      await page.getByRole('button', { name: /^(下一步|Next)$/ }).click()
      await mainButton(page).click()
      await expect(page).toHaveURL(/\/pay\/deposit-/)
      await expect(mainButton(page)).toBeVisible()
      await expectNarrow(page)
    })
  })
