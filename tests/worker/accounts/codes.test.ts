import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  purgeAccounts,
  registerAccount,
  resetPassword,
  sendPasswordCode,
  sendRegisterCode,
} from '#app/account/service/accounts.server.ts'
import { readSession } from '#app/account/service/sessions.server.ts'
import { attempts, verificationCodes } from '#db/schema.ts'
import {
  caller,
  createWorld,
  newAddress,
  newPhone,
  registerSomebody,
  registration,
  signIn,
} from './world.ts'

const SENDERS = { sendRegisterCode, sendPasswordCode }

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const wrong = { ok: false, error: { code: 'verificationCodeInvalid' } }
/** A code other than this one. */
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('a code is sent through Twilio, to the international number, in the page’s language', async () => {
  const world = createWorld()
  const phone = newPhone()
  const sent = await sendRegisterCode(world, phone, caller())
  expect(sent).toEqual({
    ok: true,
    value: { resendAfterSeconds: 60, resendAt: world.clock.now() + MINUTE },
  })
  expect(world.lastMessage()).toMatchObject({
    url: 'https://api.twilio.com/2010-04-01/Accounts/AC_test/Messages.json',
    authorization: `Basic ${btoa('AC_test:secret-token')}`,
    to: `+44${phone.slice(1)}`,
    from: '+15005550006',
    code: expect.stringMatching(/^\d{6}$/),
    body: expect.stringContaining('用于注册'),
  })
  world.pass(MINUTE)
  await sendRegisterCode(world, phone, caller({ language: 'en' }))
  expect(world.lastMessage().body).toContain('is your registration code')
})

test('code and phone are not stored in the clear unless necessary', async () => {
  const world = createWorld({ addressLimits: true })
  const phone = newPhone()
  const address = newAddress()
  await sendRegisterCode(world, phone, caller({ address }))
  const [row] = await world.db
    .select()
    .from(verificationCodes)
    .where(eq(verificationCodes.phone, phone))
  expect(row?.codeHash).toMatch(/^[\w-]{43}$/)
  expect(JSON.stringify(row)).not.toContain(world.lastMessage().code)
  const counted = JSON.stringify(
    await world.db.select().from(attempts).where(eq(attempts.at, world.clock.now())),
  )
  expect(counted).not.toContain(phone)
  expect(counted).not.toContain(address)
})

test('a second code within the minute is refused with the remaining seconds', async () => {
  const world = createWorld()
  const phone = newPhone()
  await sendRegisterCode(world, phone, caller())
  world.pass(17_400)
  const again = await sendRegisterCode(world, phone, caller())
  expect(again).toEqual({
    ok: false,
    error: { code: 'codeJustSent', params: { retryAfterSeconds: 43 } },
  })
  world.pass(42_600)
  expect((await sendRegisterCode(world, phone, caller())).ok).toBe(true)
  expect(world.messages).toHaveLength(2)
})

test('the minute counts for both purposes of a phone together', async () => {
  const world = createWorld()
  const phone = newPhone()
  await sendRegisterCode(world, phone, caller())
  const other = await sendPasswordCode(world, phone, caller())
  expect(other).toMatchObject({ error: { code: 'codeJustSent' } })
})

test('ten simultaneous requests send one message', async () => {
  const world = createWorld()
  const phone = newPhone()
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => sendRegisterCode(world, phone, caller())),
  )
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
  expect(world.messages).toHaveLength(1)
})

test('a phone gets five codes an hour, and the reply says when the next is possible', async () => {
  const world = createWorld()
  const phone = newPhone()
  for (let i = 0; i < 5; i++) {
    expect((await sendRegisterCode(world, phone, caller())).ok).toBe(true)
    world.pass(MINUTE)
  }
  const sixth = await sendRegisterCode(world, phone, caller())
  expect(sixth).toEqual({
    ok: false,
    error: { code: 'rateLimited', params: { retryAfterSeconds: 55 * 60 } },
  })
  world.pass(55 * MINUTE)
  expect((await sendRegisterCode(world, phone, caller())).ok).toBe(true)
})

