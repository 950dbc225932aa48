import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import {
  provePassword,
  resetPassword,
  sendPasswordCode,
} from '#app/account/service/accounts.server.ts'
import { confirmAdmin, logInAdmin } from '#app/console/service/accounts.server.ts'
import { DEVICE_MS, LOGIN_FREE_TRIES, LOGIN_FREE_TRIES_ANYWHERE } from '#app/kernel/limits.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { takeLogin } from '#app/platform/limits.server.ts'
import { attempts } from '#db/schema.ts'
import { PASSWORD as ADMIN_PASSWORD, newAdminAccount } from '#tests/worker/admin/kit.ts'
import { devClock } from '#workers/dev/clock.ts'
import { lastMessage, leadsTo, pass, Visitor } from './visitor.ts'
import { caller, createWorld, newPhone, registerSomebody, signIn, type World } from './world.ts'

/** Strangers who know a phone number slow themselves down, never its owner (decision 0010). */

const HOUR = 3_600_000
const RIGHT = 'tram-to-beeston'
const failed = { ok: false, error: { code: 'loginFailed' } }
const told = (answer: { ok: true } | { ok: false; error: { code: string } }) =>
  answer.ok ? 'in' : answer.error.code
const address = (n: number) => `198.51.100.${n}`
const at = (n: number, device: string | null = null) => ({ address: address(n), device })

/** Fills a phone's counters from this many addresses, without the cost of checking passwords. */
async function guessed(world: World, phone: string, addresses: number, times = 1) {
  for (let n = 0; n < addresses; n++)
    for (let time = 0; time < times; time++)
      await takeLogin(world, phone, { address: address(n), device: null })
}

/** A student, and the device cookie that shows the browser has logged in as them before. */
async function knownBrowser(world: World) {
  const user = await registerSomebody(world)
  const login = await signIn(world, user.phone, RIGHT, at(1))
  if (!login.ok) throw new Error(login.error.code)
  return { ...user, device: login.value.device }
}

test('wrong guesses block their own network address only: the owner logs in elsewhere at once', async () => {
  const world = createWorld()
  const { phone } = await registerSomebody(world)
  for (let n = 0; n < LOGIN_FREE_TRIES; n++)
    expect(await signIn(world, phone, 'guess', at(1))).toEqual(failed)
  expect(told(await signIn(world, phone, RIGHT, at(1)))).toBe('rateLimited')
  expect(told(await signIn(world, phone, RIGHT, at(2)))).toBe('in')
  expect(told(await signIn(world, phone, RIGHT, at(1)))).toBe('rateLimited')
})

test('a known browser can log in whatever strangers do, even at its network address', async () => {
  const world = createWorld()
  const { phone, device } = await knownBrowser(world)
  await guessed(world, phone, LOGIN_FREE_TRIES_ANYWHERE + 5)
  await guessed(world, phone, 1, 20)
  expect(told(await signIn(world, phone, RIGHT, at(0)))).toBe('rateLimited')
  expect(told(await signIn(world, phone, RIGHT, at(300)))).toBe('rateLimited')
  expect(told(await signIn(world, phone, RIGHT, at(0, device)))).toBe('in')
  expect(told(await signIn(world, phone, RIGHT, at(300)))).toBe('rateLimited')
})

test('a known browser has the same five attempts, and its failures affect nobody else', async () => {
  const world = createWorld()
  const { phone, device } = await knownBrowser(world)
  for (let n = 0; n < LOGIN_FREE_TRIES; n++)
    expect(await signIn(world, phone, 'guess', at(1, device))).toEqual(failed)
  expect(await signIn(world, phone, RIGHT, at(9, device))).toEqual({
    ok: false,
    error: { code: 'rateLimited', params: { retryAfterSeconds: 1 } },
  })
  expect(told(await signIn(world, phone, RIGHT, at(1)))).toBe('in')
  world.pass(1000)
  expect(told(await signIn(world, phone, RIGHT, at(9, device)))).toBe('in')
})

test('a browser keeps its id when it logs in again, so a successful login gives no extra attempts', async () => {
  const world = createWorld()
  const { phone, device } = await knownBrowser(world)
  const again = await signIn(world, phone, RIGHT, at(1, device))
  expect(again.ok && again.value.device.split('.')[0]).toBe(device.split('.')[0])
})

