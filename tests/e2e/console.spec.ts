import { expect, type Locator, type Page } from '@playwright/test'
import { loginAsAdmin, submitAdminLogin } from './kit/admin.ts'
import { expectInOrder, LOOKS, lookAt, titleOf } from './kit/axe.ts'
import { sql } from './kit/database.ts'
import { orderOf } from './kit/orders.ts'
import { joinPlace, newRider, openPlace } from './kit/places.ts'
import { ADMIN } from './kit/servers.ts'
import { test } from './kit/test.ts'
import { newTraveller, openTrip } from './kit/trips.ts'
import { pages, setLanguage } from './kit/world.ts'

/** The console in a browser; tests/worker/admin sends each of its forms. */

const console_ = `${pages}/admin`
const main = (page: Page) => page.getByRole('main')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** What the pages are about: a car with a seat taken, a trip, an order, and a waiting member. */
async function subjects({ request }: Page): Promise<string[]> {
  const [wang, li, zhou] = [
    await newRider(request, '王小明'),
    await newRider(request, '李小红'),
    await newRider(request, '周小北'),
  ]
  const car = await openPlace(request, wang, { days: 10, maxPassengers: 3 })
  await joinPlace(request, li, car, 10)
  const trip = await openTrip(request, await newTraveller(request, '安娜'))
  const order = await orderOf(request, wang, 'mail', 2, { userName: 'Anne-Sophie Fanshawe' })
  sql(`update users set account_type = 'MEMBER', auth = 'PENDING', flat_name = 'Nova',
    flat_number = '${zhou.phone.slice(-4)}' where phone = '${zhou.phone}'`)
  return [
    `/users?q=${zhou.phone}`,
    ...['/carpools', `/carpools/${car.carpoolId}`, `/carpools/${car.carpoolId}/cancel`],
    ...[`/trips/${trip.id}`, '/orders/mail', '/orders/move?view=all'],
    ...[`/orders/mail/${order}`, `/orders/mail/${order}/fail`],
  ]
}
const GENERAL = ['/members', '/audit', '/exports', '/airports', '/airports/air_lgw']
/** Tables, and a field of each without which it is refused. */
const TABLES = {
  '/prices': 'items.0.prices.1',
  '/periods': 'items.0.label',
  '/postage': 'items.0.kg',
  '/texts?service=carpool': 'items.0.en.title',
  '/settings': 'items.0.pointsPerPound',
}

for (const language of ['zh', 'en'] as const)
  test(`the console has no scripts, is accessible and fits: ${language}, ${titleOf(LOOKS[language])}`, async ({
    page,
  }) => {
    test.slow()
    const looks = LOOKS[language]
    await lookAt(page, looks[0])
    await setLanguage(page, language)
    const look = async (path: string) => {
      await page.goto(console_ + path)
      for (const folded of await main(page).locator('summary').all()) await folded.click()
      await expect(page.locator('script, link[rel=modulepreload]'), path).toHaveCount(0)
      await expectInOrder(page, looks)
    }
    await look('?from=bookmark')
    await expect(page).toHaveURL(/\/admin\/login\?redirect=/)
    await submitAdminLogin(page, ADMIN)
    await expect(page).toHaveURL(`${console_}?from=bookmark`)
    const about = await subjects(page)
    for (const path of ['', ...GENERAL, ...about]) await look(path)
    const user = await page
      .goto(console_ + about[0])
      .then(() => main(page).getByRole('table').getByRole('link').first().getAttribute('href'))
    const account = String(user).replace(/.*\/admin/, '')
    for (const path of [account, `${account}/points?points=100&description=welcome`])
      await look(path)
    for (const [path, field] of Object.entries(TABLES)) {
      await look(path)
      await main(page).locator(`[name="${field}"]`).fill('')
      await main(page).locator('button[value=preview]:not([aria-hidden])').last().click()
      await expect(page.getByRole('alert')).toBeVisible()
      await expectInOrder(page, looks)
    }
  })

test('a member is not rejected by one press', async ({ page }) => {
  await subjects(page)
  await loginAsAdmin(page, '/members')
  const card = main(page).getByRole('listitem').last()
  const reject = card.getByRole('button', { name: '不通过', exact: true })
  await expect(reject).toBeHidden()
  await card.locator('summary').click()
  await expect(reject).toBeVisible()
})

test('the enter key previews a table: it neither saves nor removes a line', async ({ page }) => {
  await loginAsAdmin(page, '/postage')
  const enter = async (path: string, lines: Locator, field: string, value: string) => {
    await page.goto(console_ + path)
    const there = await lines.count()
    await press(page, '加一行')
    await expect(lines).toHaveCount(there + 1)
    const added = lines.last().locator(`[name$="${field}"]`)
    await added.fill(value)
    await added.press('Enter')
    await expect(added).toHaveValue(value)
    await expect(lines).toHaveCount(there + 1)
    await expect(page.getByRole('status').filter({ hasText: '已保存' })).toHaveCount(0)
  }
  await enter('/postage', page.locator('main fieldset'), '.kg', '30')
  await enter('/periods', page.getByRole('group', { name: /^第 \d+ 行$/ }), 'label', '考试周')
})
