import { and, eq, inArray, isNull, ne, not, or, sql } from 'drizzle-orm'
import { alias, type SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { EmailStop } from '#app/kernel/account.ts'
import type { UserId } from '#app/kernel/id.ts'
import type { Instant } from '#app/kernel/time.ts'
import { stopOfUser } from '#app/notices/rows/email-stops.server.ts'
import { type NewNotice, noticeIfChanged } from '#app/notices/rows/notices.server.ts'
import { idOf, isKnown, type ViewerRef } from '#app/platform/rows/viewer-ref.server.ts'
import type { Db } from '#db/db.ts'
import { columnsOf, hasRow } from '#db/rows.ts'
import { sessions, users, verificationCodes } from '#db/schema.ts'
import { type CodeProof, codeIsLive, spendCode } from './codes.server.ts'

export type UserRow = typeof users.$inferSelect
export type NewUser = typeof users.$inferInsert

/** A user as the rest of the product may see them: without the password and the like. */
export const userColumns = {
  id: users.id,
  phone: users.phone,
  email: users.email,
  emailConfirmedAt: users.emailConfirmedAt,
  pendingEmail: users.pendingEmail,
  name: users.name,
  wechat: users.wechat,
  accountType: users.accountType,
  auth: users.auth,
  membershipLevel: users.membershipLevel,
  flatName: users.flatName,
  flatNumber: users.flatNumber,
  emailNotices: users.emailNotices,
  rideTexts: users.rideTexts,
  emailStop: stopOfUser.as('email_stop'),
  termsVersion: users.termsVersion,
  tripTermsVersion: users.tripTermsVersion,
  createdAt: users.createdAt,
}
export type User = Pick<UserRow, Exclude<keyof typeof userColumns, 'emailStop'>> & {
  /** Why no email is sent to the address; null if it is. */
  emailStop: EmailStop | null
}

export async function findUser(db: Db, id: UserId): Promise<User | null> {
  const [row] = await db.select(userColumns).from(users).where(eq(users.id, id))
  return row ?? null
}

/** The account that may log in with a phone; none if it is closed or being closed. */
export async function findCredentials(db: Db, phone: string) {
  const [row] = await db
    .select({ id: users.id, passwordHash: users.passwordHash, suspendedAt: users.suspendedAt })
    .from(users)
    .where(and(eq(users.phone, phone), isNull(users.closedAt)))
  return row ?? null
}

/** The password of an account that is not closed, and the phone by which attempts are counted. */
export async function findPassword(db: Db, id: UserId) {
  const [row] = await db
    .select({ phone: users.phone, passwordHash: users.passwordHash })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.closedAt)))
  return row ?? null
}

/**
 * The owner of a confirmed address. Addresses from before links existed do not count as confirmed
 * here: they yield to whoever opens a link.
 */
export const hasConfirmed = (
  owner: Record<'emailKey' | 'emailConfirmedAt', SQLiteColumn>,
  emailKey: string,
) => and(eq(owner.emailKey, emailKey), sql`${owner.emailConfirmedAt} > 0`)

/** Which of the two unique fields is already taken. */
export async function findTaken(
  db: Db,
  phone: string,
  emailKey: string,
): Promise<'phone' | 'email' | null> {
  const taken = await db
    .select({ phone: users.phone })
    .from(users)
    .where(or(eq(users.phone, phone), hasConfirmed(users, emailKey)))
  if (taken.length === 0) return null
  return taken.some((user) => user.phone === phone) ? 'phone' : 'email'
}

/**
 * Creates the account and uses up its code in one transaction. Returns false, and keeps the code,
 * if the phone or email is taken or the code has been used in the meantime.
 */
export async function insertUser(db: Db, user: NewUser, proof: CodeProof): Promise<boolean> {
  const other = alias(users, 'other')
  const taken = hasRow(db, other, hasConfirmed(other, user.emailKey))
  // Selected from the code's own row: no live code, no account.
  const inserted = db
    .insert(users)
    .select((qb) =>
      qb
        .select(columnsOf(users, user))
        .from(verificationCodes)
        .where(and(codeIsLive(proof), not(taken))),
    )
    .onConflictDoNothing()
    .returning({ id: users.id })
  const made = sql`exists (select 1 from users where id = ${user.id})`
  const [ids] = await db.batch([inserted, spendCode(db, proof, made)])
  return ids.length > 0
}

/**
 * Sets the password of the notice's account, writes that notice, ends every session and uses up the
 * code in one transaction; returns false if the code was used in the meantime.
 */
