import { expect, type Page } from '@playwright/test'
import { expectInOrder, LOOKS, lookAt, titleOf } from './kit/axe.ts'
import { logIn, logInByForm, newStudent, registered, registeredStudent } from './kit/people.ts'
import { dialog, mainButton } from './kit/ride.ts'
import { test } from './kit/test.ts'
import { codeSentTo, pages, setLanguage } from './kit/world.ts'

/**
 * Account credentials: the password, the phone number, the email, and where the student is logged
 * in.
 */

const field = (page: Page, name: string) => page.locator(`main [name=${name}]:not([type=hidden])`)
const NEW_PASSWORD = 'Tram2Beeston'

test('a new password needs the old one, and ends other sessions', async ({ page, browser }) => {
  const student = await registeredStudent(page.request)
  const elsewhere = await (await browser.newContext()).newPage()
  await logIn(elsewhere, student, '/profile')
  await logIn(page, student, '/profile')
  await page.getByRole('link', { name: '修改密码' }).click()
  await field(page, 'currentPassword').fill('Not-the-password1')
  await field(page, 'newPassword').fill(NEW_PASSWORD)
  await field(page, 'confirmPassword').fill(NEW_PASSWORD)
  await mainButton(page).click()
  await expect(dialog(page).getByRole('alert')).toContainText(
    '密码不对，没有任何改动。请重新输入。',
  )
  await field(page, 'currentPassword').fill(student.password)
  await mainButton(page).click()
  await expect(page.getByText('密码已修改，其他设备都已退出登录。')).toBeVisible()
  await expect(page).toHaveURL(`${pages}/profile`)
  await elsewhere.reload()
  await expect(elsewhere).toHaveURL(/\/login\?redirect=/)
  await logInByForm(elsewhere, { ...student, password: NEW_PASSWORD }, '/profile')
  await elsewhere.context().close()
})

test('a new phone number needs its own code and the password, and then logs in', async ({
  page,
}) => {
  const student = await registeredStudent(page.request)
  const { phone } = newStudent()
  await logIn(page, student, '/profile')
  await page.getByRole('link', { name: '更换手机号' }).click()
  await field(page, 'phone').fill(phone)
  await page.locator('button[value=send-code]').click()
  await field(page, 'verificationCode').fill(await codeSentTo(page.request, phone))
  await expect(field(page, 'phone')).toHaveValue(phone)
  await field(page, 'currentPassword').fill(student.password)
  await mainButton(page).click()
  await expect(page.getByText('手机号已更换，以后用新号码登录。')).toBeVisible()
  await page.context().clearCookies()
  await logInByForm(page, { phone, password: student.password }, '/profile')
})

test('an email counts once its link is opened, and is shown as unconfirmed until then', async ({
  page,
}) => {
  const student = newStudent()
  const token = await registered(page.request, student)
  await logIn(page, student, '/profile')
  await expect(page.getByText('还没确认').first()).toBeVisible()
  await page.goto(`${pages}/confirm-email?token=${token}`)
  await page.getByRole('button', { name: '确认邮箱' }).click()
  await expect(page.getByText(`以后的通知会发到 ${student.email}。`)).toBeVisible()
  await page.getByRole('link', { name: '去个人中心' }).click()
  await expect(page.getByText(student.email)).toBeVisible()
  await expect(page.getByText('还没确认')).toHaveCount(0)
  await page.goto(`${pages}/confirm-email?token=${token}`)
  await expect(page.getByText('邮箱已确认')).toBeVisible()
  await page.goto(`${pages}/confirm-email?token=${'a'.repeat(43)}`)
  await expect(page.getByText('这个链接已经失效')).toBeVisible()
})

test('each device can be logged out from another, and all of them at once', async ({
  page,
  browser,
}) => {
  const student = await registeredStudent(page.request)
  const others = []
  for (let count = 0; count < 2; count++) {
    const other = await (await browser.newContext()).newPage()
    await logIn(other, student, '/profile')
    others.push(other)
  }
  await logIn(page, student, '/profile')
  await page.getByRole('link', { name: '登录的设备' }).click()
  const devices = dialog(page).getByRole('listitem')
  await expect(devices).toHaveCount(3)
  await devices.getByRole('button').first().click()
  await expect(dialog(page).getByText('那台设备已退出登录。')).toBeVisible()
  await expect(devices).toHaveCount(2)
  await dialog(page).getByRole('button', { name: '全部退出，包括这台' }).click()
  await expect(page).toHaveURL(`${pages}/login`)
  await expect(page.getByText('所有设备都已退出登录。')).toBeVisible()
  for (const other of others) {
    await other.goto(`${pages}/profile`)
    await expect(other).toHaveURL(/\/login\?redirect=/)
    await other.context().close()
  }
})

for (const language of ['zh', 'en'] as const)
  test(`the account's pages are accessible and fit their window: ${language}, ${titleOf(LOOKS[language])}`, async ({
    browser,
    request,
  }) => {
    const looks = LOOKS[language]
    const context = await browser.newContext()
    const page = await context.newPage()
    await lookAt(page, looks[0])
    await setLanguage(page, language)
    const student = newStudent()
    const token = await registered(request, student)
    await logIn(page, student, '/profile')
    const paths = ['/profile', '/profile/password', '/profile/phone', '/profile/sessions']
    for (const path of [...paths, `/confirm-email?token=${token}`]) {
      await page.goto(`${pages}${path}`, { waitUntil: 'networkidle' })
      await expectInOrder(page, looks)
    }
    await context.close()
  })
