import { expect } from '@playwright/test'
import { loginAsAdmin } from './kit/admin.ts'
import { expectAccessible, expectNoSidewaysScroll } from './kit/axe.ts'
import { cards } from './kit/card.ts'
import { sql } from './kit/database.ts'
import { draftOrder } from './kit/orders.ts'
import { logIn, registeredStudent } from './kit/people.ts'
import { dialog, pay } from './kit/ride.ts'
import { test } from './kit/test.ts'
import { pages, setLanguage } from './kit/world.ts'

test('a parcel from booking to its tracking number, as student and as clerk', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  sql("INSERT OR REPLACE INTO settings (key, value, updated_at) VALUES ('fenPerPound', 920, 0)")
  await setLanguage(page, 'zh')
  await logIn(page, await registeredStudent(page.request, '王小明'))
  const orderId = await draftOrder(page, 'mail', 5)
  await pay(page, cards.good)
  await expect(page).toHaveURL(/\/mail\/done\/mail_/)

  const office = await (
    await browser.newContext({ viewport: { width: 1280, height: 900 } })
  ).newPage()
  await setLanguage(office, 'zh')
  await loginAsAdmin(office, `/orders/mail/${orderId}`)
  await office.getByRole('button', { name: '已取件' }).click()
  await office.locator('[name=weights]').fill('5.2 4 12.5')
  await office.getByRole('button', { name: '先看一遍' }).click()
  await expectAccessible(office)
  const ask = office.getByRole('button', { name: /^发 £[\d.]+ 的账单$/ })
  const amount = /£[\d.]+/.exec(await ask.innerText())?.[0] ?? ''
  await ask.click()
  // Until it is paid, sending it needs a reason.
  await expect(office.getByRole('button', { name: '不等付款，现在寄出' })).toBeVisible()

  await page.goto(`${pages}/mail/done/${orderId}`)
  await expect(page.locator('main')).toContainText('称好了，运费见账单，付了就寄出。')
  await expect(page.locator('main')).toContainText('3 箱，21.7 kg')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: `看账单 ${amount}` }).click()
  await expect(page.locator('main')).toContainText(amount)
  await expectAccessible(page)
  await page.getByRole('link', { name: /^付/ }).click()
  await expect(dialog(page)).toContainText(amount)
  await pay(page, cards.good)
  await expect(page).toHaveURL(/\/requests\/req_/)

  await office.reload()
  await office.locator('[name=numbers]').fill('SF1234567890123, SF1234567890124, SF1234567890125')
  await office.getByRole('button', { name: '已寄出，通知学生' }).click()
  await expect(office.getByRole('button', { name: '改单号' })).toBeVisible()

  await page.goto(`${pages}/notices`)
  await expect(page.locator('main')).toContainText('SF1234567890123')
  await page.goto(`${pages}/mail/done/${orderId}`)
  await expect(page.getByRole('link', { name: 'SF1234567890124' })).toHaveAttribute(
    'href',
    /SF1234567890124/,
  )
  await expectNoSidewaysScroll(page)
})
