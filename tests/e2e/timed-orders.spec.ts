import { expect } from '@playwright/test'
import { cards, fillCard } from './kit/card.ts'
import { dayIn, draftOrder, home, listOn, order, orderOf } from './kit/orders.ts'
import { logIn, registeredStudent } from './kit/people.ts'
import { newRider } from './kit/places.ts'
import { dialog, mainButton, pay } from './kit/ride.ts'
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

test('an order paid in time stays', async ({ page }) => {
  await logIn(page, await registeredStudent(page.request), '/moving')
  await draftOrder(page, 'move', 9)
  await advanceClock(page.request, 29 * 60)
  await pay(page, cards.good)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('下单成功')
  await advanceClock(page.request, 3600)
  await page.goto(`${home.move}?tab=mine`)
  await expect(order(page)).toContainText('待上门')
})

for (const kind of ['mail', 'move'] as const)
  test(`a day has its own list, and yesterday’s orders leave the public one (${kind})`, async ({
    page,
    request,
  }) => {
    const rider = await newRider(request)
    await logIn(page, rider, '/mail')
    const id = await orderOf(request, rider, kind, 2)
    const day = await dayIn(page, 2)
    const mine = page.locator(`[aria-labelledby=${id}-title]`)
    await listOn(page, kind, 2)
    await expect(mine).toBeVisible()
    await listOn(page, kind, 3)
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await expect(mine).toHaveCount(0)

    await advanceClock(request, 2 * 86_400)
    await page.goto(`${home[kind]}?tab=all`)
    await expect(mine).toBeVisible()
    await advanceClock(request, 86_400)
    await page.goto(`${home[kind]}?tab=all`)
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await expect(mine).toHaveCount(0)
    // The student's own order stays theirs, and the day can still be looked up.
    await page.goto(`${home[kind]}?tab=mine`)
    await expect(mine).toBeVisible()
    await page.goto(`${home[kind]}?tab=all&date=${day}`)
    await expect(mine).toBeVisible()
  })
