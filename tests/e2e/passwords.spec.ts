import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './kit/axe.ts'
import { logIn, newStudent, registeredStudent } from './kit/people.ts'
import { test } from './kit/test.ts'
import { pages, setLanguage } from './kit/world.ts'

/** A button beside every password shows what was typed. */

const shows = (page: Page) => page.locator('[data-show]')
const stored = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }))

/** Every page with passwords, and what its buttons are called in both languages. */
const VISITOR: Record<string, [string[], string[]]> = {
  '/login': [['显示 密码'], ['Show Password']],
  '/register': [
    ['显示 密码', '显示 确认密码'],
    ['Show Password', 'Show Confirm password'],
  ],
  '/forgot-password': [
    ['显示 新密码', '显示 确认新密码'],
    ['Show New password', 'Show Confirm new password'],
  ],
}
const STUDENT: typeof VISITOR = {
  '/profile/password': [
    ['显示 现在的密码', '显示 新密码', '显示 确认新密码'],
    ['Show Current password', 'Show New password', 'Show Confirm new password'],
  ],
  '/profile/phone': [['显示 现在的密码'], ['Show Current password']],
  '/profile/data/close': [['显示 密码'], ['Show Password']],
}

async function expectShown(page: Page, path: string, names: string[]): Promise<void> {
  await page.goto(`${pages}${path}`)
  await expect(shows(page)).toHaveCount(names.length)
  const inputs = page.locator('input[type=password]')
  await expect(inputs).toHaveCount(names.length)
  const ids = await inputs.evaluateAll((all) => all.map(({ id }) => id))
  for (const [at, name] of names.entries()) {
    const input = page.locator(`[id="${ids[at]}"]`)
    const button = shows(page).nth(at)
    await expect(button).toHaveAccessibleName(name)
    await expect(button).toHaveAttribute('aria-pressed', 'false')
    const box = await button.boundingBox()
    expect(box?.height, name).toBeGreaterThanOrEqual(44)
    expect(box?.width, name).toBeGreaterThanOrEqual(44)
    await input.fill('tram-to-beeston')
    await button.click()
    await expect(input).toHaveAttribute('type', 'text')
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    await expect(input).toHaveValue('tram-to-beeston')
  }
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shows(page).first().click()
  await expect(page.locator(`[id="${ids[0]}"]`)).toHaveAttribute('type', 'password')
  await expect(page).toHaveURL(`${pages}${path}`)
}

for (const [at, language] of (['zh', 'en'] as const).entries())
  test(`every password can be shown, and nothing is sent by that (${language})`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 800 })
    await setLanguage(page, language)
    const posts: string[] = []
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
    for (const [path, names] of Object.entries(VISITOR))
      await expectShown(page, path, names[at] ?? [])
    expect(posts).toEqual([])
    await logIn(page, await registeredStudent(page.request))
    for (const [path, names] of Object.entries(STUDENT))
      await expectShown(page, path, names[at] ?? [])
  })

test('a password that is shown is hidden again as the form is sent, and is kept nowhere', async ({
  page,
}) => {
  const { phone, password } = newStudent()
  await page.goto(`${pages}/login`)
  const field = page.locator('main [name=password]')
  await page.getByLabel('手机号').fill(phone)
  await field.fill(password)
  await shows(page).click()
  await page.locator('main button[type=submit]').click()
  await expect(page.getByRole('alert')).toContainText('手机号或密码不对')
  await expect(field).toHaveAttribute('type', 'password')
  await expect(shows(page)).toHaveAttribute('aria-pressed', 'false')
  expect(await stored(page)).not.toContain(password)
  // Switching the language keeps what was typed, except passwords.
  await field.fill(password)
  await shows(page).click()
  await page.getByRole('button', { name: '切换到 English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.waitForLoadState('networkidle')
  await expect(page.getByLabel('Phone')).toHaveValue(phone)
  await expect(field).toHaveValue('')
  expect(await stored(page)).not.toContain(password)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('there is no button that would do nothing', async ({ page }) => {
    for (const path of Object.keys(VISITOR)) {
      await page.goto(`${pages}${path}`)
      await expect(page.locator('main [name=password]')).toBeVisible()
      for (const button of await shows(page).all()) await expect(button).toBeHidden()
    }
  })
})
