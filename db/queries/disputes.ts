import { and, asc, desc, eq, lte, or, sql } from 'drizzle-orm'
import type { Instant } from '#app/domain/time.ts'
import type { Db } from '#db/db.ts'
import { disputes } from '#db/schema.ts'

export type DisputeRow = typeof disputes.$inferSelect
/** More than are ever open at once. */
const LIST_MAX = 100

/**
 * Stores a dispute as it was just read. A closed one stays closed, whatever a stale reading says.
 */
export const putDispute = (db: Db, row: DisputeRow) =>
  db
    .insert(disputes)
    .values(row)
    .onConflictDoUpdate({
      target: disputes.id,
      set: row,
      setWhere: or(eq(disputes.state, 'open'), sql`${row.state} <> 'open'`),
    })

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

/** Payments with an open dispute that were last checked at Stripe by `before`. */
export const listDueDisputes = (db: Db, before: Instant) =>
  db
    .selectDistinct({ intentId: disputes.intentId })
    .from(disputes)
    .where(and(eq(disputes.state, 'open'), lte(disputes.checkedAt, before)))
    .limit(LIST_MAX)
