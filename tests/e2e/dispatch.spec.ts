import { expect, type Page } from '@playwright/test'
import { loginAsAdmin } from './kit/admin.ts'
import { expectAccessible, expectNoSidewaysScroll } from './kit/axe.ts'
import { sheets } from './kit/paper.ts'
import { logIn } from './kit/people.ts'
import { joinPlace, newRider, openPlace } from './kit/places.ts'
import { test } from './kit/test.ts'
import { inDays, pages, setLanguage } from './kit/world.ts'

/** A car is assigned in the console, and found by a student on a phone. */

const main = (page: Page) => page.locator('main')

/** Fills a form field by field in its order on the page, without a pointer. */
async function typeInto(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const field = page.getByLabel(label, { exact: true })
    await field.focus()
    // How a date is typed depends on the system's language.
    if (/^\d{4}-/.test(value)) await field.fill(value)
    else await page.keyboard.type(value)
  }
  await page.keyboard.press('Enter')
}

test('a vehicle and a driver are added and assigned by keyboard; passengers see the car', async ({
  page,
  request,
  browser,
}) => {
  const [wang, li] = [await newRider(request, '王小明'), await newRider(request, '李小红')]
  const place = await openPlace(request, wang, { days: 6, maxPassengers: 2 })
  const hers = await joinPlace(request, li, place, 6)
  await loginAsAdmin(page, '/vehicles/new')
  const plate = `LB${String(Date.now() % 100).padStart(2, '0')} UOE`
  await typeInto(page, {
    车牌: plate,
    车型: 'Toyota Prius',
    颜色: '白色',
    车辆牌照号: 'PHV 1042',
    牌照有效到: '2030-12-31',
  })
  await expect(main(page)).toContainText(plate)
  await page.goto(`${pages}/admin/drivers/new`)
  await typeInto(page, {
    姓名: 'Sam Carter',
    电话: '07700900123',
    司机证号: 'B 204',
    司机证有效到: '2030-12-31',
  })
  await expect(main(page)).toContainText('Sam Carter')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.goto(`${pages}/admin/carpools/${place.carpoolId}`)
  await page.getByRole('link', { name: '安排车辆' }).press('Enter')
  await expect(page.getByRole('heading', { name: '安排车辆' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page
    .locator('select[name=vehicleId]')
    .selectOption({ label: `${plate} · 白色 Toyota Prius，4 座` })
  await page.locator('select[name=driverId]').selectOption({ label: 'Sam Carter' })
  await typeInto(page, { 上车地点: '卢顿机场到达口，Costa 旁' })
  // More luggage than there is room for: nothing is saved before that is confirmed.
  const confirm = page.getByLabel('行李可能放不下，已确认没问题')
  await expect(confirm).toBeVisible()
  await expectAccessible(page)
  await confirm.press('Space')
  await page.getByRole('button', { name: '安排' }).press('Enter')
  await expect(main(page)).toContainText('Sam Carter · 07700900123')
  await expectAccessible(page)

  const viewport = { width: 390, height: 844 }
  const plain = await browser.newContext({ viewport, javaScriptEnabled: false })
  const withoutScripts = await plain.newPage()
  await logIn(withoutScripts, li, `/carpool/record/${hers.participantId}`)
  await expect(withoutScripts.getByText(plate)).toBeVisible()
  await plain.close()
  const phone = await browser.newContext({ viewport })
  const student = await phone.newPage()
  for (const language of ['zh', 'en'] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await student.emulateMedia({ colorScheme })
      await setLanguage(student, language)
      await logIn(student, li, `/carpool/record/${hers.participantId}`)
      await expect(student.getByText(plate)).toBeVisible()
      await expect(student.locator('a[href="tel:07700900123"]')).toBeVisible()
      await expect(main(student)).toContainText('卢顿机场到达口，Costa 旁')
      await expectAccessible(student)
      await expectNoSidewaysScroll(student)
    }
  await phone.close()
  await onPaper(page, plate)
})

/** The day sheet on A4: the cars and of when it is, without the console around it. */
async function onPaper(page: Page, plate: string): Promise<void> {
  await page.goto(`${pages}/admin/day?date=${(await inDays(page, 6, '14:00')).slice(0, 10)}`)
  const sheet = page.locator('article', { hasText: plate })
  await expect(sheet).toContainText('白色 Toyota Prius')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  const isShown = (selector: string) =>
    page.locator(selector).evaluateAll((all) => all.some((one) => one.checkVisibility()))
  expect(await isShown('header, nav')).toBe(true)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await isShown('header, nav, form, button, a.inline-flex')).toBe(false)
  await expect(page.locator('main')).toContainText('截至')
  for (const part of [
    plate,
    'Sam Carter',
    '王小明',
    '12 Lenton Boulevard',
    '卢顿机场到达口，Costa 旁',
  ])
    await expect(sheet).toContainText(part)
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true })
  const count = await page.locator('article').count()
  expect(sheets(pdf)).toBeLessThanOrEqual(Math.ceil(count / 3))
}
