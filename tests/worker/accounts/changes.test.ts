import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { changeContact, changeFlat } from '#app/account/service/accounts.server.ts'
import { sessionCookieName, startSession } from '#app/account/service/sessions.server.ts'
import { users } from '#db/schema.ts'
import { api } from '#tests/worker/world/api.ts'
import type { Student } from '#tests/worker/world/people.ts'
import { devClock } from '#workers/dev/clock.ts'
import { textOf, Visitor } from './visitor.ts'
import { confirmEmail, createWorld, registerSomebody } from './world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const flat = { accountType: 'MEMBER', flatName: 'Trent House', flatNumber: '12B' } as const

/** A student with an account and a token for calls over HTTP. */
async function somebody(over: Parameters<typeof registerSomebody>[1] = {}) {
  const world = createWorld()
  const user = await registerSomebody(world, over)
  const { token } = await startSession({ db: world.db, clock: devClock }, user.id)
  const as: Student = { id: user.id, token }
  const row = async () => {
    const [found] = await world.db.select().from(users).where(eq(users.id, user.id))
    if (!found) throw new Error('gone')
    return found
  }
  const approve = (auth: 'APPROVED' | 'REJECTED') =>
    world.db.update(users).set({ auth }).where(eq(users.id, user.id))
  return { ...world, world, user, as, row, approve }
}

test('only the given fields are changed', async () => {
  const { world, user, row, clock, pass } = await somebody()
  const before = await row()
  pass(MINUTE)
  expect(await changeContact(world, user.id, { wechat: 'ming_in_lenton' })).toEqual({
    ok: true,
    value: { ...user, wechat: 'ming_in_lenton' },
  })
  expect(await row()).toEqual({ ...before, wechat: 'ming_in_lenton', updatedAt: clock.now() })
  pass(MINUTE)
  const email = `New.${user.phone}@Example.com`
  await changeContact(world, user.id, { email })
  const after = {
    wechat: 'ming_in_lenton',
    email,
    emailKey: email.toLowerCase(),
    updatedAt: clock.now(),
  }
  expect(await row()).toEqual({ ...before, ...after })
})
test('email and WeChat ID change together or, when the email is taken, not at all', async () => {
  const { world, user, row } = await somebody()
  const other = await registerSomebody(world)
  await confirmEmail(world, other)
  const before = await row()
  const taken = { email: other.email.toUpperCase(), wechat: 'ming_in_lenton' }
  expect(await changeContact(world, user.id, taken)).toEqual({
    ok: false,
    error: { code: 'emailTaken' },
  })
  expect(await row()).toEqual(before)
  const free = { email: `free-${user.email}`, wechat: 'ming_in_lenton' }
  expect(await changeContact(world, user.id, free)).toMatchObject({ ok: true, value: free })
})
test('keeping one’s own email is allowed, also in another case', async () => {
  const { world, user } = await somebody()
  const email = user.email.toUpperCase()
  expect(await changeContact(world, user.id, { email })).toMatchObject({
    ok: true,
    value: { email },
  })
})
test('an email that its owner has changed is free again', async () => {
  const { world, user } = await somebody()
  const other = await registerSomebody(world)
  await changeContact(world, user.id, { email: `new-${user.email}` })
  expect(await changeContact(world, other.id, { email: user.email })).toMatchObject({ ok: true })
})
test('an account can try ten emails a day, so that nobody can find out who is registered', async () => {
  const { world, user, pass } = await somebody()
  const other = await registerSomebody(world)
  await confirmEmail(world, other)
  const tries = Array.from({ length: 14 }, () =>
    changeContact(world, user.id, { email: other.email }),
  )
  const codes = (await Promise.all(tries)).map((answer) => (answer.ok ? 'ok' : answer.error.code))
  expect(codes.filter((code) => code === 'emailTaken')).toHaveLength(10)
  expect(codes.filter((code) => code === 'rateLimited')).toHaveLength(4)
  const limited = await changeContact(world, user.id, { email: `new-${user.email}` })
  expect(limited).toEqual({
    ok: false,
    error: { code: 'rateLimited', params: { retryAfterSeconds: 86_400 } },
  })
  expect(await changeContact(world, user.id, { wechat: 'ming_in_lenton' })).toMatchObject({
    ok: true,
  })
  pass(24 * HOUR)
  expect(await changeContact(world, user.id, { email: `new-${user.email}` })).toMatchObject({
    ok: true,
  })
})

