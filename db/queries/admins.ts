import { and, eq, gt, lte } from 'drizzle-orm'
import type { AdminId } from '../../app/domain/id.ts'
import type { Instant } from '../../app/domain/time.ts'
import type { Db } from '../db.ts'
import { adminSessions, admins } from '../schema.ts'

type SessionRow = typeof adminSessions.$inferSelect

export const findAdminCredentials = (db: Db, phone: string) =>
  db
    .select({ id: admins.id, passwordHash: admins.passwordHash })
    .from(admins)
    .where(eq(admins.phone, phone))
    .get()

export const insertAdminSession = (db: Db, row: SessionRow) => db.insert(adminSessions).values(row)

/** A live session with its administrator. */
export const findAdminSession = (db: Db, tokenHash: string, now: Instant) =>
  db
    .select({
      admin: { id: admins.id, phone: admins.phone, scopes: admins.scopes },
      expiresAt: adminSessions.expiresAt,
      confirmedAt: adminSessions.confirmedAt,
    })
    .from(adminSessions)
    .innerJoin(admins, eq(admins.id, adminSessions.adminId))
    .where(and(eq(adminSessions.tokenHash, tokenHash), gt(adminSessions.expiresAt, now)))
    .get()

export const confirmAdminSession = (db: Db, tokenHash: string, confirmedAt: Instant) =>
  db.update(adminSessions).set({ confirmedAt }).where(eq(adminSessions.tokenHash, tokenHash))

export const deleteAdminSession = (db: Db, tokenHash: string) =>
  db.delete(adminSessions).where(eq(adminSessions.tokenHash, tokenHash))

export const deleteAdminSessionsBefore = (db: Db, at: Instant) =>
  db.delete(adminSessions).where(lte(adminSessions.expiresAt, at))

/** The hash an administrator's password has now. */
export async function findAdminHash(db: Db, id: AdminId): Promise<string | null> {
  const row = await db
    .select({ passwordHash: admins.passwordHash })
    .from(admins)
    .where(eq(admins.id, id))
    .get()
  return row?.passwordHash ?? null
}

/** Everybody who runs or ran the service, for choosing among them. */
export const listAdmins = (db: Db) =>
  db.select({ id: admins.id, phone: admins.phone }).from(admins).orderBy(admins.phone)
