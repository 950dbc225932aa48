import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  emptySessionCookie,
  endSession,
  endSessions,
  purgeSessions,
  readSession,
  sessionCookie,
  sessionCookieName,
  startSession,
} from '#app/account/service/sessions.server.ts'
import { sessions as table } from '#db/schema.ts'
import { createWorld, registerSomebody } from './world.ts'

const DAY = 24 * 3_600_000

async function loggedIn() {
  const world = createWorld()
  const user = await registerSomebody(world)
  const session = await startSession(world, user.id)
  return { ...world, world, user, ...session }
}

test('a token identifies its user and reveals none of their secrets', async () => {
  const { world, token, user } = await loggedIn()
  const { points: _, pointsHistory: __, ...known } = user
  expect(await readSession(world, token)).toMatchObject({ user: known, renewed: false })
  expect(JSON.stringify(await readSession(world, token))).not.toContain('scrypt')
})

test('only a hash of the token is stored', async () => {
  const { db, token, user } = await loggedIn()
  const rows = await db.select().from(table).where(eq(table.userId, user.id))
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('an unknown token, or a stored hash used as one, identifies nobody', async () => {
  const { world, db, user } = await loggedIn()
  const [row] = await db.select().from(table).where(eq(table.userId, user.id))
  expect(await readSession(world, row?.tokenHash ?? '')).toBeNull()
  expect(await readSession(world, '')).toBeNull()
  expect(await readSession(world, 'x'.repeat(43))).toBeNull()
})

test('an unused session ends after 30 days', async () => {
  for (const [age, alive] of [
    [30 * DAY - 1, true],
    [30 * DAY, false],
  ] as const) {
    const { world, token, pass } = await loggedIn()
    pass(age)
    expect((await readSession(world, token)) !== null).toBe(alive)
  }
})

test('a session used with less than 15 days left is extended by 30, and the cookie is set again', async () => {
  const { world, token, pass, clock } = await loggedIn()
  pass(15 * DAY)
  expect(await readSession(world, token)).toMatchObject({ renewed: false })
  pass(1)
  expect(await readSession(world, token)).toMatchObject({
    renewed: true,
    expiresAt: clock.now() + 30 * DAY,
  })
  expect(await readSession(world, token)).toMatchObject({ renewed: false })
  pass(29 * DAY)
  expect(await readSession(world, token)).not.toBeNull()
})

test('no session outlives 90 days, however often it is used', async () => {
  const { world, token, pass } = await loggedIn()
  for (let day = 0; day < 89; day += 10) {
    expect(await readSession(world, token)).not.toBeNull()
    pass(10 * DAY)
  }
  expect(await readSession(world, token)).toBeNull()
})

test('an ended session stops working at once, and the user’s others continue', async () => {
  const { world, token, user } = await loggedIn()
  const other = await startSession(world, user.id)
  await endSession(world, token)
  expect(await readSession(world, token)).toBeNull()
  expect(await readSession(world, other.token)).not.toBeNull()
  await endSessions(world, user.id, null)
  expect(await readSession(world, other.token)).toBeNull()
})

test('expired sessions are deleted', async () => {
  const { world, db, user, pass, token } = await loggedIn()
  pass(29 * DAY)
  const fresh = await startSession(world, user.id)
  pass(DAY)
  await purgeSessions(world)
  expect(await db.$count(table, eq(table.userId, user.id))).toBe(1)
  expect(await readSession(world, token)).toBeNull()
  expect(await readSession(world, fresh.token)).not.toBeNull()
})

test('the cookie is bound to the host over https, and hidden from scripts', async () => {
  expect(sessionCookieName(true)).toBe('__Host-sid')
  expect(sessionCookie('abc', true)).toBe(
    '__Host-sid=abc; Path=/; Max-Age=2592000; SameSite=Lax; HttpOnly; Secure',
  )
  expect(sessionCookie('abc', false)).toBe(
    'sid=abc; Path=/; Max-Age=2592000; SameSite=Lax; HttpOnly',
  )
  expect(emptySessionCookie(true)).toBe(
    '__Host-sid=; Path=/; Max-Age=0; SameSite=Lax; HttpOnly; Secure',
  )
})
