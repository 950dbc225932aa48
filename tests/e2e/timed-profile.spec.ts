import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './kit/axe.ts'
import { givePoints, makeMember } from './kit/members.ts'
import { logIn, registeredStudent, type Student } from './kit/people.ts'
import { goToHoursBefore, newRider, openPlace, type Place } from './kit/places.ts'
import { dialog, mainButton } from './kit/ride.ts'
import { test } from './kit/test.ts'
import { inDays, pages, setLanguage } from './kit/world.ts'

const demo = { lin: { phone: '07700900101' } }
const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 900 } }

const record = (page: Page) => page.getByRole('main')
const recordOf = ({ participantId }: Place) => `/carpool/record/${participantId}`
const field = (page: Page, name: string) => dialog(page).locator(`[name=${name}]`)
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const choose = (page: Page, name: RegExp) => record(page).getByRole('link', { name }).click()

/** A student logged in and on a page, in their own browser. */
async function onPage(browser: Browser, student: Pick<Student, 'phone'>, path: string, en?: 'en') {
  const context = await browser.newContext(en ? desktop : {})
  const page = await context.newPage()
  if (en) await setLanguage(page, 'en')
  await logIn(page, student, path)
  return page
}

test('on a phone, a record shows everything, its details are corrected, and the student leaves', async ({
  browser,
  request,
}) => {
  const rider = await newRider(request)
  const place = await openPlace(request, rider, { days: 4, maxPassengers: 3 })
  const page = await onPage(browser, rider, recordOf(place))
  const card = record(page)
  for (const text of [
    '接机',
    '卢顿 T1 → 诺丁汉',
    '等待拼满',
    '12 Lenton Boulevard',
    'BA32',
    '14:00',
    '11:30',
    '£20 已冻结，没有扣款',
    '大件 2 · 小件 1 · 随身包 1',
    '截止',
  ])
    await expect(card).toContainText(text)
  await expectNoSidewaysScroll(page)

  // Filled in with the current values; a flight before the day of the cutoff is refused at its
  // field, and nothing typed is lost.
  await choose(page, /^修改信息/)
  await expect(field(page, 'flightNumber')).toHaveValue('BA32')
  await expect(field(page, 'flightTime')).toHaveValue(await inDays(page, 4, '11:30'))
  await field(page, 'nLocation').fill('8 Park Row')
  await field(page, 'smallLuggage').fill('0')
  await field(page, 'flightTime').fill(await inDays(page, 2, '23:00'))
  await mainButton(page).click()
  await expect(dialog(page).getByRole('alert')).toContainText('航班时间最早是')
  await expect(field(page, 'nLocation')).toHaveValue('8 Park Row')
  await expect(field(page, 'smallLuggage')).toHaveValue('0')
  await field(page, 'flightTime').fill(await inDays(page, 4, '12:20'))

  // The warning says what will change; going back and forth keeps it.
  await mainButton(page).click()
  await expect(dialog(page)).toContainText('保存前再看一遍')
  await expect(dialog(page).locator('dt')).toHaveText(['航班时间', '诺丁汉地址', '小件行李'])
  await press(page, '返回修改')
  // The warning's form has the same fields, hidden: the button says which of the two is shown.
  await expect(mainButton(page)).toHaveText('下一步')
  await expect(field(page, 'nLocation')).toHaveValue('8 Park Row')
  await mainButton(page).click()

  // A lost connection loses nothing.
  await expect(dialog(page).locator('dt')).toHaveCount(3)
  await page.context().setOffline(true)
  await press(page, '确认保存')
  await expect(dialog(page).getByRole('alert')).toContainText('没连上服务器')
  await expect(dialog(page).locator('dt')).toHaveCount(3)
  await page.context().setOffline(false)
  await press(page, '确认保存')
  await expect(page.getByText('信息已更新。')).toBeVisible()
  await expect(page).toHaveURL(`${pages}${recordOf(place)}`)
  for (const text of ['8 Park Row', '12:20', '大件 2 · 小件 0 · 随身包 1'])
    await expect(card).toContainText(text)

  // Leaving says what happens to the money and the car, and can be cancelled.
  await choose(page, /^退出拼车/)
  await expect(dialog(page)).toContainText('押金 £20 马上解冻，没有扣款。')
  await expect(dialog(page)).toContainText('车上只有你们，退出后这趟拼车会取消。')
  await dialog(page).getByRole('link', { name: '不退出' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await choose(page, /^退出拼车/)
  await press(page, '退出，押金退给我')
  await expect(page.getByText('已退出，押金退回原卡。')).toBeVisible()
  await expect(page).toHaveURL(`${pages}${recordOf(place)}`)
  await expect(card).toContainText('你已退出')
  await page.goto(`${pages}/rides?list=history`)
  await expect(page.getByRole('article')).toContainText('你已退出')
  await page.getByRole('link', { name: '进行中 0' }).click()
  await expect(page.getByText('还没有行程')).toBeVisible()
  await page.context().close()
})

test('on a phone, it is too late to leave or to edit, and a failed group becomes a private car', async ({
  browser,
  request,
}) => {
  const rider = await newRider(request)
  const place = await openPlace(request, rider, { maxPassengers: 2 })
  const page = await onPage(browser, rider, recordOf(place))
  const other = await page.context().newPage()
  await other.goto(`${pages}/carpool/record/${place.participantId}/info`)
  await field(other, 'nLocation').fill('5 Castle Gate')
  await choose(page, /^退出拼车/)
  await expect(dialog(page)).toBeVisible()
  await goToHoursBefore(request, rider, place, 24)

  // The cutoff has passed while the student was reading: the page says exactly that, with a way on.
  await press(page, '退出，押金退给我')
  await expect(dialog(page).getByRole('alert')).toContainText('已过截止时间，不能退出')
  await expect(dialog(page).getByRole('button', { name: /退出/ })).toHaveCount(0)
  await mainButton(other).click()
  await press(other, '确认保存')
  await expect(dialog(other).getByRole('alert')).toContainText('没有保存')
  await expect(field(other, 'nLocation')).toHaveValue('5 Castle Gate')
  await other.close()
  await dialog(page).getByRole('link', { name: '回到记录' }).click()

  const card = record(page)
  await expect(card).toContainText('到截止时间没拼满，没有扣车费。')
  await expect(card.getByRole('link', { name: /修改信息|退出拼车/ })).toHaveCount(0)
  await choose(page, /^改为包车$/)
  const price = /整车一口价 (£\d+)/.exec(await dialog(page).innerText())?.[1] ?? ''
  await expect(dialog(page)).toContainText(`还要付 £${Number(price.slice(1)) - 20}`)
  await press(page, `改为包车，${price}`)
  await expect(page.getByText('已改为包车，请在出发前付清余款。')).toBeVisible()
  await expect(page).toHaveURL(/\/carpool\/record\/par_/)
  expect(page.url()).not.toContain(place.participantId)

  // The old record says where the booking went; the private car is due, and can be cancelled.
  await page.goto(`${pages}/rides?list=exited`)
  await expect(card).toContainText('未成团，已改为包车')
  await page.goto(`${pages}${recordOf(place)}`)
  await choose(page, /^看包车记录$/)
  await expect(card.getByRole('link', { name: /^付余款/ })).toHaveAttribute(
    'href',
    /\/pay\/balance-par_/,
  )
  await choose(page, /^取消包车/)
  await expect(dialog(page)).toContainText('客服可能已经在安排车')
  await press(page, '取消包车，押金退给我')
  await expect(page.getByText('包车已取消，押金退回原卡。')).toBeVisible()
  await expect(card).toContainText('你已退出')
  await page.context().close()
})

test('on a desktop, in English: too late for a private car, the banner goes and the reason stays', async ({
  browser,
  request,
}) => {
  const rider = await newRider(request)
  const place = await openPlace(request, rider, { maxPassengers: 4 })
  await goToHoursBefore(request, rider, place, 24)
  const late = await onPage(browser, rider, recordOf(place), 'en')
  await choose(late, /^Take a private car$/)
  const submit = dialog(late).getByRole('button', { name: /^Private car for/ })
  // Opened while it was still possible, submitted when it no longer is.
  await expect(submit).toBeEnabled()
  await goToHoursBefore(request, rider, place, 0)
  await submit.click()
  const failed = late.getByText('It didn’t become a private car')
  await expect(failed).toBeVisible()
  await expect(dialog(late)).toContainText('Operation expired')
  await expect(failed).toBeHidden({ timeout: 5000 })
  await expect(dialog(late)).toContainText('You can’t do this now')
  await dialog(late).getByRole('link', { name: 'Back to the record' }).click()
  await expect(record(late)).toContainText('too late for a private car')
  await late.context().close()
})

test('a member sees points with their signs, and another building needs approval', async ({
  browser,
  request,
}) => {
  // New members: those of the demonstration data lose their deposits as the clock moves.
  const [lins, zhaos] = [await registeredStudent(request), await registeredStudent(request)]
  makeMember(lins, 600)
  givePoints(lins, -150)
  const lin = await onPage(browser, lins, '/profile', 'en')
  await expect(lin.getByText('Verified', { exact: true })).toBeVisible()
  await expect(lin.getByText('+600 points')).toBeVisible()
  await expect(lin.getByText('−150 points')).toBeVisible()
  await lin.getByRole('link', { name: 'Change flat' }).click()
  await field(lin, 'flatName').fill('Trent House')
  await mainButton(lin).click()
  await expect(dialog(lin)).toContainText('Another building has to be approved again.')
  await lin.context().close()

  makeMember(zhaos)
  const zhao = await onPage(browser, zhaos, '/profile')
  await expect(zhao.getByText('还没有积分记录')).toBeVisible()
  await zhao.getByRole('link', { name: '修改公寓信息' }).click()
  await field(zhao, 'flatNumber').fill('')
  await mainButton(zhao).click()
  await expect(dialog(zhao).getByRole('alert')).toContainText('会员请填房间号')
  await field(zhao, 'flatNumber').fill('9D')
  await mainButton(zhao).click()
  await press(zhao, '确认保存')
  await expect(zhao.getByText('新的公寓信息已保存。')).toBeVisible()
  await zhao.context().close()
})

for (const [language, colorScheme] of [
  ['zh', 'light'],
  ['en', 'dark'],
] as const)
  test(`the profile and its dialogs are accessible, ${language}, ${colorScheme}`, async ({
    browser,
    request,
  }) => {
    const rider = await newRider(request)
    const place = await openPlace(request, rider, { days: 6, maxPassengers: 2 })
    const context = await browser.newContext({ colorScheme, viewport: { width: 320, height: 640 } })
    const page = await context.newPage()
    await setLanguage(page, language)
    await logIn(page, rider, '/profile')
    for (const path of ['/profile', `${recordOf(place)}/exit`, `${recordOf(place)}/info`]) {
      await page.goto(`${pages}${path}`)
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
    await field(page, 'nLocation').fill('8 Park Row')
    await mainButton(page).click()
    await expect(dialog(page).locator('dt')).toHaveCount(1)
    await expectAccessible(page)
    await context.clearCookies({ name: 'sid' })
    await logIn(page, demo.lin, '/profile')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await context.close()
  })
