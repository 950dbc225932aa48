import { expect, type Page } from '@playwright/test'
import { loginAsAdmin } from './kit/admin.ts'
import { expectAccessible, expectNoSidewaysScroll } from './kit/axe.ts'
import { Line } from './kit/line.ts'
import { registeredStudent, startSession } from './kit/people.ts'
import { newRider, openPlace } from './kit/places.ts'
import { test as stock } from './kit/test.ts'
import { origin, pages } from './kit/world.ts'

/** Without a network a page answers all the same. Of all pages only a ride's record is kept. */

const test = stock.extend<{ line: Line }>({
  line: async ({ page: _ }, use) => {
    const line = new Line()
    await line.connect()
    await use(line)
    await line.cut()
  },
})
test.use({ serviceWorkers: 'allow' })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Opens a page, and waits until its service worker is active. */
async function arrive(page: Page, address: string): Promise<string> {
  await page.goto(address)
  return page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL ?? '')
}

const setLanguage = (page: Page, line: Line, language: string) =>
  page.context().addCookies([{ name: 'language', value: language, url: line.origin }])

for (const [language, title, text, again, colorScheme] of [
  ['zh', '没有网络', '你已有的座位和已付的款都不受影响', '再打开一次', 'light'],
  ['en', 'You’re offline', 'what you’ve paid aren’t affected', 'Open it again', 'dark'],
] as const)
  test(`without a network a page says so, and opens once there is one (${language})`, async ({
    page,
    line,
  }) => {
    await page.emulateMedia({ colorScheme })
    await setLanguage(page, line, language)
    expect(await arrive(page, `${line.origin}/neighbourhelp/`)).toContain(`lang=${language}`)
    await line.cut()
    await page.goto(`${line.origin}/neighbourhelp/carpool?tripType=PICKUP`)
    await expect(heading(page)).toHaveText(title)
    await expect(page.locator('html')).toHaveAttribute('lang', language === 'en' ? 'en' : 'zh-Hans')
    await expect(page.getByRole('main')).toContainText(text)
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 600 })
    await expectNoSidewaysScroll(page)
    const link = page.getByRole('link', { name: again })
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    // Still none: the same page again, at the same address.
    await link.click()
    await expect(heading(page)).toHaveText(title)
    await line.connect()
    await link.click()
    await expect(page).toHaveURL(`${line.origin}/neighbourhelp/carpool?tripType=PICKUP`)
    await expect(page.getByRole('banner')).toBeVisible()
  })

test('the language of the page follows the choice', async ({ page, line }) => {
  await arrive(page, `${line.origin}/neighbourhelp/`)
  await setLanguage(page, line, 'en')
  await page.goto(`${line.origin}/neighbourhelp/storage`)
  await expect
    .poll(() =>
      page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL ?? ''),
    )
    .toContain('lang=en')
  await line.cut()
  await page.goto(`${line.origin}/neighbourhelp/`)
  await expect(heading(page)).toHaveText('You’re offline')
})

test('nothing is kept: no page, no data, and what fails besides pages fails as before', async ({
  page,
  line,
}) => {
  await arrive(page, `${line.origin}/neighbourhelp/`)
  const student = await registeredStudent(page.request)
  const value = await startSession(page.request, student)
  await page.context().addCookies([{ name: 'sid', value, url: line.origin }])
  await page.goto(`${line.origin}/neighbourhelp/profile`)
  await expect(page.getByText(student.wechat)).toBeVisible()
  expect(await page.evaluate(() => caches.keys())).toEqual([])
  await line.cut()
  const failed = (path: string) =>
    page.evaluate(
      (address) =>
        fetch(address).then(
          () => 'answered',
          () => 'failed',
        ),
      path,
    )
  expect(await failed('/api/airports')).toBe('failed')
  expect(await failed('/neighbourhelp/profile')).toBe('failed')
  await page.goto(`${line.origin}/neighbourhelp/profile`)
  await expect(heading(page)).toHaveText('没有网络')
  expect(await page.content()).not.toContain(student.wechat)
})

/** A student's own car with a ride; `plate` is what it is known by. */
async function ridden(page: Page) {
  const rider = await newRider(page.request)
  const place = await openPlace(page.request, rider, { days: 4, maxPassengers: 1 })
  const plate = `OF${String(Date.now()).slice(-6)}`
  await loginAsAdmin(page)
  const fillIn = async (path: string, values: Record<string, string>) => {
    await page.goto(`${pages}/admin${path}`)
    for (const [name, value] of Object.entries(values))
      await page.locator(`main [name=${name}]`).fill(value)
    await page.locator('main button[type=submit]').last().click()
    await expect(page).not.toHaveURL(`${pages}/admin${path}`)
  }
  const vehicle = { make: 'Toyota Prius', colour: '白色', bigCases: '6', licenceNo: 'PHV 1042' }
  await fillIn('/vehicles/new', { plate, ...vehicle, licenceUntil: '2030-12-31' })
  const driver = { name: `Sam ${plate}`, phone: '07700900123', badgeNo: 'B 204' }
  await fillIn('/drivers/new', { ...driver, badgeUntil: '2030-12-31' })
  await page.goto(`${pages}/admin/carpools/${place.carpoolId}/car/new`)
  const [vehicles, drivers] = ['vehicleId', 'driverId'].map((name) =>
    page.locator(`select[name=${name}]`),
  )
  await vehicles?.selectOption({ label: `${plate} · 白色 Toyota Prius，4 座` })
  await drivers?.selectOption({ label: driver.name })
  await page.locator('[name=meetingPoint]').fill('卢顿机场到达口，Costa 旁')
  await page.getByRole('button', { name: '安排' }).click()
  await expect(page.locator('main')).toContainText(`${driver.name} · 07700900123`)
  return { rider, plate, path: `/neighbourhelp/carpool/record/${place.participantId}` }
}

