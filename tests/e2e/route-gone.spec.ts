import { expect, type Page } from '@playwright/test'
import { logIn, registeredStudent } from './kit/people.ts'
import { test } from './kit/test.ts'
import { hydrated } from './kit/typing.ts'
import { pages } from './kit/world.ts'

/** After a deploy, pages of before it are still open, and the scripts they know are gone. */

/** The next script of a route that is asked for is not there. */
const loseScript = (page: Page) =>
  page.route('**/assets/route-*.js', (route) => route.fulfill({ status: 404 }), { times: 1 })

test('a link whose script is gone opens its address at the first press', async ({ page }) => {
  await page.goto(`${pages}/login`)
  await hydrated(page)
  await loseScript(page)
  await page.getByRole('link', { name: '去注册' }).click()
  await expect(page).toHaveURL(`${pages}/register`)
  await expect(page.getByRole('heading', { name: '注册' })).toBeVisible()
})

test('a form whose script is gone is sent at the first press, with what is in it', async ({
  page,
}) => {
  await logIn(page, await registeredStudent(page.request), '/profile')
  await hydrated(page)
  await loseScript(page)
  const off = page.getByRole('button', { name: '关闭提醒短信' })
  await off.click()
  await expect(off).toBeHidden()
  await page.reload()
  await expect(off).toBeHidden()
})
