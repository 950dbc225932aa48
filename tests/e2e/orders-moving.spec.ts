import { type Browser, expect, type Page } from '@playwright/test'
import { answerBank, cards, fillCard } from './kit/card.ts'
import {
  dayIn,
  field,
  fill,
  fillOrder,
  home,
  listOn,
  MOVE,
  order,
  placeOrder,
} from './kit/orders.ts'
import { logIn, registeredStudent } from './kit/people.ts'
import { dialog, mainButton, pay } from './kit/ride.ts'
import { test } from './kit/test.ts'
import { breakStripe, pages, setLanguage } from './kit/world.ts'

/** Moving on a desktop, in English, with scripts. */

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const alert = (page: Page) => page.getByRole('alert')

async function desktop(browser: Browser) {
  const page = await (
    await browser.newContext({ viewport: { width: 1280, height: 900 } })
  ).newPage()
  await setLanguage(page, 'en')
  return page
}

async function loggedIn(browser: Browser) {
  const page = await desktop(browser)
  await logIn(page, await registeredStudent(page.request, '王小明'), '/moving')
  return page
}

test('a visitor logs in first and lands on the requested page, from the older address too', async ({
  browser,
}) => {
  const page = await desktop(browser)
  const { phone, password } = await registeredStudent(page.request)
  await page.goto(`${pages}/move`)
  await expect(page).toHaveURL(`${pages}/login?redirect=%2Fmoving`)
  await page.goto(`${home.move}/create?date=2030-01-01`)
  await page.locator('input[name=phone]').fill(phone)
  await page.locator('input[name=password]').fill(password)
  await page.locator('main button[type=submit]').click()
  await expect(page).toHaveURL(`${home.move}/create?date=2030-01-01`)
  await expect(dialog(page)).toContainText('Order a move')
  await page.context().close()
})

test('a move with a friend’s help is corrected, declined, paid with 3-D Secure, and shown in full again', async ({
  browser,
}) => {
  const page = await loggedIn(browser)
  const [earliest, early, moveDay] = await Promise.all([2, 1, 47].map((days) => dayIn(page, days)))
  await page.getByRole('link', { name: 'Order a move' }).first().click()
  await expect(field(page, 'sendDate')).toHaveAttribute('min', String(earliest))
  await expect(field(page, 'friTel')).toBeDisabled()
  await fillOrder(page, 'move', 0, { sendDate: String(early), toZip: '100084', isDaytime: 'false' })
  await field(page, 'isHelp').check()
  await field(page, 'isEntrustFriend').check()
  await expect(field(page, 'friTel')).toBeEnabled()
  await expect(dialog(page)).toContainText('Charged today: £20')
  await mainButton(page).click()
  for (const text of ['Postcode you move in to', 'Moving day', 'Your friend’s phone number'])
    await expect(alert(page)).toContainText(text)
  for (const name of ['toZip', 'sendDate', 'friTel'])
    await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true')
  const kept = { ...MOVE, sendDate: String(early), toZip: '100084', isDaytime: 'false' }
  for (const [name, value] of Object.entries(kept))
    await expect(field(page, name)).toHaveValue(value)
  for (const name of ['isHelp', 'isEntrustFriend']) await expect(field(page, name)).toBeChecked()
  await fill(page, { toZip: 'le1 4st', sendDate: String(moveDay), friTel: '(0115) 496-0123' })
  await mainButton(page).click()

  await expect(dialog(page)).toContainText('Charged today: £20')
  await pay(page, cards.poor)
  await expect(alert(page)).toContainText('There isn’t enough money on this card.')
  await pay(page, cards.asksBank)
  await answerBank(page, 'complete')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order placed')
  await page.getByRole('link', { name: 'See my orders' }).click()
  await expect(page).toHaveURL(`${home.move}?tab=mine`)
  await order(page).getByText('All details').click()
  for (const text of [
    'Pending pickup',
    'Evening · Move',
    '17 Lace Street, Nottingham NG7 1FN',
    '4 Vaughan Way, Leicester LE1 4ST',
    'About 8 boxes',
    '王小明',
    '+8613812345678',
    '01154960123',
    '£20, paid',
  ])
    await expect(order(page)).toContainText(text)
  await expect(order(page).getByRole('button')).toHaveCount(0)
  await page.context().close()
})

