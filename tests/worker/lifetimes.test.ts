import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { takeCodeTry } from '#app/account/rows/codes.server.ts'
import { sendRegisterCode } from '#app/account/service/accounts.server.ts'
import {
  confirmEmail,
  readEmailLink,
  sendFirstEmailLink,
} from '#app/account/service/email-links.server.ts'
import { listSessions, readSession, startSession } from '#app/account/service/sessions.server.ts'
import { logInAdmin, readAdminSession } from '#app/console/service/accounts.server.ts'
import { hours, minutes } from '#app/kernel/limits.ts'
import { placeOrder } from '#app/orders/service/order-placing.server.ts'
import { payBase } from '#app/orders/service/orders.server.ts'
import { readDueDisputes } from '#app/reconciliation/service/disputes.server.ts'
import { adminSessions, disputes, users } from '#db/schema.ts'
import { newPhone } from '#tests/kit/phone.ts'
import { mailDraft } from '#tests/worker/world/orders.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import { db, must, now } from '#tests/worker/world/services.ts'
import { newAdminAccount, PASSWORD } from './admin/kit.ts'
import { worldAt } from './at-time.ts'
import { linkSentTo } from './notices-kit.ts'

/**
 * How long things live, to the millisecond. The durations are written out, because a test that
 * takes them from the rules cannot detect a change.
 */

const world = worldAt(now())

/** Creates one at the world's time; the returned function tells whether it is still alive. */
type Life = { lasts: number; begin(): Promise<() => Promise<boolean>> }

/** The token of a link sent to a new user's address. */
async function newLink(): Promise<string> {
  const { id } = await newStudent()
  const email = `${id}@example.org`
  await db
    .update(users)
    .set({ email, emailKey: email, emailConfirmedAt: null })
    .where(eq(users.id, id))
  await sendFirstEmailLink(world, id)
  return linkSentTo(email)
}

/** The session of an administrator who has just logged in; `used`: never idle from then on. */
async function adminSession(used: boolean) {
  const { id, phone } = await newAdminAccount()
  const made = must(await logInAdmin(world, phone, PASSWORD, { address: '', device: '' }))
  const lastSeenAt = world.clock.now() + hours(24)
  if (used) await db.update(adminSessions).set({ lastSeenAt }).where(eq(adminSessions.adminId, id))
  return async () => (await readAdminSession(world, made.token)) !== null
}

const LIVES: Record<string, Life> = {
  'a link to confirm an email with': {
    lasts: hours(48),
    async begin() {
      const token = await newLink()
      return async () => (await readEmailLink(world, token)) !== null
    },
  },
  'the same link, pressed': {
    lasts: hours(48),
    async begin() {
      const token = await newLink()
      return async () => (await confirmEmail(world, token)).ok
    },
  },
  'a code by text message': {
    lasts: minutes(10),
    async begin() {
      const phone = newPhone()
      must(await sendRegisterCode(world, phone, { address: '', language: 'en' }))
      return async () => (await takeCodeTry(db, phone, 'register', world.clock.now())) !== null
    },
  },
  'a session': {
    lasts: hours(24 * 30),
    async begin() {
      const { token } = await startSession(world, (await newStudent()).id)
      return async () => (await readSession(world, token)) !== null
    },
  },
  'a session, as its owner sees it in the list': {
    lasts: hours(24 * 30),
    async begin() {
      const { id } = await newStudent()
      const { token } = await startSession(world, id)
      return async () => (await listSessions(world, id, token)).some(({ current }) => current)
    },
  },
  'an unused session of the console': {
    lasts: minutes(60),
    begin: () => adminSession(false),
  },
  'a session of the console in use': {
    lasts: hours(12),
    begin: () => adminSession(true),
  },
  'an unpaid order': {
    lasts: minutes(30),
    async begin() {
      const owner = await newStudent()
      const { id } = must(await placeOrder(world, owner, 'mail', mailDraft(), crypto.randomUUID()))
      return async () => (await payBase(world, owner, 'mail', id)).ok
    },
  },
  'a cached dispute, until it is read again': {
    lasts: hours(6),
    async begin() {
      const intentId = `pi_${crypto.randomUUID()}`
      await db.insert(disputes).values({
        id: `dp_${intentId}`,
        intentId,
        subjectId: 'car_x',
        participantId: null,
        userId: 'usr_x',
        state: 'open',
        amount: 2000,
        reason: 'fraudulent',
        status: 'needs_response',
        withdrawn: 0,
        evidenceDueBy: null,
        createdAt: world.clock.now(),
        checkedAt: world.clock.now(),
      })
      return async () => !(await readDueDisputes(world)).includes(intentId)
    },
  },
}

test.each(Object.entries(LIVES))('%s', async (_, { lasts, begin }) => {
  const start = world.clock.now()
  const living = await begin()
  world.goTo(start + lasts - 1)
  expect(await living(), 'in its last millisecond').toBe(true)
  world.goTo(start)
  const over = await begin()
  world.goTo(start + lasts)
  expect(await over(), 'when its time is over').toBe(false)
  world.goTo(start)
})