test.each<[string, (own: string, foreign: string, world: World) => string]>([
  ['of another phone', (_own, foreign) => foreign],
  ['with another id', (own) => `${own.startsWith('A') ? 'B' : 'A'}${own.slice(1)}`],
  ['that lasts longer than it was issued for', (own) => own.replace(/\.(\d)/, '.9$1')],
  ['without a signature', (own) => own.replace(/[^.]*$/, '')],
  ['of no known form', () => 'x'],
  [
    'that is over',
    (own, _foreign, world) => {
      world.pass(DEVICE_MS)
      return own
    },
  ],
])('a device cookie %s is ignored', async (_what, cookieOf) => {
  const world = createWorld()
  const [owner, other] = [await knownBrowser(world), await knownBrowser(world)]
  const cookie = cookieOf(owner.device, other.device, world)
  await guessed(world, owner.phone, 1, LOGIN_FREE_TRIES)
  expect(told(await signIn(world, owner.phone, RIGHT, at(0, cookie)))).toBe('rateLimited')
})

test('guessing from ever new network addresses allows at most 160 attempts a day', async () => {
  const world = createWorld()
  const phone = newPhone()
  const end = world.clock.now() + 24 * HOUR
  let tries = 0
  for (let n = 0; world.clock.now() < end; n++) {
    const taken = await takeLogin(world, phone, { address: address(n), device: null })
    if (taken.ok) tries++
    else world.pass(Number(taken.error.params?.retryAfterSeconds) * 1000)
  }
  expect(tries).toBeGreaterThan(LOGIN_FREE_TRIES_ANYWHERE)
  expect(tries).toBeLessThanOrEqual(160)
})

test('a hundred network addresses get fifty simultaneous attempts', async () => {
  const world = createWorld()
  const phone = newPhone()
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      takeLogin(world, phone, { address: address(n), device: null }),
    ),
  )
  expect(answers.filter(({ ok }) => ok)).toHaveLength(LOGIN_FREE_TRIES_ANYWHERE)
})

test('a new password resets all attempts, wherever they came from', async () => {
  const world = createWorld()
  const { phone } = await registerSomebody(world)
  await guessed(world, phone, LOGIN_FREE_TRIES_ANYWHERE, 1)
  await guessed(world, phone, 1, 20)
  await sendPasswordCode(world, phone, caller())
  await resetPassword(world, phone, world.lastMessage().code, 'another-one-1')
  for (const n of [0, 1, 500])
    expect(told(await signIn(world, phone, 'another-one-1', at(n)))).toBe('in')
})

test('confirming the password has a counter of its own', async () => {
  const world = createWorld()
  const { id, phone } = await registerSomebody(world)
  await guessed(world, phone, LOGIN_FREE_TRIES_ANYWHERE, 1)
  await guessed(world, phone, 1, 20)
  expect(told(await provePassword(world, id, RIGHT))).toBe('in')
  for (let n = 0; n < LOGIN_FREE_TRIES; n++)
    expect(await provePassword(world, id, 'guess')).toEqual(failed)
  expect(told(await provePassword(world, id, RIGHT))).toBe('rateLimited')
  expect(told(await signIn(world, phone, RIGHT, at(700)))).toBe('rateLimited')
  world.pass(1000)
  expect(told(await provePassword(world, id, RIGHT))).toBe('in')
})