test('a phone gets ten codes a day, for both purposes together', async () => {
  const world = createWorld()
  const phone = newPhone()
  const ask = (n: number) =>
    n % 2 ? sendRegisterCode(world, phone, caller()) : sendPasswordCode(world, phone, caller())
  for (let n = 0; n < 10; n++) {
    expect((await ask(n)).ok, `${n}`).toBe(true)
    world.pass(HOUR)
  }
  expect(await ask(10)).toEqual({
    ok: false,
    error: { code: 'rateLimited', params: { retryAfterSeconds: 14 * 3600 } },
  })
  world.pass(14 * HOUR)
  expect((await ask(11)).ok).toBe(true)
})

test.each(['07012345678', '07612345678', '07624123456', '07781123456', '07797123456'])(
  'for %s nothing is sent, stored or counted, and the reply says so',
  async (phone) => {
    const world = createWorld({ addressLimits: true })
    const about = { field: 'phone', issue: 'phoneNotTexted' }
    for (const ask of ['sendRegisterCode', 'sendPasswordCode'] as const)
      expect(await SENDERS[ask](world, phone, caller())).toEqual({
        ok: false,
        error: { code: 'validationFailed', params: about },
      })
    expect(world.messages).toEqual([])
    expect(await world.db.$count(attempts, eq(attempts.at, world.clock.now()))).toBe(0)
    expect(await world.db.$count(verificationCodes, eq(verificationCodes.phone, phone))).toBe(0)
  },
)

test('an address gets twenty codes an hour, whatever the phones', async () => {
  const world = createWorld({ addressLimits: true })
  const from = caller()
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => sendRegisterCode(world, newPhone(), from)),
  )
  expect(answers.filter((answer) => answer.ok)).toHaveLength(20)
  expect(answers.find((answer) => !answer.ok)).toMatchObject({
    error: { code: 'rateLimited', params: { retryAfterSeconds: 3600 } },
  })
  expect((await sendRegisterCode(world, newPhone(), caller())).ok).toBe(true)
  world.pass(HOUR)
  expect((await sendRegisterCode(world, newPhone(), from)).ok).toBe(true)
})

test('all phones together get no more messages a day than the product can pay for', async () => {
  const world = createWorld()
  const full = Array.from({ length: 20 }, () => ({
    kind: 'code-total',
    subject: 'all',
    at: world.clock.now(),
  }))
  for (let i = 0; i < 100; i++) await world.db.insert(attempts).values(full)
  const phone = newPhone()
  expect(await sendRegisterCode(world, phone, caller())).toMatchObject({
    error: { code: 'rateLimited', params: { retryAfterSeconds: 24 * 3600 } },
  })
  world.pass(24 * HOUR)
  expect((await sendRegisterCode(world, phone, caller())).ok).toBe(true)
})

test('from half of the day’s messages on, log and email warn once a day', async () => {
  const world = createWorld()
  const sent = Array.from({ length: 20 }, () => ({
    kind: 'code-total',
    subject: 'all',
    at: world.clock.now(),
  }))
  const warnings = () => world.lines.filter((line) => line.includes('half of the daily total'))
  for (let i = 0; i < 49; i++) await world.db.insert(attempts).values(sent)
  await world.db.insert(attempts).values(sent.slice(0, 18))
  await sendRegisterCode(world, newPhone(), caller())
  expect(warnings()).toEqual([])
  for (let i = 0; i < 3; i++) await sendRegisterCode(world, newPhone(), caller())
  expect(warnings()).toHaveLength(1)
  world.pass(HOUR)
  await sendRegisterCode(world, newPhone(), caller())
  expect(warnings()).toHaveLength(1)
  expect(world.alerts).toEqual(['texts.half'])
})

test('a message refused by the provider may be requested again at once', async () => {
  const world = createWorld()
  const phone = newPhone()
  world.provider('refuses')
  for (let i = 0; i < 7; i++)
    expect(await sendRegisterCode(world, phone, caller())).toEqual({
      ok: false,
      error: { code: 'smsFailed' },
    })
  world.provider('sends')
  expect((await sendRegisterCode(world, phone, caller())).ok).toBe(true)
})

