import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './kit/axe.ts'
import { logIn, registeredStudent } from './kit/people.ts'
import { newRider, openPlace } from './kit/places.ts'
import { test } from './kit/test.ts'
import { pages, setLanguage } from './kit/world.ts'

async function fileBehind(page: Page, name: string): Promise<string> {
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name }).click()
  return readFile(await (await download).path(), 'utf8')
}

test('on a phone, a student downloads their data, then closes the account, and the phone is free again', async ({
  page,
  request,
}) => {
  const student = await registeredStudent(request, '陈一一')
  await logIn(page, student, '/profile')
  await page.getByRole('link', { name: '我的数据与账号' }).click()
  await expect(page).toHaveURL(`${pages}/profile/data`)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const data = JSON.parse(await fileBehind(page, '下载 JSON 文件'))
  expect(data.account).toMatchObject({ name: '陈一一', phone: student.phone, email: student.email })

  await page.getByRole('link', { name: '查看并注销' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('注销账号')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const password = page.getByLabel('密码')
  await password.fill('not-mine')
  await page.getByRole('button', { name: '注销账号，删除我的数据' }).click()
  await expect(page.getByText('密码不对，账号没有变。')).toBeVisible()
  await expectAccessible(page)
  await password.fill(student.password)
  await page.getByRole('button', { name: '注销账号，删除我的数据' }).click()
  await expect(page).toHaveURL(`${pages}/`)
  await expect(page.getByText('账号已注销，你的数据已经删除。')).toBeVisible()

  await page.goto(`${pages}/login`)
  await page.locator('input[name=phone]').fill(student.phone)
  await page.locator('input[name=password]').fill(student.password)
  await page.locator('main button[type=submit]').click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
})

test('with a seat taken, closing lists what is open, with links', async ({ page, request }) => {
  const rider = await newRider(request)
  await openPlace(request, rider, { days: 5, maxPassengers: 3 })
  await setLanguage(page, 'en')
  await logIn(page, rider, '/profile/data/close')
  await expect(page.getByText('1 thing isn’t finished')).toBeVisible()
  await expect(page.getByText('You have a seat, and the journey isn’t over.')).toBeVisible()
  await expect(page.locator('input[name=password]')).toHaveCount(0)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: /^Take a look/ }).click()
  await expect(page).toHaveURL(/\/carpool\/record\/par_/)
})
