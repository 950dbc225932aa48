import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectInOrder } from './kit/axe.ts'
import { logIn } from './kit/people.ts'
import { newRider, openPlace } from './kit/places.ts'
import { test } from './kit/test.ts'
import { newTraveller, openTrip } from './kit/trips.ts'
import { origin, pages } from './kit/world.ts'

const WECHAT =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/122.0 Mobile Safari/537.36 MicroMessenger/8.0.50'

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

test('a place is added to the calendar as a file; inside WeChat the page explains how', async ({
  page,
  browser,
}) => {
  const { rider } = await openAtRecord(page)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: '加入日历' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^carpool-\d{4}-\d{2}-\d{2}\.ics$/)
  expect(await readFile(await file.path(), 'utf8')).toMatch(
    /^BEGIN:VCALENDAR\r\n[\s\S]*END:VCALENDAR\r\n$/,
  )

  const record = page.url()
  const context = await browser.newContext({ userAgent: WECHAT, javaScriptEnabled: false })
  const wechat = await context.newPage()
  await logIn(wechat, rider, record.slice(pages.length))
  await wechat.getByRole('link', { name: '加入日历' }).click()
  await expect(wechat).toHaveURL(/\/calendar\/carpool\/par_\w+\/open\?/)
  await expect(wechat.getByText('在浏览器打开')).toBeVisible()
  await expect(wechat.getByRole('link', { name: '下载日历文件' })).toHaveCount(0)
  const address = wechat.url()
  await context.close()
  await page.goto(address)
  await expectInOrder(page)
  const again = page.waitForEvent('download')
  await page.getByRole('link', { name: '下载日历文件' }).click()
  await again
})
