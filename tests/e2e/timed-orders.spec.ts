import { expect } from '@playwright/test'
import { cards, fillCard } from './kit/card.ts'
import { draftOrder, home, order } from './kit/orders.ts'
import { logIn, registeredStudent } from './kit/people.ts'
import { dialog, mainButton } from './kit/ride.ts'
import { test } from './kit/test.ts'
import { advanceClock, pages } from './kit/world.ts'

test('an order not paid in 30 minutes is gone, and its payment page says so', async ({
  page,
  browser,
}) => {
  const student = await registeredStudent(page.request)
  await logIn(page, student, '/mail')
  const id = await draftOrder(page, 'mail', 9)
  await fillCard(page, cards.good)
  await advanceClock(page.request, 29 * 60)
  const phone = await (await browser.newContext()).newPage()
  await logIn(phone, student, '/mail?tab=mine')
  await expect(order(phone)).toContainText('待付款')
  await expect(order(phone)).toContainText(/还剩 1 分钟|不到 1 分钟/)

  // Paid too late, on a page that has not noticed: nothing is charged, and the page says so; so
  // does the page on a later visit.
  await advanceClock(page.request, 61)
  await mainButton(page).click()
  const gone = '未付款的订单只保留 30 分钟。没有扣款。'
  await expect(dialog(page)).toContainText(gone)
  expect((await page.goto(`${pages}/pay/base-${id}`))?.status()).toBe(404)
  await expect(dialog(page)).toContainText(gone)
  await phone.reload()
  await expect(phone.getByText('还没有寄件订单')).toBeVisible()

  // There is a way on.
  await dialog(page).getByRole('link', { name: '重新下单' }).click()
  await expect(page).toHaveURL(`${home.mail}/create`)
  await phone.context().close()
})
