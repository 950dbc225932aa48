import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  registerAccount,
  resetPassword,
  sendPasswordCode,
  sendRegisterCode,
} from '#app/account/service/accounts.server.ts'
import { users } from '#db/schema.ts'
import {
  caller,
  confirmEmail,
  createWorld,
  newPhone,
  registerSomebody,
  registration,
  signIn,
} from './world.ts'

const SENDERS = { sendRegisterCode, sendPasswordCode }

const MINUTE = 60_000
const failed = { ok: false, error: { code: 'loginFailed' } }

test('a student registers with the code from their phone and gets their user info', async () => {
  const world = createWorld()
  const phone = newPhone()
  await sendRegisterCode(world, phone, caller())
  const { code } = world.lastMessage()
  const made = await registerAccount(world, registration(phone, { verificationCode: code }))
  expect(made).toEqual({
    ok: true,
    value: {
      id: expect.stringMatching(/^usr_[\w-]{16}$/),
      phone,
      email: `${phone}@example.com`,
      name: '王明',
      wechat: 'ming_2026',
      accountType: 'NORMAL',
      auth: null,
      membershipLevel: 0,
      flatName: null,
      flatNumber: null,
      emailNotices: true,
      rideTexts: true,
      emailStop: null,
      termsVersion: null,
      tripTermsVersion: null,
      emailConfirmedAt: null,
      pendingEmail: null,
      points: 0,
      pointsHistory: [],
      createdAt: world.clock.now(),
    },
  })
})

test('a member account waits for approval', async () => {
  const world = createWorld()
  const flat = { accountType: 'MEMBER', flatName: 'Trent House', flatNumber: '12B' } as const
  expect(await registerSomebody(world, flat)).toMatchObject({ ...flat, auth: 'PENDING' })
})

test('the password is stored only as a peppered scrypt hash', async () => {
  const world = createWorld()
  const { id } = await registerSomebody(world, { password: 'open-sesame-9' })
  const [row] = await world.db.select().from(users).where(eq(users.id, id))
  expect(row?.passwordHash).toMatch(/^\$scrypt\$ln=14,r=8,p=5,keyid=/)
  expect(JSON.stringify(row)).not.toContain('open-sesame-9')
})

test('a taken email, in any case, is refused and does not use up the code', async () => {
  const world = createWorld()
  const known = await registerSomebody(world)
  await confirmEmail(world, known)
  const phone = newPhone()
  await sendRegisterCode(world, phone, caller())
  const { code: verificationCode } = world.lastMessage()
  const taken = registration(phone, { verificationCode, email: known.email.toUpperCase() })
  expect(await registerAccount(world, taken)).toEqual({ ok: false, error: { code: 'emailTaken' } })
  expect((await registerAccount(world, { ...taken, email: `${phone}@example.org` })).ok).toBe(true)
})

test('ten simultaneous registrations with one code create one account', async () => {
  const world = createWorld()
  const phone = newPhone()
  await sendRegisterCode(world, phone, caller())
  const { code: verificationCode } = world.lastMessage()
  const all = Array.from({ length: 10 }, (_, i) =>
    registration(phone, { verificationCode, email: `${i}-${phone}@example.com` }),
  )
  const answers = await Promise.all(all.map((one) => registerAccount(world, one)))
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
  expect(await world.db.$count(users, eq(users.phone, phone))).toBe(1)
})

test('an unconfirmed email does not stop others from registering with it', async () => {
  const world = createWorld()
  const squatter = await registerSomebody(world)
  const owner = await registerSomebody(world, { email: squatter.email })
  expect(owner.email).toBe(squatter.email)
})

test('a registered phone gets the same reply as any other, a message instead of a code, and no code works', async () => {
  const world = createWorld()
  const known = await registerSomebody(world)
  const [answer, unknown] = [
    await sendRegisterCode(world, known.phone, caller()),
    await sendRegisterCode(world, newPhone(), caller()),
  ]
  expect(answer).toEqual(unknown)
  const toKnown = world.messages.at(-2)
  expect(toKnown?.body).toContain('已经注册过')
  expect(toKnown?.code).toBe('')
  const wrongForKnown = await registerAccount(
    world,
    registration(known.phone, { verificationCode: '123456' }),
  )
  const wrongForUnknown = await registerAccount(
    world,
    registration(newPhone(), { verificationCode: '123456' }),
  )
  expect(wrongForKnown).toEqual(wrongForUnknown)
  expect(wrongForKnown).toEqual({ ok: false, error: { code: 'verificationCodeInvalid' } })
})

test('an unknown phone that requests a new password gets the same reply as a known one', async () => {
  const world = createWorld()
  const known = await registerSomebody(world)
  const unknown = newPhone()
  const answers = [
    await sendPasswordCode(world, known.phone, caller({ language: 'en' })),
    await sendPasswordCode(world, unknown, caller({ language: 'en' })),
  ]
  expect(answers[0]).toEqual(answers[1])
  expect(world.messages.at(-2)?.body).toContain('is your code for resetting your password')
  expect(world.messages.at(-1)).toMatchObject({ to: `+44${unknown.slice(1)}`, code: '' })
  expect(world.messages.at(-1)?.body).toContain('has no account yet')
  const again = [
    await sendPasswordCode(world, known.phone, caller()),
    await sendPasswordCode(world, unknown, caller()),
  ]
  expect(again[0]).toEqual(again[1])
  const changes = [
    await resetPassword(world, known.phone, '000000', 'another-one-1'),
    await resetPassword(world, unknown, '000000', 'another-one-1'),
  ]
  expect(changes[0]).toEqual(changes[1])
})

