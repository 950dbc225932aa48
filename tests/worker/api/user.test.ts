import { exports } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#db/schema.ts'
import { newPhone } from '#tests/kit/phone.ts'
import { api } from '#tests/worker/world/api.ts'
import type { Student } from '#tests/worker/world/people.ts'
import { db, ORIGIN } from '#tests/worker/world/services.ts'

/** The newest text message to a phone. */
async function lastMessage(phone: string): Promise<{ body: string; code: string | null }> {
  const to = encodeURIComponent(`+44${phone.slice(1)}`)
  const { items } = (await (
    await exports.default.fetch(`${ORIGIN}/__dev/sms?to=${to}`)
  ).json()) as {
    items: { body: string; code: string | null }[]
  }
  const [message] = items
  if (!message) throw new Error(`no message to ${phone}`)
  return message
}

const PASSWORD = 'tram-to-beeston'
const payload = (phone: string, verificationCode: string, change: object = {}) => ({
  user: {
    email: `${phone}@example.com`,
    name: '王明',
    password: PASSWORD,
    phone,
    phoneWithPrefix: `+44${phone.slice(1)}`,
    wechat: 'wang_ming',
    accountType: 'NORMAL',
    ...change,
  },
  verificationCode,
  phonePrefix: '+44',
})
const sendCode = (phone: string, purpose = '') =>
  api('POST', `/user/send-verification-code${purpose}`, { json: { phone } })

async function register(phone: string, change: object = {}) {
  expect((await sendCode(phone)).body).toEqual({ resendAfterSeconds: 60 })
  const { code } = await lastMessage(phone)
  const json = payload(phone, code ?? '', change)
  return api('POST', '/user/register', { json })
}
async function login(phone: string, password = PASSWORD): Promise<Student> {
  const { status, body } = await api('POST', '/user/login', { json: { phone, password } })
  expect(status, JSON.stringify(body)).toBe(200)
  return { id: body.userInfo.id, token: body.token }
}

test('a student registers, logs in, reads their user info and logs out', async () => {
  const phone = newPhone()
  const made = await register(phone, { accountType: 'MEMBER', flatName: 'Nova', flatNumber: '12A' })
  expect([made.status, made.body]).toEqual([
    201,
    expect.objectContaining({ phone, auth: 'PENDING', points: 0 }),
  ])
  const as = await login(phone)
  for (const path of ['/user/current', '/user/info'])
    expect((await api('GET', path, { as })).body).toEqual(made.body)
  expect((await api('POST', '/user/logout', { as })).status).toBe(204)
  expect((await api('GET', '/user/current', { as })).body.code).toBe('loginExpired')
})
test('a login in the query works like one in the body', async () => {
  const phone = newPhone()
  await register(phone)
  const { status, body } = await api('POST', `/user/login?phone=${phone}&password=${PASSWORD}`)
  expect([status, body.userInfo.phone]).toEqual([200, phone])
})
test('a login with a language sets the language of messages, and one without leaves it', async () => {
  const phone = newPhone()
  await register(phone)
  const json = { phone, password: PASSWORD }
  const languageOf = async () =>
    (await db.select({ language: users.language }).from(users).where(eq(users.phone, phone)))[0]
      ?.language
  for (const [lang, expected] of [
    ['en', 'en'],
    ['', 'en'],
    ['zh', 'zh'],
    ['', 'zh'],
  ] as const) {
    expect((await api('POST', '/user/login', { json, lang })).status).toBe(200)
    expect(await languageOf()).toBe(expected)
  }
})
test('an invalid registration names each field by its path', async () => {
  const json = payload('0123', '12', {
    email: 'nobody',
    name: 'Ming',
    password: '12345',
    wechat: 'w',
    accountType: 'MEMBER',
  })
  const { status, body } = await api('POST', '/user/register', { json })
  expect([status, body.code]).toEqual([422, 'validationFailed'])
  expect(Object.keys(body.errors).sort()).toEqual(
    expect.arrayContaining([
      'user.email',
      'user.name',
      'user.password',
      'user.phone',
      'user.wechat',
      'verificationCode',
    ]),
  )
  for (const list of Object.values<{ detail: string }[]>(body.errors))
    for (const { detail } of list) expect(detail).not.toMatch(/errors:|\{\{|Invalid input/)
})
