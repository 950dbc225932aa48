import { expect, type Page } from '@playwright/test'
import { londonWall } from '#app/domain/time.ts'
import { loginAsAdmin } from './kit/admin.ts'
import { expectAccessible, expectNoSidewaysScroll } from './kit/axe.ts'
import { cards } from './kit/card.ts'
import { logIn } from './kit/people.ts'
import { call, newRider, type Rider } from './kit/places.ts'
import { fillJoinForm, mainButton, pay } from './kit/ride.ts'
import { test } from './kit/test.ts'
import { advanceClock, inDays, now, origin, pages, setLanguage } from './kit/world.ts'

/** Wishes and the seats that follow, on a phone in Chinese and one in English without scripts. */

const DAYS = 20

const shot = async (page: Page, name: string) => {
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true })
}

/** Nobody is told of a car at night. */
async function toMorning(page: Page): Promise<void> {
  const hour = Number(londonWall(await now(page.request)).slice(11, 13))
  await advanceClock(page.request, ((34 - hour) % 24) * 3600)
}

/** Searches for a car in vain, and says what for. */
async function wish(page: Page, day: string, ask: string, make: string) {
  await page.goto(`${pages}/carpool?tripType=PICKUP&airportName=LGW&date=${day}&time=afternoon`)
  await page.getByRole('link', { name: ask }).first().click()
  await expect(page.locator('main [name=from]')).toHaveValue('12:00')
  await page.getByRole('button', { name: make }).click()
  await expect(page).toHaveURL(`${pages}/wishes`)
}

/** A phone in English without scripts, beside the one of the test. */
async function plainPhone(page: Page, rider: Rider): Promise<Page> {
  const context = await page.context().browser()?.newContext({ javaScriptEnabled: false })
  if (!context) throw new Error('no browser')
  await context.addCookies([{ name: 'language', value: 'en', url: origin }])
  const plain = await context.newPage()
  await logIn(plain, rider)
  return plain
}

test('a search in vain becomes a wish on both phones, and a poster to send on', async ({
  page,
}) => {
  const { request } = page
  await toMorning(page)
  const [wang, li] = [await newRider(request), await newRider(request)]
  const day = (await inDays(page, DAYS, '14:00')).slice(0, 10)
  const plain = await plainPhone(page, li)
  await logIn(page, wang)
  await wish(page, day, '帮我留意', '开始留意')
  await wish(plain, day, 'Let us tell you', 'Tell me')

  // The board is read anew every ten seconds.
  await advanceClock(request, 11)
  await page.goto(`${pages}/share/wish/PICKUP.air_lgw.${day}.afternoon`)
  await expectAccessible(page)
  await page.getByRole('link', { name: '生成海报' }).click()
  await expect(page.locator('img#poster')).toHaveAttribute('alt', /2 人在等/)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shot(page, 'wish-poster-zh')

  await plain.context().close()
})

test('a car that the console opens keeps its seats for both who wished, and the first takes one', async ({
  page,
  browser,
}) => {
  const { request } = page
  const [wang, li] = [await newRider(request), await newRider(request)]
  const day = (await inDays(page, DAYS + 1, '14:00')).slice(0, 10)
  const wished = { tripType: 'PICKUP', airportId: 'air_stn', day, from: '14:00', to: '16:00' }
  for (const rider of [wang, li])
    await call(request, rider, '/user/my/wishes', { ...wished, people: 1 })

  const office = await (await browser.newContext()).newPage()
  await loginAsAdmin(office, '/wishes')
  await shot(office, 'console-wishes-zh')
  await expectAccessible(office)
  const slot = `/admin/wishes/PICKUP.air_stn.${day}.afternoon`
  await office.locator(`a[href$="${slot}"]`).click()
  await expect(office.locator('[name=carpoolDatetime]')).toHaveValue(`${day}T14:00`)
  for (const language of ['en', 'zh'] as const) {
    await setLanguage(office, language)
    await office.reload()
    await expectAccessible(office)
    await expectNoSidewaysScroll(office)
    await shot(office, `console-open-${language}`)
  }
  await office.locator('[name=maxPassengers]').fill('3')
  await office.getByRole('button', { name: '开这趟车并留座' }).click()
  await expect(office).toHaveURL(/\/admin\/carpools\/car_/)
  await expect(office.getByText('管理员为在等的人开的')).toBeVisible()
  await expectAccessible(office)
  await shot(office, 'console-car-zh')
  const carpoolId = office.url().split('/').at(-1) ?? ''

  await logIn(page, wang, '/rides')
  await expectAccessible(page)
  await shot(page, 'offered-zh')
  const plain = await plainPhone(page, li)
  await plain.goto(`${pages}/notices`)
  await expect(plain.getByText('The car you wished for').first()).toBeVisible()
  await shot(plain, 'offered-en')
  await fillJoinForm(page, carpoolId, DAYS + 1)
  await shot(page, 'offered-join-zh')
  await mainButton(page).click()
  await expect(page).toHaveURL(/\/carpool\/pay\//)
  await pay(page, cards.good)
  await expect(page).toHaveURL(/\/carpool\/(done|record)\//)
  await office.reload()
  await expect(office.locator('main')).toContainText('2 人 / 最多 3 人')
  await office.context().close()
  await plain.context().close()
})
