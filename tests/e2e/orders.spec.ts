import { type Browser, expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './kit/axe.ts'
import { answerBank, cards } from './kit/card.ts'
import {
  dayIn,
  draftOrder,
  field,
  fill,
  fillOrder,
  home,
  listOn,
  MAIL,
  order,
} from './kit/orders.ts'
import { logIn, registeredStudent } from './kit/people.ts'
import { dialog, mainButton, pay } from './kit/ride.ts'
import { test } from './kit/test.ts'
import { pages } from './kit/world.ts'

const alert = (page: Page) => page.getByRole('alert')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** A new student's phone, logged in and on the mail page. */
async function phoneOf(browser: Browser, name = '王小明') {
  const page = await (await browser.newContext()).newPage()
  const student = await registeredStudent(page.request, name)
  await logIn(page, student, '/mail')
  return { page, student }
}

test('mail with bought boxes is ordered step by step, corrected, paid, and shown in full again', async ({
  browser,
}) => {
  const { page, student } = await phoneOf(browser)
  const [earliest, boxDay, early, sendDay] = await Promise.all(
    [2, 43, 42, 44].map((days) => dayIn(page, days)),
  )
  await page.getByRole('link', { name: '下单寄件' }).first().click()
  // What is already known is not asked for.
  await expect(field(page, 'userName')).toHaveValue('王小明')
  await expect(field(page, 'tel')).toHaveValue(student.phone)

  // Boxes are off until wanted, and the collection date depends on them.
  const boxFields = ['buyBoxNum', 'boxDate', 'isBoxDaytime']
  for (const name of boxFields) await expect(field(page, name)).toBeDisabled()
  await expect(field(page, 'sendDate')).toHaveAttribute('min', String(earliest))
  await field(page, 'isBuyBox').check()
  for (const name of boxFields) await expect(field(page, name)).toBeEnabled()
  await expect(field(page, 'boxDate')).toHaveAttribute('min', String(earliest))
  await fill(page, { buyBoxNum: '4', boxDate: String(boxDay), isBoxDaytime: 'false' })
  await expect(field(page, 'sendDate')).toHaveAttribute('min', String(boxDay))
  await field(page, 'isBuyBox').uncheck()
  await expect(field(page, 'boxDate')).toBeDisabled()
  await expect(field(page, 'sendDate')).toHaveAttribute('min', String(earliest))
  await field(page, 'isBuyBox').check()

  // Hong Kong needs no postcode; mainland China does.
  await field(page, 'shipCompany').selectOption('HKA')
  await expect(dialog(page)).toContainText('这家可以不填邮编。')
  await expect(field(page, 'toZip')).not.toHaveAttribute('required')

  // Errors appear in one place and beside each field; nothing typed is lost.
  await fillOrder(page, 'mail', 0, {
    sendDate: String(early),
    fromZip: 'NG7',
    isShipDaytime: 'false',
  })
  await expect(dialog(page)).toContainText('今天扣款 £10')
  await mainButton(page).click()
  await expect(alert(page)).toContainText('还有 2 处要改')
  for (const name of ['fromZip', 'sendDate']) {
    await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true')
    const described = (await field(page, name).getAttribute('aria-describedby')) ?? ''
    await expect(page.locator(`#${described.split(' ').at(-1)}`)).toBeVisible()
  }
  await alert(page)
    .getByRole('link', { name: /^取件邮编/ })
    .click()
  await expect(field(page, 'fromZip')).toBeFocused()
  const kept = { ...MAIL, fromZip: 'NG7', sendDate: early, buyBoxNum: '4', boxDate: boxDay }
  for (const [name, value] of Object.entries(kept))
    await expect(field(page, name)).toHaveValue(String(value))
  await expect(field(page, 'isBuyBox')).toBeChecked()
  await expect(field(page, 'isBoxDaytime')).toHaveValue('false')
  await fill(page, { fromZip: 'ng71fn', sendDate: String(sendDay) })
  await mainButton(page).click()

  // The payment page says what it is for, and what else will have to be paid.
  await expect(page).toHaveURL(/\/pay\/base-mail_/)
  for (const text of [
    '今天扣款 £10',
    '基础费包含安排订单和上门取件。',
    '运费称重后发账单给你',
    '17 Lace Street, Nottingham NG7 1FN',
  ])
    await expect(dialog(page)).toContainText(text)
  await expect(mainButton(page)).toBeDisabled()
  await pay(page, cards.good)
  await expect(page).toHaveURL(/\/mail\/done\/mail_/)
  await expect(heading(page)).toHaveText('下单成功')
  for (const text of ['£10 基础费已付', '我们送来 4 个纸箱', '你把 3 箱封好'])
    await expect(page.getByRole('main')).toContainText(text)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: '看我的订单' }).click()
  await expect(page).toHaveURL(`${home.mail}?tab=mine`)

  await expect(order(page)).toHaveCount(1)
  await order(page).getByText('全部信息').click()
  for (const text of [
    '待取件',
    '傍晚 · 上门取件',
    '17 Lace Street, Nottingham NG7 1FN',
    '上海市徐汇区衡山路 8 号 200030',
    '约 3 箱',
    '顺丰',
    '王小明',
    '07700900123',
    /4 个，.*傍晚送到/,
    '£10，已付',
    '取件日前把箱子封好。称重后客服告诉你运费。',
    /mail_\w+/,
  ])
    await expect(order(page)).toContainText(text)
  // The order is placed: there is nothing more to pay, and no delete button.
  await expect(order(page).getByRole('button')).toHaveCount(0)
  await expect(order(page)).toContainText('要取消或修改，请联系客服')
  await page.context().close()
})

