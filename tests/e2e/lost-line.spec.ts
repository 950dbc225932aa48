import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { logIn, registeredStudent } from './kit/people.ts'
import { newRider, openPlace } from './kit/places.ts'
import { dialog, fillCreateForm, fillJoinForm, mainButton } from './kit/ride.ts'
import { test } from './kit/test.ts'
import { origin, pages } from './kit/world.ts'

/**
 * Phones lose the connection. What was typed stays, a message says what happened, and pressing
 * again continues.
 */

const note = (page: Page) => page.getByRole('alert').filter({ hasText: '没连上服务器' })
const field = (page: Page, name: string) => page.locator(`main [name=${name}]`)
const submit = (page: Page) => page.locator('main form button[type=submit]').last()
const isData = (address: URL) => address.pathname.endsWith('.data')

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
  await other.route(isData, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await mainButton(other).click()
  await expect(note(other)).toBeVisible()
  await expect.poll(() => seatsTaken(other, carpoolId)).toBe(2)
  await other.unroute(isData)
  await mainButton(other).click()
  await expect(other).toHaveURL(/\/pay\/deposit-/)
  expect(await seatsTaken(other, carpoolId)).toBe(2)
  await other.context().close()
})

test('a reply that arrived just before the connection was lost stays', async ({ page }) => {
  const rider = await newRider(page.request)
  const { participantId } = await openPlace(page.request, rider, { days: 9, maxPassengers: 3 })
  await logIn(page, rider, '/profile')
  await open(page, `/carpool/record/${participantId}/info`)
  await dialog(page).locator('[name=nLocation]').fill('8 Park Row')
  // The action gets through, and everything read after it fails.
  await page.route(isData, (route) =>
    route.request().method() === 'POST' ? route.continue() : route.abort(),
  )
  await mainButton(page).click()
  await expect(dialog(page)).toContainText('保存前再看一遍')
  await expect(dialog(page).locator('dt')).toHaveText(['诺丁汉地址'])
  await page.waitForLoadState('networkidle')
  await expect(dialog(page)).toContainText('保存前再看一遍')
})

test('a page that lost its connection says so, and can be reopened from there', async ({
  page,
}) => {
  await logIn(page, await registeredStudent(page.request), '/profile')
  await page.waitForLoadState('networkidle')
  await page.route(isData, (route) => route.abort())
  await page.getByRole('link', { name: '我的数据与账号' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('没连上服务器')
  await expect(page.getByText('已经记下来了')).toHaveCount(0)
  // The login state was not lost with it.
  await expect(page.getByRole('link', { name: '消息' }).first()).toBeVisible()
  await expectAccessible(page)
  await page.unroute(isData)
  await page.getByRole('link', { name: '再打开一次' }).click()
  await expect(page).toHaveURL(`${pages}/profile/data`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('数据')
})
