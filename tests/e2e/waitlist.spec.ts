import { type APIRequestContext, expect } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { cards } from './kit/card.ts'
import { logIn, plainPhone, registeredStudent } from './kit/people.ts'
import { call, newRider, openPlace, type Place, payPlace, said } from './kit/places.ts'
import { dialog, fillJoinForm, fillOpenJoinForm, mainButton, pay } from './kit/ride.ts'
import { test } from './kit/test.ts'
import { inDays, origin, pages } from './kit/world.ts'

/** The waitlist of a full car (decision 0032). */

const DAYS = 34
const party = { terminal: 'T1', nLocation: '12 Lenton Boulevard', flightNumber: 'BA32' }
const luggage = { people: 1, bigLuggage: 2, smallLuggage: 1, bag: 1 }

/** Somebody who holds a seat; what is returned goes back from the payment. */
async function holdSeat(request: APIRequestContext, { carpoolId }: Place) {
  const holder = await newRider(request)
  const flightTime = await inDays({ request }, DAYS, '11:50')
  const details = { ...party, ...luggage, flightTime }
  const { participantId } = await call(request, holder, `/carpool/${carpoolId}/join`, details)
  const headers = { Authorization: `Bearer ${holder.token}` }
  const address = `${origin}/api/carpool/cancel-temporary-carpool/${participantId}`
  return async () => said(await request.delete(address, { headers }))
}

test('from a full car to a seat, in Chinese, and then in English without scripts', async ({
  page,
  browser,
}) => {
  const { request } = page
  const ride = { days: DAYS, maxPassengers: 3 }
  const place = await openPlace(request, await newRider(request), ride)
  const [first, second] = [await holdSeat(request, place), await holdSeat(request, place)]

  await logIn(page, await registeredStudent(request))
  await page.goto(`${pages}/share/carpool/${place.carpoolId}`)
  await page.getByRole('link', { name: '排队候补' }).click()
  await expect(page.getByRole('button', { name: '排队候补' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '排队候补' }).click()
  await expect(page.getByText('你排在第一位')).toBeVisible()

  const later = await newRider(request)
  const plain = await plainPhone(browser, later)
  await plain.goto(`${pages}/carpool/${place.carpoolId}/wait`)
  await plain.getByRole('button', { name: 'Join the waitlist' }).click()
  await expect(plain.getByText('1 ahead of you')).toBeVisible()

  await first()
  await page.goto(`${pages}/rides`)
  await expect(page.getByText('有座位给你留着')).toBeVisible()
  await expectAccessible(page)
  await page.goto(`${pages}/carpool/${place.carpoolId}/wait`)
  await expectAccessible(page)
  await page.goto(`${pages}/mail`)
  await page.getByRole('link', { name: '给你留了座位，去加入' }).click()
  await expect(dialog(page)).toContainText('给你留着 1 个座位')
  await plain.goto(`${pages}/carpool/${place.carpoolId}/join`)
  await expect(plain.getByRole('dialog')).toContainText('full')
  await fillJoinForm(page, place.carpoolId, DAYS)
  await mainButton(page).click()
  await expect(page).toHaveURL(/\/pay\/deposit-/)
  await pay(page, cards.good)
  await expect(page).toHaveURL(/\/carpool\/(done|record)\//)

  await second()
  await plain.goto(`${pages}/rides`)
  await plain.getByRole('link', { name: 'Join now' }).click()
  await fillOpenJoinForm(plain, DAYS, '12:00', false)
  await mainButton(plain).click()
  await expect(plain).toHaveURL(/\/pay\/deposit-/)
  // Only the card needs scripts.
  await payPlace(request, later, plain.url().split('deposit-').at(-1) ?? '')
  await plain.goto(`${pages}/rides`)
  await expect(plain.getByRole('main').getByRole('article')).toContainText('No seats left (3/3)')
  await plain.context().close()
})
