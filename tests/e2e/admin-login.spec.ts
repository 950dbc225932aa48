import { expect, type Page } from '@playwright/test'
import { submitAdminLogin } from './kit/admin.ts'
import { expectAccessible, expectNoSidewaysScroll } from './kit/axe.ts'
import { ADMIN } from './kit/servers.ts'
import { test } from './kit/test.ts'
import { pages, setLanguage } from './kit/world.ts'

/** The entrance to the console. */

const console_ = `${pages}/admin`
const scripts = (page: Page) => page.locator('script, link[rel=modulepreload]')

test('the console asks for a login, and then opens the requested page', async ({ page }) => {
  await page.goto(`${console_}?from=bookmark`)
  await expect(page).toHaveURL(/\/admin\/login\?redirect=/)
  await submitAdminLogin(page, ADMIN)
  await expect(page).toHaveURL(`${console_}?from=bookmark`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('今日概览')
})

for (const [language, width] of [
  ['zh', 390],
  ['en', 1280],
] as const)
  test(`login and console carry no scripts and are accessible: ${language}, ${width} px`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ viewport: { width, height: 800 } })
    const page = await context.newPage()
    await setLanguage(page, language)
    await page.goto(console_)
    await expect(scripts(page)).toHaveCount(0)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await submitAdminLogin(page, ADMIN)
    await expect(page).toHaveURL(console_)
    await expect(scripts(page)).toHaveCount(0)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await context.close()
  })
