import { expect, type Page } from '@playwright/test'
import { loginAsAdmin, submitAdminLogin } from './kit/admin.ts'
import { expectAccessible, expectNoSidewaysScroll } from './kit/axe.ts'
import { logIn, registeredStudent } from './kit/people.ts'
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

test('a wrong password is refused and keeps the typed phone', async ({ page }) => {
  await page.goto(`${console_}/login`)
  await submitAdminLogin(page, { ...ADMIN, password: 'not the password' })
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.locator('input[name=phone]')).toHaveValue(ADMIN.phone)
  await expect(page.locator('input[name=password]')).toHaveValue('')
  await page.goto(console_)
  await expect(page).toHaveURL(/\/admin\/login/)
})

test('a login never redirects to another site', async ({ page }) => {
  await page.goto(`${console_}/login?redirect=${encodeURIComponent('//evil.example/admin')}`)
  await submitAdminLogin(page, ADMIN)
  await expect(page).toHaveURL(console_)
})

test('logging out ends the session', async ({ page }) => {
  await loginAsAdmin(page)
  await page.getByRole('button', { name: '退出管理' }).click()
  await expect(page).toHaveURL(/\/admin\/login/)
  await page.goto(console_)
  await expect(page).toHaveURL(/\/admin\/login/)
})

test('a student’s session, phone and password open nothing in the console', async ({
  page,
  request,
}) => {
  const student = await registeredStudent(request)
  await logIn(page, student)
  await expect(page.locator('a[href*="/admin"]')).toHaveCount(0)
  await page.goto(console_)
  await expect(page).toHaveURL(/\/admin\/login/)
  await submitAdminLogin(page, student)
  await expect(page.getByRole('alert')).toBeVisible()
})

test('an administrator sees only the pages they may use, and no others open', async ({ page }) => {
  await loginAsAdmin(page, '', ['members'])
  const menu = page.locator('nav').first()
  await expect(menu.locator('a[href$="/admin/members"]')).toHaveCount(1)
  await expect(menu.locator('a[href$="/admin/audit"]')).toHaveCount(0)
  const answer = await page.goto(`${console_}/audit`)
  expect(answer?.status()).toBe(403)
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
