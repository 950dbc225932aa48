import { expect, type Page } from '@playwright/test'
import { loginAsAdmin } from './kit/admin.ts'
import { expectAccessible, expectNoSidewaysScroll } from './kit/axe.ts'
import { test } from './kit/test.ts'
import { pages, setLanguage } from './kit/world.ts'

/**
 * Postage, service descriptions and settings in the console. Each test puts back what it changed.
 */

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const changeOf = (page: Page, what: string) => page.getByRole('row', { name: what })

async function save(page: Page, said: string) {
  await press(page, '保存改动')
  await expect(page.getByRole('status')).toHaveText(said)
}

test('a carrier’s changed price is reviewed, and students see it', async ({ page }) => {
  await loginAsAdmin(page, '/postage')
  const price = page.getByLabel('0.5 kg 顺丰')
  const setPrice = async (yuan: string, before: string, after: string) => {
    await page.goto(`${pages}/admin/postage`)
    await price.fill(yuan)
    // Enter previews; it neither saves nor removes a row.
    await price.press('Enter')
    await expect(changeOf(page, '0.5 kg · 顺丰')).toContainText(`${before}${after}`)
    await save(page, '运费已保存。')
  }
  await setPrice('105.5', '¥98', '¥105.50')
  await page.goto(`${pages}/mail`)
  await page.getByText('各家价目表').click()
  await expect(page.getByRole('row', { name: '0.5 kg' })).toContainText('¥105.50')
  await setPrice('98', '¥105.50', '¥98')
  await page.goto(`${pages}/mail`)
  await page.getByText('各家价目表').click()
  await expect(page.getByRole('row', { name: '0.5 kg' })).toContainText('¥98')
})

test('a row is added, refused while its weight exists, and removed again', async ({ page }) => {
  await loginAsAdmin(page, '/postage')
  const rows = page.getByRole('row')
  const count = await rows.count()
  await press(page, '加一行')
  await expect(rows).toHaveCount(count + 1)
  const last = rows.last().locator('input[name$=".kg"]')
  await last.fill('30')
  await press(page, '查看改动')
  await expect(page.getByRole('alert')).toContainText('这个重量已经有一行了')
  await last.fill('35')
  await press(page, '查看改动')
  await expect(changeOf(page, '新的一行 35 kg')).toBeVisible()
  await press(page, '返回修改')
  await expect(last).toHaveValue('35')
  await press(page, '删除 35 kg')
  await expect(rows).toHaveCount(count)
  await press(page, '查看改动')
  await expect(page.getByRole('main')).toContainText('没有改动')
  await expect(page.getByRole('button', { name: '保存改动' })).toHaveCount(0)
})

test('a description is written in both languages, shown as students will see it, saved and removed', async ({
  page,
}) => {
  await loginAsAdmin(page, '/texts?service=mail')
  await press(page, '加一条')
  const point = page.locator('[id^=point-]').last()
  await point.getByLabel('中文标题').fill('圣诞安排')
  await point.getByLabel('中文内容').fill('25 日休息\n<b>27 日</b>照常')
  await press(page, '查看改动')
  await expect(page.getByRole('alert')).toContainText('英文标题')
  await point.getByLabel('英文标题').fill('Over Christmas')
  await point.getByLabel('英文内容').fill('Closed on the 25th.')
  await press(page, '查看改动')
  await expect(page.getByRole('region', { name: '中文' })).toContainText('<b>27 日</b>照常')
  await expect(page.getByRole('region', { name: '英文' })).toContainText('Over Christmas')
  await expectAccessible(page)
  await save(page, '服务说明已保存，学生现在看到的就是新的。')

  await page.goto(`${pages}/mail`)
  await page.getByText('各家价目表').click()
  await expect(page.getByRole('region', { name: '寄件须知' })).toContainText('<b>27 日</b>照常')

  await page.goto(`${pages}/admin/texts?service=mail`)
  await page.locator('[id^=point-]').last().getByRole('button', { name: '删除' }).click()
  await press(page, '查看改动')
  await expect(changeOf(page, '圣诞安排')).toContainText('已删除')
  await save(page, '服务说明已保存，学生现在看到的就是新的。')
  await page.goto(`${pages}/mail`)
  await page.getByText('各家价目表').click()
  await expect(page.getByRole('main')).not.toContainText('圣诞安排')
})