test('an approved member who moves within the building stays approved', async () => {
  const { world, user, approve } = await somebody(flat)
  await approve('APPROVED')
  expect(
    await changeFlat(world, user.id, { flatName: 'Trent House', flatNumber: '14' }),
  ).toMatchObject({
    ok: true,
    value: { flatName: 'Trent House', flatNumber: '14', auth: 'APPROVED' },
  })
})
test('an approved member in another building waits for approval again', async () => {
  const { world, user, approve } = await somebody(flat)
  await approve('APPROVED')
  expect(await changeFlat(world, user.id, { flatName: 'Nova', flatNumber: '12B' })).toMatchObject({
    ok: true,
    value: { flatName: 'Nova', auth: 'PENDING' },
  })
})
test('a rejected member asks again with another flat, not with the same one', async () => {
  const { world, user, approve } = await somebody(flat)
  await approve('REJECTED')
  const { flatName, flatNumber } = flat
  const same = await changeFlat(world, user.id, { flatName, flatNumber })
  expect(same).toMatchObject({ ok: true, value: { auth: 'REJECTED' } })
  const other = await changeFlat(world, user.id, { flatName, flatNumber: '21B' })
  expect(other).toMatchObject({ ok: true, value: { auth: 'PENDING' } })
})
test('a waiting member keeps waiting', async () => {
  const { world, user } = await somebody(flat)
  const moved = await changeFlat(world, user.id, { flatName: 'Nova', flatNumber: '1' })
  expect(moved).toMatchObject({ ok: true, value: { auth: 'PENDING', flatName: 'Nova' } })
})

test('each call answers with the changed user info', async () => {
  const { as, user } = await somebody(flat)
  const email = `new-${user.email}`
  const changes = [
    ['/user/wechat', { wechat: ' ming_in_lenton ' }, { wechat: 'ming_in_lenton' }],
    ['/user/email', { email }, { email }],
    [
      '/user/flat-info',
      { flatName: 'Nova', flatNumber: ' 3 ' },
      { flatName: 'Nova', flatNumber: '3' },
    ],
  ] as const
  for (const [path, json, shown] of changes) {
    const { status, body } = await api('PUT', path, { as, json })
    expect([status, body]).toEqual([200, expect.objectContaining({ id: user.id, ...shown })])
    expect((await api('GET', '/user/info', { as })).body).toEqual(body)
  }
})
test('fields that cannot be changed are ignored when sent', async () => {
  const { as, user } = await somebody()
  const json = { wechat: 'ming_in_lenton', email: 'x@example.com', name: '李雷', points: 900 }
  const { body } = await api('PUT', '/user/wechat', { as, json })
  expect(body).toMatchObject({
    wechat: 'ming_in_lenton',
    email: user.email,
    name: user.name,
    points: null,
  })
})

test.each([
  ['zh', '这个邮箱已经有账号在用'],
  ['en', 'Another account has this email address'],
] as const)('a taken email is reported: %s', async (lang, words) => {
  const { as } = await somebody()
  const { user, world } = await somebody()
  await confirmEmail(world, user)
  const { status, body } = await api('PUT', '/user/email', {
    as,
    json: { email: user.email },
    lang,
  })
  expect([status, body.code]).toEqual([409, 'emailTaken'])
  expect(body.detail).toContain(words)
})
test.each([
  ['zh', '这项只对会员开放'],
  ['en', 'This is for members only'],
] as const)('a regular account has no flat to change: %s', async (lang, words) => {
  const { as, row } = await somebody()
  const before = await row()
  const json = { flatName: 'Nova', flatNumber: '1' }
  const { status, body } = await api('PUT', '/user/flat-info', { as, json, lang })
  expect([status, body.code]).toEqual([403, 'memberOnly'])
  expect(body.detail).toContain(words)
  expect(await row()).toEqual(before)
})

test('saving the same again after a lost reply succeeds, and unchanged values are reported as unchanged', async () => {
  const { user, as } = await somebody(flat)
  const visitor = new Visitor()
  visitor.cookies.set(sessionCookieName(false), as.token)
  for (const [path, fields, done, unchanged] of [
    ['/profile/contact', { email: user.email, wechat: 'second_wx1' }, '已保存', '没有改动'],
    ['/profile/flat', { flatName: 'Trent House', flatNumber: '40C' }, '已保存', '没有改动'],
  ] as const) {
    const told = async (intent: string) => {
      await visitor.post(path, { ...fields, intent })
      return textOf(await visitor.get('/profile'))
    }
    expect(await told('save')).toContain(done)
    expect(await told('save')).toContain(done)
    expect(await told('next')).toContain(unchanged)
  }
})