test('others find a move by its towns and outward postcodes, its owner by the street', async ({
  browser,
}) => {
  const owner = await loggedIn(browser)
  const id = await placeOrder(owner, 'move', 48, {
    fromAddress: '9 Quiet Close, Nottingham',
    fromZip: 'NG2 3AB',
    userName: '欧阳小雪',
  })
  const other = await loggedIn(browser)
  await listOn(other, 'move', 48)
  await expect(order(other)).toContainText('Nottingham NG2 → Leicester LE1')
  await expect(order(other).locator('details')).toHaveCount(0)
  const html = await other.content()
  const secrets = ['Quiet Close', 'Vaughan', '3AB', '4ST', '8613812345678', '欧阳']
  expect(secrets.filter((text) => html.includes(text))).toEqual([])
  for (const [page, text, found] of [
    [other, 'leicester', 1],
    [other, '莱斯特', 1],
    [other, 'LE1', 1],
    [other, 'Quiet', 0],
    [other, 'LE1 4ST', 0],
    [owner, 'quiet close', 1],
    [owner, 'le14st', 1],
  ] as const) {
    const asked = { tab: 'all', address: text, date: await dayIn(page, 48) }
    await page.goto(`${home.move}?${new URLSearchParams(asked)}`)
    await expect(order(page), text).toHaveCount(found)
  }
  // Another student's order cannot be paid.
  expect((await other.goto(`${pages}/pay/base-${id}`))?.status()).toBe(404)
  await expect(dialog(other)).toContainText('Your order has expired')
  for (const page of [owner, other]) await page.context().close()
})

test('a cancelled payment restores the form, from the list too; unticking removes the friend', async ({
  browser,
}) => {
  const page = await loggedIn(browser)
  await page.goto(`${home.move}/create`)
  await field(page, 'isEntrustFriend').check()
  await fillOrder(page, 'move', 9, { friTel: '07700 900456', estBoxNum: '12' })
  await mainButton(page).click()
  await press(page, 'Cancel and edit')
  await expect(dialog(page)).toContainText('The order is cancelled; you haven’t been charged')
  const held = {
    ...MOVE,
    fromZip: 'NG7 1FN',
    toZip: 'LE1 4ST',
    tel: '+8613812345678',
    estBoxNum: '12',
  }
  for (const [name, value] of Object.entries({ ...held, friTel: '07700900456' }))
    await expect(field(page, name)).toHaveValue(value)
  await expect(field(page, 'isEntrustFriend')).toBeChecked()
  await field(page, 'isEntrustFriend').uncheck()
  await expect(field(page, 'friTel')).toBeDisabled()
  await mainButton(page).click()
  await page.getByRole('link', { name: 'Pay later' }).click()

  await expect(order(page)).toContainText('Payment due')
  await order(page).getByText('All details').click()
  await expect(order(page)).toContainText('A friend will be there')
  await expect(order(page)).not.toContainText('07700900456')
  await order(page)
    .getByRole('button', { name: /^Cancel order/ })
    .click()
  await expect(field(page, 'estBoxNum')).toHaveValue('12')
  await expect(field(page, 'isEntrustFriend')).not.toBeChecked()
  await page.goto(`${home.move}?tab=mine`)
  await expect(page.getByText('No moves here yet')).toBeVisible()
  await page.context().close()
})

test('a payment that cannot be prepared keeps the order, and is ready a moment later, even after a lost reply', async ({
  browser,
}) => {
  const page = await loggedIn(browser)
  await page.goto(`${home.move}/create`)
  await fillOrder(page, 'move', 10)
  await mainButton(page).click()
  await fillCard(page, cards.good)
  await breakStripe(page.request, 'fail-calls', 20)
  await mainButton(page).click()
  await expect(alert(page)).toBeVisible()
  await breakStripe(page.request, 'none', 0)
  await page.waitForLoadState('networkidle')
  const lost = (address: URL) => address.pathname.endsWith('.data')
  await page.route(lost, (route) => route.abort())
  await mainButton(page).click()
  await expect(alert(page)).toBeVisible()
  await expect(mainButton(page)).toBeDisabled()
  await page.unroute(lost)
  // After a reload there is no second request to pay.
  await page.reload()
  await expect(page).toHaveURL(/\/moving\/done\/move_/)
  await page.goto(`${home.move}?tab=mine`)
  await expect(order(page)).toHaveCount(1)
  await expect(order(page)).toContainText('Pending pickup')
  await page.context().close()
})
