import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { beginClosing } from '#app/account/rows/closing.server.ts'
import {
  changeContact,
  changeFlat,
  logInByPassword,
  resetPassword,
  sendPasswordCode,
} from '#app/account/service/accounts.server.ts'
import {
  changePassword,
  changePhone,
  sendPhoneCode,
} from '#app/account/service/credentials.server.ts'
import {
  confirmEmail,
  readEmailLink,
  sendEmailLinkAgain,
  sendFirstEmailLink,
} from '#app/account/service/email-links.server.ts'
import { startSession } from '#app/account/service/sessions.server.ts'
import {
  changeLevel,
  givePoints,
  judgeMember,
  suspendAccount,
} from '#app/console/service/members.server.ts'
import type { UserId } from '#app/kernel/id.ts'
import { notices, users } from '#db/schema.ts'
import { newPhone } from '#tests/kit/phone.ts'
import { PASSWORD, passwordHash } from '#tests/worker/admin/kit.ts'
import { codeSentTo } from '#tests/worker/every-call/scene.ts'
import { linkSentTo } from '#tests/worker/notices-kit.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import { db } from '#tests/worker/world/services.ts'
import { devClock } from '#workers/dev/clock.ts'
import { accountOf, services } from './kit.ts'

/**
 * Between closing and erasing an account, nothing in it can be changed and its owner gets no
 * notices, whatever was prepared before.
 */

const BY = 'adm_closing' as const
const NEW = 'brisk-kettle-9'
const CALLER = { address: '', language: 'en' } as const

type Account = { id: UserId; phone: string; token: string }
/** Prepares a change; the returned function makes it and returns whether it was made. */
type Way = (account: Account) => Promise<() => Promise<boolean>>

const done = (result: { ok: boolean }) => result.ok
const now = (act: (account: Account) => Promise<{ ok: boolean }>): Way => {
  return async (account) => async () => done(await act(account))
}

const WAYS: Record<string, Way> = {
  'a link to an address, opened': async ({ id }) => {
    await sendFirstEmailLink(services, id)
    const token = await linkSentTo(`${id}@example.com`)
    return async () => (await readEmailLink(services, token)) !== null
  },
  'a link to an address, pressed': async ({ id }) => {
    await sendFirstEmailLink(services, id)
    const token = await linkSentTo(`${id}@example.com`)
    return async () => done(await confirmEmail(services, token))
  },
  'a new link': now(({ id }) => sendEmailLinkAgain(services, id)),
  'a login': now(({ phone }) =>
    logInByPassword(services, phone, PASSWORD, { address: '', device: '' }),
  ),
  'a new password, by a code': async ({ phone }) => {
    await sendPasswordCode(services, phone, CALLER)
    const code = await codeSentTo(phone)
    return async () => done(await resetPassword(services, phone, code, NEW))
  },
  'a new password, by the old one': now(async ({ id, token, phone }) =>
    changePassword(services, { id, phone, email: '' } as never, PASSWORD, NEW, token),
  ),
  'a new phone': async ({ id, token }) => {
    const phone = newPhone()
    await sendPhoneCode(services, id, phone, CALLER)
    const verificationCode = await codeSentTo(phone)
    const proof = { phone, verificationCode, currentPassword: PASSWORD }
    return async () => done(await changePhone(services, id, proof, token))
  },
  'another email': now(({ id }) => changeContact(services, id, { email: `${id}@example.net` })),
  'another WeChat ID': now(({ id }) => changeContact(services, id, { wechat: 'wx_another' })),
  'another flat': now(({ id }) => changeFlat(services, id, { flatName: 'Nova', flatNumber: '12' })),
  'an approval': now(({ id }) => judgeMember(services, BY, id, 'APPROVED')),
  'a level': now(({ id }) => changeLevel(services, BY, id, 3)),
  'a suspension': now(({ id }) => suspendAccount(services, BY, id, 'none')),
  points: now(({ id }) =>
    givePoints(services, BY, id, {
      points: 5,
      description: 'welcome',
      attempt: crypto.randomUUID(),
    }),
  ),
}

test.each(Object.entries(WAYS))('%s', async (_, way) => {
  const { id } = await newStudent()
  const phone = newPhone()
  const member = { accountType: 'MEMBER', auth: 'PENDING' } as const
  await db
    .update(users)
    .set({ ...member, flatName: 'Broadgate', phone, passwordHash, emailConfirmedAt: null })
    .where(eq(users.id, id))
  const act = await way({ id, phone, token: (await startSession(services, id)).token })
  await beginClosing(db, id, devClock.now())
  const before = await accountOf(id)
  expect(await act()).toBe(false)
  expect(await accountOf(id)).toEqual(before)
  expect(await db.$count(notices, eq(notices.userId, id))).toBe(0)
})
