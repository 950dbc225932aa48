import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  hours,
  PASSWORD_CHANGES_PER_DAY,
  PHONE_CODES_PER_ACCOUNT_PER_DAY,
} from '#app/kernel/limits.ts'
import { notices, users } from '#db/schema.ts'
import { newPhone } from '#tests/kit/phone.ts'
import { PASSWORD, passwordHash } from '#tests/worker/admin/kit.ts'
import { codeSentTo } from '#tests/worker/every-call/scene.ts'
import { inboxOf } from '#tests/worker/notices-kit.ts'
import { api } from '#tests/worker/world/api.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import { advance, db } from '#tests/worker/world/services.ts'
import { heldBy, lastMessage, leadsTo, textOf, Visitor } from './visitor.ts'

/** Login credentials, and where a student is logged in (decision 0010). */

const WECHAT = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) MicroMessenger/8.0.50'
const NEW = 'brisk-kettle-9'

const login = (phone: string, password = PASSWORD) =>
  api('POST', '/user/login', { json: { phone, password } })
const alive = async (token: string) =>
  (await api('GET', '/user/info', { as: { token } })).status === 200

/** A student with a password, logged in here, in a browser and with another token. */
async function somebody() {
  const { id } = await newStudent()
  const phone = newPhone()
  await db.update(users).set({ phone, passwordHash }).where(eq(users.id, id))
  const [here, other] = [(await login(phone)).body.token, (await login(phone)).body.token]
  const browser = new Visitor()
  await browser.post('/login', { phone, password: PASSWORD }, { 'User-Agent': WECHAT })
  return { id, phone, as: { token: here as string }, other: other as string, browser }
}
type Somebody = Awaited<ReturnType<typeof somebody>>
/** Which of the three are still logged in. */
const left = async ({ as, other, browser }: Somebody) => ({
  here: await alive(as.token),
  other: await alive(other),
  browser: (await browser.get('/profile')).status === 200,
})
const told = async ({ id }: Somebody) => {
  const rows = await db.select().from(notices).where(eq(notices.userId, id))
  return rows.map(({ code }) => code)
}
const sendCode = (as: { token: string }, phone: string) =>
  api('POST', '/user/send-verification-code-phone', { as, json: { phone } })
const changePhone = (
  as: { token: string },
  phone: string,
  verificationCode: string,
  currentPassword = PASSWORD,
) => api('PUT', '/user/phone', { as, json: { phone, verificationCode, currentPassword } })

test('changing a password takes only the current one; other sessions end, and an email reports it', async () => {
  const one = await somebody()
  await db.update(users).set({ emailNotices: false }).where(eq(users.id, one.id))
  const change = (currentPassword: string, newPassword = NEW) =>
    api('PUT', '/user/password', { as: one.as, json: { currentPassword, newPassword } })
  expect((await change('not the password')).body.code).toBe('loginFailed')
  expect(await left(one)).toEqual({ here: true, other: true, browser: true })
  const own = await change(PASSWORD, one.phone)
  expect([own.body.code, Object.keys(own.body.errors)]).toEqual([
    'validationFailed',
    ['newPassword'],
  ])
  expect((await change(PASSWORD)).status).toBe(204)
  expect(await left(one)).toEqual({ here: true, other: false, browser: false })
  expect((await login(one.phone)).body.code).toBe('loginFailed')
  expect((await login(one.phone, NEW)).status).toBe(200)
  expect(await told(one)).toEqual(['passwordChanged'])
  await advance(0)
  expect((await inboxOf(one))[0]?.subject).toBe('你的密码刚改过')
})

