import { expectInOrder, LOOKS, lookAt, titleOf } from './kit/axe.ts'
import { logIn, newStudent, registered } from './kit/people.ts'
import { test } from './kit/test.ts'
import { pages, setLanguage } from './kit/world.ts'

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
    for (const path of ['/login', '/register', '/forgot-password']) {
      await page.goto(`${pages}${path}`)
      await expectInOrder(page, looks)
    }
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
