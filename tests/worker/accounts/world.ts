import { env } from 'cloudflare:workers'
import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import {
  type Caller,
  logInByPassword,
  type Registration,
  registerAccount,
  sendRegisterCode,
} from '#app/account/service/accounts.server.ts'
import type { Visit } from '#app/account/service/devices.server.ts'
import type { UserId } from '#app/kernel/id.ts'
import { readConfig } from '#app/platform/config.server.ts'
import type { LogFields } from '#app/platform/request-scope.server.ts'
import { createSms } from '#app/platform/sms.server.ts'
import { openDb } from '#db/db.ts'
import { users } from '#db/schema.ts'
import { newPhone } from '#tests/kit/phone.ts'

export { newPhone }

type Message = {
  to: string
  from: string
  body: string
  code: string
  authorization: string
  url: string
}
/** What the text message provider does next. */
type Mood = 'sends' | 'refuses' | 'breaks' | 'is silent'

const digits = (count: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(count)), (byte) => byte % 10).join('')

/** The proof that holds, however often. */
export const PERSON = 'a person asks'

export const newAddress = () => `192.0.2.${digits(6)}`

/** Each world begins long after the previous one, so that daily totals of two tests never meet. */
let nextEpoch = Date.parse('2026-11-21T10:00:00Z')

/**
 * The account services on the real database, with the test's own clock, text message provider and
 * log.
 */
export function createWorld(options: { addressLimits?: boolean; pepper?: string } = {}) {
  let now = nextEpoch
  nextEpoch += 200 * 24 * 3_600_000
  let mood: Mood = 'sends'
  const messages: Message[] = []
  const lines: string[] = []
  const alerts: string[] = []
  const clock = { now: () => now, systemTime: (instant: number) => instant }
  const write = (message: string, fields?: LogFields | unknown, more?: LogFields) =>
    void lines.push(JSON.stringify([message, String(fields), fields, more]))
  const provider: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    if (new URL(request.url).hostname === 'challenges.cloudflare.com') {
      const { response } = await request.json<{ response: string }>()
      return Response.json({ success: response === PERSON })
    }
    if (mood === 'is silent') throw new DOMException('too slow', 'TimeoutError')
    if (mood === 'breaks')
      return Response.json({ message: 'Internal Server Error' }, { status: 500 })
    if (mood === 'refuses')
      return Response.json({ code: 21211, message: 'not a number' }, { status: 400 })
    const form = await request.formData()
    const body = String(form.get('Body'))
    const [code = ''] = body.match(/\d{6}/) ?? []
    const authorization = request.headers.get('Authorization') ?? ''
    messages.push({
      to: String(form.get('To')),
      from: String(form.get('From')),
      body,
      code,
      authorization,
      url: request.url,
    })
    return Response.json({ sid: 'SM1', status: 'queued' }, { status: 201 })
  }
  const db = openDb(env.DB)
  const pepper = options.pepper ?? 'a pepper of the tests, 32 characters'
  const twilio = { accountSid: 'AC_test', authToken: 'secret-token', from: '+15005550006' }
  const log = { info: write, warn: write, error: write }
  const contact = { link: 'https://example.org/wechat', name: 'linbang-kefu' }
  return {
    db,
    clock,
    pepper,
    log,
    config: { ...readConfig(env), pepper, twilio, contact },
    fetch: provider,
    sms: createSms({ twilio, fetch: provider, log }),
    alert: async (name: string) => void alerts.push(name),
    addressLimits: options.addressLimits ?? false,
    /** How a phone or an address is stored. */
    keyed: (label: string, value: string) =>
      createHmac('sha256', pepper).update(`${label}:${value}`).digest('base64url'),
    messages,
    lines,
    /** What the operator was emailed. */
    alerts,
    pass(ms: number) {
      now += ms
    },
    provider(next: Mood) {
      mood = next
    },
    lastMessage: () => {
      const message = messages.at(-1)
      if (!message) throw new Error('no text message was sent')
      return message
    },
  }
}
export type World = ReturnType<typeof createWorld>

/** Logs in from one unknown browser unless specified. */
export const signIn = (
  world: World,
  phone: string,
  password: string,
  from: Visit = { address: '192.0.2.1', device: null },
) => logInByPassword(world, phone, password, from)

export const caller = (over: Partial<Caller> = {}): Caller => ({
  address: newAddress(),
  language: 'zh',
  proof: PERSON,
  ...over,
})

export const registration = (phone: string, over: Partial<Registration> = {}): Registration => ({
  phone,
  email: `${phone}@example.com`,
  name: '王明',
  password: 'tram-to-beeston',
  wechat: 'ming_2026',
  accountType: 'NORMAL',
  flatName: null,
  flatNumber: null,
  verificationCode: '',
  ...over,
})

/** As if the link in the email had been opened. */
export const confirmEmail = (world: World, { id }: { id: UserId }) =>
  world.db.update(users).set({ emailConfirmedAt: world.clock.now() }).where(eq(users.id, id))

/** A student with an account, registered the usual way. */
export async function registerSomebody(world: World, over: Partial<Registration> = {}) {
  const phone = over.phone ?? newPhone()
  await sendRegisterCode(world, phone, caller())
  const verificationCode = world.lastMessage().code
  const made = await registerAccount(world, registration(phone, { verificationCode, ...over }))
  if (!made.ok) throw new Error(`not registered: ${made.error.code}`)
  // So that it is not too soon for this phone's next code.
  world.pass(60_000)
  return made.value
}