test('both kinds of phone cost the same reads and writes', async () => {
  const world = createWorld()
  const known = await registerSomebody(world)
  const count = async (work: () => Promise<unknown>) => {
    const session = (world.db as unknown as { $client: { prepare: (sql: string) => unknown } })
      .$client
    const original = session.prepare
    let statements = 0
    session.prepare = function (this: unknown, sql: string) {
      statements++
      return original.call(this, sql)
    }
    try {
      await work()
    } finally {
      session.prepare = original
    }
    return statements
  }
  for (const ask of ['sendRegisterCode', 'sendPasswordCode'] as const) {
    world.pass(2 * MINUTE)
    const counts = [
      await count(() => SENDERS[ask](world, known.phone, caller())),
      await count(() => SENDERS[ask](world, newPhone(), caller())),
    ]
    expect(counts[0]).toBe(counts[1])
    expect(counts[0]).toBeGreaterThan(2)
  }
})

test('logging in gives a token valid for 30 days, and the user info', async () => {
  const world = createWorld()
  const user = await registerSomebody(world)
  const login = await signIn(world, user.phone, 'tram-to-beeston')
  expect(login).toEqual({
    ok: true,
    value: {
      token: expect.stringMatching(/^[\w-]{43}$/),
      expiresAt: world.clock.now() + 30 * 24 * 60 * MINUTE,
      userInfo: user,
      device: expect.any(String),
    },
  })
})

test.each(['registered', 'unknown'])(
  'after five wrong logins a %s phone waits, twice as long each time',
  async (kind) => {
    const world = createWorld()
    const user = await registerSomebody(world)
    const phone = kind === 'registered' ? user.phone : newPhone()
    for (let i = 0; i < 5; i++) expect(await signIn(world, phone, 'guess')).toEqual(failed)
    for (const seconds of [1, 2, 4, 8]) {
      expect(await signIn(world, phone, 'guess')).toEqual({
        ok: false,
        error: { code: 'rateLimited', params: { retryAfterSeconds: seconds } },
      })
      world.pass(seconds * 1000)
      expect(await signIn(world, phone, 'guess')).toEqual(failed)
    }
  },
)

test('the wait is never longer than fifteen minutes, so nobody is locked out', async () => {
  const world = createWorld()
  const user = await registerSomebody(world)
  for (let i = 0; i < 20; i++) {
    await signIn(world, user.phone, 'guess')
    world.pass(15 * MINUTE)
  }
  await signIn(world, user.phone, 'guess')
  expect(await signIn(world, user.phone, 'tram-to-beeston')).toMatchObject({
    error: { code: 'rateLimited', params: { retryAfterSeconds: 15 * 60 } },
  })
  world.pass(15 * MINUTE)
  expect((await signIn(world, user.phone, 'tram-to-beeston')).ok).toBe(true)
})

test('of thirty simultaneous guesses, five are checked', async () => {
  const world = createWorld()
  const user = await registerSomebody(world)
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, i) => signIn(world, user.phone, `guess ${i}`)),
  )
  const codes = answers.map((answer) => (answer.ok ? 'in' : answer.error.code))
  expect(codes.filter((code) => code === 'loginFailed')).toHaveLength(5)
  expect(codes.filter((code) => code === 'rateLimited')).toHaveLength(25)
})

test('a successful login resets the count of wrong ones, and so does a new password', async () => {
  const world = createWorld()
  const user = await registerSomebody(world)
  for (let i = 0; i < 4; i++) await signIn(world, user.phone, 'guess')
  await signIn(world, user.phone, 'tram-to-beeston')
  for (let i = 0; i < 5; i++) expect(await signIn(world, user.phone, 'guess')).toEqual(failed)
  await sendPasswordCode(world, user.phone, caller())
  await resetPassword(world, user.phone, world.lastMessage().code, 'another-one-1')
  expect((await signIn(world, user.phone, 'another-one-1')).ok).toBe(true)
})

test('a hash with older parameters is renewed when its owner logs in', async () => {
  const world = createWorld()
  const user = await registerSomebody(world)
  const [row] = await world.db.select().from(users).where(eq(users.id, user.id))
  const { scryptSync, createHmac } = await import('node:crypto')
  const peppered = createHmac('sha256', 'a pepper of the tests, 32 characters')
    .update('from long ago')
    .digest()
  const key = scryptSync(peppered, Buffer.alloc(16), 32, { N: 1024, r: 8, p: 1 })
    .toString('base64')
    .replace('=', '')
  const keyid = row?.passwordHash.match(/keyid=([\w-]+)/)?.[1]
  const old = `$scrypt$ln=10,r=8,p=1,keyid=${keyid}$${Buffer.alloc(16).toString('base64').replace(/=+/, '')}$${key}`
  await world.db.update(users).set({ passwordHash: old }).where(eq(users.id, user.id))
  expect((await signIn(world, user.phone, 'from long ago')).ok).toBe(true)
  const [renewed] = await world.db.select().from(users).where(eq(users.id, user.id))
  expect(renewed?.passwordHash).toMatch(/^\$scrypt\$ln=14,r=8,p=5,/)
  expect((await signIn(world, user.phone, 'from long ago')).ok).toBe(true)
})
