import { expect, type Page } from '@playwright/test'
import { logIn, registeredStudent } from './kit/people.ts'
import { newRider, openPlace } from './kit/places.ts'
import { onSent } from './kit/posts.ts'
import { fillCreateForm, fillJoinForm, mainButton } from './kit/ride.ts'
import { test } from './kit/test.ts'
import { origin, pages } from './kit/world.ts'

/**
 * Phones lose the connection. What was typed stays, a message says what happened, and pressing
 * again continues.
 */

const note = (page: Page) => page.getByRole('alert').filter({ hasText: '没连上服务器' })
const field = (page: Page, name: string) => page.locator(`main [name=${name}]`)
const submit = (page: Page) => page.locator('main form button[type=submit]').last()

/** Opens a page whose scripts run. */
const open = (page: Page, path: string) =>
  page.goto(`${pages}${path}`, { waitUntil: 'networkidle' })

/** Presses while offline, twice: a message appears, and every field keeps what was typed. */
async function pressInVain(
  page: Page,
  button: ReturnType<typeof submit>,
  values: Record<string, string>,
) {
  await page.context().setOffline(true)
  for (const _ of ['once', 'again']) {
    await button.click()
    await expect(note(page)).toContainText('内容都在')
    await expect(note(page)).toBeInViewport({ ratio: 1 })
    for (const [name, value] of Object.entries(values))
      await expect(field(page, name)).toHaveValue(value)
  }
  await page.context().setOffline(false)
}

/** Seats of a car, including held ones. */
const seatsTaken = async ({ request }: Page, carpoolId: string): Promise<number> =>
  (await (await request.get(`${origin}/api/carpool/${carpoolId}`)).json()).currentPassengers

test('a new car and a seat in one: nothing happens twice', async ({ page, browser }) => {
  await logIn(page, await registeredStudent(page.request))
  await open(page, '/carpool/create')
  await fillCreateForm(page, { airport: '伯明翰机场', days: 21, maxPassengers: 3 })
  await pressInVain(page, mainButton(page), {
    nLocation: '12 Lenton Boulevard',
    flightNumber: 'ba 32',
  })
  await mainButton(page).click()
  await expect(page).toHaveURL(/\/pay\/deposit-/)

  const rider = await newRider(page.request)
  const { carpoolId } = await openPlace(page.request, rider, { days: 9, maxPassengers: 3 })
  const other = await (await browser.newContext()).newPage()
  await logIn(other, await registeredStudent(page.request))
  await fillJoinForm(other, carpoolId, 9)
  await other.waitForLoadState('networkidle')
  await pressInVain(other, mainButton(other), { nLocation: '8 Park Row' })
  // The seat is held; only the response is lost.
  const answerAgain = await onSent(other, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await mainButton(other).click()
  await expect(note(other)).toBeVisible()
  await expect.poll(() => seatsTaken(other, carpoolId)).toBe(2)
  await answerAgain()
  await mainButton(other).click()
  await expect(other).toHaveURL(/\/pay\/deposit-/)
  expect(await seatsTaken(other, carpoolId)).toBe(2)
  await other.context().close()
})
