import { exports } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#db/schema.ts'
import { newPhone } from '#tests/kit/phone.ts'
import { api } from '#tests/worker/world/api.ts'
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
