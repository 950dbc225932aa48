import { and, eq, gt, isNull, ne, not } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { hasConfirmed } from '#app/account/rows/users.server.ts'
import { type AuditEntry, auditIfChanged } from '#app/audit/rows/audit.server.ts'
import { emailKey } from '#app/kernel/account.ts'
import type { UserId } from '#app/kernel/id.ts'
import { type NewNotice, noticeIfChanged } from '#app/notices/rows/notices.server.ts'
import type { Db } from '#db/db.ts'
import { hasRow } from '#db/rows.ts'
import { bookings, sessions, users } from '#db/schema.ts'

/** What an administrator may correct of an account. */
export type Identity = { name: string; phone: string; email: string }

/** An open account's details, and whether its email is confirmed. */
export const findIdentity = (db: Db, id: string) =>
  db
    .select({
      id: users.id,
      name: users.name,
      phone: users.phone,
      email: users.email,
      emailConfirmedAt: users.emailConfirmedAt,
      language: users.language,
    })
    .from(users)
    .where(and(eq(users.id, id as UserId), isNull(users.closedAt)))

type Correction = {
  id: UserId
  seen: Identity
  to: Identity
  /** From when points can be used, if the phone changes. */
  pointsFrom: number
  entry: AuditEntry
  notice: Omit<NewNotice, 'createdAt'>
}

/**
 * Corrects an open account that is still as seen. Another phone ends every session and holds back
 * points; another email counts as unconfirmed; another name is also that of rides to come. Returns
 * false and writes nothing if the account has changed, or phone or email are somebody else's.
 */
export async function correctIdentity(db: Db, correction: Correction): Promise<boolean> {
  const { id, seen, to, pointsFrom, entry, notice } = correction
  const other = alias(users, 'other')
  const key = emailKey(to.email)
  const isNewPhone = to.phone !== seen.phone
  const isNewEmail = to.email !== seen.email
  const email = {
    ...{ email: to.email, emailKey: key, emailConfirmedAt: null },
    ...{ pendingEmail: null, emailLinkHash: null, emailLinkExpiresAt: null },
  }
  // Whether the first statement has written its very time.
  const done = hasRow(db, users, eq(users.id, id), eq(users.updatedAt, entry.at))
  const [changed] = await db.batch([
    db
      .update(users)
      .set({
        name: to.name,
        ...(isNewPhone && { phone: to.phone, pointsFrom }),
        ...(isNewEmail && email),
        updatedAt: entry.at,
      })
      .where(
        and(
          eq(users.id, id),
          eq(users.name, seen.name),
          eq(users.phone, seen.phone),
          eq(users.email, seen.email),
          isNull(users.closedAt),
          isNewPhone ? not(hasRow(db, other, eq(other.phone, to.phone))) : undefined,
          isNewEmail
            ? not(hasRow(db, other, hasConfirmed(other, key), ne(other.id, id)))
            : undefined,
        ),
      )
      .returning({ id: users.id }),
    auditIfChanged(db, entry),
    noticeIfChanged(db, { ...notice, createdAt: entry.at }),
    db
      .update(bookings)
      .set({ passenger: to.name })
      .where(and(eq(bookings.userId, id), gt(bookings.pickUpAt, entry.at), done)),
    ...(isNewPhone ? [db.delete(sessions).where(and(eq(sessions.userId, id), done))] : []),
  ])
  return changed.length > 0
}
