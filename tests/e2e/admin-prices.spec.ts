import {
  type APIRequestContext,
  type Browser,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import { loginAsAdmin } from './kit/admin.ts'
import { expectAccessible, expectNoSidewaysScroll } from './kit/axe.ts'
import { ADMIN } from './kit/servers.ts'
import { test } from './kit/test.ts'
import { inDays, origin, pages, setLanguage } from './kit/world.ts'

/**
 * The price tables, maintained from the console: it has no scripts, so everything here is plain
 * pages and forms.
 */

const TABLES = [
  'price/normal-price-matrix',
  'price/special-price-matrix',
  'special-period',
] as const

async function adminCalls(request: APIRequestContext) {
  const login = await request.post(`${origin}/api/admin/account/login`, { data: ADMIN })
  const { token } = await login.json()
  const headers = { Authorization: `Bearer ${token}` }
  return {
    read: (path: string) => request.get(`${origin}/api/admin/${path}`, { headers }),
    async put(path: string, items: unknown) {
      const etag = (await this.read(path)).headers().etag ?? ''
      return request.put(`${origin}/api/admin/${path}`, {
        headers: { ...headers, 'If-Match': etag },
        data: { items },
      })
    },
  }
}

// Tests in other files rely on the product's initial prices.
const before = new Map<string, unknown>()
test.beforeAll(async ({ playwright }) => {
  const request = await playwright.request.newContext()
  const calls = await adminCalls(request)
  for (const path of TABLES) before.set(path, (await (await calls.read(path)).json()).items)
  await request.dispose()
})
test.afterAll(async ({ playwright }) => {
  const request = await playwright.request.newContext()
  const calls = await adminCalls(request)
  for (const path of TABLES) expect((await calls.put(path, before.get(path))).ok(), path).toBe(true)
  await request.dispose()
})

const cell = (page: Page, airport: string, people: number) =>
  page.locator(`[name="price.${airport}.${people}"]`)
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
const PREVIEW = '查看改动'
const SAVE = '保存改动'
const changes = (page: Page) => page.getByRole('main').getByRole('row')
const publicTable = (page: Page, name: string) =>
  page.getByRole('region', { name }).getByRole('row')

async function adminAt(browser: Browser, to: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await loginAsAdmin(page, to)
  await expect(page.locator('script')).toHaveCount(0)
  return page
}

test('a changed price is reviewed, then saved, and students see it', async ({ browser, page }) => {
  const admin = await adminAt(browser, '/prices')
  await cell(admin, 'air_ltn', 2).fill('71.5')
  await cell(admin, 'air_ltn', 5).fill('£30')
  await press(admin, PREVIEW)
  await expect(changes(admin)).toHaveText([
    '改动原来改成',
    '伦敦卢顿机场，2 人£67£71.50',
    '伦敦卢顿机场，5 人£31£30',
  ])
  await page.goto(`${pages}/carpool`)
  const luton = publicTable(page, '平时价').filter({ hasText: '卢顿' })
  await expect(luton).toHaveText('伦敦卢顿机场£130£67£47£37£31')

  await press(admin, '返回修改')
  await expect(cell(admin, 'air_ltn', 2)).toHaveValue('71.5')
  await cell(admin, 'air_ltn', 5).fill('31')
  await press(admin, PREVIEW)
  await expect(changes(admin)).toHaveCount(2)
  await press(admin, SAVE)
  await expect(admin.getByRole('status')).toHaveText('平时价已保存。')
  await expect(cell(admin, 'air_ltn', 2)).toHaveValue('71.50')
  await page.reload()
  await expect(luton).toHaveText('伦敦卢顿机场£130£71.50£47£37£31')
})

test('an invalid price is reported at its cell, and nothing typed is lost', async ({ browser }) => {
  const admin = await adminAt(browser, '/prices?table=special')
  await cell(admin, 'air_man', 3).fill('很贵')
  await cell(admin, 'air_man', 4).fill('')
  await cell(admin, 'air_bhx', 1).fill('105')
  await press(admin, PREVIEW)
  const summary = admin.getByRole('alert')
  await expect(summary.getByRole('link')).toHaveText([
    '曼彻斯特机场，3 人 · £0.01 到 £1,000，最多两位小数，如 38.50',
    '曼彻斯特机场，4 人 · 请填写价格。现在保存的是 £41.00',
  ])
  await summary.getByRole('link').first().click()
  await expect(cell(admin, 'air_man', 3)).toHaveAttribute('aria-invalid', 'true')
  await expect(cell(admin, 'air_man', 3)).toHaveValue('很贵')
  await expect(cell(admin, 'air_bhx', 1)).toHaveValue('105')
  await cell(admin, 'air_man', 3).fill('90')
  await cell(admin, 'air_man', 4).fill('15')
  await press(admin, PREVIEW)
  await expect(changes(admin)).toHaveCount(4)
  const doubts = admin.getByText('保存前请再核对一下').locator('..')
  await expect(doubts.getByRole('listitem')).toHaveText([
    '曼彻斯特机场，3 人 · 人数更多，每人反而更贵',
    '曼彻斯特机场，4 人 · 低于 £20 押金',
    '曼彻斯特机场，5 人 · 人数更多，每人反而更贵',
  ])
})

test('the second to save sees what the first has saved, and loses nothing typed', async ({
  browser,
}) => {
  const [first, second] = [await adminAt(browser, '/prices'), await adminAt(browser, '/prices')]
  await cell(second, 'air_stn', 1).fill('151')
  await cell(second, 'air_stn', 2).fill('73')
  await press(second, PREVIEW)

  await cell(first, 'air_stn', 1).fill('145')
  await cell(first, 'air_ema', 3).fill('25')
  await press(first, PREVIEW)
  await press(first, SAVE)
  await expect(first.getByRole('status')).toHaveText('平时价已保存。')

  await press(second, SAVE)
  await expect(second.getByRole('alert')).toContainText('你的改动还没有保存')
  await expectAccessible(second)
  await expect(changes(second)).toHaveText([
    '改动原来改成',
    '东米德兰兹机场，3 人£25£24',
    '伦敦斯坦斯特德机场，1 人£145£151',
    '伦敦斯坦斯特德机场，2 人£72£73',
  ])
  // What the other has saved is kept by entering it.
  await press(second, '返回修改')
  await expect(cell(second, 'air_stn', 1)).toHaveValue('151')
  await expect(cell(second, 'air_stn', 2)).toHaveValue('73')
  await cell(second, 'air_ema', 3).fill('25')
  await press(second, PREVIEW)
  await expect(changes(second)).toHaveText([
    '改动原来改成',
    '伦敦斯坦斯特德机场，1 人£145£151',
    '伦敦斯坦斯特德机场，2 人£72£73',
  ])
  await press(second, SAVE)
  await expect(second.getByRole('status')).toHaveText('平时价已保存。')
  await expect(cell(second, 'air_ema', 3)).toHaveValue('25.00')
  await expect(cell(second, 'air_stn', 1)).toHaveValue('151.00')
})

/** Two consecutive days, some 200 days ahead, that are in no period yet. */
async function freeDays(page: Page, lines: Locator): Promise<[string, string]> {
  const ends = (name: string) =>
    lines
      .locator(`[name=${name}]`)
      .evaluateAll((inputs) => inputs.map((i) => (i as HTMLInputElement).value))
  const [froms, tos] = [await ends('from'), await ends('to')]
  const isTaken = (day: string) => froms.some((first, at) => day >= first && day <= (tos[at] ?? ''))
  for (let days = 200; ; days++) {
    const day = async (more: number) => (await inDays(page, days + more, '00:00')).slice(0, 10)
    const two: [string, string] = [await day(0), await day(1)]
    if (!two.some(isTaken)) return two
  }
}

test('a period is added, shown in the calendar before it is saved, and removed again', async ({
  browser,
  page,
}) => {
  const admin = await adminAt(browser, '/periods')
  const lines = admin.getByRole('group', { name: /^第 \d+ 行$/ })
  const there = await lines.count()
  const [from, to] = await freeDays(page, lines)
  const fill = async (at: number, values: { from: string; to: string; label: string }) => {
    for (const [name, value] of Object.entries(values))
      await lines.nth(at).locator(`[name=${name}]`).fill(value)
  }
  await press(admin, '加一行')
  await expect(lines).toHaveCount(there + 1)
  await fill(there, { from: to, to: from, label: '考试周' })
  await press(admin, PREVIEW)
  await expect(admin.getByRole('alert').getByRole('link')).toHaveText(
    `第 ${there + 1} 行 · 最后一天不能早于第一天`,
  )
  await fill(there, { from, to, label: '考试周' })
  // Enter previews; it does not press the first line's "remove".
  await lines.nth(there).locator('[name=label]').press('Enter')
  await expect(admin.getByRole('heading', { name: '1 处改动尚未保存' })).toBeVisible()
  await expect(admin.getByRole('heading', { name: '保存后的未来 12 个月' })).toBeVisible()
  await expect(admin.getByRole('cell', { name: /考试周/ })).toHaveCount(2)
  await press(admin, SAVE)
  await expect(admin.locator('[role=status]')).toHaveText('特殊时段已保存。')

  const saved = lines.filter({ has: admin.locator('[value="考试周"]') })
  await saved.getByRole('button', { name: /^删除第 \d+ 行$/ }).click()
  await expect(saved).toHaveCount(0)
  await press(admin, PREVIEW)
  await press(admin, SAVE)
  await expect(admin.locator('[role=status]')).toHaveText('特殊时段已保存。')
  await expect(admin.getByRole('cell', { name: /考试周/ })).toHaveCount(0)
})

test('an airport is added, offered once it has prices, and deleted with them', async ({
  browser,
  page,
}) => {
  const admin = await adminAt(browser, '/airports/new')
  await admin.getByLabel('中文名').fill('利兹机场')
  await admin.getByLabel('英文名').fill('Leeds Bradford')
  await press(admin, '保存')
  await expect(admin.getByText('请选航站楼')).toBeVisible()
  await expect(admin.getByLabel('中文名')).toHaveValue('利兹机场')
  await admin.getByLabel('T1', { exact: true }).check()
  await press(admin, '保存')
  await expect(admin.getByRole('status')).toContainText('机场已添加')
  const leeds = admin.getByRole('listitem').filter({ hasText: '利兹机场' })
  await expect(leeds).toContainText('没有平时价，学生看不到')

  await leeds.getByRole('link', { name: /没有平时价/ }).click()
  const fields = admin.getByRole('group', { name: '利兹机场' }).getByRole('textbox')
  for (const [at, price] of ['99', '52', '38', '30', '26'].entries())
    await fields.nth(at).fill(price)
  await press(admin, PREVIEW)
  await press(admin, SAVE)
  await page.goto(`${pages}/carpool`)
  await expect(publicTable(page, '平时价').filter({ hasText: '利兹' })).toHaveText(
    '利兹机场£99£52£38£30£26',
  )

  await admin.goto(`${pages}/admin/airports`)
  await leeds.getByRole('link', { name: /利兹机场/ }).click()
  await admin.getByText('删除这个机场').click()
  await press(admin, '删除')
  await expect(admin.getByRole('status')).toHaveText('机场和它的价格已删除。')
  await expect(leeds).toHaveCount(0)
})

const PAGES = ['/airports', '/airports/air_lgw', '/prices', '/periods']
for (const language of ['zh', 'en'] as const)
  test(`the price pages fit any width (${language})`, async ({ page }) => {
    test.slow()
    const checked = language === 'zh' ? 320 : 1280
    await page.emulateMedia({ colorScheme: language === 'zh' ? 'dark' : 'light' })
    await setLanguage(page, language)
    await loginAsAdmin(page, '/airports')
    for (const path of PAGES) {
      await page.goto(`${pages}/admin${path}`)
      for (const width of [320, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        await expectNoSidewaysScroll(page)
      }
      await page.setViewportSize({ width: checked, height: 800 })
      await expectAccessible(page)
    }
    await page.locator('[name=label]').last().fill('Without days')
    await page.getByRole('main').locator('button[value=preview]').last().click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expectAccessible(page)
  })
