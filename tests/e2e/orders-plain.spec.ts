import { expect, type Page } from '@playwright/test'
import { dayIn, field, fill, fillOrder, MOVE, order, orderOf } from './kit/orders.ts'
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

/** The payment page: all the information, and what to do where the card cannot be typed. */
async function expectNoCard(page: Page, charged: string): Promise<void> {
  await expect(page).toHaveURL(/\/pay\/base-(mail|move)_/)
  await expect(dialog(page)).toContainText(charged)
  const note = await page.locator('noscript').innerText()
  expect(note).toMatch(/填银行卡需要打开 JavaScript|JavaScript/)
  expect(note).toMatch(/\d\d:\d\d/)
  await expect(mainButton(page)).toBeDisabled()
}
