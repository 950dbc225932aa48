import { expect, type Locator, type Page } from '@playwright/test'
import { loginAsAdmin } from './kit/admin.ts'
import { expectAccessible, expectNoSidewaysScroll } from './kit/axe.ts'
import { newFleet } from './kit/fleet.ts'
import { logIn } from './kit/people.ts'
import { joinPlace, newRider, openPlace } from './kit/places.ts'
import { test } from './kit/test.ts'
import { inDays, pages, setLanguage } from './kit/world.ts'

/** Between a complete car and its departure: the console's day sheet, the riders' board. */

const viewport = { width: 390, height: 844 }
const main = (page: Page) => page.locator('main')

const MOST_TABS = 80

/**
 * Presses Tab until `target` has the focus. Fails if it is never reached, or if nothing shows where
 * the focus is.
 */
async function tabTo(page: Page, target: Locator): Promise<void> {
  const isThere = () => target.evaluate((element) => element === document.activeElement)
  for (let tabs = 0; tabs < MOST_TABS && !(await isThere()); tabs++)
    await page.keyboard.press('Tab')
  await expect(target).toBeFocused()
  const ring = await target.evaluate((element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
  })
  expect(ring, 'a focus that can be seen').toBe(true)
}

test('a car is assigned from the day sheet with Tab, Enter and letters alone', async ({
  page,
  request,
}) => {
  const plate = `KB${String(Date.now() % 100).padStart(2, '0')} TAB`
  await newFleet(request, plate)
  const [wang, li] = [await newRider(request, '钟键盘'), await newRider(request, '李小红')]
  const place = await openPlace(request, wang, { days: 8, maxPassengers: 2 })
  await joinPlace(request, li, place, 8)
  const day = (await inDays(page, 8, '14:00')).slice(0, 10)

  await page.setViewportSize({ width: 1280, height: 900 })
  await loginAsAdmin(page, `/day?date=${day}`)
  const sheet = page.getByRole('article').filter({ hasText: '钟键盘' })
  await expect(sheet).toContainText('还没有司机')
  await expectAccessible(page)
  await tabTo(page, sheet.getByRole('link', { name: '安排车辆' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '安排车辆' })).toBeVisible()

  const choose = async (name: string, letters: string, shown: string) => {
    const list = page.locator(`select[name=${name}]`)
    await tabTo(page, list)
    await page.keyboard.type(letters)
    await expect(list.locator('option:checked')).toContainText(shown)
  }
  await choose('vehicleId', plate.slice(0, 4), plate)
  await choose('driverId', 'Kay', 'Kay Board')
  await tabTo(page, page.getByLabel('上车地点', { exact: true }))
  await page.keyboard.type('T1 Arrivals, by Boots')
  await tabTo(page, page.getByRole('button', { name: '安排' }))
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(main(page)).toContainText('T1 Arrivals, by Boots')

  await page.goto(`${pages}/admin/day?date=${day}`)
  await expect(sheet).toContainText(plate)
  await expect(sheet).toContainText('T1 Arrivals, by Boots')
  await expectAccessible(page)
})

test('one writes on the board, the other reads and reports it without scripts, the office hides it', async ({
  page,
  request,
  browser,
}) => {
  const [wang, li] = [await newRider(request, '王小明'), await newRider(request, '李小红')]
  const his = await openPlace(request, wang, { days: 9, maxPassengers: 2 })
  const hers = await joinPlace(request, li, his, 9)
  const text = 'T1 出口 Boots 门口见'
  const boardOf = ({ participantId }: typeof his) => `/carpool/record/${participantId}/board`

  await logIn(page, wang, `/carpool/record/${his.participantId}`)
  await page.getByRole('link', { name: '留言板' }).click()
  await expect(page.getByText('还没有人留言')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('写一条留言').fill(text)
  await page.getByRole('button', { name: '发出去' }).click()
  const own = page.getByRole('article').filter({ hasText: text })
  await expect(own).toContainText('我')
  await expect(own.getByRole('button', { name: /^举报/ })).toHaveCount(0)
  await expectNoSidewaysScroll(page)

  const phone = await browser.newContext({ viewport, javaScriptEnabled: false })
  const other = await phone.newPage()
  await setLanguage(other, 'en')
  await logIn(other, li, boardOf(hers))
  const post = other.getByRole('article').filter({ hasText: text })
  await expect(post).toContainText('王')
  await expect(post).not.toContainText('小明')
  await post.getByRole('button', { name: /^Report the message by/ }).click()
  await expect(main(other)).toContainText('You reported this message')
  await expect(main(other)).not.toContainText(text)
  await expectNoSidewaysScroll(other)
  await page.reload()
  await expect(own).toBeVisible()

  const office = await (await browser.newContext()).newPage()
  await loginAsAdmin(office, `/carpools/${his.carpoolId}/board`)
  const reported = office.getByRole('listitem').filter({ hasText: text })
  await expect(reported).toContainText('1 人举报')
  await expect(reported).toContainText('王小明')
  await expectAccessible(office)
  await reported.getByRole('button', { name: '隐藏', exact: true }).click()
  await expect(reported).toContainText('已隐藏')
  await office.context().close()

  await page.reload()
  await expect(main(page)).toContainText('这条留言已被隐藏')
  await expect(main(page)).not.toContainText(text)
  await expectAccessible(page)
  // The board itself stays open to both.
  await other.getByLabel('Write a message').fill('好的')
  await other.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(other.getByText('Your message is on the board')).toBeVisible()
  await page.reload()
  await expect(main(page)).toContainText('好的')
  await phone.close()
})
