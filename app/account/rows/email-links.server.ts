import { and, eq, gt, isNull, ne, not, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { UserId } from '#app/kernel/id.ts'
import type { Instant } from '#app/kernel/time.ts'
import { stopOfUser } from '#app/notices/rows/email-stops.server.ts'
import type { Db } from '#db/db.ts'
import { hasRow } from '#db/rows.ts'
import { emailStops, users } from '#db/schema.ts'
import { hasConfirmed } from './users.server.ts'

const columns = {
  id: users.id,
  email: users.email,
  pendingEmail: users.pendingEmail,
  emailConfirmedAt: users.emailConfirmedAt,
  emailStop: stopOfUser.as('email_stop'),
  emailNotices: users.emailNotices,
  language: users.language,
}

/** The addresses of an account that is not closed. */
export const findAddresses = (db: Db, id: UserId) =>
  db
    .select(columns)
    .from(users)
    .where(and(eq(users.id, id), isNull(users.closedAt)))
    .get()

export type Addresses = NonNullable<Awaited<ReturnType<typeof findAddresses>>>

/** The owner of the newest link, unless it has expired. A used link still counts until then. */
export const findByLink = (db: Db, linkHash: string, now: Instant) =>
  db
    .select(columns)
    .from(users)
    .where(
      and(
        eq(users.emailLinkHash, linkHash),
        gt(users.emailLinkExpiresAt, now),
        isNull(users.closedAt),
      ),
    )
    .get()

type Link = { hash: string; expiresAt: Instant }

/** Makes a link the account's newest if its addresses are still as seen; false if they are not. */
export async function setLink(
  db: Db,
  seen: Addresses,
  { hash, expiresAt }: Link,
): Promise<boolean> {
  const set = await db
    .update(users)
    .set({ emailLinkHash: hash, emailLinkExpiresAt: expiresAt })
    .where(asSeen(seen))
    .returning({ id: users.id })
  return set.length > 0
}

const asSeen = ({ id, email, pendingEmail }: Addresses) =>
  and(
    eq(users.id, id),
    eq(users.email, email),
    pendingEmail === null ? isNull(users.pendingEmail) : eq(users.pendingEmail, pendingEmail),
    isNull(users.closedAt),
  )

/**
 * Confirms the address of a link, using only the link. If another account has the same address from
 * before links existed, that account loses it as confirmed. Returns false and changes nothing if
 * the link is no longer the newest, or another account confirmed the address first.
 */
export async function confirmAddress(
  db: Db,
  {
    linkHash,
    address,
    now,
  }: { linkHash: string; address: { text: string; key: string }; now: Instant },
): Promise<boolean> {
  const other = alias(users, 'other')
  const isOthers = hasRow(db, other, hasConfirmed(other, address.key), ne(other.id, users.id))
  const [confirmed] = await db.batch([
    db
      .update(users)
      .set({
        email: address.text,
        emailKey: address.key,
        emailConfirmedAt: now,
        pendingEmail: null,
        updatedAt: now,
      })
      .where(
        and(
          eq(users.emailLinkHash, linkHash),
          sql`coalesce(${users.pendingEmail}, ${users.email}) = ${address.text}`,
          isNull(users.closedAt),
          not(isOthers),
        ),
      )
      .returning({ id: users.id }),
    db
      .update(users)
      .set({ emailConfirmedAt: null })
      .where(and(eq(users.emailKey, address.key), eq(users.emailConfirmedAt, 0), isOthers)),
    // The owner has just opened the link, so mail reaches the address.
    db
      .delete(emailStops)
      .where(
        and(
          eq(emailStops.emailKey, address.key),
          hasRow(
            db,
            users,
            eq(users.emailLinkHash, linkHash),
            eq(users.emailKey, address.key),
            eq(users.emailConfirmedAt, now),
          ),
        ),
      ),
  ])
  return confirmed.length > 0
}
