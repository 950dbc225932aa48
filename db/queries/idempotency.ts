import { and, eq, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { idempotencyKeys, sessions, users } from '#db/schema.ts'
import { isLive } from './sessions.ts'

export type KeyRow = typeof idempotencyKeys.$inferSelect
export type Name = { userId: string; key: string }

const named = ({ userId, key }: Name) =>
  and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key))

/** Claims a key. Returns whether it was free. */
export async function claimKey(db: Db, row: Claim): Promise<boolean> {
  const { meta } = await claim(db, row)
  return meta.changes > 0
}
type Claim = Name & { requestHash: string; createdAt: number }
const claim = (db: Db, { userId, key, requestHash, createdAt }: Claim) =>
  db.insert(idempotencyKeys).values({ userId, key, requestHash, createdAt }).onConflictDoNothing()

/** The same for whoever a live session belongs to; changes no row if there is none. */
export const claimBySession = (
  db: Db,
  of: { tokenHash: string; key: string; requestHash: string; now: number },
) =>
  db
    .insert(idempotencyKeys)
    .select(
      db
        .select({
          userId: sessions.userId,
          key: sql`${of.key}`.as('key'),
          requestHash: sql`${of.requestHash}`.as('request_hash'),
          status: sql`NULL`.as('status'),
          body: sql`NULL`.as('body'),
          createdAt: sql`${of.now}`.as('created_at'),
        })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .where(isLive(of)),
    )
    .onConflictDoNothing()

/**
 * Claims a key whose holder has given no answer since `before` (its worker died). Returns whether
 * it is now ours.
 */
export async function takeOverKey(
  db: Db,
  name: Name,
  before: number,
  now: number,
): Promise<boolean> {
  const { meta } = await db
    .update(idempotencyKeys)
    .set({ createdAt: now })
    .where(and(named(name), isNull(idempotencyKeys.status), lte(idempotencyKeys.createdAt, before)))
  return meta.changes > 0
}

export const findKey = (db: Db, name: Name): Promise<KeyRow | undefined> =>
  db.select().from(idempotencyKeys).where(named(name)).get()

type Kept = Name & { status: number; body: string }
export const keepAnswer = (db: Db, of: Kept) =>
  db.update(idempotencyKeys).set({ status: of.status, body: of.body }).where(named(of))

export const releaseKey = (db: Db, name: Name) =>
  db.delete(idempotencyKeys).where(named(name)).run()

export const forgetKeysBefore = (db: Db, before: number) =>
  db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before)).run()