test('changing a phone takes a code to the new one and the password; the old phone no longer logs in', async () => {
  const one = await somebody()
  const phone = newPhone()
  expect((await sendCode(one.as, phone)).status).toBe(200)
  const code = await codeSentTo(phone)
  const wrongCode = code === '000000' ? '000001' : '000000'
  expect((await changePhone(one.as, phone, code, 'not the password')).body.code).toBe('loginFailed')
  expect((await changePhone(one.as, phone, wrongCode)).body.code).toBe('verificationCodeInvalid')
  expect((await changePhone(one.as, newPhone(), code)).body.code).toBe('verificationCodeInvalid')
  expect(await told(one)).toEqual([])
  const changed = await changePhone(one.as, phone, code)
  expect([changed.status, changed.body.phone]).toEqual([200, phone])
  expect(await left(one)).toEqual({ here: true, other: false, browser: false })
  // Repeated, as when the response was lost, it gives the same response and is done once.
  expect((await changePhone(one.as, phone, code)).status).toBe(200)
  expect((await login(one.phone)).body.code).toBe('loginFailed')
  expect((await login(phone)).status).toBe(200)
  expect(await told(one)).toEqual(['phoneChanged'])
  await advance(0)
  expect((await inboxOf(one))[0]?.subject).toBe('你的手机号刚换过')
  await api('POST', '/user/send-verification-code-password', { json: { phone: one.phone } })
  expect((await lastMessage(one.phone))?.code).toBeNull()
})

test('a code for another purpose does not change the phone', async () => {
  const one = await somebody()
  const phone = newPhone()
  await api('POST', '/user/send-verification-code', { json: { phone } })
  expect((await changePhone(one.as, phone, await codeSentTo(phone))).body.code).toBe(
    'verificationCodeInvalid',
  )
})

test('a registered phone gets the same reply as any other, and its owner gets a message instead of a code', async () => {
  const [one, known] = [await somebody(), await somebody()]
  const free = await sendCode(one.as, newPhone())
  const taken = await sendCode(one.as, known.phone)
  expect([taken.status, taken.body]).toEqual([free.status, free.body])
  const message = await lastMessage(known.phone)
  expect([message?.code, message?.body.includes('already has an account')]).toEqual([null, true])
  expect((await changePhone(one.as, known.phone, '123456')).body.code).toBe(
    'verificationCodeInvalid',
  )
})

test('a phone registered by someone else while the code was on its way counts as taken', async () => {
  const [one, other] = [await somebody(), await somebody()]
  const phone = newPhone()
  await sendCode(one.as, phone)
  await db.update(users).set({ phone }).where(eq(users.id, other.id))
  expect((await changePhone(one.as, phone, await codeSentTo(phone))).body.code).toBe('phoneTaken')
  expect((await login(one.phone)).status).toBe(200)
})

test('of two accounts that prove one phone simultaneously, one gets it', async () => {
  const two = [await somebody(), await somebody()]
  const phone = newPhone()
  await sendCode(two[0]?.as ?? { token: '' }, phone)
  const code = await codeSentTo(phone)
  const answers = await Promise.all(two.map(({ as }) => changePhone(as, phone, code)))
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
})

test('an account has a daily limit of codes, whichever phones they go to', async () => {
  const one = await somebody()
  for (let n = 0; n < PHONE_CODES_PER_ACCOUNT_PER_DAY; n++)
    expect((await sendCode(one.as, newPhone())).status).toBe(200)
  expect((await sendCode(one.as, newPhone())).body.code).toBe('rateLimited')
  await advance(hours(24))
  expect((await sendCode(one.as, newPhone())).status).toBe(200)
})

test('without scripts the form changes a phone and keeps what was typed', async () => {
  const { browser } = await somebody()
  const phone = newPhone()
  const fields = { phone, verificationCode: '', currentPassword: '' }
  const sent = await browser.post('/profile/phone', { ...fields, intent: 'send-code' })
  expect([sent.status, heldBy(sent, 'phone')]).toEqual([200, phone])
  const verificationCode = await codeSentTo(phone)
  const wrong = await browser.post('/profile/phone', {
    ...fields,
    verificationCode,
    currentPassword: 'no',
  })
  expect([wrong.status, heldBy(wrong, 'verificationCode')]).toEqual([401, verificationCode])
  const done = await browser.post('/profile/phone', {
    ...fields,
    verificationCode,
    currentPassword: PASSWORD,
  })
  expect(leadsTo(done)).toBe('/profile')
  expect(textOf(await browser.get('/profile'))).toContain(phone)
})

