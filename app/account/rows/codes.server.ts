import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/time.ts'
import type { Db } from '#db/db.ts'
import { verificationCodes } from '#db/schema.ts'

export type CodePurpose = (typeof verificationCodes.$inferSelect)['purpose']
export type CodeRow = typeof verificationCodes.$inferInsert

/** Stores the one live code of a phone and purpose; any older one becomes invalid. */
export async function replaceCode(db: Db, row: CodeRow): Promise<void> {
  const { phone: _, purpose: __, ...fresh } = row
  await db
    .insert(verificationCodes)
    .values(row)
    .onConflictDoUpdate({
      target: [verificationCodes.phone, verificationCodes.purpose],
      set: fresh,
    })
}

/**
 * Uses up one try of the live code and returns its hash for the comparison; null if no try is left.
 */
export async function takeCodeTry(db: Db, phone: string, purpose: CodePurpose, now: Instant) {
  const [row] = await db
    .update(verificationCodes)
    .set({ triesLeft: sql`${verificationCodes.triesLeft} - 1` })
    .where(
      and(
        eq(verificationCodes.phone, phone),
        eq(verificationCodes.purpose, purpose),
        gt(verificationCodes.triesLeft, 0),
        gt(verificationCodes.expiresAt, now),
      ),
    )
    .returning({ codeHash: verificationCodes.codeHash })
  return row?.codeHash ?? null
}

/** `spentHash` replaces the hash once the code has been used, and identifies the request. */
export type CodeProof = {
  phone: string
  purpose: CodePurpose
  codeHash: string
  spentHash: string
  now: Instant
}

/**
 * Matches the row of exactly the code that was verified, while it is live; guards the writes that
 * use the code.
 */
export const codeIsLive = ({ phone, purpose, codeHash, now }: CodeProof) =>
  and(
    eq(verificationCodes.phone, phone),
    eq(verificationCodes.purpose, purpose),
    eq(verificationCodes.codeHash, codeHash),
    gt(verificationCodes.expiresAt, now),
  )

/**
 * Marks a code as used. Its row stays until it expires, so that a repeat of the same request is
 * recognised.
 */
export const spendCode = (db: Db, proof: CodeProof, ...only: SQL[]) =>
  db
    .update(verificationCodes)
    .set({ codeHash: proof.spentHash })
    .where(and(codeIsLive(proof), ...only))

export const deleteCodesBefore = (db: Db, at: Instant) =>
  db.delete(verificationCodes).where(lte(verificationCodes.expiresAt, at))
