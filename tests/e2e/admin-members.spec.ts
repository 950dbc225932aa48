import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { loginAsAdmin } from './kit/admin.ts'
import { expectInOrder, LOOKS, lookAt, titleOf } from './kit/axe.ts'
import { logIn, newStudent, type Student } from './kit/people.ts'
import { test } from './kit/test.ts'
import { codeSentTo, origin, pages, setLanguage } from './kit/world.ts'

/**
 * An administrator's work with members: approvals, points, and what the log says about it
 * afterwards.
 */

const console_ = `${pages}/admin`
const REASON = /^原因（学生和操作记录/

/** A newly registered student in a partner flat, made over the API. */
async function newMember(request: APIRequestContext, name: string): Promise<Student> {
  const student = newStudent(name)
  const { phone, ...rest } = student
  const send = async (call: string, data: object) => {
    const answer = await request.post(`${origin}/api/user/${call}`, { data })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  await send('send-verification-code', { phone })
  const verificationCode = await codeSentTo(request, phone)
  const flat = { accountType: 'MEMBER', flatName: 'Nova', flatNumber: phone.slice(-4) }
  const user = { ...rest, ...flat, phone, phoneWithPrefix: `+44${phone.slice(1)}` }
  await send('register', { user, verificationCode, phonePrefix: '+44' })
  return student
}

/** The card of a member in the waiting list; flats are unique here. */
const waiting = (page: Page, { phone }: Student) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: `Nova ${phone.slice(-4)}` })

test('a member is approved in the console and sees it in the profile, with the first points', async ({
  page,
  browser,
  request,
}) => {
  const student = await newMember(request, '赵晓东')
  const context = await browser.newContext()
  const his = await context.newPage()
  await logIn(his, student, '/profile')
  await expect(his.getByRole('region', { name: '账号信息' })).toContainText('审核中')

  await loginAsAdmin(page)
  await page
    .getByRole('main')
    .getByRole('link', { name: /待审核/ })
    .click()
  await expect(page).toHaveURL(`${console_}/members`)
  await waiting(page, student).getByRole('button', { name: /^通过/ }).click()
  await expect(page.getByRole('status')).toContainText('赵晓东 已通过审核')
  await expect(waiting(page, student)).toHaveCount(0)

  await page.goto(`${console_}/users?q=${student.phone}`)
  await page.getByRole('link', { name: '赵晓东' }).click()
  await page.getByLabel('积分数').fill('300')
  await page.getByLabel(REASON).fill('迎新活动')
  await page.getByRole('button', { name: '查看改动' }).click()
  await expect(page.getByRole('main')).toContainText('300 积分，值 £3')
  await page.getByRole('button', { name: '增加 300 积分' }).click()
  await expect(page.getByRole('status')).toContainText('积分已更新')

  await his.reload()
  await expect(his.getByRole('region', { name: '账号信息' })).toContainText('已认证')
  await expect(his.getByRole('main')).toContainText('迎新活动')
  await his.goto(`${pages}/notices`)
  await expect(his.getByRole('main')).toContainText('会员')
  await context.close()

  await page.goto(`${console_}/audit`)
  const [points, approved] = [
    page.getByText('增加 300 积分'),
    page.getByText('通过会员', { exact: true }),
  ]
  await expect(points.first()).toBeVisible()
  await expect(approved.filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('赵晓东')
})

test('rejecting a member takes a second press, and the student can ask again with a corrected flat', async ({
  page,
  browser,
  request,
}) => {
  const student = await newMember(request, '钱小西')
  await loginAsAdmin(page, '/members')
  const card = waiting(page, student)
  await expect(card.getByRole('button', { name: '不通过', exact: true })).toBeHidden()
  await card.locator('summary').click()
  await card.getByRole('button', { name: '不通过', exact: true }).click()
  await expect(page.getByRole('status')).toContainText('钱小西 未通过审核')

  const context = await browser.newContext()
  const his = await context.newPage()
  await logIn(his, student, '/profile/flat')
  await his.locator('input[name=flatNumber]').fill('99Z')
  await his.getByRole('dialog').locator('button[type=submit]').last().click()
  await his.getByRole('button', { name: '确认保存' }).click()
  await expect(his).toHaveURL(/\/profile$/)
  await context.close()

  await page.goto(`${console_}/users?q=${student.phone}`)
  await expect(page.getByRole('main').getByRole('table')).toContainText('待审核')
})

test('points below zero are refused at their field, and nothing typed is lost', async ({
  page,
  request,
}) => {
  const student = await newMember(request, '孙小南')
  await loginAsAdmin(page, '/users')
  await page.getByLabel('手机号、姓名、公寓').fill(student.phone)
  await page.getByRole('button', { name: '筛选' }).click()
  await page.getByRole('link', { name: '孙小南' }).click()
  await page.getByLabel('积分数').fill('-10')
  await page.getByLabel(REASON).fill('扣错')
  await page.getByRole('button', { name: '查看改动' }).click()
  await page.getByRole('button', { name: '扣除 10 积分' }).click()
  await expect(page.getByText('只剩 0 积分')).toBeVisible()
  await expect(page.getByLabel('积分数')).toHaveValue('-10')
  await expect(page.getByLabel(REASON)).toHaveValue('扣错')
})

for (const language of ['zh', 'en'] as const)
  test(`the pages about people are accessible and fit their window: ${language}, ${titleOf(LOOKS[language])}`, async ({
    browser,
    request,
  }) => {
    test.setTimeout(120_000)
    const student = await newMember(request, '周小北')
    const looks = LOOKS[language]
    const context = await browser.newContext()
    const page = await context.newPage()
    await lookAt(page, looks[0])
    await setLanguage(page, language)
    await loginAsAdmin(page)
    await page.goto(`${console_}/users?q=${student.phone}`)
    const user = await page.getByRole('table').getByRole('link').first().getAttribute('href')
    const account = String(user).replace(/.*\/admin/, '')
    const gift = `${account}/points?points=100&description=welcome`
    for (const path of ['', '/members', '/users', '/audit', account, gift]) {
      await page.goto(`${console_}${path}`)
      for (const summary of await page.getByRole('main').locator('summary').all())
        await summary.click()
      await expect(page.locator('script')).toHaveCount(0)
      await expectInOrder(page, looks)
    }
    await context.close()
  })
