import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { londonWall } from '#app/kernel/time.ts'
import { loginAsAdmin } from './kit/admin.ts'
import { expectAccessible } from './kit/axe.ts'
import { cards } from './kit/card.ts'
import { logIn, plainPhone } from './kit/people.ts'
import { newRider, openPlace, payPlace, type Rider, said } from './kit/places.ts'
import { fillOpenJoinForm, mainButton, pay } from './kit/ride.ts'
import { test } from './kit/test.ts'
import { advanceClock, inDays, now, origin, pages } from './kit/world.ts'

/** Wishes and the seats that follow, on a phone in Chinese and one in English without scripts. */

const DAYS = 20

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

/** Where the newest email to somebody leads: the form to join the car that was found. */
async function mailedWay(request: APIRequestContext, { email }: Rider): Promise<string> {
  const inbox = `${origin}/__dev/email?to=${encodeURIComponent(email)}`
  const { items } = await said(await request.get(inbox))
  return items[0]?.text.match(/\/neighbourhelp(\/carpool\/\S+\/join\?\S+)/)?.[1] ?? ''
}

test('from no car to a seat through a wish, in Chinese, and in English without scripts', async ({
  page,
  browser,
}) => {
  const { request } = page
  await toMorning(page)
  const [wang, li] = [await newRider(request), await newRider(request)]
  const day = (await inDays(page, DAYS, '14:00')).slice(0, 10)
  const plain = await plainPhone(browser, li)
  await logIn(page, wang)
  await wish(page, day, '帮我留意', '开始留意')
  await wish(plain, day, 'Let us tell you', 'Tell me')

  // The board is read anew every ten seconds.
  await advanceClock(request, 11)
  await page.goto(`${pages}/carpool?tripType=PICKUP&airportName=LGW&date=${day}`)
  await expectAccessible(page)
  await page.getByRole('link', { name: /下午.*2 人在等/ }).click()
  await expect(page.locator('main [name=carpoolDatetime]')).toHaveValue(new RegExp(`^${day}T`))
  await expect(page.locator('main [name=airportId]')).toHaveValue('air_lgw')
  const office = await (await browser.newContext()).newPage()
  await loginAsAdmin(office, '/wishes')
  await expect(office.getByText('2 人').first()).toBeVisible()
  await expectAccessible(office)
  await office.context().close()

  const ride = { airportId: 'air_lgw', terminal: 'North Terminal', maxPassengers: 4 }
  await openPlace(request, await newRider(request), { ...ride, days: DAYS })
  // Cars that are found within a minute are told together.
  await advanceClock(request, 61)
  await page.goto(pages + (await mailedWay(request, wang)))
  await fillOpenJoinForm(page, DAYS)
  await mainButton(page).click()
  await expect(page).toHaveURL(/\/pay\/deposit-/)
  await pay(page, cards.good)
  await expect(page).toHaveURL(/\/carpool\/(done|record)\//)
  await page.goto(`${pages}/wishes`)
  await expect(page.getByText('现在没有留意的时间')).toBeVisible()

  await plain.goto(`${pages}/notices`)
  await plain.getByRole('main').getByRole('button', { name: 'Join this car' }).click()
  await fillOpenJoinForm(plain, DAYS, '12:00', false)
  await mainButton(plain).click()
  await expect(plain).toHaveURL(/\/pay\/deposit-/)
  // Only the card needs scripts.
  await payPlace(request, li, plain.url().split('deposit-').at(-1) ?? '')
  await plain.goto(`${pages}/wishes`)
  await expect(plain.getByText('You have no wishes at the moment')).toBeVisible()
  await plain.context().close()
})
