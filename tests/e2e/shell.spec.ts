import { type BrowserContext, expect, type Page } from '@playwright/test'
import { expectInOrder, type Look, lookAt, titleOf } from './kit/axe.ts'
import { test } from './kit/test.ts'

const LANGUAGE = 'language'
const shellPages = ['', 'storage', 'mail', 'no-such-page']

const setLanguage = (context: BrowserContext, value: string, baseURL: string | undefined) =>
  context.addCookies([{ name: LANGUAGE, value, url: baseURL ?? '' }])

const html = (page: Page) => page.locator('html')
const toEnglish = (page: Page) => page.getByRole('button', { name: '切换到 English' })

test('the first visit is in Chinese, whatever the phone’s language', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ locale: 'en-GB', baseURL })
  const page = await context.newPage()
  await page.goto('')
  await expect(html(page)).toHaveAttribute('lang', 'zh-Hans')
  await context.close()
})

test('the language switch stays on the page, with its query, and is remembered', async ({
  page,
}) => {
  await page.goto('storage?from=poster')
  await toEnglish(page).click()
  await expect(page).toHaveURL(/\/storage\?from=poster$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Storage over the holidays')
  await expect(html(page)).toHaveAttribute('lang', 'en')
  // By the page's script, which the page does not wait for.
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), LANGUAGE)).toBe('en')
  await page.goto('')
  await expect(html(page)).toHaveAttribute('lang', 'en')
})

test('a lost cookie is restored from local storage', async ({ page, context }) => {
  await page.goto('storage')
  await toEnglish(page).click()
  await expect(html(page)).toHaveAttribute('lang', 'en')
  await context.clearCookies({ name: LANGUAGE })
  await page.goto('')
  await expect(html(page)).toHaveAttribute('lang', 'en')
  const cookies = await context.cookies()
  expect(cookies.find(({ name }) => name === LANGUAGE)?.value).toBe('en')
})

test('browser and server use the same texts', async ({ page }) => {
  const wrong: string[] = []
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()))
  page.on('pageerror', (error) => wrong.push(error.message))
  await page.goto('')
  await page
    .getByRole('navigation', { name: '常用导航' })
    .getByRole('link', { name: '拼车' })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('机场拼车')
  await expect(page).toHaveTitle('机场拼车 · 邻帮')
  expect(wrong).toEqual([])
})

test('from home a search has results in one tap, with and without its fields', async ({ page }) => {
  await page.goto('')
  await page.getByText('送机 · 去机场').click()
  await page.getByLabel('机场', { exact: true }).selectOption({ label: '曼彻斯特 MAN' })
  await page.getByRole('button', { name: '找拼车' }).click()
  await expect(page).toHaveURL(/carpool\?tripType=DROPOFF&airportName=MAN/)
  await page.goto('')
  await page.getByRole('button', { name: '找拼车' }).click()
  await expect(page).toHaveURL(/carpool\?tripType=PICKUP/)
})

test('home has the five services in a row and the contact', async ({ page }) => {
  await page.goto('')
  const services = page.getByRole('navigation', { name: '服务' }).getByRole('link')
  await expect(services).toHaveText(['拼车', '寄件', '搬家', '仓储', '组团'])
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const boxes = await services.evaluateAll((links) =>
      links.map((link) => link.getBoundingClientRect()),
    )
    expect(new Set(boxes.map(({ top }) => top)).size, `${width} px`).toBe(1)
    expect(Math.min(...boxes.map(({ height }) => height))).toBeGreaterThanOrEqual(44)
  }
  const code = page.getByRole('img', { name: /二维码/ })
  await expect
    .poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await expect(
    page.getByRole('region', { name: '客服', exact: true }).locator('strong'),
  ).not.toBeEmpty()
})