export async function setPasswordByCode(
  db: Db,
  passwordHash: string,
  proof: CodeProof,
  notice: NewNotice,
): Promise<boolean> {
  const live = hasRow(db, verificationCodes, codeIsLive(proof))
  const owner = and(eq(users.id, notice.userId), eq(users.phone, proof.phone))
  const ids = db.select({ id: users.id }).from(users).where(owner)
  const [changed] = await db.batch([
    db
      .update(users)
      .set({ passwordHash, updatedAt: proof.now })
      .where(and(owner, isNull(users.closedAt), live))
      .returning({ id: users.id }),
    noticeIfChanged(db, notice),
    db.delete(sessions).where(and(inArray(sessions.userId, ids), live)),
    spendCode(db, proof),
  ])
  return changed.length > 0
}

export type Contact = { email?: { text: string; key: string }; wechat?: string }

/**
 * Changes only the given fields. Returns false and changes nothing if the email is another
 * account's confirmed one. A confirmed address stays in use until the link to the new one is
 * opened. The notices are about these changes.
 */
export async function updateContact(
  db: Db,
  id: UserId,
  { email, wechat }: Contact,
  now: Instant,
  notices: NewNotice[],
): Promise<boolean> {
  const other = alias(users, 'other')
  const taken = email && and(hasConfirmed(other, email.key), ne(other.id, id))
  const changed = db
    .update(users)
    .set({ ...(email && newEmail(email)), wechat, updatedAt: now })
    .where(and(eq(users.id, id), isNull(users.closedAt), taken && not(hasRow(db, other, taken))))
    .returning({ id: users.id })
  const [ids] = await db.batch([changed, ...notices.map((one) => noticeIfChanged(db, one))])
  return ids.length > 0
}

/** Also invalidates every link sent before. */
function newEmail({ text, key }: { text: string; key: string }) {
  const waits = sql`(${users.emailConfirmedAt} is not null and ${users.emailKey} <> ${key})`
  return {
    email: sql`case when ${waits} then ${users.email} else ${text} end`,
    emailKey: sql`case when ${waits} then ${users.emailKey} else ${key} end`,
    pendingEmail: sql`case when ${waits} then ${text} end`,
    emailLinkHash: null,
    emailLinkExpiresAt: null,
  }
}

/**
 * Sets a member's new flat; returns false if the account is not a member's. Approval is for the
 * building, so a different building needs approval again; a rejected member can ask again with any
 * other flat.
 */
export async function updateFlat(
  db: Db,
  id: UserId,
  { flatName, flatNumber }: { flatName: string; flatNumber: string },
  now: Instant,
): Promise<boolean> {
  const moved = sql`${users.flatName} is not ${flatName}`
  const changed = sql`(${moved} or ${users.flatNumber} is not ${flatNumber})`
  const asksAgain = or(
    and(eq(users.auth, 'APPROVED'), moved),
    and(eq(users.auth, 'REJECTED'), changed),
  )
  const ids = await db
    .update(users)
    .set({
      flatName,
      flatNumber,
      auth: sql`case when ${asksAgain} then 'PENDING' else ${users.auth} end`,
      updatedAt: now,
    })
    .where(and(eq(users.id, id), isNull(users.closedAt), eq(users.accountType, 'MEMBER')))
    .returning({ id: users.id })
  return ids.length > 0
}

export type Preferences = Partial<Pick<UserRow, 'language' | 'emailNotices' | 'rideTexts'>>

/** Sets the given preferences; a row that already has them is not written. */
export async function setPreferences(db: Db, id: UserId, wish: Preferences): Promise<void> {
  const { language, emailNotices, rideTexts } = wish
  const differs = or(
    language === undefined ? undefined : ne(users.language, language),
    emailNotices === undefined ? undefined : ne(users.emailNotices, emailNotices),
    rideTexts === undefined ? undefined : ne(users.rideTexts, rideTexts),
  )
  if (differs)
    await db
      .update(users)
      .set(wish)
      .where(and(eq(users.id, id), differs))
}

/** Records that a user agreed to a version of a service's terms; the first time counts. */
export function agreeToTerms(
  db: Db,
  viewer: ViewerRef,
  service: 'carpool' | 'trip',
  version: string,
  now: Instant,
) {
  const isTrip = service === 'trip'
  const column = isTrip ? users.tripTermsVersion : users.termsVersion
  return db
    .update(users)
    .set(
      isTrip
        ? { tripTermsVersion: version, tripTermsAgreedAt: now }
        : { termsVersion: version, termsAgreedAt: now },
    )
    .where(
      and(
        eq(users.id, sql`${idOf(db, viewer)}`),
        isKnown(db, viewer, now),
        sql`${column} is not ${version}`,
      ),
    )
}

/** Stores the same password under a new hash; a password changed in the meantime stays. */
export async function rehash(
  db: Db,
  id: UserId,
  from: string,
  to: string,
  now: Instant,
): Promise<void> {
  await db
    .update(users)
    .set({ passwordHash: to, updatedAt: now })
    .where(and(eq(users.id, id), eq(users.passwordHash, from)))
}