test('only the owner can list sessions, which show devices but not tokens', async () => {
  const one = await somebody()
  const { body } = await api('GET', '/user/sessions', { as: one.as })
  expect(body.items).toHaveLength(4)
  expect(body.items.filter(({ current }: { current: boolean }) => current)).toHaveLength(1)
  expect(body.items.map(({ device }: { device: string }) => device).sort()).toEqual([
    'iPhone · WeChat',
    null,
    null,
    null,
  ])
  for (const token of [one.as.token, one.other]) expect(JSON.stringify(body)).not.toContain(token)
  const page = textOf(await one.browser.get('/profile/sessions'))
  expect([page.includes('iPhone · 微信 这台'), page.includes('未知设备')]).toEqual([true, true])
})

test('a session is ended by its id, but never another user’s', async () => {
  const [one, stranger] = [await somebody(), await somebody()]
  const { body } = await api('GET', '/user/sessions', { as: { token: one.other } })
  const { id } = body.items.find(({ current }: { current: boolean }) => current)
  expect((await api('DELETE', `/user/sessions/${id}`, { as: stranger.as })).status).toBe(404)
  expect((await api('DELETE', '/user/sessions/ses_', { as: one.as })).status).toBe(404)
  expect((await api('DELETE', `/user/sessions/${id}`, { as: one.as })).status).toBe(204)
  expect(await left(one)).toEqual({ here: true, other: false, browser: true })
})

test('all other sessions or all sessions end, by API and by page', async () => {
  const [byCall, byPage, everywhere] = [await somebody(), await somebody(), await somebody()]
  await api('DELETE', '/user/sessions?others=true', { as: byCall.as })
  expect(await left(byCall)).toEqual({ here: true, other: false, browser: false })
  await api('DELETE', '/user/sessions', { as: byCall.as })
  expect(await alive(byCall.as.token)).toBe(false)
  expect(leadsTo(await byPage.browser.post('/profile/sessions', { end: 'others' }))).toBe(
    '/profile/sessions',
  )
  expect(await left(byPage)).toEqual({ here: false, other: false, browser: true })
  const out = await everywhere.browser.post('/profile/sessions', { end: 'all' })
  expect([out.status, leadsTo(out), everywhere.browser.cookies.has('sid')]).toEqual([
    303,
    '/login',
    false,
  ])
  expect(textOf(await everywhere.browser.get('/login'))).toContain('所有设备都已退出登录')
  expect((await left(everywhere)).other).toBe(false)
})

test('the right password changes itself ten times a day, in the profile and by the API together', async () => {
  const one = await somebody()
  let current = PASSWORD
  const change = (currentPassword: string, newPassword: string) =>
    api('PUT', '/user/password', { as: one.as, json: { currentPassword, newPassword } })
  expect((await change('not the password', NEW)).status).toBe(401)
  for (let time = 0; time < PASSWORD_CHANGES_PER_DAY; time++) {
    const next = `${NEW}-${time}`
    expect((await change(current, next)).status, `${time}`).toBe(204)
    current = next
  }
  const refused = await change(current, NEW)
  expect([refused.status, refused.body.code]).toEqual([429, 'rateLimited'])
  const browser = new Visitor()
  await browser.post('/login', { phone: one.phone, password: current })
  const fields = { currentPassword: current, newPassword: NEW, confirmPassword: NEW }
  expect((await browser.post('/profile/password', fields)).status).toBe(429)
  await advance(hours(24))
  const { body } = await login(one.phone, current)
  const again = { currentPassword: current, newPassword: NEW }
  expect((await api('PUT', '/user/password', { as: body, json: again })).status).toBe(204)
})
