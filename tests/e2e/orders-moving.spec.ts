import { type Browser, expect, type Page } from '@playwright/test'
import { answerBank, cards } from './kit/card.ts'
import { dayIn, field, fill, fillOrder, home, MOVE, order } from './kit/orders.ts'
import { logIn, registeredStudent } from './kit/people.ts'
import { dialog, mainButton, pay } from './kit/ride.ts'
import { test } from './kit/test.ts'
import { setLanguage } from './kit/world.ts'

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
