import { expect } from '@playwright/test'
import { loginAsAdmin, submitAdminLogin } from './kit/admin.ts'
import { expectAccessible, expectNoSidewaysScroll } from './kit/axe.ts'
import { sql } from './kit/database.ts'
import { newFleet } from './kit/fleet.ts'
import { sheets } from './kit/paper.ts'
import { call, newRider, openPlace, payPlace } from './kit/places.ts'
import { ADMIN } from './kit/servers.ts'
import { test } from './kit/test.ts'
import { inDays, pages, setLanguage } from './kit/world.ts'

/** The driver's link is handed on from a phone, and the record of bookings is printed. */

const PHONE = '07400000998'

test('the driver’s link is handed on, also from today’s sheet; the record prints', async ({
  page,
  request,
}) => {
  sql(`INSERT OR IGNORE INTO admins (id, phone, name, password_hash, scopes, created_at)
    SELECT 'adm_sheet', '${PHONE}', 'Kay Lee', password_hash, '["today"]', 0 FROM admins LIMIT 1`)
  const [wang, li] = [await newRider(request, '王小明'), await newRider(request, '李小红')]
  const place = await openPlace(request, wang, {
    tripType: 'DROPOFF',
    days: 5,
    maxPassengers: 2,
  })
  const flightTime = await inDays(page, 5, '18:00')
  const { participantId } = await call(request, li, `/carpool/${place.carpoolId}/join`, {
    ...{ terminal: 'T1', nLocation: '8 Park Row', flightNumber: 'BA32', flightTime },
    ...{ people: 1, bigLuggage: 1, smallLuggage: 1, bag: 1 },
  })
  await payPlace(request, li, participantId)
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
  await page
    .locator('input[name=stops]')
    .last()
    .fill(await inDays(page, 5, '14:25'))
  await page.getByRole('button', { name: '安排' }).click()
  await page.getByRole('link', { name: '换车或改时间地点' }).click()
  const share = page.getByRole('button', { name: '转发给司机 English' })
  await expect(share).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await share.click()
  await expect(page.locator('body')).toHaveAttribute('data-shared', /\/drive\/.*lang=en$/)

  const day = (await inDays(page, 5, '14:00')).slice(0, 10)
  await setLanguage(page, 'en')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`${pages}/admin/bookings/print?from=${day}&to=${day}`)
  await expect(page.locator('tr', { hasText: plate })).toHaveCount(2)
  await expectAccessible(page)
  await page.emulateMedia({ media: 'print' })
  expect(await page.evaluate(() => document.body.scrollWidth <= 1280)).toBe(true)
  const paper = await page.pdf({ format: 'A4', preferCSSPageSize: true })
  expect(sheets(paper)).toBe(1)
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })

  // The car leaves today.
  const [today, id] = [await inDays(page, 0, '22:00'), `'${place.carpoolId}'`]
  const at = Date.parse(`${today}Z`)
  sql(`UPDATE groups SET departure_at = ${at}, departure_day = '${today.slice(0, 10)}'
      WHERE id = ${id};
    UPDATE participants SET ride = json_set(ride, '$.meetAt', ${at}) WHERE group_id = ${id}`)
  await page.setViewportSize({ width: 390, height: 844 })
  await setLanguage(page, 'zh')
  await page.context().clearCookies({ name: 'asid' })
  await page.goto(`${pages}/admin/day`)
  await submitAdminLogin(page, { ...ADMIN, phone: PHONE })
  await expect(page.locator('main h1')).toContainText('派车单')
  await page.locator('summary', { hasText: '司机的链接' }).click()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.goto(`${pages}/admin/day?date=${day}`)
  await expect(page.locator('main')).toContainText('车辆和调度')
})
