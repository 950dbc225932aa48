import { expect, type Page } from '@playwright/test'
import { expectInOrder, expectNoSidewaysScroll, type Look, lookAt, titleOf } from './kit/axe.ts'
import { cards, fillCard } from './kit/card.ts'
import { logIn, registeredStudent } from './kit/people.ts'
import { draftPlace, newRider, openPlace } from './kit/places.ts'
import {
  dialog,
  draftRide,
  fillCreateForm,
  fillJoinForm,
  mainButton,
  nextStep,
  pay,
} from './kit/ride.ts'
import { slowLine } from './kit/slow-line.ts'
import { test } from './kit/test.ts'
import { advanceClock, inDays, pages, setLanguage } from './kit/world.ts'

/** A new student, logged in, in their own browser. */
async function student(page: Page, then?: string): Promise<void> {
  await logIn(page, await registeredStudent(page.request), then)
}
/** A student who has started a car for two from Birmingham, at its payment. */
async function atDeposit(page: Page, days: number): Promise<void> {
  const rider = await newRider(page.request)
  const ride = { airportId: 'air_bhx', days, maxPassengers: 2 }
  const { participantId } = await draftPlace(page.request, rider, ride)
  await logIn(page, rider, `/pay/deposit-${participantId}`)
}
const cardsShown = (page: Page) => page.getByRole('article')
const field = (page: Page, name: string) => dialog(page).locator(`[name=${name}]`)

