import { and, eq, isNull, lt, lte } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { idempotencyKeys } from '#db/schema.ts'

export type KeyRow = typeof idempotencyKeys.$inferSelect
export type Name = { userId: string; key: string }

const hasName = ({ userId, key }: Name) =>
  and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key))

/** Claims a key. Returns whether it was free. */
export async function claimKey(db: Db, row: Claim): Promise<boolean> {
  const { meta } = await db.insert(idempotencyKeys).values(row).onConflictDoNothing()
  return meta.changes > 0
}
type Claim = Name & { requestHash: string; createdAt: number }

/**
 * Takes over a key whose holder has not answered since `before` (its worker died). Returns whether
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
    .where(
      and(hasName(name), isNull(idempotencyKeys.status), lte(idempotencyKeys.createdAt, before)),
    )
  return meta.changes > 0
}

export const findKey = (db: Db, name: Name): Promise<KeyRow | undefined> =>
  db.select().from(idempotencyKeys).where(hasName(name)).get()

type StoredAnswer = Name & { status: number; body: string }
export const keepAnswer = (db: Db, of: StoredAnswer) =>
  db.update(idempotencyKeys).set({ status: of.status, body: of.body }).where(hasName(of))

export const releaseKey = (db: Db, name: Name) =>
  db.delete(idempotencyKeys).where(hasName(name)).run()

export const forgetKeysBefore = (db: Db, before: number) =>
  db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before)).run()