test('two points swap places without losing what is typed', async ({ page }) => {
  await loginAsAdmin(page, '/texts?service=trip')
  const title = (at: number) => page.locator(`#point-${at}`).getByLabel('中文标题')
  const [first, second] = [await title(0).inputValue(), await title(1).inputValue()]
  await title(0).fill('改过的标题')
  await press(page, '下移 第 1 条')
  await expect(title(0)).toHaveValue(second)
  await expect(title(1)).toHaveValue('改过的标题')
  await page.goto(`${pages}/admin/texts?service=trip`)
  await expect(title(0)).toHaveValue(first)
})

test('fees, contact and notice are set, seen by students, and reset; others’ saved changes are shown', async ({
  page,
  context,
}) => {
  await loginAsAdmin(page, '/settings')
  const value = (name: string) => page.locator(`main [name=${name}]`)
  const before = {
    contact: await value('contactName').inputValue(),
    link: await value('contactLink').inputValue(),
  }
  const other = await context.newPage()
  await other.goto(`${pages}/admin/settings`)

  await value('mailBasePrice').fill('12.5')
  await value('contactName').fill('linbang-kefu')
  await value('contactLink').fill('https://work.weixin.qq.com/kfid/1')
  await value('homeNoticeZh').fill('圣诞节客服休息')
  await press(page, '查看改动')
  await expect(changeOf(page, '寄件基础费')).toContainText('£10£12.50')
  await save(page, '设置已保存。')

  await page.goto(`${pages}/`)
  await expect(page.getByRole('main')).toContainText('圣诞节客服休息')
  await expect(page.getByRole('img', { name: '客服微信 linbang-kefu 的二维码' })).toBeVisible()
  await expect(page.getByRole('link', { name: '打开客服链接' })).toHaveAttribute(
    'href',
    'https://work.weixin.qq.com/kfid/1',
  )

  // An administrator who started before that is told, sees both versions, and has lost nothing.
  await other.locator('main [name=moveBasePrice]').fill('25')
  await press(other, '查看改动')
  await expect(other.getByRole('alert')).toContainText('别人刚保存过')
  await expect(changeOf(other, '寄件基础费')).toContainText('£12.50£10')
  await expect(changeOf(other, '搬家基础费')).toContainText('£20£25')
  await press(other, '返回修改')
  await expect(other.locator('main [name=moveBasePrice]')).toHaveValue('25')

  await page.goto(`${pages}/admin/settings`)
  await value('mailBasePrice').fill('10')
  await value('contactName').fill('')
  await value('contactLink').fill('')
  await value('homeNoticeZh').fill('')
  await press(page, '查看改动')
  await save(page, '设置已保存。')
  await expect(value('contactName')).toHaveValue(before.contact)
  await expect(value('contactLink')).toHaveValue(before.link)
})

for (const [language, width] of [
  ['zh', 390],
  ['zh', 320],
  ['en', 1280],
] as const)
  test(`the pages fit in ${language} at ${width} px, with and without errors`, async ({ page }) => {
    test.setTimeout(90_000)
    await page.setViewportSize({ width, height: 844 })
    await loginAsAdmin(page, '/postage')
    await setLanguage(page, language)
    for (const [path, field] of [
      ['/postage', 'items.0.kg'],
      ['/texts?service=carpool', 'items.0.en.title'],
      ['/settings', 'pointsPerPound'],
    ] as const) {
      await page.goto(`${pages}/admin${path}`)
      await expect(page.locator('script')).toHaveCount(0)
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
      await page.locator(`main [name="${field}"]`).fill('')
      await page.locator('button[value=preview]:not([aria-hidden])').click()
      await expect(page.getByRole('alert')).toBeVisible()
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    }
  })