test('tabs and filters are part of the address, and a reset removes the filters', async ({
  page,
}) => {
  await page.goto(`${pages}/carpool`)
  await expect(page.getByRole('link', { name: '重置' })).toBeVisible()
  await expect(page.getByRole('link', { name: '接机', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await page.getByRole('link', { name: '送机', exact: true }).click()
  await expect(page).toHaveURL(/tripType=DROPOFF/)
  await page.getByRole('link', { name: '接机', exact: true }).click()
  await page.getByLabel('机场', { exact: true }).selectOption({ label: '希思罗 LHR' })
  await page.getByRole('button', { name: '搜索' }).click()
  await expect(page).toHaveURL(/airportName=LHR/)
  await expect(cardsShown(page).first()).toContainText('希思罗')
  const tickets = await cardsShown(page).allInnerTexts()
  for (const ticket of tickets) expect(ticket).toContain('希思罗')
  // The tab for the other direction keeps the search.
  await expect(page.getByRole('link', { name: '送机', exact: true })).toHaveAttribute(
    'href',
    /airportName=LHR/,
  )
  await page.reload()
  await expect(page.getByLabel('机场', { exact: true })).toHaveValue('LHR')
  await page.getByRole('link', { name: '重置' }).click()
  await expect(page.getByLabel('机场', { exact: true })).toHaveValue('')
  await expect(page).not.toHaveURL(/airportName/)
})

test('on a phone the first button to join is high on the page, and four tickets fit on a screen', async ({
  page,
}) => {
  await page.goto(`${pages}/carpool`)
  const join = await cardsShown(page).first().getByRole('link', { name: /^加入/ }).boundingBox()
  expect((join?.y ?? Number.POSITIVE_INFINITY) + (join?.height ?? 0)).toBeLessThan(700)
  const { height = 0 } = (await cardsShown(page).first().boundingBox()) ?? {}
  expect(height).toBeGreaterThan(100)
  expect(4 * (height + 12)).toBeLessThan(844 - 52 - 56)
})

test('a day of the strip shows that day with as many as it says, and again shows any day', async ({
  page,
}) => {
  await page.goto(`${pages}/carpool`)
  const day = page
    .getByRole('navigation', { name: '按日期看' })
    .getByRole('link', { name: /[1-9] 趟$/ })
    .first()
  const count = (await day.textContent())?.match(/(\d) 趟$/)?.[1]
  await day.click()
  await expect(page).toHaveURL(/date=20/)
  await expect(page.getByRole('heading', { name: `找到 ${count} 趟` })).toBeVisible()
  for (const part of ['上午', '下午', '晚上']) {
    await page.getByRole('link', { name: part, exact: true }).click()
    await expect(page).toHaveURL(/time=(morning|afternoon|evening)/)
  }
  await page.getByRole('navigation', { name: '按日期看' }).locator('[aria-current]').click()
  await expect(page).not.toHaveURL(/date=/)
})

test('an empty list asks the question again, and opening a carpool loses nothing of it', async ({
  page,
}) => {
  const date = (await inDays(page, 300, '10:00')).slice(0, 10)
  await page.goto(`${pages}/carpool?tripType=DROPOFF&airportName=LHR&date=${date}&time=afternoon`)
  const question = page.getByRole('heading', { name: /下午，还没有希思罗送机$/ })
  await expect(question).toBeVisible()
  await question.locator('..').getByRole('link', { name: '发起拼车' }).click()
  // A visitor is told that this needs a login, and returns to it afterwards.
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await expect(page.getByText('请先登录')).toBeVisible()
  const { phone, password } = await registeredStudent(page.request)
  await page.locator('input[name=phone]').fill(phone)
  await page.locator('input[name=password]').fill(password)
  await page.locator('main button[type=submit]').click()
  await expect(page).toHaveURL(new RegExp(`/carpool/create\\?.*date=${date}`))
  await expect(field(page, 'airportId')).toHaveValue('air_lhr')
  await expect(field(page, 'carpoolDatetime')).toHaveValue(`${date}T15:00`)
  await expect(field(page, 'tripType')).toHaveValue('DROPOFF')
})

test('a card shows what a student needs to decide, and nobody’s address or name', async ({
  page,
  browser,
}) => {
  const opener = await newRider(page.request)
  await openPlace(page.request, opener, {
    airportId: 'air_lgw',
    terminal: 'North Terminal',
    days: 12,
    maxPassengers: 3,
    nLocation: '77 Secret Street',
  })
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(`${pages}/carpool?airportName=Gatwick`)
  const card = cardsShown(visitor).filter({ hasText: '还差 2 人（1/3）' })
  await expect(card).toContainText('盖特威克 北航站楼 → 诺丁汉')
  await expect(card).toContainText(/£\d+满员每人/)
  await expect(card).toContainText(/截止 · 剩 1\d 天/)
  await expect(visitor.getByText('伦敦时间').first()).toBeVisible()
  // Its page has the flights.
  await card.getByRole('link', { name: /^\d\d:\d\d/ }).click()
  await expect(visitor.locator('main')).toContainText('BA32 11:30')
  await visitor.goBack()
  const html = await visitor.content()
  expect(html).not.toContain('Secret Street')
  expect(html).not.toContain('王小明')
  // The student's own card says joined and cannot be pressed.
  await logIn(page, opener, '/carpool?airportName=Gatwick')
  await expect(cardsShown(page).filter({ hasText: '已加入' }).getByRole('button')).toBeDisabled()
  await visitor.context().close()
})

test('more carpools than fit are shown page by page, with filters kept', async ({ page }) => {
  const ride = { tripType: 'DROPOFF', airportId: 'air_stn', maxPassengers: 2 } as const
  let rider = await newRider(page.request)
  for (let days = 45; days < 66; days++) {
    // One student may open only so many cars a day.
    if (days % 5 === 0) rider = await newRider(page.request)
    await openPlace(page.request, rider, { ...ride, days })
  }
  await page.goto(`${pages}/carpool?tripType=DROPOFF&airportName=Stansted`)
  await expect(cardsShown(page)).toHaveCount(20)
  await page.getByRole('link', { name: '查看更多' }).click()
  await expect(page).toHaveURL(/airportName=Stansted.*cursor=/)
  await expect(cardsShown(page)).toHaveCount(1)
  await expect(page.getByRole('link', { name: '查看更多' })).toHaveCount(0)
  await page.getByRole('link', { name: '回到第一页' }).click()
  await expect(cardsShown(page)).toHaveCount(20)
})

test('both price tables are shown, with the days of the second', async ({ page }) => {
  await page.goto(`${pages}/carpool`)
  for (const name of ['平时价', '假期价']) {
    const table = page.getByRole('table', { name })
    await expect(table.getByRole('columnheader')).toHaveText([
      '机场',
      '1 人',
      '2 人',
      '3 人',
      '4 人',
      '5 人',
    ])
    await expect(table.getByRole('rowheader', { name: '伦敦希思罗机场' })).toBeVisible()
  }
  await expect(page.getByText(/以下日期按假期价：\d{4}年/)).toBeVisible()
})

test('form errors appear above the form and at the field, and the values stay', async ({
  page,
}) => {
  await student(page, '/carpool/create')
  await field(page, 'airportId').selectOption({ label: '东米德兰兹机场' })
  await field(page, 'carpoolDatetime').fill(await inDays(page, 5, '10:00'))
  await field(page, 'flightTime').fill(await inDays(page, 5, '12:00'))
  await nextStep(page)
  await field(page, 'maxPassengers').selectOption('3')
  await field(page, 'nLocation').fill(' ')
  await nextStep(page)
  await mainButton(page).click()
  const summary = dialog(page).getByRole('alert')
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link')).toHaveText([
    '航班时间 · 航班降落时间要早于用车时间',
    '诺丁汉地址 · 请填诺丁汉的地址',
  ])
  await expect(field(page, 'flightTime')).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page, 'maxPassengers')).toHaveValue('3')
  // The form is at its first step with an error; a link to a field shows the field's step.
  await expect(field(page, 'flightTime')).toBeVisible()
  await summary.getByRole('link', { name: /诺丁汉地址/ }).click()
  await expect(field(page, 'nLocation')).toBeFocused()
  // What is corrected is no longer listed, and the focus stays where one types.
  await page.keyboard.type('12 Lenton Boulevard')
  await expect(summary.getByRole('link')).toHaveCount(1)
  await expect(field(page, 'nLocation')).toBeFocused()
})

