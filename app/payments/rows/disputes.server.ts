import { and, asc, desc, eq, lte, ne, sql } from 'drizzle-orm'
import { type AuditEntry, auditIfChanged } from '#app/audit/rows/audit.server.ts'
import type { Instant } from '#app/kernel/time.ts'
import { DISPUTE_RANK } from '#app/payments/rules/payment.ts'
import { isNotSetAside } from '#app/platform/rows/set-aside.server.ts'
import type { Db } from '#db/db.ts'
import { disputes } from '#db/schema.ts'

export type DisputeRow = typeof disputes.$inferSelect
/** More than are ever open at once. */
const LIST_MAX = 100

/** Whether a stored dispute is not newer than the one just read (`isOlderDispute`). */
function isUpTo({ moves, state }: DisputeRow) {
  const rank = sql`case ${disputes.state} when 'open' then ${DISPUTE_RANK.open} when 'lost' then ${DISPUTE_RANK.lost} else ${DISPUTE_RANK.won} end`
  return sql`(${disputes.moves}, ${rank}) <= (${moves}, ${DISPUTE_RANK[state]})`
}

/**
 * Stores a dispute as just read. `reversed` is written if it was lost before and no longer is.
 * Returns false if a newer reading is stored; then nothing changes.
 */
export async function putDispute(db: Db, row: DisputeRow, reversed: AuditEntry): Promise<boolean> {
  const wasLost = and(
    eq(disputes.id, row.id),
    eq(disputes.state, 'lost'),
    ne(sql`${row.state}`, 'lost'),
  )
  const [, , stored] = await db.batch([
    db
      .update(disputes)
      .set(row)
      .where(and(wasLost, isUpTo(row))),
    auditIfChanged(db, reversed),
    db
      .insert(disputes)
      .values(row)
      .onConflictDoUpdate({ target: disputes.id, set: row, setWhere: isUpTo(row) })
      .returning({ id: disputes.id }),
  ])
  return stored.length > 0
}

/** Open disputes, oldest first. */
export const listOpenDisputes = (db: Db) =>
  db
    .select()
    .from(disputes)
    .where(eq(disputes.state, 'open'))
    .orderBy(asc(disputes.createdAt))
    .limit(LIST_MAX)

/** All disputes of a carpool, trip or order, newest first. */
export const listDisputesOf = (db: Db, subjectId: string) =>
  db
    .select()
    .from(disputes)
    .where(eq(disputes.subjectId, subjectId))
    .orderBy(desc(disputes.createdAt))
    .limit(LIST_MAX)

/** Payments with an open dispute that were last checked at Stripe by `before` */
export const listDueDisputes = (db: Db, before: Instant, now: Instant) =>
  db
    .selectDistinct({ intentId: disputes.intentId })
    .from(disputes)
    .where(
      and(
        eq(disputes.state, 'open'),
        lte(disputes.checkedAt, before),
        isNotSetAside('payments', disputes.intentId, now),
      ),
    )
    .limit(LIST_MAX)
