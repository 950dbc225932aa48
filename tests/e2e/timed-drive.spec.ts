import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
import { loginAsAdmin } from './kit/admin.ts'
import { expectAccessible, expectNoSidewaysScroll } from './kit/axe.ts'
import { logIn } from './kit/people.ts'
import {
  call,
  goToHoursBefore,
  joinPlace,
  newRider,
  openPlace,
  type Place,
  payIntent,
  type Rider,
} from './kit/places.ts'
import { test } from './kit/test.ts'
import { pages } from './kit/world.ts'

/** A driver's phone without scripts, in both languages, and what a student sees of it. */

const DAYS = 5

async function payBalance(request: APIRequestContext, rider: Rider, { participantId }: Place) {
  const { clientSecret } = await call(request, rider, '/user/my/pay-remaining', {
    participantId,
    usePoints: false,
  })
  await payIntent(request, clientSecret)
  await call(request, rider, '/user/my/confirm-remaining', { participantId })
}

/** Fills in a form of the console and sends it. */
async function fillIn(page: Page, path: string, values: Record<string, string>) {
  await page.goto(`${pages}/admin${path}`)
  for (const [name, value] of Object.entries(values))
    await page.locator(`main [name=${name}]`).fill(value)
  await page.locator('main button[type=submit]').last().click()
}

type Pages = { browser: Browser; office: Page; driver: Page }

/** A late flight, within the group's window: driver and office see it with their next request. */
async function flightChanges({ browser, office, driver }: Pages, rider: Rider, place: Place) {
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const student = await phone.newPage()
  await logIn(student, rider, `/carpool/record/${place.participantId}`)
  await student.getByRole('link', { name: '航班改了' }).click()
  const landing = student.locator('main [name=flightTime]')
  await expect(landing).toBeVisible()
  await expectAccessible(student)
  const before = await landing.inputValue()
  const after = before.replace('T11:50', 'T12:35')
  expect(after).not.toBe(before)
  await landing.fill(after)
  await student.getByRole('button', { name: '保存新航班' }).click()
  await expect(student.getByText('新航班已保存，司机和客服看得到')).toBeVisible()
  await expect(student.locator('main')).toContainText('12:35')
  await expectAccessible(student)
  await expectNoSidewaysScroll(student)
  await phone.close()

  const party = driver.getByRole('listitem').filter({ hasText: '李小红' })
  await expect(party).toContainText('11:50')
  await driver.reload()
  await expect(party).toContainText('12:35')
  await expect(party).toContainText('航班有变')
  await expectNoSidewaysScroll(driver)
  // Days later, the console asks who it is.
  await loginAsAdmin(office, `/day?date=${before.slice(0, 10)}`)
  const line = office
    .getByRole('listitem')
    .filter({ hasText: '李小红' })
    .filter({ hasText: '12:35' })
  await expect(line).toContainText('改了航班')
  await expectAccessible(office)
}

test('a driver reports from a link; the student sees it, and so does the office', async ({
  page,
  request,
  browser,
}) => {
  const [wang, li] = [await newRider(request, '王小明'), await newRider(request, '李小红')]
  const his = await openPlace(request, wang, { days: DAYS, maxPassengers: 2 })
  const hers = await joinPlace(request, li, his, DAYS)
  await payBalance(request, wang, his)
  await payBalance(request, li, hers)

  await loginAsAdmin(page, '/vehicles/new')
  const plate = `DR${String(Date.now() % 100).padStart(2, '0')} VER`
  await fillIn(page, '/vehicles/new', {
    plate,
    make: 'Toyota Prius',
    colour: '白色',
    bigCases: '6',
    licenceNo: 'PHV 1042',
    licenceUntil: '2030-12-31',
  })
  await fillIn(page, '/drivers/new', {
    name: 'Sam Carter',
    phone: '07700900123',
    badgeNo: 'B 204',
    badgeUntil: '2030-12-31',
  })
  await page.goto(`${pages}/admin/carpools/${his.carpoolId}/car/new`)
  await page
    .locator('select[name=vehicleId]')
    .selectOption({ label: `${plate} · 白色 Toyota Prius，4 座` })
  await page.locator('select[name=driverId]').selectOption({ label: 'Sam Carter' })
  await page.locator('[name=meetingPoint]').fill('2 号航站楼到达口')
  await page.getByRole('button', { name: '安排' }).click()
  await page.getByRole('link', { name: '换车或改时间地点' }).click()
  const links = page.getByText(/\/drive\/car_/)
  await expect(links).toHaveCount(2)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const [zh = '', en = ''] = (await links.allTextContents()).map((url) => new URL(url).href)

  await goToHoursBefore(request, wang, his, 2)
  const viewport = { width: 390, height: 844 }
  const phone = await browser.newContext({ viewport, javaScriptEnabled: false })
  const driver = await phone.newPage()
  const local = (url: string) => `${pages}${url.slice(url.indexOf('/drive/'))}`
  await driver.goto(local(zh))
  await expect(driver.getByText('王小明')).toBeVisible()
  await expect(driver.locator(`a[href="tel:${wang.phone}"]`)).toBeVisible()
  await expectNoSidewaysScroll(driver)
  await flightChanges({ browser, office: page, driver }, li, hers)
  await driver.getByRole('button', { name: '我出发了' }).click()
  await driver.getByRole('button', { name: '我到上车地点了' }).click()
  const party = (name: string) => driver.getByRole('listitem').filter({ hasText: name })
  await party('李小红').getByRole('button', { name: '上车了' }).click()
  await party('王小明').getByRole('button', { name: '没见到' }).click()
  await expect(driver.getByRole('button', { pressed: true })).toHaveCount(2)
  await driver.goto(local(en))
  await expect(driver.getByRole('button', { name: /^Not here \d/ })).toBeVisible()
  await expectNoSidewaysScroll(driver)
  await driver.getByRole('link', { name: '中文' }).click()
  await expect(driver.getByRole('button', { name: '都送到了，结束' })).toBeVisible()
  await driver.goto(local(zh).replace('/drive/', '/drive/x'))
  await expect(driver.getByRole('heading', { name: '链接打不开' })).toBeVisible()
  await phone.close()

  const student = await browser.newContext({ viewport })
  const record = await student.newPage()
  await logIn(record, li, `/carpool/record/${hers.participantId}`)
  await expect(record.getByText('已上车')).toBeVisible()
  await record.context().clearCookies()
  await logIn(record, wang, `/carpool/record/${his.participantId}`)
  await expect(record.locator('main').getByText('司机没看到你，马上打给司机')).toBeVisible()
  await expectAccessible(record)
  await expectNoSidewaysScroll(record)
  await student.close()

  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`${pages}/admin`)
  await expect(page.getByText('位乘客司机没见到')).toBeVisible()
  await page.getByText('位乘客司机没见到').click()
  await expect(page.getByText(/司机没见到 王小明/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '已处理' }).click()
  await expect(page.getByText(/司机没见到 王小明/)).toHaveCount(0)
})
