import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sessionCookieName } from '#app/account/service/sessions.server.ts'
import { sessions as table } from '#db/schema.ts'
import { createWorld, registerSomebody } from './world.ts'

const DAY = 24 * 3_600_000

async function loggedIn() {
  const world = createWorld()
  const user = await registerSomebody(world)
  const session = await world.sessions.create(user.id)
  return { ...world, user, ...session }
}

test('a token identifies its user and reveals none of their secrets', async () => {
  const { sessions, token, user } = await loggedIn()
  const { points: _, pointsHistory: __, ...known } = user
  expect(await sessions.read(token)).toMatchObject({ user: known, renewed: false })
  expect(JSON.stringify(await sessions.read(token))).not.toContain('scrypt')
})

test('only a hash of the token is stored', async () => {
  const { db, token, user } = await loggedIn()
  const rows = await db.select().from(table).where(eq(table.userId, user.id))
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('an unknown token, or a stored hash used as one, identifies nobody', async () => {
  const { db, sessions, user } = await loggedIn()
  const [row] = await db.select().from(table).where(eq(table.userId, user.id))
  expect(await sessions.read(row?.tokenHash ?? '')).toBeNull()
  expect(await sessions.read('')).toBeNull()
  expect(await sessions.read('x'.repeat(43))).toBeNull()
})

test('an unused session ends after 30 days', async () => {
  for (const [age, alive] of [
    [30 * DAY - 1, true],
    [30 * DAY, false],
  ] as const) {
    const { sessions, token, pass } = await loggedIn()
    pass(age)
    expect((await sessions.read(token)) !== null).toBe(alive)
  }
})

test('a session used with less than 15 days left is extended by 30, and the cookie is set again', async () => {
  const { sessions, token, pass, clock } = await loggedIn()
  pass(15 * DAY)
  expect(await sessions.read(token)).toMatchObject({ renewed: false })
  pass(1)
  expect(await sessions.read(token)).toMatchObject({
    renewed: true,
    expiresAt: clock.now() + 30 * DAY,
  })
  expect(await sessions.read(token)).toMatchObject({ renewed: false })
  pass(29 * DAY)
  expect(await sessions.read(token)).not.toBeNull()
})

test('no session outlives 90 days, however often it is used', async () => {
  const { sessions, token, pass } = await loggedIn()
  for (let day = 0; day < 89; day += 10) {
    expect(await sessions.read(token)).not.toBeNull()
    pass(10 * DAY)
  }
  expect(await sessions.read(token)).toBeNull()
})

test('an ended session stops working at once, and the user’s others continue', async () => {
  const { sessions, token, user } = await loggedIn()
  const other = await sessions.create(user.id)
  await sessions.end(token)
  expect(await sessions.read(token)).toBeNull()
  expect(await sessions.read(other.token)).not.toBeNull()
  await sessions.endAll(user.id, null)
  expect(await sessions.read(other.token)).toBeNull()
})

test('expired sessions are deleted', async () => {
  const { db, sessions, user, pass, token } = await loggedIn()
  pass(29 * DAY)
  const fresh = await sessions.create(user.id)
  pass(DAY)
  await sessions.purge()
  expect(await db.$count(table, eq(table.userId, user.id))).toBe(1)
  expect(await sessions.read(token)).toBeNull()
  expect(await sessions.read(fresh.token)).not.toBeNull()
})

test('the cookie is bound to the host over https, and hidden from scripts', async () => {
  const { sessions } = await loggedIn()
  expect(sessionCookieName(true)).toBe('__Host-sid')
  expect(sessions.cookie('abc', true)).toBe(
    '__Host-sid=abc; Path=/; Max-Age=2592000; SameSite=Lax; HttpOnly; Secure',
  )
  expect(sessions.cookie('abc', false)).toBe(
    'sid=abc; Path=/; Max-Age=2592000; SameSite=Lax; HttpOnly',
  )
  expect(sessions.clearCookie(true)).toBe(
    '__Host-sid=; Path=/; Max-Age=0; SameSite=Lax; HttpOnly; Secure',
  )
})
