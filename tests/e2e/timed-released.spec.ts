import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { cards } from './kit/card.ts'
import { logIn, plainPhone, registeredStudent } from './kit/people.ts'
import { goToHoursBefore, joinPlace, newRider, openPlace, type Place } from './kit/places.ts'
import { dialog, fillJoinForm, mainButton, pay } from './kit/ride.ts'
import { expectToFit } from './kit/sheet.ts'
import { test } from './kit/test.ts'
import { pages } from './kit/world.ts'

/** Seats of a complete car that are released because a balance was not paid (decision 0032). */

const DAYS = 5
const LIST = `${pages}/carpool?airportName=LTN`

/** A car for three at £56 each, 20 hours before it leaves: only its opener has paid. */
async function carWithReleasedSeats(page: Page): Promise<Place> {
  const { request } = page
  const opener = await newRider(request)
  const place = await openPlace(request, opener, { days: DAYS, maxPassengers: 3 })
  for (let n = 0; n < 2; n++) await joinPlace(request, await newRider(request), place, DAYS)
  await logIn(page, opener, `/pay/balance-${place.participantId}`)
  await pay(page, cards.good)
  await expect(page).toHaveURL(/\/done$/)
  await goToHoursBefore(request, opener, place, 20)
  await page.context().clearCookies()
  return place
}

test('a released seat is found in the list and paid in full, in Chinese, and in English without scripts', async ({
  page,
  browser,
}) => {
  const place = await carWithReleasedSeats(page)
  await logIn(page, await registeredStudent(page.request))
  await page.goto(LIST)
  const ticket = page.locator(`[data-live="${place.carpoolId}"]`)
  await expect(ticket).toContainText('空出 2 个座位')
  await expect(ticket.getByRole('link', { name: /^付全款加入/ })).toHaveText('付全款加入')
  await expectAccessible(page)
  await page.goto(`${pages}/share/carpool/${place.carpoolId}`)
  await expect(page.getByRole('link', { name: '付全款加入' })).toBeVisible()
  await expectAccessible(page)

  await fillJoinForm(page, place.carpoolId, 1, '11:50')
  await expect(dialog(page)).toContainText('押金和余款一次付清')
  await expect(mainButton(page)).toContainText('下一步：填银行卡')
  await expectAccessible(page)
  await mainButton(page).click()
  await expect(page).toHaveURL(/\/pay\/deposit-/)
  await expect(dialog(page)).toContainText('押金 £20 ＋ 余款')
  await expectToFit(page)
  await expectAccessible(page)
  await pay(page, cards.declined)
  await expect(page.getByRole('alert')).toContainText('银行拒绝了这张卡，没有扣款')
  await pay(page, cards.good)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('全车付清，等待出发')
  await expect(page).toHaveURL(/\/done$/)
  await page
    .getByRole('link', { name: /看|查看|记录/ })
    .first()
    .click()
  await expect(page.getByText('已成团，已付清')).toBeVisible()

  const plain = await plainPhone(browser, await registeredStudent(page.request))
  await plain.goto(LIST)
  const found = plain.locator(`[data-live="${place.carpoolId}"]`)
  await expect(found).toContainText('1 seat free at full price until')
  await found.getByRole('link', { name: /^Pay in full/ }).click()
  await fillJoinForm(plain, place.carpoolId, 1, '11:50', false)
  await expect(plain.getByRole('dialog')).toContainText('Charged today: £')
  await mainButton(plain).click()
  await expect(plain).toHaveURL(/\/pay\/deposit-/)
  await expect(plain.getByRole('dialog')).toContainText('£20 deposit + ')
  await plain.context().close()

  await page.goto(LIST)
  await expect(page.locator(`[data-live="${place.carpoolId}"]`)).not.toContainText('空出')
})
