import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { rateLimitOf } from '#app/api/define.server.ts'
import { calls } from '#app/api/table.server.ts'
import type { RateLimitName } from '#app/platform/rate-limit.server.ts'
import { openCarpool } from '#tests/worker/world/api.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import { dayIn } from '#tests/worker/world/services.ts'
import { createWorker } from '#workers/app.server.ts'
import { type DevEnv, devRuntime } from '#workers/dev/runtime.ts'
import { handlePage } from '#workers/remix.ts'
import { heldBy, leadsTo, textOf, Visitor } from './visitor.ts'
import { newPhone } from './world.ts'

const ORIGIN = 'http://localhost:8787'
const WAIT = { zh: '请在 1 分钟后再试', en: 'Try again in 1 minute.' } as const
const LANGUAGES = ['zh', 'en'] as const
const PASSWORD = 'tram-to-beeston'

/** The limits per minute in wrangler.toml, and the calls that must be behind each shield. */
const SHIELDS = [
  ['LOGIN', 10, 'POST /user/login'],
  ['REGISTER', 10, 'POST /user/register'],
  ['CODE_SEND', 5, 'POST /user/send-verification-code'],
  ['CODE_SEND', 5, 'POST /user/send-verification-code-password'],
  ['CODE_CHECK', 10, 'POST /user/change-password'],
  ['JOIN', 20, 'POST /carpool/:id/join'],
  ['JOIN', 20, 'POST /mail/create'],
  ['JOIN', 20, 'POST /move/create'],
  ['JOIN', 20, 'POST /user/update-open-participant'],
  ['JOIN', 20, 'POST /user/change-flight'],
  ['PAYMENT', 5, 'POST /mail/pay-base'],
  ['PAYMENT', 5, 'POST /move/pay-base'],
  ['PAYMENT', 5, 'POST /carpool/deposit-payment-intent-for-create'],
  ['PAYMENT', 5, 'GET /carpool/deposit-payment-intent/:participantId'],
  ['PAYMENT', 5, 'POST /carpool/create'],
  ['PAYMENT', 5, 'POST /mail/join'],
  ['LOGIN', 10, 'PUT /user/password'],
  ['FILE', 60, 'GET /openapi.json'],
  ['ADMIN', 120, 'POST /admin/account/allocate-points'],
  ['ADMIN', 120, 'GET /admin/stuck-payments'],
] as const satisfies [RateLimitName, number, string][]
const limitOf = (name: RateLimitName) => SHIELDS.find(([shield]) => shield === name)?.[1] ?? 0

/** The development worker with its shields up, as production has them. */
const shielded = createWorker(
  () => ({ ...devRuntime(env as DevEnv), rateLimits: true }),
  handlePage,
)

async function ask(request: Request, address: string): Promise<Response> {
  request.headers.set('CF-Connecting-IP', address)
  const execution = createExecutionContext()
  const response = await shielded.fetch(request, env, execution)
  await waitOnExecutionContext(execution)
  return response
}

/** A visitor of the shielded worker, at an address. */
const visitorAt = (address: string, lang: 'zh' | 'en' = 'zh') =>
  new Visitor({ lang, worker: (request) => ask(request, address) })

let last = 0
/** An address, or a network of IPv6 addresses, that no other test uses. */
const newAddress = () => `203.0.113.${++last}`
/** A /56. */
const newNetwork = () => `2001:db8:77:${(++last * 256).toString(16)}`

/** One empty API call: it is refused behind the shield at no cost. */
function call(what: string, address: string, lang: 'zh' | 'en' = 'zh'): Promise<Response> {
  const [method = '', path = ''] = what.split(' ')
  const url = `${ORIGIN}/api${path.replace(/:\w+/g, 'none')}?lang=${lang}`
  const init =
    method === 'GET' ? {} : { body: '{}', headers: { 'Content-Type': 'application/json' } }
  return ask(new Request(url, { method, ...init }), address)
}

/**
 * Uses up a shield, rotating through the calls behind it, and through the addresses if there are
 * several.
 */
async function spend(name: RateLimitName, addressOf: (n: number) => string): Promise<void> {
  const behind = calls
    .filter((call) => rateLimitOf(call) === name)
    .map(({ method, path }) => `${method} ${path}`)
  for (let n = 0; n < limitOf(name); n++) {
    const answer = await call(behind[n % behind.length] ?? '', addressOf(n))
    expect([200, 401, 404, 422], `${name} ${n}`).toContain(answer.status)
  }
}

