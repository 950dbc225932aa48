import { expect, type Page } from '@playwright/test'
import { loginAsAdmin } from './kit/admin.ts'
import { expectAccessible, expectNoSidewaysScroll } from './kit/axe.ts'
import { cards } from './kit/card.ts'
import { logIn, registeredStudent } from './kit/people.ts'
import { dialog, mainButton, nextStep, pay } from './kit/ride.ts'
import { expectToFit } from './kit/sheet.ts'
import { test } from './kit/test.ts'
import {
  fillFlight,
  fillTravelForm,
  fillTripForm,
  joinTrip,
  newTraveller,
  openTrip,
  tripName,
} from './kit/trips.ts'
import { inDays, pages, setLanguage } from './kit/world.ts'

const field = (page: Page, name: string) => dialog(page).locator(`[name=${name}]`)
const ownList = `${pages}/trip?tab=end`
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const card = (page: Page, name: string) => page.getByRole('article', { name })

/** Looks for a trip by its name. */
async function search(page: Page, name: string): Promise<void> {
  await page.goto(`${pages}/trip`)
  await page.getByLabel('名字', { exact: true }).fill(name)
  await page.getByRole('button', { name: '搜索' }).click()
  await expect(page.getByRole('status').filter({ hasText: '找到 1 个' })).toBeVisible()
}

/** Goes from a card to the payment of its deposit. */
async function joinUpToCard(page: Page, name: string): Promise<void> {
  await search(page, name)
  await card(page, name)
    .getByRole('link', { name: `参加：${name}` })
    .click()
  await expect(dialog(page)).toContainText('参加组团')
  await expect(dialog(page)).toContainText('全额退回原卡')
}