test('the create form adapts to what is chosen', async ({ page }) => {
  await student(page, '/carpool/create')
  await field(page, 'airportId').selectOption({ label: '伦敦希思罗机场' })
  await expect(field(page, 'terminal').locator('option')).toHaveText([
    '请选择',
    'T2',
    'T3',
    'T4',
    'T5',
  ])
  // The flight proposes the car's time, until one is chosen.
  await field(page, 'flightTime').fill(await inDays(page, 9, '10:20'))
  await expect(field(page, 'carpoolDatetime')).toHaveValue(await inDays(page, 9, '12:00'))
  await field(page, 'tripType').selectOption('DROPOFF')
  await expect(field(page, 'carpoolDatetime')).toHaveValue(await inDays(page, 9, '04:15'))
  await field(page, 'tripType').selectOption('PICKUP')
  await field(page, 'carpoolDatetime').fill(await inDays(page, 9, '14:00'))
  await field(page, 'flightTime').fill(await inDays(page, 9, '11:30'))
  const companions = dialog(page).getByText(/航班要在你的航班前后 3 小时内/)
  await expect(companions).toHaveCount(0)
  await expect(field(page, 'carpoolDatetime')).toHaveValue(await inDays(page, 9, '14:00'))
  // A step is left when it is filled in, and not before; an error goes when it is corrected.
  await dialog(page).getByRole('button', { name: '下一步' }).click()
  await expect(field(page, 'terminal')).toBeFocused()
  await expect(field(page, 'terminal')).toHaveAttribute('aria-invalid', 'true')
  await expect(dialog(page).getByText('请填写').first()).toBeVisible()
  await field(page, 'terminal').selectOption('T3')
  await expect(field(page, 'terminal')).not.toHaveAttribute('aria-invalid')
  await expect(dialog(page).getByRole('alert')).toHaveCount(0)
  await nextStep(page)
  // How many they are, and which flights companions may have, follow the size of the group.
  await expect(field(page, 'people')).toBeDisabled()
  await expect(companions).toHaveCount(0)
  await field(page, 'maxPassengers').selectOption('2')
  await expect(field(page, 'people')).toBeEnabled()
  await expect(companions).toHaveText(/ 08:30 到 .* 13:59/)
  const more = dialog(page).getByRole('button', { name: '乘车人数加一' })
  await more.click()
  await more.click()
  await expect(field(page, 'people')).toHaveValue('2')
  await dialog(page).getByRole('button', { name: '大件行李减一' }).click()
  await expect(field(page, 'bigLuggage')).toHaveValue('0')
  await expect(dialog(page).getByText('选 1 人就是包车')).toHaveCount(0)
  await field(page, 'maxPassengers').selectOption('1')
  await expect(dialog(page).getByText('选 1 人就是包车')).toBeVisible()
  await expect(companions).toHaveCount(0)
  await field(page, 'people').fill('1')
  await field(page, 'nLocation').fill('12 Lenton Boulevard')
  await nextStep(page)
  await expect(dialog(page).getByText('付余款前取消包车')).toBeVisible()
  await dialog(page).getByRole('button', { name: '航班', exact: true }).click()
  await field(page, 'tripType').selectOption('DROPOFF')
  await expect(dialog(page).getByText('航班起飞时间')).toBeVisible()
})

