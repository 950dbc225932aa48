import { gzipSync } from 'node:zlib'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './kit/axe.ts'
import { test } from './kit/test.ts'
import { pages } from './kit/world.ts'

const weight = (page: Page) => page.getByLabel('一箱的重量（公斤）')
const to = (page: Page) => page.getByLabel('寄到哪里', { exact: true })
const answer = (page: Page) =>
  page.getByRole('region', { name: '运费', exact: true }).getByRole('status')
const mistake = (page: Page) => page.getByText('填大于 0、不超过 99 的公斤数')

test('an estimate appears while typing, and the page keeps its position', async ({ page }) => {
  await page.goto(`${pages}/mail?date=2026-12-31`, { waitUntil: 'networkidle' })
  await weight(page).pressSequentially('2.5')
  await expect(answer(page)).toContainText('2.5 kg：¥205 起')
  await expect(answer(page)).toContainText('按 3 kg 这一档收')
  await to(page).selectOption('TW')
  await expect(answer(page)).toContainText('2.5 kg，台湾专线')
  await weight(page).fill('２１，５')
  await to(page).selectOption('EU')
  await expect(answer(page)).toContainText('皇家邮政不收 21.5 kg 的箱子')
  await expect(answer(page)).toContainText('最多收 20 kg')
  await expect(page).toHaveURL(`${pages}/mail?date=2026-12-31`)
})
test('no error appears while typing; invalid input is reported on leaving the box or sending the form', async ({
  page,
}) => {
  await page.goto(`${pages}/mail`, { waitUntil: 'networkidle' })
  await weight(page).pressSequentially('0')
  await expect(mistake(page)).toHaveCount(0)
  await weight(page).pressSequentially('.5')
  await expect(answer(page)).toContainText('0.5 kg：¥88 起')
  await weight(page).fill('abc')
  await expect(answer(page)).toBeEmpty()
  await expect(mistake(page)).toHaveCount(0)
  await weight(page).blur()
  await expect(mistake(page)).toBeVisible()
  await weight(page).fill('3')
  await expect(mistake(page)).toHaveCount(0)
  await weight(page).fill('')
  await page.getByRole('button', { name: '估算' }).click()
  await expect(mistake(page)).toBeVisible()
  await expectAccessible(page)
})
test('input typed before the scripts ran gets an estimate too', async ({ page }) => {
  let letThrough = () => {}
  const waiting = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await waiting
    await route.continue()
  })
  await page.goto(`${pages}/mail`, { waitUntil: 'commit' })
  await weight(page).fill('5')
  await to(page).selectOption('EU')
  letThrough()
  await expect(answer(page)).toContainText('5 kg，皇家邮政')
  await expect(weight(page)).toHaveValue('5')
})
test('on coming back, what the browser has kept of the form is answered', async ({ page }) => {
  await page.goto(`${pages}/mail?kg=2.5`, { waitUntil: 'networkidle' })
  await to(page).selectOption('EU')
  await page.goto(`${pages}/storage`)
  await page.goBack()
  await expect(to(page)).toHaveValue('EU')
  await expect(answer(page)).toContainText('2.5 kg，皇家邮政')
})
test('an answer that stays the same is not announced again', async ({ page }) => {
  await page.goto(`${pages}/mail?kg=2.5`, { waitUntil: 'networkidle' })
  await answer(page).evaluate((status) => {
    const note = () => status.setAttribute('data-changes', `${status.dataset.changes ?? ''}x`)
    new MutationObserver(note).observe(status, {
      childList: true,
      characterData: true,
      subtree: true,
    })
  })
  await weight(page).fill('2,50')
  await weight(page).blur()
  await expect(answer(page)).toContainText('2.5 kg：¥205 起')
  await expect(answer(page)).not.toHaveAttribute('data-changes')
  await weight(page).fill('3')
  await expect(answer(page)).toHaveAttribute('data-changes')
})

for (const [path, kilobytes] of [
  // Pages with tickets follow what others do (decision 0016).
  ['/', 3.4],
  ['/carpool', 3.4],
  ['/storage', 2.5],
  ['/mail', 8.2],
  ['/login', 8.2],
] as const)
  test(`${path} carries at most ${kilobytes} kB of scripts and texts`, async ({ page }) => {
    const bodies: Promise<Buffer>[] = []
    page.on('response', (response) => {
      const type = response.headers()['content-type'] ?? ''
      if (/javascript|json/.test(type)) bodies.push(response.body())
    })
    await page.goto(pages + path, { waitUntil: 'networkidle' })
    const inPage = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('script:not([src]), template')]
        .map(({ outerHTML }) => outerHTML)
        .join(''),
    )
    const parts = [...(await Promise.all(bodies)), Buffer.from(inPage)]
    const bytes = parts.reduce((sum, part) => sum + gzipSync(part).length, 0)
    expect(bytes).toBeGreaterThan(1000)
    expect(bytes).toBeLessThanOrEqual(kilobytes * 1000)
  })
for (const width of [320, 1280])
  test(`the table scrolls in its own box at ${width} px, and both pages fit`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    for (const path of ['/mail?kg=2.5', '/storage']) {
      await page.goto(pages + path)
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    }
  })

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('an estimate has its own address, with the list’s filters kept', async ({ page }) => {
    await page.goto(`${pages}/mail?date=2026-12-31`)
    await weight(page).fill('2,5')
    await page.getByRole('button', { name: '估算' }).click()
    await expect(page).toHaveURL(/\/mail\?date=2026-12-31&to=CN&kg=2%2C5#postage$/)
    await expect(answer(page)).toContainText('2.5 kg：¥205 起')
    await expect(weight(page)).toHaveValue('2,5')
    await to(page).selectOption('TW')
    await weight(page).fill('一箱')
    await page.getByRole('button', { name: '估算' }).click()
    await expect(mistake(page)).toBeVisible()
    await expect(weight(page)).toHaveValue('一箱')
    await expect(to(page)).toHaveValue('TW')
    await expect(answer(page)).toBeEmpty()
  })
  test('storage says that it cannot be booked, and whom to ask', async ({ page }) => {
    await page.goto(`${pages}/storage`)
    await expect(page).toHaveTitle('仓储 · 邻帮')
    await expect(page.getByRole('main')).toContainText('上线前不能预订')
    await expect(page.getByRole('img', { name: /客服微信 .* 的二维码/ })).toBeVisible()
  })
})