test('on a phone the pages beyond the first three are behind "me", by keyboard too', async ({
  page,
}) => {
  await page.goto('')
  const me = page.locator('summary', { hasText: '我的' })
  const storage = page
    .getByRole('navigation', { name: '常用导航' })
    .getByRole('link', { name: '仓储' })
  await expect(storage).toBeHidden()
  await me.focus()
  await page.keyboard.press('Enter')
  await expect(storage).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(storage).toBeHidden()
  await expect(me).toBeFocused()
  await me.click()
  await storage.click()
  await expect(page).toHaveURL(/\/storage$/)
  await expect(storage).toBeHidden()
})

test('the skip link jumps past the navigation', async ({ page }) => {
  await page.goto('')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: '跳到正文' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#content')).toBeFocused()
})

test('on a desktop everything is in one navigation', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('storage')
  const links = page.getByRole('navigation', { name: '主导航' }).getByRole('link')
  await expect(links).toHaveText(['首页', '拼车', '搬家', '仓储', '寄件', '组团'])
  await expect(links.filter({ hasText: '仓储' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('banner').getByRole('link', { name: '登录' })).toBeVisible()
})

for (const [path, what, least, most] of [
  ['', 'home', 500, 15],
  ['carpool', 'the list of carpools', 500, 15],
  ['login', 'a form', 500, 15],
] as const)
  test(`${what} ships at most ${most} kB of JavaScript`, async ({ page, context }) => {
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    let scripts = 0
    const types = new Map<string, string>()
    session.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type))
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (types.get(requestId) === 'Script') scripts += encodedDataLength
    })
    await page.goto(path, { waitUntil: 'networkidle' })
    expect(scripts).toBeGreaterThan(least)
    expect(scripts).toBeLessThan(most * 1024)
  })

const LOOKS = [
  ['light', 320],
  ['dark', 320],
  ['light', 1280],
  ['dark', 1280],
] as const satisfies Look[]

for (const language of ['zh', 'en'])
  test(`axe finds no fault: ${language}, ${titleOf(LOOKS)}`, async ({ page, context, baseURL }) => {
    await setLanguage(context, language, baseURL)
    await lookAt(page, LOOKS[0])
    for (const address of shellPages) {
      await page.goto(address)
      await expectInOrder(page, LOOKS, { everyRule: true })
    }
  })

/** Opens the session-expired page, and keeps it from redirecting after its one second. */
async function openSessionExpired(page: Page): Promise<void> {
  let leadsTo: string | undefined
  await page.route(/\/session-expired\?/, async (route) => {
    const response = await route.fetch()
    const { refresh, ...headers } = response.headers()
    leadsTo = refresh
    await route.fulfill({ response, headers })
  })
  await page.goto('session-expired?redirect=/profile', { waitUntil: 'networkidle' })
  expect(leadsTo).toContain('/login')
}

for (const [language, title, button] of [
  ['zh', '登录已过期', '现在去登录'],
  ['en', 'Login expired', 'Log in now'],
] as const)
  test(`axe finds no fault where a session has expired: ${language}, light and dark`, async ({
    page,
    context,
    baseURL,
  }) => {
    await setLanguage(context, language, baseURL)
    await lookAt(page, LOOKS[0])
    await openSessionExpired(page)
    await expect(page.getByRole('alert')).toContainText(title)
    await expectInOrder(page, LOOKS.slice(0, 2))
    await page.getByRole('main').getByRole('link', { name: button }).click()
    await expect(page).toHaveURL(/\/login\?redirect=%2Fprofile$/)
  })

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the language switch stays on the page', async ({ page }) => {
    await page.goto('storage?from=poster')
    await toEnglish(page).click()
    await expect(page).toHaveURL(/\/storage\?from=poster$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Storage over the holidays')
  })

  test('the pages behind "me" can be reached', async ({ page }) => {
    await page.goto('')
    await page.locator('summary', { hasText: '我的' }).click()
    await page
      .getByRole('navigation', { name: '常用导航' })
      .getByRole('link', { name: '仓储' })
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('仓储：寒暑假行李寄存')
  })
})