test('a flight outside the window cannot join, and its field says why', async ({
  page,
  browser,
}) => {
  const ride = { airportId: 'air_man', terminal: 'T2', days: 13, maxPassengers: 4 }
  const { carpoolId: id } = await openPlace(page.request, await newRider(page.request), ride)
  const other = await (await browser.newContext()).newPage()
  await student(other)
  await other.goto(`${pages}/carpool/${id}/join`)
  await field(other, 'flightTime').fill(await inDays(other, 13, '14:00'))
  await expect(
    dialog(other).getByText('这个航班赶不上这趟车', { exact: false }).first(),
  ).toBeVisible()
  await mainButton(other).click()
  await expect(field(other, 'flightTime')).toBeFocused()
  await field(other, 'flightTime').fill(await inDays(other, 13, '13:59'))
  await nextStep(other)
  await field(other, 'nLocation').fill('8 Park Row')
  await field(other, 'people').fill('4')
  await mainButton(other).click()
  await expect(field(other, 'people')).toBeFocused()
  await field(other, 'people').fill('3')
  await nextStep(other)
  await mainButton(other).click()
  await expect(other).toHaveURL(/\/pay\/deposit-/)
  await other.context().close()
})

test('a student too late for the last seat sees why, and keeps the filled form', async ({
  page,
  browser,
}) => {
  const ride = { airportId: 'air_man', terminal: 'T2', days: 14, maxPassengers: 2 }
  const { carpoolId: id } = await openPlace(page.request, await newRider(page.request), ride)
  const [first, second] = [
    await (await browser.newContext()).newPage(),
    await (await browser.newContext()).newPage(),
  ]
  await student(first)
  await student(second)
  await fillJoinForm(second, id, 14)
  await fillJoinForm(first, id, 14)
  await mainButton(first).click()
  await expect(first).toHaveURL(/\/pay\/deposit-/)
  await mainButton(second).click()
  await expect(dialog(second).getByRole('alert')).toContainText('座位刚刚被别人占了，没有扣款')
  await expect(field(second, 'nLocation')).toHaveValue('8 Park Row')
  // From the list it reads as ended while the seat is held.
  await dialog(second).getByRole('link', { name: '看看其他拼车' }).click()
  await expect(dialog(second)).toHaveCount(0)
  for (const other of [first, second]) await other.context().close()
})

