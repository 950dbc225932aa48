import { expect } from '@playwright/test'
import { CODE_SENDS_PROVED_FROM } from '#app/kernel/limits.ts'
import { expectAccessible, expectNoSidewaysScroll } from './kit/axe.ts'
import { sql } from './kit/database.ts'
import { holdBack } from './kit/hold.ts'
import { newStudent } from './kit/people.ts'
import { test } from './kit/test.ts'
import { codeSentTo, pages, setLanguage } from './kit/world.ts'

test('the send button counts down, keeps what was typed, and moves on to the code', async ({
  page,
  request,
}) => {
  const { phone } = newStudent()
  await page.goto(`${pages}/register`)
  const send = page.locator('button[value=send-code]')
  await send.click()
  await expect(page.locator('#register-phone-error')).toHaveText('请填手机号')
  await page.getByLabel('手机号').fill(phone)
  await page.getByLabel('密码', { exact: true }).fill('tram-to-beeston')
  await send.click()
  await expect(page.getByLabel('验证码', { exact: true })).toBeFocused()
  await expect(send).toBeDisabled()
  await expect(send).toHaveText(/^[45]\d 秒后可重发$/)
  await expect(page.getByLabel('密码', { exact: true })).toHaveValue('tram-to-beeston')
  expect(await codeSentTo(request, phone)).toMatch(/^\d{6}$/)
  await expectAccessible(page)
  // However often the page is loaded again, it says which phone got the code.
  for (const _ of ['once', 'twice']) {
    await page.reload({ waitUntil: 'networkidle' })
    await expect(send).toBeDisabled()
    await expect(page.getByLabel('手机号')).toHaveValue(phone)
    await expect(page.getByLabel('密码', { exact: true })).toHaveValue('')
  }
})

test('the browser refuses nothing that the server understands', async ({ page }) => {
  await page.goto(`${pages}/register`, { waitUntil: 'networkidle' })
  const email = page.getByLabel('邮箱')
  await email.fill('lin＠example。com')
  await page.locator('button[value=register]:visible').last().click()
  await expect(page.getByRole('alert')).toContainText('请填手机号')
  await expect(email).not.toHaveAttribute('aria-invalid')
})

for (const language of ['zh', 'en'] as const)
  test(`a code that is sent late moves nothing, not even the focus: ${language}`, async ({
    page,
  }) => {
    await setLanguage(page, language)
    await page.goto(`${pages}/register`)
    await page.locator('[name=phone]').fill(newStudent().phone)
    const answer = await holdBack(page, /register$/, 'POST')
    await page.locator('button[value=send-code]').click()
    await answer.asked
    // The student goes on meanwhile, and is about to press the last button.
    await page.locator('[name=email]').pressSequentially('ming@')
    const button = page.locator('button[value=register]:visible').last()
    const at = await button.boundingBox()
    answer.release()
    await expect(page.getByText(language === 'zh' ? '验证码已发出' : 'Code sent')).toBeVisible()
    expect(await button.boundingBox()).toEqual(at)
    await page.keyboard.type('example.org')
    await expect(page.locator('[name=email]')).toHaveValue('ming@example.org')
  })

test('a tap that leaves the focus in the phone field moves on to the code too', async ({
  page,
}) => {
  await page.goto(`${pages}/register`, { waitUntil: 'networkidle' })
  await page.locator('[name=phone]').fill(newStudent().phone)
  // As on iPhones: a click without the focus.
  await page.locator('button[value=send-code]').dispatchEvent('click')
  await expect(page.locator('[name=verificationCode]')).toBeFocused()
})

test('flat fields appear for members only, and the enter key registers', async ({ page }) => {
  await page.goto(`${pages}/register`)
  const flat = page.getByLabel('公寓名称')
  await expect(flat).toBeHidden()
  await page.getByLabel('账号类型').selectOption('MEMBER')
  await expect(flat).toBeVisible()
  await page.getByLabel('微信号').press('Enter')
  await expect(page.getByRole('alert')).toContainText('请填邮箱')
  await expect(page.getByRole('alert')).toBeFocused()
  await page.getByLabel('账号类型').selectOption('NORMAL')
  await expect(flat).toBeHidden()
  await expectAccessible(page)
})

test('the forgot page asks for a phone before a code can be requested', async ({ page }) => {
  await page.goto(`${pages}/forgot-password`)
  const send = page.locator('button[value=send-code]')
  await expect(send).toBeDisabled()
  await page.getByLabel('手机号').fill('07123456789')
  await expect(send).toBeEnabled()
  await page.getByLabel('手机号').fill('')
  await expect(send).toBeDisabled()
})

test('once many codes are sent, a person is asked for, and nothing typed is lost', async ({
  page,
  request,
}) => {
  sql(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${CODE_SENDS_PROVED_FROM})
     INSERT INTO attempts (kind, subject, at) SELECT 'code-total', 'all', unixepoch() * 1000 FROM n`,
  )
  const { phone } = newStudent()
  await page.goto(`${pages}/register`, { waitUntil: 'networkidle' })
  await page.getByLabel('姓名').fill('李雷')
  await page.locator('[name=phone]').fill(phone)
  const send = page.locator('button[value=send-code]')
  await send.click()
  await page.getByLabel('I am a person').check()
  await expectNoSidewaysScroll(page)
  await expect(page.locator('[name=cf-turnstile-response]')).toHaveValue(/^standin/)
  await send.click()
  await expect(page.getByText('验证码已发出')).toBeVisible()
  await expect(page.getByLabel('I am a person')).toHaveCount(0)
  await expect(page.getByLabel('姓名')).toHaveValue('李雷')
  expect(await codeSentTo(request, phone)).toMatch(/^\d{6}$/)
  sql(`DELETE FROM attempts WHERE kind = 'code-total'`)
})