test('on a phone: a trip is started, joined, left and joined again', async ({ page, browser }) => {
  test.setTimeout(180_000)
  const name = tripName()
  await page.goto(`${pages}/trip`)
  await expect(page).toHaveURL(/\/login\?redirect=%2Ftrip$/)
  await expect(page.getByText('请先登录')).toBeVisible()
  await logIn(page, await registeredStudent(page.request, '王小明'), '/trip')
  await expect(page.getByText('先付押金，成团后再付余款')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  await page.getByRole('main').getByRole('link', { name: '发起组团' }).first().click()
  await expect(field(page, 'minPassenger')).toHaveValue('1')
  await expect(field(page, 'maxPassenger')).toHaveValue('2')
  await expect(field(page, 'cutoffTime')).toHaveAttribute('min', await inDays(page, 1, '00:00'))
  await fillTripForm(page, name)
  await expect(field(page, 'tripEndDatetime')).toHaveAttribute(
    'min',
    await inDays(page, 10, '08:00'),
  )
  await expect(dialog(page)).toContainText(
    '每人一共 £50：押金 £20，成团后余款 £30（由邻帮统一定价）。',
  )
  await expectAccessible(page)
  await mainButton(page).click()
  await expect(page).toHaveURL(/\/pay\/deposit-trip_/)
  for (const line of [
    '今天扣款 £20',
    '到截止时间人数够： 成团，再付余款约 £30，出发前 24 小时付清（成团晚的，成团后 12 小时内）。',
    '人数不够，或截止前退出： £20 全额退回原卡',
    '逾期未付，名额会释放。成团后押金不退。',
  ])
    await expect(dialog(page)).toContainText(line)
  await expect(dialog(page)).toContainText(/名额保留到 \d\d:\d\d/)
  await expectToFit(page)
  await expectAccessible(page)
  await pay(page, cards.good)
  await expect(page).toHaveURL(/\/trip\/done\/trip_/)
  await expect(heading(page)).toHaveText('组团发起好了，还差 1 人成团')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.goto(ownList)
  await expect(card(page, name)).toContainText('已有 1 人，最多 3 人')
  await expect(card(page, name)).toContainText('还差 1 人成团')
  await expect(card(page, name).getByRole('button', { name: '已参加' })).toBeDisabled()

  const other = await (await browser.newContext()).newPage()
  await logIn(other, await registeredStudent(other.request, '李小红'), '/trip')
  await joinUpToCard(other, name)
  await expect(dialog(other)).toContainText('你是第一个填航班的')
  for (const [of, value] of Object.entries({
    bigLuggage: '2',
    smallLuggage: '1',
    bag: '1',
    people: '1',
  }))
    await expect(field(other, of)).toHaveValue(value)
  await expect(field(other, 'people')).toHaveAttribute('max', '2')
  await fillTravelForm(other, { people: '2' })
  await expect(dialog(other)).toContainText('每人 £30，2 人约 £60')
  await expectAccessible(other)
  await mainButton(other).click()
  await pay(other, cards.good)
  await expect(heading(other)).toHaveText('参加好了，人数够了')
  await other.goto(ownList)
  await expect(card(other, name)).toContainText('已有 3 人，最多 3 人')
  await expect(card(other, name)).toContainText('人数够了')
  await card(other, name)
    .getByRole('link', { name: `看行程：${name}` })
    .click()
  await expect(other).toHaveURL(/\/trip\/record\/par_/)
  await expect(heading(other)).toHaveText(name)
  await other.getByText('行程、费用和我的信息').click()
  await expect(other.getByRole('main')).toContainText('8 Park Row')
  await expectAccessible(other)
  await expectNoSidewaysScroll(other)

  await other.getByRole('link', { name: '退出组团' }).click()
  await expect(dialog(other)).toContainText('押金 £20 全额退回原卡')
  await expect(dialog(other)).toContainText('2 个名额马上释放给别人。')
  await expectAccessible(other)
  await mainButton(other).click()
  await expect(other.getByText('已退出，押金退回原卡。')).toBeVisible()
  await expect(other.getByRole('main')).toContainText('你已退出')
  await other.goto(ownList)
  await expect(card(other, name)).toHaveCount(0)
  await expect(other.getByText('你还没有参加组团')).toBeVisible()

  // The student's earlier input is still there.
  await joinUpToCard(other, name)
  await expect(field(other, 'nLocation')).toHaveValue('8 Park Row')
  await nextStep(other)
  await nextStep(other)
  await mainButton(other).click()
  await pay(other, cards.good)
  await expect(heading(other)).toHaveText('参加好了，人数够了')
  await page.reload()
  await expect(card(page, name)).toContainText('人数够了')
  await page.goto(`${pages}/trip`)
  await expect(card(page, name)).toHaveCount(0)
  await other.context().close()
})

test('what a creator says is kept, reviewed and shown, and a trip without flights asks for none', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000)
  const name = tripName('约克')
  const said = {
    itinerary: '上午看城墙\n下午逛集市',
    meetingPoint: '老市场广场狮子像',
    included: '往返巴士\n集市门票',
  }
  await logIn(page, await registeredStudent(page.request), '/trip/create')
  await expect(field(page, 'needsFlight')).not.toBeChecked()
  await fillTripForm(page, name, { needsFlight: false })
  for (const [of, text] of Object.entries(said)) await field(page, of).fill(text)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await mainButton(page).click()
  await page.getByRole('button', { name: '返回修改' }).click()
  for (const [of, text] of Object.entries(said)) await expect(field(page, of)).toHaveValue(text)
  await mainButton(page).click()
  await pay(page, cards.good)
  await expect(heading(page)).toHaveText('组团发起好了，还差 1 人成团')
  await page.goto(`${pages}/rides`)
  await card(page, name).getByRole('heading').getByRole('link').click()
  const texts = page.getByRole('region', { name: '行程说明' })
  await expect(texts).toContainText('等待审核，同学还看不到')
  await expect(texts).toContainText('下午逛集市')
  await expect(texts.getByRole('link', { name: '修改行程说明' })).toBeVisible()
  await expectAccessible(page)

  const console_ = await (await browser.newContext()).newPage()
  await loginAsAdmin(console_, '/trips?texts=1')
  await console_.locator('tr').filter({ hasText: name }).getByRole('link').first().click()
  await expect(console_.getByText(said.meetingPoint)).toBeVisible()
  await expectAccessible(console_)
  await console_.getByRole('button', { name: '通过，让同学看到' }).click()
  await expect(console_.getByText('已通过，同学看得到了。')).toBeVisible()
  await console_.context().close()

  const other = await (await browser.newContext()).newPage()
  await logIn(other, await registeredStudent(other.request, '李小红'), '/trip')
  await search(other, name)
  await expect(card(other, name)).toContainText('包含：往返巴士 · 集市门票')
  await expectAccessible(other)
  await card(other, name)
    .getByRole('link', { name: `参加：${name}` })
    .click()
  await expect(dialog(other)).toContainText(said.meetingPoint)
  await expectAccessible(other)
  await expect(field(other, 'flightTime')).toHaveCount(0)
  await mainButton(other).click()
  await expect(field(other, 'nLocation')).toBeFocused()
  await field(other, 'nLocation').fill('8 Park Row')
  await nextStep(other)
  await mainButton(other).click()
  await expect(other).toHaveURL(/\/pay\/deposit-/)
  await other.context().close()

  await page.reload()
  await expect(texts).toContainText('下午逛集市')
  await expect(texts).not.toContainText('等待审核')
  await expect(texts.getByRole('link', { name: '修改行程说明' })).toHaveCount(0)
})

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1280, height: 900 } })

  test('in English and in the dark: errors, a declined card, and the flight window', async ({
    page,
    browser,
  }) => {
    test.setTimeout(150_000)
    const name = tripName('York')
    await page.emulateMedia({ colorScheme: 'dark' })
    await setLanguage(page, 'en')
    await logIn(page, await registeredStudent(page.request), '/trip')
    await page.getByRole('main').getByRole('link', { name: 'Start a trip' }).first().click()
    await fillTripForm(page, name, { min: 4, max: 3 })
    await field(page, 'tripEndDatetime').fill(await inDays(page, 9, '20:00'))
    // Shown while typing, and again by the server.
    await expect(dialog(page)).toContainText('The end must be later than the start.')
    await mainButton(page).click()
    await expect(dialog(page).getByRole('alert').getByRole('listitem')).toHaveCount(2)
    await expectAccessible(page)
    await fillTripForm(page, name)
    await mainButton(page).click()
    await expect(dialog(page)).toContainText('Charged today: £20')
    await pay(page, cards.declined)
    await expect(page.getByRole('alert')).toContainText('The bank declined this card.')
    await expect(page.getByRole('alert')).toContainText(/your place is kept until \d\d:\d\d/)
    await expectAccessible(page)
    await pay(page, cards.good)
    await expect(heading(page)).toHaveText('Your trip is open, 1 more person needed')
    await expectAccessible(page)
    await page.goto(ownList)
    await expect(card(page, name)).toContainText('1 more needed')
    await expectAccessible(page)

    const other = await (await browser.newContext()).newPage()
    await setLanguage(other, 'en')
    const traveller = await newTraveller(other.request)
    const trip = await openTrip(other.request, await newTraveller(other.request), { max: 5 })
    await joinTrip(other.request, await newTraveller(other.request), trip)
    await logIn(other, traveller, `/trip/${trip.id}/join`)
    await expect(dialog(other)).toContainText(
      /with a flight between .*03:00 and .*09:00 \(UK time\)/,
    )
    await fillFlight(other, '09:30')
    await expect(dialog(other)).toContainText('This flight is too far from the others.')
    await mainButton(other).click()
    await expect(field(other, 'flightTime')).toBeFocused()
    await fillFlight(other, '09:00')
    await nextStep(other)
    await field(other, 'nLocation').fill('8 Park Row')
    await nextStep(other)
    await mainButton(other).click()
    await expect(other).toHaveURL(/\/pay\/deposit-/)
    await other.context().close()
  })
})