/** The local counter resets with every minute of the wall clock; no test may run across that. */
beforeEach(async () => {
  const left = 60_000 - (Date.now() % 60_000)
  if (left < 12_000) await new Promise((resolve) => setTimeout(resolve, left + 100))
})

test.each(SHIELDS)(
  '%s lets %i calls a minute of one address through to %s',
  async (name, _limit, what) => {
    const address = newAddress()
    await spend(name, () => address)
    for (const lang of LANGUAGES) {
      const refused = await call(what, address, lang)
      expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60'])
      const body = (await refused.json()) as { code: string; detail: string }
      expect(body.code).toBe('rateLimited')
      expect(body.detail).toContain(WAIT[lang])
    }
    expect((await call(what, newAddress())).status).not.toBe(429)
  },
)

test.each(SHIELDS)(
  '%s: the addresses of one IPv6 network are one visitor (%i, %s)',
  async (name, _limit, what) => {
    const network = newNetwork()
    await spend(name, (n) => `${network}:${n}:beef::${n}`)
    expect((await call(what, `${network}:ffff:1:2:3`)).status).toBe(429)
    expect((await call(what, `${newNetwork()}::1`)).status).not.toBe(429)
  },
)

const registration = (phone: string) => ({
  intent: 'register',
  phone,
  verificationCode: '123456',
  email: `${phone}@example.com`,
  name: '王明',
  accountType: 'NORMAL',
  password: PASSWORD,
  confirmPassword: PASSWORD,
  wechat: 'ming_2026',
})
const reset = (phone: string) => ({
  intent: 'reset',
  phone,
  verificationCode: '123456',
  password: PASSWORD,
  confirmPassword: PASSWORD,
})

test.each([
  ['LOGIN', '/login', (phone: string) => ({ phone, password: PASSWORD }), 401],
  ['REGISTER', '/register', registration, 422],
  [
    'CODE_SEND',
    '/register',
    (phone: string) => ({ ...registration(phone), intent: 'send-code' }),
    200,
  ],
  ['CODE_SEND', '/forgot-password', (phone: string) => ({ intent: 'send-code', phone }), 200],
  ['CODE_CHECK', '/forgot-password', reset, 422],
] as const)(
  '%s used up by calls is used up for the page %s too, which says so and keeps what was typed',
  async (name, path, fields, otherwise) => {
    const address = newAddress()
    const phone = newPhone()
    await spend(name, () => address)
    for (const lang of LANGUAGES) {
      const page = await visitorAt(address, lang).post(path, fields(phone))
      expect(page.status).toBe(429)
      expect(textOf(page)).toContain(WAIT[lang])
      expect(heldBy(page, 'phone')).toBe(phone)
    }
    expect((await visitorAt(newAddress()).post(path, fields(phone))).status).toBe(otherwise)
  },
)

const joinForm = () => ({
  terminal: 'T5',
  nLocation: '12 Castle Boulevard',
  flightNumber: 'BA038',
  flightTime: `${dayIn(10)}T11:00`,
  people: '1',
  bigLuggage: '2',
  smallLuggage: '1',
  bag: '1',
})

/** The pages as a student at an address sees them. */
function pagesOf({ token }: { token: string }, address: string, lang: 'zh' | 'en' = 'zh'): Visitor {
  const visitor = visitorAt(address, lang)
  visitor.cookies.set('sid', token)
  return visitor
}

test('joins and payments count per address on their pages too, and other pages keep working', async () => {
  const [creator, student] = [await newStudent(), await newStudent()]
  const { id } = await openCarpool(creator)
  const [address, elsewhere] = [newAddress(), newAddress()]

  await spend('JOIN', () => address)
  for (const lang of LANGUAGES)
    expect(
      textOf(await pagesOf(student, address, lang).post(`/carpool/${id}/join`, joinForm())),
    ).toContain(WAIT[lang])
  const joined = await pagesOf(student, elsewhere).post(`/carpool/${id}/join`, joinForm())
  const payPage = leadsTo(joined) ?? ''
  expect([joined.status, payPage]).toEqual([303, expect.stringMatching(/^\/pay\/deposit-par_/)])

  const shown = { filling: 'open' }
  await spend('PAYMENT', () => address)
  for (const lang of LANGUAGES) {
    const pressed = await pagesOf(student, address, lang).post(`${payPage}/begin`, shown)
    expect(pressed.html).toContain(WAIT[lang])
    expect(pressed.html).not.toContain('_secret_')
  }
  const pressed = await pagesOf(student, elsewhere).post(`${payPage}/begin`, shown)
  expect(pressed.html).toContain('_secret_')
})