test.each(['breaks', 'is silent'] as const)(
  'when the provider %s a message, it may be requested again at once, but day and address stay counted',
  async (mood) => {
    const world = createWorld({ addressLimits: true })
    const from = caller()
    world.provider(mood)
    const phone = newPhone()
    for (let i = 0; i < 20; i++)
      expect(await sendRegisterCode(world, phone, from)).toEqual({
        ok: false,
        error: { code: 'smsFailed' },
      })
    expect(await sendRegisterCode(world, phone, from)).toMatchObject({
      error: { code: 'rateLimited' },
    })
    const total = and(eq(attempts.kind, 'code-total'), eq(attempts.at, world.clock.now()))
    expect(await world.db.$count(attempts, total)).toBe(20)
  },
)

test('a code works for ten minutes and not a moment longer', async () => {
  for (const [age, works] of [
    [10 * MINUTE - 1, true],
    [10 * MINUTE, false],
  ] as const) {
    const world = createWorld()
    const phone = newPhone()
    await sendRegisterCode(world, phone, caller())
    world.pass(age)
    const made = await registerAccount(
      world,
      registration(phone, { verificationCode: world.lastMessage().code }),
    )
    expect(made.ok).toBe(works)
    if (!made.ok) expect(made).toEqual(wrong)
  }
})

test('the fifth wrong attempt invalidates a code', async () => {
  const world = createWorld()
  const phone = newPhone()
  await sendRegisterCode(world, phone, caller())
  const { code } = world.lastMessage()
  for (let i = 0; i < 5; i++)
    expect(
      await registerAccount(world, registration(phone, { verificationCode: other(code) })),
    ).toEqual(wrong)
  expect(await registerAccount(world, registration(phone, { verificationCode: code }))).toEqual(
    wrong,
  )
})

test('the right code is still accepted at the fifth attempt', async () => {
  const world = createWorld()
  const phone = newPhone()
  await sendRegisterCode(world, phone, caller())
  const { code } = world.lastMessage()
  for (let i = 0; i < 4; i++)
    await registerAccount(world, registration(phone, { verificationCode: other(code) }))
  expect((await registerAccount(world, registration(phone, { verificationCode: code }))).ok).toBe(
    true,
  )
})

test('a hundred simultaneous guesses count as five', async () => {
  const world = createWorld()
  const phone = newPhone()
  await sendRegisterCode(world, phone, caller())
  const { code } = world.lastMessage()
  const guesses = Array.from({ length: 100 }, () =>
    registration(phone, { verificationCode: other(code) }),
  )
  await Promise.all(guesses.map((guess) => registerAccount(world, guess)))
  const [row] = await world.db
    .select()
    .from(verificationCodes)
    .where(eq(verificationCodes.phone, phone))
  expect(row?.triesLeft).toBe(0)
  expect(await registerAccount(world, registration(phone, { verificationCode: code }))).toEqual(
    wrong,
  )
})

test('a new code invalidates the one before', async () => {
  const world = createWorld()
  const phone = newPhone()
  await sendRegisterCode(world, phone, caller())
  const first = world.lastMessage().code
  world.pass(MINUTE)
  await sendRegisterCode(world, phone, caller())
  const second = world.lastMessage().code
  expect(first).not.toBe(second)
  expect(await registerAccount(world, registration(phone, { verificationCode: first }))).toEqual(
    wrong,
  )
  expect((await registerAccount(world, registration(phone, { verificationCode: second }))).ok).toBe(
    true,
  )
})

test('a code works once', async () => {
  const world = createWorld()
  const user = await registerSomebody(world)
  await sendPasswordCode(world, user.phone, caller())
  const { code } = world.lastMessage()
  expect(await resetPassword(world, user.phone, code, 'another-one-1')).toEqual({
    ok: true,
    value: { device: expect.any(String) },
  })
  expect(await resetPassword(world, user.phone, code, 'another-one-2')).toEqual(wrong)
  expect((await signIn(world, user.phone, 'another-one-1')).ok).toBe(true)
})