test('an unpaid order waits in the student’s list, and is paid after a declined card and 3-D Secure, or cancelled', async ({
  browser,
}) => {
  const { page } = await phoneOf(browser)
  const id = await draftOrder(page, 'mail', 10)
  await pay(page, cards.declined)
  await expect(alert(page)).toContainText('银行拒绝了这张卡，没有扣款')
  await expect(alert(page)).toContainText(/订单为你保留到 \d\d:\d\d/)
  await page.getByRole('link', { name: '稍后再付' }).click()
  await expect(page).toHaveURL(`${home.mail}?tab=mine`)
  for (const text of ['待付款', /\d\d:\d\d 前付 £10/, '还剩 29 分钟'])
    await expect(order(page)).toContainText(text)

  // No other student sees it.
  const other = await (await browser.newContext()).newPage()
  await listOn(other, 'mail', 10)
  await expect(other.getByText('没有符合的订单')).toBeVisible()
  await other.context().close()

  await order(page)
    .getByRole('link', { name: /^去支付/ })
    .click()
  await expect(page).toHaveURL(`${pages}/pay/base-${id}`)
  await pay(page, cards.asksBank)
  await answerBank(page, 'fail')
  await expect(alert(page)).toContainText('银行验证没通过，没有扣款')
  await pay(page, cards.asksBank)
  await answerBank(page, 'complete')
  await expect(heading(page)).toHaveText('下单成功')
  // The payment is over: going back, through what the bank's frames left, never leads to it.
  await page.goBack()
  await expect(page).toHaveURL(({ pathname }) => !pathname.includes('/pay/'))
  await page.goto(`${pages}/pay/base-${id}`)
  await expect(page).toHaveURL(`${home.mail}/done/${id}`)
  await page.getByRole('link', { name: '看我的订单' }).click()
  await expect(order(page)).toContainText('待取件')

  // Another order is deleted from the list.
  await draftOrder(page, 'mail', 11, { estBoxNum: '5' })
  await page.goto(`${home.mail}?tab=mine`)
  await expect(order(page)).toHaveCount(2)
  await order(page)
    .first()
    .getByRole('button', { name: /^取消订单/ })
    .click()
  await expect(dialog(page)).toContainText('订单已取消，没有扣款')
  await expect(field(page, 'estBoxNum')).toHaveValue('5')
  await page.getByRole('link', { name: '关闭' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto(`${home.mail}?tab=mine`)
  await expect(order(page)).toHaveCount(1)
  await page.context().close()
})