/** What is kept, page by page. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const found: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys())
        found.push(new URL(url).pathname)
    return found
  })

test('a record with a ride is read without a network, until its owner logs out', async ({
  page,
  line,
}) => {
  const { rider, plate, path } = await ridden(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.context().addCookies([{ name: 'sid', value: rider.token, url: line.origin }])
  const record = `${line.origin}${path}`
  const note = page.getByText(/^离线显示，保存于 20\d\d年\d+月\d+日 \d\d:\d\d$/)
  await arrive(page, record)
  await page.goto(record)
  await expect(page.getByText(plate, { exact: true })).toBeVisible()
  await expect(note).toHaveCount(0)
  // The page, and the stylesheet that it needs.
  await expect.poll(() => kept(page)).toEqual([path, expect.stringMatching(/\.css$/)])

  await line.cut()
  await page.goto(record)
  await expect(note).toBeVisible()
  await expect(page.getByText(plate, { exact: true })).toBeVisible()
  await expect(page.locator('main')).toContainText('卢顿机场到达口，Costa 旁')
  await expect(page.locator('a[href="tel:07700900123"]')).toBeVisible()
  expect(await page.content()).not.toContain('<script')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  // Nothing else is kept.
  for (const other of ['/profile', '/rides']) {
    await page.goto(`${line.origin}/neighbourhelp${other}`)
    await expect(heading(page)).toHaveText('没有网络')
  }

  await line.connect()
  await page.goto(record)
  await expect(note).toHaveCount(0)
  await expect.poll(() => kept(page)).toHaveLength(2)
  await page.evaluate(() =>
    document.querySelector<HTMLFormElement>('form[action$="/logout"]')?.requestSubmit(),
  )
  await expect(page).toHaveURL(`${line.origin}/neighbourhelp/`)
  await expect.poll(() => kept(page)).toEqual([])
  await line.cut()
  await page.goto(record)
  await expect(heading(page)).toHaveText('没有网络')
  expect(await page.content()).not.toContain(plate)
})

test('a form that is sent without a network gets the browser’s own answer', async ({
  page,
  line,
}) => {
  await arrive(page, `${line.origin}/neighbourhelp/`)
  await line.cut()
  // It may have arrived, and nothing here knows.
  const gone = page.waitForEvent('requestfailed', (request) => request.method() === 'POST')
  await page.evaluate(() => document.querySelector<HTMLFormElement>('form[method=post]')?.submit())
  await gone
  await expect(page.getByText('没有网络')).toHaveCount(0)
})

test('a deploy replaces the worker', async ({ page, line }) => {
  await arrive(page, `${line.origin}/neighbourhelp/`)
  line.deployed = (source) => source.replaceAll('没有网络', '还是没有网络')
  await page.goto(`${line.origin}/neighbourhelp/storage`)
  // The browser asks for the worker on navigating; here the test need not wait for its moment.
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const before = registration.active
    await registration.update()
    while (registration.active === before || registration.active?.state !== 'activated')
      await new Promise((resolve) => setTimeout(resolve, 50))
  })
  await line.cut()
  await page.goto(`${line.origin}/neighbourhelp/`)
  await expect(heading(page)).toHaveText('还是没有网络')
})

test('the worker is small and asked for anew, and the manifest has what an installed app needs', async ({
  page,
}) => {
  const worker = await page.request.get(`${origin}/sw.js`)
  const source = await worker.body()
  expect(source.length).toBeLessThan(4000)
  expect(worker.headers()).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': expect.stringContaining('javascript'),
    'content-security-policy': expect.stringMatching(/^default-src 'none'; connect-src 'self'/),
  })
  await page.goto(`${origin}/neighbourhelp/`)
  const address = await page.locator('link[rel=manifest]').getAttribute('href')
  expect(address).toBe('/manifest.webmanifest')
  const manifest = await page.request.get(`${origin}${address}`)
  expect(manifest.headers()['content-type']).toContain('manifest+json')
  const { name, lang, start_url, icons, theme_color } = await manifest.json()
  expect([name, lang, theme_color]).toEqual(['邻帮 Neighbourhelp', 'zh-Hans', '#0b6b4f'])
  expect((await page.request.get(`${origin}${start_url}`)).status()).toBe(200)
  for (const { src, sizes } of icons) {
    const icon = await page.request.get(`${origin}${src}`)
    expect(icon.headers()['content-type']).toBe('image/png')
    const [width, height] = [16, 20].map(async (at) => (await icon.body()).readUInt32BE(at))
    expect(`${await width}x${await height}`).toBe(sizes)
  }
})

test('a page is passed on untouched, and its policy lets the worker in', async ({ page, line }) => {
  const home = await page.goto(`${origin}/neighbourhelp/`)
  expect(home?.headers()['content-security-policy']).toContain("worker-src 'self'")
  await arrive(page, `${line.origin}/neighbourhelp/login?redirect=%2Ftrip`)
  const again = await page.goto(`${line.origin}/neighbourhelp/login?redirect=%2Ftrip`)
  expect(again?.fromServiceWorker()).toBe(true)
  expect(again?.headers()['content-security-policy']).toContain("script-src 'self' 'nonce-")
  await expect(page.getByLabel('手机号')).toBeVisible()
})
