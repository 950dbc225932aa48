import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
import { loginAsAdmin } from './kit/admin.ts'
import { expectAccessible, expectNoSidewaysScroll } from './kit/axe.ts'
import { logIn } from './kit/people.ts'
import { call, joinPlace, newRider, openPlace, payIntent, said } from './kit/places.ts'
import { test } from './kit/test.ts'
import { moneyOf, newTraveller, openTrip } from './kit/trips.ts'
import { advanceClock, origin, pages, setLanguage } from './kit/world.ts'

/** An administrator cancels groups, in a browser without scripts, and the money is refunded. */

test.use({ javaScriptEnabled: false })

const DAYS = 10

/** The stand-in's payments for a carpool's places: deposits and balances. */
async function paymentsOf(request: APIRequestContext, carpoolId: string) {
  const answer = await request.get(`${origin}/__dev/stripe/v1/payment_intents?limit=100`, {
    headers: { Authorization: 'Bearer sk_test_places' },
  })
  const { data } = await said(answer)
  const mine = data.filter(
    (one: { metadata: { carpoolId?: string } }) => one.metadata.carpoolId === carpoolId,
  )
  return Promise.all(mine.map((one: { id: string }) => stateOf(request, one.id)))
}
async function stateOf(request: APIRequestContext, id: string): Promise<string> {
  const answer = await request.get(`${origin}/__dev/stripe/v1/payment_intents/${id}`, {
    params: { 'expand[]': 'latest_charge' },
    headers: { Authorization: 'Bearer sk_test_places' },
  })
  const { status, amount_received, latest_charge } = await said(answer)
  return `${status} ${amount_received}−${latest_charge?.amount_refunded ?? 0}`
}

/** What a student sees of it in their own browser, with scripts as usual. */
async function asStudent(
  browser: Browser,
  rider: Parameters<typeof logIn>[1],
  path: string,
): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await logIn(page, rider, path)
  return page
}

const main = (page: Page) => page.locator('main')
const openCancel = (page: Page) => page.getByRole('link', { name: /^取消这/ }).click()

test('a carpool with held deposits is found, reviewed and cancelled, and every hold is released', async ({
  page,
  request,
  browser,
}) => {
  const [wang, li] = [await newRider(request, '王小明'), await newRider(request, '李小红')]
  const place = await openPlace(request, wang, { days: DAYS, maxPassengers: 3 })
  await joinPlace(request, li, place, DAYS)
  await loginAsAdmin(page, '/carpools')
  await page.locator('select[name=status]').selectOption('OPEN')
  await page.getByRole('button', { name: '筛选' }).click()
  await expect(page).toHaveURL(/status=OPEN/)
  await page.locator(`a[href$="${place.carpoolId}"]:visible`).click()
  await expect(main(page)).toContainText('王小明')
  await expect(main(page)).toContainText('李小红')
  await expect(main(page)).toContainText('£20 冻结中')
  await expectNoSidewaysScroll(page)
  await openCancel(page)
  await expect(main(page)).toContainText('解冻 £20')
  await expect(main(page)).toContainText('合计 £40，退给 2 位学生')
  expect(await paymentsOf(request, place.carpoolId)).toEqual([
    'requires_capture 0−0',
    'requires_capture 0−0',
  ])
  await page.getByRole('button', { name: '取消并退款 £40' }).click()
  await expect(page).toHaveURL(`${pages}/admin/carpools/${place.carpoolId}`)
  await expect(page.getByText('已取消并退款，所有人都已收到通知。')).toBeVisible()
  await expect(main(page)).toContainText('由管理员取消')
  expect(await paymentsOf(request, place.carpoolId)).toEqual(['canceled 0−0', 'canceled 0−0'])
  // There is nothing left to cancel; the page's address says so too.
  await expect(page.getByRole('link', { name: /^取消这/ })).toHaveCount(0)
  await page.goto(`${pages}/admin/carpools/${place.carpoolId}/cancel`)
  await expect(main(page)).toContainText('已经结束，不能再取消')

  const hers = await asStudent(browser, wang, `/carpool/record/${place.participantId}`)
  await expect(hers.getByText('已取消，全额退款')).toBeVisible()
  await hers.goto(`${pages}/notices`)
  await expect(hers.getByText('拼车取消了，£20 全部退给你').first()).toBeVisible()
  await hers.goto(`${pages}/rides?list=history`)
  await expect(hers.getByText('这趟车由我们取消').first()).toBeVisible()
  await hers.context().close()
})

