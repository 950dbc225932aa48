import { and, eq, inArray, isNull, ne, not } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { UserId } from '#app/kernel/id.ts'
import type { Instant } from '#app/kernel/time.ts'
import { type NewNotice, noticeIfChanged } from '#app/notices/rows/notices.server.ts'
import type { Db } from '#db/db.ts'
import { hasRow } from '#db/rows.ts'
import { sessions, users, verificationCodes } from '#db/schema.ts'
import { type CodeProof, codeIsLive, spendCode } from './codes.server.ts'

/** A change of login credentials: its account, the one session that survives, and the notice. */
type Change = { id: UserId; keepHash: string; notice: NewNotice; now: Instant }

/** Ends every other session of an account, if the account now matches `changed`. */
function endOthers(db: Db, { id, keepHash }: Change, changed: ReturnType<typeof and>) {
  const owner = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), changed))
  return db
    .delete(sessions)
    .where(and(inArray(sessions.userId, owner), ne(sessions.tokenHash, keepHash)))
}

/** Sets a password, with its notice, and ends every other session; false for a closed account. */
export async function setOwnPassword(
  db: Db,
  passwordHash: string,
  change: Change,
): Promise<boolean> {
  const [ids] = await db.batch([
    db
      .update(users)
      .set({ passwordHash, updatedAt: change.now })
      .where(and(eq(users.id, change.id), isNull(users.closedAt)))
      .returning({ id: users.id }),
    noticeIfChanged(db, change.notice),
    endOthers(db, change, eq(users.passwordHash, passwordHash)),
  ])
  return ids.length > 0
}

/**
 * Sets the phone a code was verified for, with its notice, uses up the code and ends every other
 * session, in one transaction. Returns false and changes nothing if the code has been used, the
 * phone is taken, or the account is closed.
 */
export async function setPhone(db: Db, proof: CodeProof, change: Change): Promise<boolean> {
  const other = alias(users, 'other')
  const live = hasRow(db, verificationCodes, codeIsLive(proof))
  const taken = hasRow(db, other, eq(other.phone, proof.phone))
  const isMine = hasRow(db, users, eq(users.id, change.id), eq(users.phone, proof.phone))
  const [ids] = await db.batch([
    db
      .update(users)
      .set({ phone: proof.phone, updatedAt: change.now })
      .where(and(eq(users.id, change.id), isNull(users.closedAt), live, not(taken)))
      .returning({ id: users.id }),
    noticeIfChanged(db, change.notice),
    endOthers(db, change, and(eq(users.phone, proof.phone), live)),
    spendCode(db, proof, isMine),
  ])
  return ids.length > 0
}
