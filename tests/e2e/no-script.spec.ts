import { expect } from '@playwright/test'
import { logInByForm, newStudent, registeredStudent } from './kit/people.ts'
import { newRider, openPlace } from './kit/places.ts'
import { dialog, fillCreateForm, fillJoinForm, mainButton } from './kit/ride.ts'
import { test } from './kit/test.ts'
import { codeSentTo, inDays, pages } from './kit/world.ts'

test.use({ javaScriptEnabled: false })

test('without scripts everything works up to the card field', async ({ page }) => {
  test.setTimeout(90_000)
  const student = newStudent('赵小雨')
  const main = page.getByRole('main')
  const field = (name: string) => main.locator(`[name=${name}]`)

  // Register with the code, which logs in.
  await page.goto(`${pages}/register`)
  await field('phone').fill(student.phone)
  await field('email').fill(student.email)
  await field('name').fill(student.name)
  await field('accountType').selectOption('NORMAL')
  await field('wechat').fill(student.wechat)
  await field('password').fill(student.password)
  await field('confirmPassword').fill(student.password)
  await main.getByRole('button', { name: '发送验证码' }).click()
  await expect(field('email')).toHaveValue(student.email)
  await field('verificationCode').fill(await codeSentTo(page.request, student.phone))
  // Passwords are never written into a page; with scripts, nobody has to type them twice.
  await field('password').fill(student.password)
  await field('confirmPassword').fill(student.password)
  await main.getByRole('button', { name: '注册', exact: true }).click()
  await expect(page.getByText('注册成功，已登录。')).toBeVisible()

  // Look for a car, and start one.
  await page.goto(`${pages}/carpool`)
  await page.getByRole('link', { name: '送机', exact: true }).click()
  await page.getByLabel('机场', { exact: true }).selectOption({ label: '卢顿 LTN' })
  await page.getByRole('button', { name: '搜索' }).click()
  await expect(page).toHaveURL(/tripType=DROPOFF&airportName=LTN/)
  await page.getByRole('link', { name: '发起拼车' }).first().click()
  await expect(dialog(page)).toBeVisible()
  await expect(dialog(page)).toContainText('选 1 人就是包车')
  const ride = {
    airport: '伦敦卢顿机场',
    terminal: 'T1',
    days: 30,
    maxPassengers: 3,
    people: 2,
  } as const
  await fillCreateForm(page, { ...ride, tripType: 'DROPOFF' }, false)

  // Mistakes come back together, in the page's own text rather than the browser's, with every value
  // kept.
  const inForm = (name: string) => dialog(page).locator(`[name=${name}]`)
  const address = await inForm('nLocation').inputValue()
  await inForm('flightTime').fill(await inDays(page, 30, '13:00'))
  await inForm('nLocation').fill('')
  await mainButton(page).click()
  await expect(dialog(page).getByRole('alert')).toContainText('航班起飞时间要晚于用车时间')
  await expect(dialog(page).getByRole('alert')).toContainText('请填诺丁汉的地址')
  await expect(inForm('airportId').locator('option:checked')).toHaveText('伦敦卢顿机场')
  await expect(inForm('people')).toHaveValue('2')
  await inForm('nLocation').fill(address)
  await inForm('flightTime').fill(await inDays(page, 30, '18:00'))
  await mainButton(page).click()

  // Only the card needs scripts; the page says so and keeps the seat.
  await expect(page).toHaveURL(/\/pay\/deposit-/)
  const note = page.locator('noscript')
  await expect(note).toBeVisible()
  expect(await note.innerText()).toContain('填银行卡需要打开 JavaScript')
  await expect(dialog(page)).toContainText(/座位保留到 \d\d:\d\d/)
  await expect(dialog(page)).toContainText('今天扣款 £0')
  await expect(mainButton(page)).toBeDisabled()

  // The student can leave and come back to it, or give it up and find the form filled in.
  await page.goto(`${pages}/carpool`)
  await page.getByRole('link', { name: /待办 1 · 交押金 £20/ }).click()
  await page.getByRole('button', { name: '返回修改' }).click()
  await expect(dialog(page).getByText('已取消付款，没有扣款。')).toBeVisible()
  await expect(inForm('airportId').locator('option:checked')).toHaveText('伦敦卢顿机场')
  await expect(inForm('people')).toHaveValue('2')
})

test('without scripts a listed car can be joined up to the card field', async ({ page }) => {
  const ride = { days: 31, maxPassengers: 2 }
  const { carpoolId: id } = await openPlace(page.request, await newRider(page.request), ride)
  await logInByForm(page, await registeredStudent(page.request))
  const date = (await inDays(page, 31, '14:00')).slice(0, 10)
  await page.goto(`${pages}/carpool?date=${date}&airportName=Luton`)
  await page.getByRole('article').getByRole('link', { name: /^加入/ }).click()
  await expect(page).toHaveURL(new RegExp(`/carpool/${id}/join`))
  // Outside the window: the server reports it, with the range.
  await fillJoinForm(page, id, 31, '15:00', false)
  await dialog(page)
    .locator('form')
    .evaluate((form: HTMLFormElement) => form.setAttribute('novalidate', ''))
  await mainButton(page).click()
  await expect(dialog(page).getByRole('alert')).toContainText(
    /可以加入的航班时间是 .*08:30 到 .*13:59/,
  )
  await dialog(page)
    .locator('[name=flightTime]')
    .fill(await inDays(page, 31, '13:30'))
  await mainButton(page).click()
  await expect(page).toHaveURL(/\/pay\/deposit-/)
})

test('without scripts a refused form has the focus on what is wrong, and says so in its title', async ({
  page,
}) => {
  await logInByForm(page, await registeredStudent(page.request), '/wishes/new')
  await page.locator('main button[type=submit]').click()
  await expect(page).toHaveTitle(/^有误 – /)
  await expect(page.locator('main [role=alert]').first()).toBeFocused()
})