test('cancelling a complete carpool with a paid balance asks for the password, shows what changed, and refunds every penny', async ({
  page,
  request,
}) => {
  const [wang, li] = [await newRider(request, '王小明'), await newRider(request, '李小红')]
  const place = await openPlace(request, wang, { days: DAYS, maxPassengers: 2 })
  await joinPlace(request, li, place, DAYS)
  await advanceClock(request, 0)
  const admin = await loginAsAdmin(page, `/carpools/${place.carpoolId}`)
  await advanceClock(request, 11 * 60)
  await openCancel(page)
  await expect(page).toHaveURL(/\/admin\/confirm\?redirect=/)
  await page.locator('input[name=password]').fill(admin.password)
  await page.locator('main button[type=submit]').last().click()
  await expect(page).toHaveURL(`${pages}/admin/carpools/${place.carpoolId}/cancel`)
  await expect(main(page)).toContainText('合计 £40')

  const { participantId } = place
  const { clientSecret, amount } = await call(request, wang, '/user/my/pay-remaining', {
    participantId,
  })
  await payIntent(request, clientSecret)
  await call(request, wang, '/user/my/confirm-remaining', { participantId })
  await page.getByRole('button', { name: /^取消并退款/ }).click()
  await expect(page.getByRole('alert')).toContainText('刚才有人付款或离开')
  const pounds = `£${(4000 + amount) / 100}`
  await page.getByRole('button', { name: `取消并退款 ${pounds}` }).click()
  await expect(page.getByText('已取消并退款，所有人都已收到通知。')).toBeVisible()
  expect((await paymentsOf(request, place.carpoolId)).toSorted()).toEqual(
    ['succeeded 2000−2000', 'succeeded 2000−2000', `succeeded ${amount}−${amount}`].toSorted(),
  )
  await expect(main(page)).toContainText(`退回 £${amount / 100}`)
})

test.describe('on a desktop, in English', () => {
  test.use({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' })

  test('a trip’s balance is reviewed before it is saved, and the trip is cancelled', async ({
    page,
    request,
    browser,
  }) => {
    await setLanguage(page, 'en')
    const ann = await newTraveller(request, '安娜')
    const trip = await openTrip(request, ann)
    await loginAsAdmin(page, `/trips/${trip.id}`)
    await page.locator('input[name=price]').fill('12.345')
    await page.getByRole('button', { name: 'Review change' }).click()
    await expect(main(page)).toContainText('with at most two decimals')
    await page.locator('input[name=price]').fill('45.50')
    await page.getByRole('button', { name: 'Review change' }).click()
    await expect(page.getByRole('row', { name: /Balance per person/ })).toContainText('£45.50')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('New balance saved.')).toBeVisible()
    await expect(page.locator('input[name=price]')).toHaveValue('45.50')

    await page.getByRole('link', { name: 'Cancel this trip' }).click()
    await expect(page.getByRole('row', { name: /安娜/ })).toContainText('£20 refunded')
    await page.getByRole('button', { name: 'Cancel and refund £20' }).click()
    await expect(page.getByText('Cancelled and refunded')).toBeVisible()
    expect(await moneyOf(request, trip.intentId)).toEqual({ received: 2000, refunded: 2000 })
    const hers = await asStudent(browser, ann, '/trip?tab=end')
    await expect(hers.getByRole('heading', { name: trip.name })).toBeVisible()
    await expect(hers.getByText('这次出行由我们取消了').first()).toBeVisible()
    await hers.context().close()
  })
})

for (const [language, width] of [
  ['zh', 390],
  ['en', 1280],
] as const)
  test(`the pages of groups are accessible and carry no scripts: ${language}, ${width} px`, async ({
    browser,
    request,
  }) => {
    test.slow()
    const [wang, ann] = [await newRider(request, '王小明'), await newTraveller(request, '安娜')]
    const place = await openPlace(request, wang, { days: DAYS, maxPassengers: 3 })
    const trip = await openTrip(request, ann)
    // The accessibility check is itself a script; the pages have none.
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      javaScriptEnabled: true,
    })
    const page = await context.newPage()
    await setLanguage(page, language)
    const groups = [`/carpools/${place.carpoolId}`, `/trips/${trip.id}`]
    await loginAsAdmin(page, '/carpools')
    for (const path of ['/carpools', ...groups, `/carpools/${place.carpoolId}/cancel`]) {
      await page.goto(`${pages}/admin${path}`)
      await expect(page.locator('script, link[rel=modulepreload]')).toHaveCount(0)
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    }
    await context.close()
  })