test('administrators have the same limits: login, known browser and password confirmation', async () => {
  const world = createWorld({ pepper: readConfig(env).pepper })
  const { phone } = await newAdminAccount()
  const first = await logInAdmin(world, phone, ADMIN_PASSWORD, at(1))
  if (!first.ok) throw new Error(first.error.code)
  const { token, device } = first.value
  for (let n = 0; n < LOGIN_FREE_TRIES; n++)
    expect(told(await logInAdmin(world, phone, 'guess', at(2)))).toBe('loginFailed')
  expect(told(await logInAdmin(world, phone, ADMIN_PASSWORD, at(2)))).toBe('rateLimited')
  expect(told(await logInAdmin(world, phone, ADMIN_PASSWORD, at(3)))).toBe('in')
  await guessed(world, `admin:${phone}`, LOGIN_FREE_TRIES_ANYWHERE)
  expect(told(await logInAdmin(world, phone, ADMIN_PASSWORD, at(600)))).toBe('rateLimited')
  expect(told(await logInAdmin(world, phone, ADMIN_PASSWORD, at(2, device)))).toBe('in')
  expect(told(await confirmAdmin(world, token, ADMIN_PASSWORD))).toBe('in')
  for (let n = 0; n < LOGIN_FREE_TRIES; n++)
    expect(told(await confirmAdmin(world, token, 'guess'))).toBe('loginFailed')
  expect(told(await confirmAdmin(world, token, ADMIN_PASSWORD))).toBe('rateLimited')
  expect(told(await logInAdmin(world, phone, ADMIN_PASSWORD, at(2, device)))).toBe('in')
})

/**
 * Strangers at the visitors' own address have guessed a phone's password so often that the next try
 * has to wait a quarter of an hour.
 */
async function guessedHere(phone: string) {
  const { db, keyed } = createWorld({ pepper: readConfig(env).pepper })
  const subject = `${keyed('phone', phone)}.${keyed('address', 'local')}`
  const rows = Array.from({ length: 20 }, () => ({ kind: 'login', subject, at: devClock.now() }))
  await db.insert(attempts).values(rows)
}

async function registered(visitor: Visitor) {
  const phone = newPhone()
  const person = {
    phone,
    email: `${phone}@example.com`,
    name: '王明',
    accountType: 'NORMAL',
    password: RIGHT,
    confirmPassword: RIGHT,
    wechat: 'ming_2026',
  }
  await visitor.post('/register', { ...person, intent: 'send-code' })
  const verificationCode = (await lastMessage(phone))?.code ?? ''
  await visitor.post('/register', { ...person, intent: 'register', verificationCode })
  return phone
}
const logIn = (visitor: Visitor, phone: string, password = RIGHT) =>
  visitor.post('/login', { phone, password })

test('the login page recognises the browser, even after logging out', async () => {
  const [owner, stranger] = [new Visitor(), new Visitor()]
  const phone = await registered(owner)
  const first = await logIn(owner, phone)
  const [cookie] = first.set.filter((header) => header.startsWith('device='))
  expect(cookie).toMatch(/; Max-Age=31536000; SameSite=Lax; HttpOnly$/)
  expect(cookie).not.toContain(phone.slice(1))
  await owner.post('/logout', {})
  await guessedHere(phone)
  expect((await logIn(stranger, phone)).status).toBe(429)
  expect((await logIn(owner, phone)).status).toBe(303)
})

test('so does the console’s login page, with a cookie of its own', async () => {
  const [owner, stranger] = [new Visitor(), new Visitor()]
  const { phone } = await newAdminAccount()
  const logIn = (visitor: Visitor, password: string) =>
    visitor.post('/admin/login', { phone, password })
  await logIn(owner, ADMIN_PASSWORD)
  expect([...owner.cookies.keys()].sort()).toEqual(['admin-device', 'asid', 'language'])
  owner.cookies.delete('asid')
  await guessedHere(`admin:${phone}`)
  expect((await logIn(stranger, ADMIN_PASSWORD)).status).toBe(429)
  expect((await logIn(owner, ADMIN_PASSWORD)).status).toBe(303)
})

test('a browser that has reset a password by code is known, too', async () => {
  const [owner, stranger] = [new Visitor(), new Visitor()]
  const phone = await registered(new Visitor())
  await pass(60)
  await owner.post('/forgot-password', { intent: 'send-code', phone })
  const verificationCode = (await lastMessage(phone))?.code ?? ''
  const password = 'bridge-over-trent'
  const fields = { intent: 'reset', phone, verificationCode, password, confirmPassword: password }
  expect(leadsTo(await owner.post('/forgot-password', fields))).toBe('/login')
  await guessedHere(phone)
  expect((await logIn(stranger, phone, password)).status).toBe(429)
  expect((await logIn(owner, phone, password)).status).toBe(303)
})
