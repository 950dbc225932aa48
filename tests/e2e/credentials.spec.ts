import { expect, type Page } from '@playwright/test'
import { expectInOrder, LOOKS, lookAt, titleOf } from './kit/axe.ts'
import { logIn, logInByForm, newStudent, registered, registeredStudent } from './kit/people.ts'
import { mainButton } from './kit/ride.ts'
import { test } from './kit/test.ts'
import { codeSentTo, pages, setLanguage } from './kit/world.ts'

/**
 * Account credentials: the password, the phone number, the email, and where the student is logged
 * in.
 */

const field = (page: Page, name: string) => page.locator(`main [name=${name}]:not([type=hidden])`)
const _NEW_PASSWORD = 'Tram2Beeston'

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
