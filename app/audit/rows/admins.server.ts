import { and, eq, gt, isNull, lte, or } from 'drizzle-orm'
import type { AdminId } from '#app/kernel/id.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { Db } from '#db/db.ts'
import { adminSessions, admins } from '#db/schema.ts'

type SessionRow = typeof adminSessions.$inferSelect

export const findAdminCredentials = (db: Db, phone: string) =>
  db
    .select({ id: admins.id, passwordHash: admins.passwordHash })
    .from(admins)
    .where(and(eq(admins.phone, phone), isNull(admins.removedAt)))
    .get()

export const insertAdminSession = (db: Db, row: SessionRow) => db.insert(adminSessions).values(row)

/** A live session and its administrator; it must have been used after `idleBefore`. */
export const findAdminSession = (db: Db, tokenHash: string, now: Instant, idleBefore: Instant) =>
  db
    .select({
      admin: { id: admins.id, phone: admins.phone, scopes: admins.scopes },
      expiresAt: adminSessions.expiresAt,
      confirmedAt: adminSessions.confirmedAt,
      lastSeenAt: adminSessions.lastSeenAt,
    })
    .from(adminSessions)
    .innerJoin(admins, eq(admins.id, adminSessions.adminId))
    .where(
      and(
        eq(adminSessions.tokenHash, tokenHash),
        gt(adminSessions.expiresAt, now),
        or(isNull(adminSessions.lastSeenAt), gt(adminSessions.lastSeenAt, idleBefore)),
        isNull(admins.removedAt),
      ),
    )
    .get()

export const touchAdminSession = (db: Db, tokenHash: string, lastSeenAt: Instant) =>
  db.update(adminSessions).set({ lastSeenAt }).where(eq(adminSessions.tokenHash, tokenHash))

export const confirmAdminSession = (db: Db, tokenHash: string, confirmedAt: Instant) =>
  db.update(adminSessions).set({ confirmedAt }).where(eq(adminSessions.tokenHash, tokenHash))

export const deleteAdminSession = (db: Db, tokenHash: string) =>
  db.delete(adminSessions).where(eq(adminSessions.tokenHash, tokenHash))

/** Deletes sessions that are too old, and those last used by `idleBefore`. */
export const deleteAdminSessionsBefore = (db: Db, at: Instant, idleBefore: Instant) =>
  db
    .delete(adminSessions)
    .where(or(lte(adminSessions.expiresAt, at), lte(adminSessions.lastSeenAt, idleBefore)))

/** The current hash of an administrator's password. */
export async function findAdminHash(db: Db, id: AdminId): Promise<string | null> {
  const row = await db
    .select({ passwordHash: admins.passwordHash })
    .from(admins)
    .where(eq(admins.id, id))
    .get()
  return row?.passwordHash ?? null
}

/** All current and former administrators, to choose from. */
export const listAdmins = (db: Db) =>
  db
    .select({ id: admins.id, phone: admins.phone, removedAt: admins.removedAt })
    .from(admins)
    .orderBy(admins.phone)