test('repeating a request with the same code gives the same reply and does nothing', async () => {
  const world = createWorld()
  const phone = newPhone()
  await sendRegisterCode(world, phone, caller())
  const wanted = registration(phone, {
    verificationCode: world.lastMessage().code,
    password: 'first-tram-1',
  })
  const made = await registerAccount(world, wanted)
  expect(made.ok).toBe(true)
  expect(await registerAccount(world, { ...wanted, language: 'en' })).toEqual(made)
  for (const other of [
    { password: 'first-tram-2' },
    { email: 'else@example.com' },
    { name: '王大明' },
  ])
    expect(await registerAccount(world, { ...wanted, ...other })).toEqual(wrong)

  world.pass(MINUTE)
  await sendPasswordCode(world, phone, caller())
  const { code } = world.lastMessage()
  expect((await resetPassword(world, phone, code, 'second-tram-1')).ok).toBe(true)
  const login = await signIn(world, phone, 'second-tram-1')
  expect((await resetPassword(world, phone, code, 'second-tram-1')).ok).toBe(true)
  // Sessions started in the meantime stay logged in.
  expect(login.ok && (await readSession(world, login.value.token))).toMatchObject({
    user: { phone },
  })
  world.pass(10 * MINUTE)
  expect(await resetPassword(world, phone, code, 'second-tram-1')).toEqual(wrong)
})

test('a code for one purpose does not work for another, nor for another phone', async () => {
  const world = createWorld()
  const user = await registerSomebody(world)
  const phone = newPhone()
  await sendRegisterCode(world, phone, caller())
  const { code } = world.lastMessage()
  expect(await resetPassword(world, user.phone, code, 'another-one-1')).toEqual(wrong)
  expect(await resetPassword(world, phone, code, 'another-one-1')).toEqual(wrong)
  expect(
    await registerAccount(world, registration(newPhone(), { verificationCode: code })),
  ).toEqual(wrong)
})

/** A line of the test's log: its message and its fields. */
function parse(line: string): [string, { phone?: string }] {
  const [message, , fields] = JSON.parse(line)
  return [message, fields]
}

test('no personal data is logged, whatever the provider does', async () => {
  const world = createWorld()
  const user = await registerSomebody(world, { password: 'open-sesame-9' })
  const { code } = world.lastMessage()
  await signIn(world, user.phone, 'open-sesame-9')
  await signIn(world, user.phone, 'open-sesame-8')
  for (const mood of ['refuses', 'breaks', 'is silent', 'sends'] as const) {
    world.provider(mood)
    await sendPasswordCode(world, user.phone, caller())
  }
  await resetPassword(world, user.phone, other(world.lastMessage().code), 'open-sesame-7')
  await resetPassword(world, user.phone, world.lastMessage().code, 'open-sesame-7')
  for (let n = 0; n < 6; n++) await signIn(world, user.phone, 'open-sesame-8')
  const log = world.lines.join('\n')
  const told = ([event, fields]: [string, { phone?: string }]) => (fields?.phone ? [event] : [])
  const events = new Set(world.lines.flatMap((line) => told(parse(line))))
  expect([...events].sort()).toEqual([
    'code accepted',
    'code not accepted',
    'code not sent',
    'code sent',
    'login failed',
    'login has to wait',
  ])
  // All entries about one phone share one hash, so that its history can be followed.
  expect(new Set(world.lines.flatMap((line) => parse(line)[1]?.phone ?? [])).size).toBe(1)
  for (const secret of [
    user.phone.slice(1),
    user.email,
    user.name,
    user.wechat,
    'open-sesame',
    code,
    world.lastMessage().code,
    'secret-token',
  ])
    expect(log).not.toContain(secret)
})

test('expired codes and attempts are deleted, current ones are not', async () => {
  const world = createWorld()
  const [old, fresh] = [newPhone(), newPhone()]
  await sendRegisterCode(world, old, caller())
  const oldAt = world.clock.now()
  world.pass(24 * HOUR + 1)
  await sendRegisterCode(world, fresh, caller())
  await purgeAccounts(world)
  expect(await world.db.$count(verificationCodes, eq(verificationCodes.phone, old))).toBe(0)
  expect(await world.db.$count(verificationCodes, eq(verificationCodes.phone, fresh))).toBe(1)
  expect(await world.db.$count(attempts, eq(attempts.at, oldAt))).toBe(0)
  expect(await world.db.$count(attempts, eq(attempts.at, world.clock.now()))).toBe(2)
})
