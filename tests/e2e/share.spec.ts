import { expect, type Page } from '@playwright/test'
import { expectInOrder } from './kit/axe.ts'
import { logIn } from './kit/people.ts'
import { newRider, openPlace } from './kit/places.ts'
import { test } from './kit/test.ts'
import { newTraveller, openTrip } from './kit/trips.ts'
import { origin, pages } from './kit/world.ts'

/** Opens a car and ends at the student's own record of it. */
async function openAtRecord(page: Page) {
  const rider = await newRider(page.request)
  const ride = { airportId: 'air_stn', days: 40, maxPassengers: 4 }
  const { carpoolId, participantId } = await openPlace(page.request, rider, ride)
  await logIn(page, rider, `/carpool/record/${participantId}`)
  return { rider, carpoolId }
}

const qr = (page: Page) => page.getByRole('img', { name: /二维码|QR code/ })
const isDrawn = (page: Page) =>
  expect
    .poll(() => qr(page).evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)

test('a carpool is shared from its record, and its link lets others join, in its own language', async ({
  page,
  browser,
}) => {
  const { carpoolId: id } = await openAtRecord(page)
  await page.getByRole('link', { name: '发到微信群，拼满更快' }).click()
  await expect(page).toHaveURL(`${pages}/share/carpool/${id}?lang=zh`)
  await expect(page).toHaveTitle(/^伦敦斯坦斯特德机场接机拼车 · .* · 还差 3 人$/)
  await isDrawn(page)
  await expect(page.locator('code')).toHaveText(`${pages}/share/carpool/${id}?lang=zh`)
  await expectInOrder(page)

  // Another visitor, on a desktop, who was sent the English link.
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const other = await context.newPage()
  await other.goto(`${pages}/share/carpool/${id}?lang=en`)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Carpool from London Stansted')
  await expect(other.locator('main')).toContainText('3 to go (1/4)')
  await isDrawn(other)
  await expectInOrder(other)
  const image = await other.locator('meta[property="og:image"]').getAttribute('content')
  const picture = await other.request.get(image ?? '')
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png'])
  await other.getByRole('link', { name: 'Join this car' }).click()
  await expect(other).toHaveURL(
    `${pages}/login?redirect=${encodeURIComponent(`/carpool/${id}/join`)}`,
  )
  await expect(other.locator('html')).toHaveAttribute('lang', 'en')
  await context.close()
})

test('the copied link is the one shown', async ({ page, context, request }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin })
  const { id } = await openTrip(request, await newTraveller(request))
  await page.goto(`${pages}/share/trip/${id}?lang=zh`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('组团：')
  await page.getByRole('button', { name: '复制' }).last().click()
  await expect(page.getByRole('button', { name: '已复制' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${pages}/share/trip/${id}?lang=zh`,
  )
  await expectInOrder(page)
  // The switch changes the link's language too.
  await page.getByRole('button', { name: '切换到 English' }).click()
  await expect(page).toHaveURL(`${pages}/share/trip/${id}?lang=en`)
  await expect(page.locator('code')).toHaveText(`${pages}/share/trip/${id}?lang=en`)
})
