import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#db/schema.ts'
import { newPhone } from '#tests/kit/phone.ts'
import { PASSWORD, passwordHash } from '#tests/worker/admin/kit.ts'
import { codeSentTo } from '#tests/worker/every-call/scene.ts'
import { inboxOf } from '#tests/worker/notices-kit.ts'
import { api } from '#tests/worker/world/api.ts'
import { newStudent, noticesWith } from '#tests/worker/world/people.ts'
import { advance, db } from '#tests/worker/world/services.ts'
import { Visitor } from './visitor.ts'

/**
 * Every change of what somebody logs in with or is reached by is told, by notice and by email to
 * the address in use, whichever way it is made.
 */

const NEW = 'brisk-kettle-9'

async function somebody(row: Partial<typeof users.$inferInsert> = {}) {
  const { id } = await newStudent()
  const phone = newPhone()
  await db
    .update(users)
    .set({ phone, passwordHash, ...row })
    .where(eq(users.id, id))
  const login = await api('POST', '/user/login', { json: { phone, password: PASSWORD } })
  const browser = new Visitor()
  await browser.post('/login', { phone, password: PASSWORD })
  return { id, phone, as: { token: login.body.token as string }, browser }
}
type Somebody = Awaited<ReturnType<typeof somebody>>

const passwordCode = async (phone: string) => {
  await api('POST', '/user/send-verification-code-password', { json: { phone } })
  return codeSentTo(phone)
}
const phoneCode = async ({ as }: Somebody, phone: string) => {
  await api('POST', '/user/send-verification-code-phone', { as, json: { phone } })
  return codeSentTo(phone)
}
const contactOf = async ({ as }: Somebody) => (await api('GET', '/user/info', { as })).body
const saveContact = async (one: Somebody, change: { email?: string; wechat?: string }) => {
  const { email, wechat } = await contactOf(one)
  return one.browser.post('/profile/contact', { email, wechat, ...change, intent: 'save' })
}
const newEmail = () => `${crypto.randomUUID()}@example.org`

type Code = 'passwordChanged' | 'phoneChanged' | 'emailChanging' | 'wechatChanged'
const CHANGES: [how: string, Code, subject: string, (one: Somebody) => Promise<unknown>][] = [
  [
    'a new password by API',
    'passwordChanged',
    '你的密码刚改过',
    ({ as }) =>
      api('PUT', '/user/password', { as, json: { currentPassword: PASSWORD, newPassword: NEW } }),
  ],
  [
    'a new password by page',
    'passwordChanged',
    '你的密码刚改过',
    ({ browser }) =>
      browser.post('/profile/password', {
        currentPassword: PASSWORD,
        newPassword: NEW,
        confirmPassword: NEW,
      }),
  ],
  [
    'a password reset by code and API',
    'passwordChanged',
    '你的密码刚改过',
    async ({ phone }) =>
      api('POST', '/user/change-password', {
        json: { phone, verificationCode: await passwordCode(phone), newPassword: NEW },
      }),
  ],
  [
    'a password reset by code and page',
    'passwordChanged',
    '你的密码刚改过',
    async ({ phone }) =>
      new Visitor().post('/forgot-password', {
        intent: 'reset',
        phone,
        verificationCode: await passwordCode(phone),
        password: NEW,
        confirmPassword: NEW,
      }),
  ],
  [
    'another phone by API',
    'phoneChanged',
    '你的手机号刚换过',
    async (one) => {
      const phone = newPhone()
      const verificationCode = await phoneCode(one, phone)
      const json = { phone, verificationCode, currentPassword: PASSWORD }
      return api('PUT', '/user/phone', { as: one.as, json })
    },
  ],
  [
    'another phone by page',
    'phoneChanged',
    '你的手机号刚换过',
    async (one) => {
      const phone = newPhone()
      const verificationCode = await phoneCode(one, phone)
      return one.browser.post('/profile/phone', {
        intent: 'save',
        phone,
        verificationCode,
        currentPassword: PASSWORD,
      })
    },
  ],
  [
    'another email by API',
    'emailChanging',
    '有人申请更换你的邮箱',
    ({ as }) => api('PUT', '/user/email', { as, json: { email: newEmail() } }),
  ],
  [
    'another email by page',
    'emailChanging',
    '有人申请更换你的邮箱',
    (one) => saveContact(one, { email: newEmail() }),
  ],
  [
    'another WeChat by API',
    'wechatChanged',
    '你的微信号刚改过',
    ({ as }) => api('PUT', '/user/wechat', { as, json: { wechat: 'another_one' } }),
  ],
  [
    'another WeChat by page',
    'wechatChanged',
    '你的微信号刚改过',
    (one) => saveContact(one, { wechat: 'another_one' }),
  ],
]

test.each(CHANGES)('%s is told', async (_how, code, subject, change) => {
  const one = await somebody()
  const before = (await inboxOf(one)).length
  await change(one)
  expect(await noticesWith(one, code)).toHaveLength(1)
  await advance(0)
  const inbox = (await inboxOf(one)).slice(0, -before || undefined)
  expect(inbox.map((mail) => mail.subject)).toContain(subject)
})

test.each(CHANGES)(
  '%s is told behind the bell to somebody without a confirmed email',
  async (...row) => {
    const [, code, subject, change] = row
    const one = await somebody({ emailConfirmedAt: null })
    await change(one)
    expect(await noticesWith(one, code)).toHaveLength(1)
    await advance(0)
    expect((await inboxOf(one)).map((mail) => mail.subject)).not.toContain(subject)
  },
)

test('a reset says that a code was used, and to ask customer service rather than to use another', async () => {
  const one = await somebody()
  const reset = CHANGES.find(([how]) => how === 'a password reset by code and API')
  await reset?.[3](one)
  await advance(0)
  const [mail] = await inboxOf(one)
  expect(mail?.text).toContain('刚用发到你手机的验证码重设了密码')
  expect(mail?.text).not.toContain('马上用短信验证码')
})

test('what stays the same is not told, and a refused change is not either', async () => {
  const one = await somebody()
  const other = await somebody()
  const { email, wechat } = await contactOf(one)
  await api('PUT', '/user/wechat', { as: one.as, json: { wechat } })
  await api('PUT', '/user/email', { as: one.as, json: { email: email.toUpperCase() } })
  const taken = (await contactOf(other)).email
  await db.update(users).set({ emailConfirmedAt: 1 }).where(eq(users.id, other.id))
  await api('PUT', '/user/email', { as: one.as, json: { email: taken } })
  const json = { phone: one.phone, verificationCode: '000000', newPassword: NEW }
  await passwordCode(one.phone)
  await api('POST', '/user/change-password', { json })
  for (const code of ['passwordChanged', 'emailChanging', 'wechatChanged', 'phoneChanged'] as const)
    expect([code, await noticesWith(one, code)]).toEqual([code, []])
})

test('a reset that is repeated because its answer was lost is told once', async () => {
  const one = await somebody()
  const verificationCode = await passwordCode(one.phone)
  const json = { phone: one.phone, verificationCode, newPassword: NEW }
  for (let n = 0; n < 2; n++)
    expect((await api('POST', '/user/change-password', { json })).status).toBe(204)
  expect(await noticesWith(one, 'passwordChanged')).toHaveLength(1)
})