/**
 * Waits for the small script every page has, with or without React: it remembers what opened a
 * dialog, and handles Escape.
 */
const scriptRun = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-copies')

test('the back button and Escape close a dialog, and the list keeps its position', async ({
  page,
}) => {
  await student(page, '/carpool?tripType=DROPOFF')
  await page.getByRole('link', { name: '发起拼车' }).first().click()
  await expect(dialog(page)).toBeVisible()
  await expect(page).toHaveURL(/\/carpool\/create\?tripType=DROPOFF/)
  await page.goBack()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\/carpool\?tripType=DROPOFF$/)
  await page.goForward()
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await scriptRun(page)
  await page.getByRole('link', { name: '发起拼车' }).first().click()
  await expect(page.locator('dialog:modal')).toBeVisible()
  await dialog(page).getByRole('link', { name: '关闭' }).click()
  await expect(page).toHaveURL(/\/carpool\?tripType=DROPOFF$/)
  await expect(page.getByRole('link', { name: '发起拼车' }).first()).toBeFocused()
})

test('on a slow connection too, the list keeps its position, and the link that opened the dialog has the focus', async ({
  page,
}) => {
  const line = await slowLine()
  await student(page)
  // Neither script nor style is fetched a second time: the script runs while the page is still
  // loading.
  await page.goto(`${line.pages}/carpool`)
  await scriptRun(page)
  const opener = page.locator('main a[data-keep-scroll=dialog]').last()
  await opener.scrollIntoViewIfNeeded()
  const { href, y } = await opener.evaluate((link) => ({
    href: link.getAttribute('href'),
    y: scrollY,
  }))
  expect(y).toBeGreaterThan(0)
  await opener.click()
  await expect(page).toHaveURL(new RegExp(`${href}$`))
  await page.goBack()
  await expect(page.locator(`a[href="${href}"]`)).toBeFocused()
  // The browser scrolls by itself, once the page is long enough.
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(y)
  line.close()
})

test('Escape closes a dialog before its page is hydrated', async ({ page }) => {
  await student(page, '/carpool?tripType=DROPOFF')
  await page.route('**/entry.client-*', () => {})
  await page.getByRole('link', { name: '发起拼车' }).first().click({ noWaitAfter: true })
  await expect(dialog(page)).toBeVisible()
  await scriptRun(page)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/carpool\?tripType=DROPOFF$/)
  await expect(dialog(page)).toHaveCount(0)
})

