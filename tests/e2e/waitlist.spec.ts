import { expect } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { logIn, registeredStudent } from './kit/people.ts'
import { call, newRider, openPlace, said } from './kit/places.ts'
import { dialog, fillJoinForm, mainButton } from './kit/ride.ts'
import { test } from './kit/test.ts'
import { inDays, origin, pages } from './kit/world.ts'

/** The waitlist of a full car (decision 0080). */

const party = { terminal: 'T1', nLocation: '12 Lenton Boulevard', flightNumber: 'BA32' }
const luggage = { people: 1, bigLuggage: 2, smallLuggage: 1, bag: 1 }

test('from a full car to a seat, while another phone waits in English without scripts', async ({
  page,
  browser,
}) => {
  const { request } = page
  const ride = { days: 34, maxPassengers: 2 }
  const place = await openPlace(request, await newRider(request), ride)
  const holder = await newRider(request)
  const flightTime = await inDays(page, 34, '11:50')
  const held = await call(request, holder, `/carpool/${place.carpoolId}/join`, {
    ...party,
    ...luggage,
    flightTime,
  })

  await logIn(page, await registeredStudent(request))
  await page.goto(`${pages}/share/carpool/${place.carpoolId}`)
  await page.getByRole('link', { name: '排队候补' }).click()
  await expect(page.getByRole('button', { name: '排队候补' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '排队候补' }).click()
  await expect(page.getByText('你排在第一位')).toBeVisible()

  const other = await browser.newContext({ javaScriptEnabled: false })
  await other.addCookies([{ name: 'language', value: 'en', url: origin }])
  const plain = await other.newPage()
  await logIn(plain, await registeredStudent(request))
  await plain.goto(`${pages}/carpool/${place.carpoolId}/wait`)
  await plain.getByRole('button', { name: 'Join the waitlist' }).click()
  await expect(plain.getByText('1 ahead of you')).toBeVisible()

  // The holder goes back from the payment.
  const headers = { Authorization: `Bearer ${holder.token}` }
  const hold = `${origin}/api/carpool/cancel-temporary-carpool/${held.participantId}`
  await said(await request.delete(hold, { headers }))
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

  await fillJoinForm(page, place.carpoolId, 34)
  await mainButton(page).click()
  await expect(page).toHaveURL(/\/carpool\/pay\//)
  await other.close()
})
