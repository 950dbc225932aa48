import { and, asc, eq, sql } from 'drizzle-orm'
import { hashPassword } from '#app/account/service/passwords.server.ts'
import { startSession } from '#app/account/service/sessions.server.ts'
import type { Viewer } from '#app/group/service/viewer.ts'
import type { UserId } from '#app/kernel/id.ts'
import type { NoticeCode } from '#app/notices/rules/notices.ts'
import { notices, pointsLedger, users } from '#db/schema.ts'
import { isConfirmation } from '#tests/kit/confirmations.ts'
import { newPhone } from '#tests/kit/phone.ts'
import { Visitor } from '#tests/worker/accounts/visitor.ts'
import { config, db, now, services } from './services.ts'

/** Somebody who takes seats; only who has an account can make orders, log in or be written to. */
export const student = (): Viewer => ({ id: `usr_${crypto.randomUUID()}` as UserId })

const nobodysPassword = hashPassword(config.pepper, crypto.randomUUID())

type Account = Partial<typeof users.$inferInsert>

/** An account whose email is confirmed. */
export async function account(over: Account = {}): Promise<UserId> {
  const id: UserId = `usr_${crypto.randomUUID()}`
  const email = `${id}@example.com`
  await db.insert(users).values({
    id,
    phone: newPhone(),
    email,
    emailKey: email,
    emailConfirmedAt: 0,
    name: '王明',
    wechat: 'wang_ming',
    passwordHash: nobodysPassword,
    accountType: 'NORMAL',
    createdAt: now(),
    updatedAt: now(),
    ...over,
  })
  return id
}

export type Student = { id: UserId; token: string }

/** A student with an account and a session, without the text message. */
export async function newStudent(over: Account = {}): Promise<Student> {
  const id = await account(over)
  return { id, token: (await startSession(services, id)).token }
}

/** A student's browser without scripts, logged in. */
export async function browserOf(
  { id, token }: { id: UserId; token?: string },
  lang: 'zh' | 'en' = 'zh',
): Promise<Visitor> {
  const visitor = new Visitor({ lang })
  visitor.cookies.set('sid', token ?? (await startSession(services, id)).token)
  return visitor
}

const MEMBER = {
  accountType: 'MEMBER',
  auth: 'APPROVED',
  flatName: 'Trent House',
  flatNumber: '12B',
} as const

/** By default an approved member, with points granted by an administrator. */
export async function member({
  points = 0,
  ...over
}: Account & { points?: number } = {}): Promise<UserId> {
  const id = await account({ ...MEMBER, ...over })
  if (points > 0) await give(id, points)
  return id
}

/** Makes a student an approved member with points granted by an administrator. */
export async function makeMember({ id }: { id: UserId }, points: number): Promise<void> {
  await db.update(users).set(MEMBER).where(eq(users.id, id))
  if (points > 0) await give(id, points)
}

/** An approved member with points. */
export const memberWith = async (points: number): Promise<Viewer> => ({
  id: await member({ points }),
})

type Entry = Partial<typeof pointsLedger.$inferInsert>

/** A ledger entry made by an administrator, or as `over` says. */
export async function give(userId: UserId, points: number, over: Entry = {}): Promise<void> {
  const id = `pts_${crypto.randomUUID()}`
  const description = 'Thank you for helping'
  await db
    .insert(pointsLedger)
    .values({ id, userId, operationId: id, points, description, createdAt: now() - 1000, ...over })
}

/** A student's points and their history, oldest first. */
export async function pointsOf({ id }: Viewer) {
  const rows = await db
    .select()
    .from(pointsLedger)
    .where(eq(pointsLedger.userId, id))
    .orderBy(sql`rowid`)
  const moved = rows.filter(({ points }) => points !== 0)
  return {
    balance: rows.reduce((sum, { points }) => sum + points, 0),
    entries: moved.map(({ kind, points }) => [kind, points]),
  }
}

/** A student's notices, oldest first, without confirmations. */
export async function noticesOf({ id }: Viewer): Promise<string[]> {
  const rows = await db
    .select({ code: notices.code })
    .from(notices)
    .where(eq(notices.userId, id))
    .orderBy(asc(notices.createdAt), asc(notices.id))
  return rows.map(({ code }) => code).filter((code) => !isConfirmation(code))
}
/** A student's notices of one kind, oldest first. */
export const noticesWith = ({ id }: Pick<Viewer, 'id'>, code: NoticeCode) =>
  db
    .select()
    .from(notices)
    .where(and(eq(notices.userId, id), eq(notices.code, code)))
    .orderBy(asc(notices.createdAt), asc(notices.id))