test('a reload and the back button find the same payment, and the list links back to it', async ({
  page,
}) => {
  await student(page)
  await draftRide(page, { airport: '伯明翰机场', days: 15, maxPassengers: 2 })
  const address = page.url()
  await fillCard(page, cards.good)
  await page.reload()
  await expect(mainButton(page)).toBeDisabled()
  await page.getByRole('link', { name: '稍后再付' }).click()
  const bar = page.getByRole('region', { name: '待处理' })
  await expect(bar).toContainText('待办 1 · 交押金 £20，剩 ')
  await bar.getByRole('link').click()
  await expect(page).toHaveURL(address)
  await page.goBack()
  await expect(bar).toBeVisible()
  // The page goes forward by itself: the driver's own command can hit the browser between two
  // documents.
  await page.evaluate(() => history.forward())
  await expect(page).toHaveURL(address)
  await pay(page, cards.good)
  await expect(page).toHaveURL(/\/carpool\/record\//)
  // Paid: the payment page has nothing more to ask.
  await page.goto(address)
  await expect(page).toHaveURL(/\/carpool\/record\//)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a reply lost after the bank agreed does not ask for another payment', async ({ page }) => {
  await atDeposit(page, 17)
  await fillCard(page, cards.good)
  await page.waitForLoadState('load')
  // All requests except the check that the page is still true, which comes before the bank.
  const lost = ({ pathname }: URL) =>
    pathname.startsWith('/neighbourhelp/') && !pathname.endsWith('/begin')
  await page.route(lost, (route) => route.abort())
  await mainButton(page).click()
  await expect(page.getByRole('alert')).toContainText('银行已确认，我们还在核对')
  await expect(mainButton(page)).toBeDisabled()
  await page.unroute(lost)
  await page.getByRole('button', { name: '再查一次' }).click()
  await expect(page).toHaveURL(/\/carpool\/record\//)
})

/** Presses Tab until the main button has the focus, once it can have it. */
async function tabToMainButton(page: Page): Promise<void> {
  await expect(mainButton(page)).toBeEnabled()
  for (let presses = 0; presses < 20; presses++) {
    await page.keyboard.press('Tab')
    if (await mainButton(page).evaluate((button) => button === document.activeElement)) break
  }
  await expect(mainButton(page)).toBeFocused()
}

test('everything works by keyboard at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await student(page)
  await page.goto(`${pages}/carpool`)
  await expectNoSidewaysScroll(page)
  const create = page.getByRole('link', { name: '发起拼车' }).first()
  await create.focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('heading', { level: 2 })).toBeFocused()
  await fillCreateForm(page, { airport: '伯明翰机场', days: 19, maxPassengers: 2 })
  // From the last field on, only the keyboard is used.
  await field(page, 'termsVersion').locator('..').locator('summary').focus()
  await tabToMainButton(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/pay\/deposit-/)
  await expectNoSidewaysScroll(page)
  await fillCard(page, cards.good)
  await tabToMainButton(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/carpool\/record\//)
  await expectNoSidewaysScroll(page)
})

const LOOKS = [
  ['light', 390],
  ['dark', 390],
] as const satisfies Look[]

for (const language of ['zh', 'en'] as const)
  test(`no page has an accessibility fault: ${language}, ${titleOf(LOOKS)}`, async ({ page }) => {
    test.setTimeout(120_000)
    await lookAt(page, LOOKS[0])
    await student(page)
    await setLanguage(page, language)
    await page.goto(`${pages}/carpool`)
    await expectInOrder(page, LOOKS)
    await page.goto(`${pages}/carpool?airportName=nowhere`)
    await expectInOrder(page, LOOKS)
    const join = page.locator('a[href*="/join"]').first()
    await page.goto(`${pages}/carpool`)
    const href = (await join.getAttribute('href')) ?? ''
    for (const path of [href, '/neighbourhelp/carpool/create']) {
      await page.goto(new URL(path, pages).href)
      await expect(dialog(page)).toBeVisible()
      await expectInOrder(page, LOOKS)
    }
    await mainButton(page).click()
    await expect(field(page, 'airportId')).toHaveAttribute('aria-invalid', 'true')
    await expectInOrder(page, LOOKS)
    const airport = language === 'zh' ? '伦敦希思罗机场' : 'London Heathrow'
    await draftRide(page, { airport, terminal: 'T3', days: 40, maxPassengers: 5 })
    await pay(page, cards.declined)
    await expect(page.getByRole('alert')).toBeVisible()
    await expectInOrder(page, LOOKS)
    await pay(page, cards.good)
    await expect(page).toHaveURL(/\/carpool\/record\//)
    await expectInOrder(page, LOOKS)
  })

// Last, because they move the clock of everything.
test('the end of a hold is announced, and another attempt is possible', async ({ page }) => {
  await atDeposit(page, 25)
  await advanceClock(page.request, 28 * 60 + 30)
  await page.reload()
  await expect(page.getByText('快到时间了。', { exact: false })).toBeVisible()
  await advanceClock(page.request, 120)
  await page.reload()
  await expect(dialog(page)).toContainText('座位已释放')
  await page.getByRole('link', { name: '重新发起' }).click()
  await expect(field(page, 'nLocation')).toHaveValue('12 Lenton Boulevard')
})
