import { expect } from '@playwright/test'
import { loginAsAdmin, submitAdminLogin } from './kit/admin.ts'
import { expectAccessible, expectNoSidewaysScroll } from './kit/axe.ts'
import { sql } from './kit/database.ts'
import { newFleet } from './kit/fleet.ts'
import { joinPlace, newRider, openPlace } from './kit/places.ts'
import { ADMIN } from './kit/servers.ts'
import { test } from './kit/test.ts'
import { inDays, pages, setLanguage } from './kit/world.ts'

/** A driver is told on a phone: the link is handed on, and the sheet has it for who sees no more. */

const PHONE = '07400000998'

test('the driver’s link is handed on, also from today’s sheet; the record prints', async ({
  page,
  request,
}) => {
  sql(`INSERT OR IGNORE INTO admins (id, phone, name, password_hash, scopes, created_at)
    SELECT 'adm_sheet', '${PHONE}', 'Kay Lee', password_hash, '["today"]', 0 FROM admins LIMIT 1`)
  const [wang, li] = [await newRider(request, '王小明'), await newRider(request, '李小红')]
  const place = await openPlace(request, wang, { days: 2, maxPassengers: 2 })
  await joinPlace(request, li, place, 2)
  const plate = `DR${String(Date.now() % 100).padStart(2, '0')} TXT`
  await newFleet(request, plate)
  await page.addInitScript(() => {
    navigator.share = async (what) => void document.body.setAttribute('data-shared', `${what?.url}`)
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await loginAsAdmin(page, `/carpools/${place.carpoolId}`)
  await page.getByRole('link', { name: '安排车辆' }).click()
  const choose = async (name: string, text: string) => {
    const field = page.locator(`select[name=${name}]`)
    await field.selectOption(
      await field.locator('option', { hasText: text }).first().getAttribute('value'),
    )
  }
  await choose('vehicleId', plate)
  await choose('driverId', 'Kay Board')
  await page.getByLabel('上车地点', { exact: true }).fill('T2 到达口，Costa 旁')
  await page.getByRole('button', { name: '安排' }).click()
  await page.getByRole('link', { name: '换车或改时间地点' }).click()
  const share = page.getByRole('button', { name: '转发给司机 English' })
  await expect(share).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.screenshot({ path: '/dev/shm/nh-drivers/car.png', fullPage: true })
  await share.click()
  await expect(page.locator('body')).toHaveAttribute('data-shared', /\/drive\/.*lang=en$/)

  const day = (await inDays(page, 2, '14:00')).slice(0, 10)
  await setLanguage(page, 'en')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`${pages}/admin/bookings/print?from=${day}&to=${day}`)
  await expect(page.locator('tr', { hasText: plate })).toHaveCount(2)
  await expectAccessible(page)
  await page.screenshot({ path: '/dev/shm/nh-drivers/record.png', fullPage: true })
  await page.emulateMedia({ media: 'print' })
  expect(await page.evaluate(() => document.body.scrollWidth <= 1280)).toBe(true)
  await page.pdf({ path: '/dev/shm/nh-drivers/record.pdf', format: 'A4' })
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })

  await page.setViewportSize({ width: 390, height: 844 })
  await setLanguage(page, 'zh')
  await page.context().clearCookies({ name: 'asid' })
  await page.goto(`${pages}/admin/day`)
  await submitAdminLogin(page, { ...ADMIN, phone: PHONE })
  await expect(page.locator('main h1')).toContainText('派车单')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.screenshot({ path: '/dev/shm/nh-drivers/sheet.png', fullPage: true })
  await page.goto(`${pages}/admin/day?date=${day}`)
  await expect(page.locator('main')).toContainText('车辆和调度')
})
