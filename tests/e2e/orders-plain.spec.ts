import { expect, type Page } from '@playwright/test'
import {
  dayIn,
  draftOrder,
  field,
  fill,
  fillOrder,
  home,
  MAIL,
  MOVE,
  order,
  orderOf,
} from './kit/orders.ts'
import { logIn, registeredStudent } from './kit/people.ts'
import { newRider } from './kit/places.ts'
import { dialog, mainButton } from './kit/ride.ts'
import { test } from './kit/test.ts'
import { setLanguage } from './kit/world.ts'

/** Mail and moving without scripts, up to the card. */
test.use({ javaScriptEnabled: false })

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Sends the form past the browser's own checks, as an old browser would. */
async function sendUnchecked(page: Page): Promise<void> {
  const form = page.locator('dialog form[method=post]').first()
  await form.evaluate((form: HTMLFormElement) => form.setAttribute('novalidate', ''))
  await mainButton(page).click()
}

test('without scripts mail is found, estimated, ordered up to the card, and cancelled', async ({
  page,
}) => {
  await orderOf(page.request, await newRider(page.request), 'mail', 40)
  await page.goto(home.mail)
  await page.getByLabel('地址', { exact: true }).fill('中国大陆')
  await press(page, '搜索')
  await expect(page).toHaveURL(/address=%E4%B8%AD%E5%9B%BD%E5%A4%A7%E9%99%86/)
  await expect(order(page).first()).toContainText('→ 中国大陆')
  await page.getByLabel('一箱的重量（公斤）').fill('2')
  await press(page, '估算')
  await expect(page).toHaveURL(/address=.*kg=2/)
  await expect(order(page).first()).toContainText('→ 中国大陆')
  await page.getByRole('link', { name: '我的订单' }).click()
  await expect(page.getByText('登录后看你的订单')).toBeVisible()
  await logIn(page, await registeredStudent(page.request), '/mail?tab=mine')
  await expect(page.getByText('还没有寄件订单')).toBeVisible()

  // Everything is visible; the fields for boxes say that they only count with boxes.
  await page.getByRole('link', { name: '下单寄件' }).first().click()
  await expect(dialog(page)).toContainText('勾了“向我们买纸箱”才要填。')
  await expect(dialog(page)).toContainText('买纸箱的话，不早于送纸箱那天')
  const [boxDate, early, late] = await Promise.all([5, 4, 6].map((days) => dayIn(page, days)))
  const sent = {
    ...MAIL,
    fromZip: 'NG7',
    buyBoxNum: '3',
    boxDate: String(boxDate),
    isBoxDaytime: 'false',
  }
  await fill(page, { ...sent, sendDate: String(early), isShipDaytime: 'false' })
  await field(page, 'isBuyBox').check()
  await field(page, 'isHelp').check()
  await sendUnchecked(page)
  await expect(dialog(page).getByRole('alert')).toContainText('还有 2 处要改')
  for (const [name, value] of Object.entries({ ...sent, sendDate: String(early) }))
    await expect(field(page, name)).toHaveValue(value)
  for (const name of ['isBuyBox', 'isHelp']) await expect(field(page, name)).toBeChecked()
  await fill(page, { fromZip: 'ng71fn', sendDate: String(late) })
  await mainButton(page).click()

  await expectNoCard(page, '今天扣款 £10')
  await page.getByRole('link', { name: '稍后再付' }).click()
  await expect(order(page)).toContainText('待付款')
  await order(page).getByText('全部信息').click()
  await expect(order(page)).toContainText(/3 个，.*傍晚送到/)
  await order(page)
    .getByRole('link', { name: /^去支付/ })
    .click()
  await press(page, '取消订单，返回修改')
  await expect(dialog(page)).toContainText('订单已取消，没有扣款')
  for (const [name, value] of Object.entries({ ...sent, fromZip: 'NG7 1FN', tel: '07700900123' }))
    await expect(field(page, name)).toHaveValue(value)
  await expect(field(page, 'isBuyBox')).toBeChecked()
  // A reload sends the cancellation again: there is nothing left to cancel, and the page says so.
  await page.reload()
  await expect(page.getByText('订单已经删除，没有扣款。')).toBeVisible()
  await page.goto(`${home.mail}?tab=mine`)
  await expect(page.getByText('还没有寄件订单')).toBeVisible()
})

test('without scripts a move is ordered up to the card; a friend only counts when ticked', async ({
  page,
}) => {
  await setLanguage(page, 'en')
  await orderOf(page.request, await newRider(page.request), 'move', 40)
  await logIn(page, await registeredStudent(page.request), '/moving?tab=all')
  await page.getByLabel('Day', { exact: true }).fill(await dayIn(page, 400))
  await press(page, 'Search')
  await expect(page.getByText('No order matches')).toBeVisible()
  await page.getByRole('link', { name: 'Reset' }).click()
  await expect(order(page).first()).toContainText('Nottingham')
  await page.getByRole('link', { name: 'Order a move' }).first().click()
  await fillOrder(page, 'move', 6)
  await field(page, 'isEntrustFriend').check()
  await sendUnchecked(page)
  await expect(dialog(page).getByRole('alert')).toContainText('Your friend’s phone number')
  for (const [name, value] of Object.entries(MOVE))
    await expect(field(page, name)).toHaveValue(value)
  await field(page, 'isEntrustFriend').uncheck()
  await fill(page, { friTel: 'nobody' })
  await mainButton(page).click()
  await expectNoCard(page, 'Charged today: £20')
  await press(page, 'Cancel and edit')
  await expect(dialog(page)).toContainText('The order is cancelled; you haven’t been charged')
  await expect(field(page, 'isEntrustFriend')).not.toBeChecked()
  await expect(field(page, 'toZip')).toHaveValue('LE1 4ST')
})

test('without scripts an unpaid order is cancelled from the list', async ({ page }) => {
  await logIn(page, await registeredStudent(page.request), '/mail')
  await draftOrder(page, 'mail', 7)
  await page.goto(`${home.mail}?tab=mine`)
  await order(page)
    .getByRole('button', { name: /^取消订单/ })
    .click()
  await expect(field(page, 'toAddress')).toHaveValue(MAIL.toAddress ?? '')
  await page.getByRole('link', { name: '关闭' }).click()
  await page.getByRole('link', { name: '我的订单' }).click()
  await expect(page.getByText('还没有寄件订单')).toBeVisible()
})

/** The payment page: all the information, and what to do where the card cannot be typed. */
async function expectNoCard(page: Page, charged: string): Promise<void> {
  await expect(page).toHaveURL(/\/pay\/base-(mail|move)_/)
  await expect(dialog(page)).toContainText(charged)
  const note = await page.locator('noscript').innerText()
  expect(note).toMatch(/填银行卡需要打开 JavaScript|JavaScript/)
  expect(note).toMatch(/\d\d:\d\d/)
  await expect(mainButton(page)).toBeDisabled()
}
