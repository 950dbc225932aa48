import { and, eq, gte, not, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { type AuditEntry, auditIf } from '#app/audit/rows/audit.server.ts'
import type { AdminId } from '#app/kernel/id.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { Db } from '#db/db.ts'
import { batchOf, hasRow } from '#db/rows.ts'
import { auditLog } from '#db/schema.ts'

/** The entry that Stripe refused the refund of another entry. */
export const refusalOf = (id: string): string => `refused:${id}`

const refusals = alias(auditLog, 'refusals')
const isRefused = (db: Db): SQL =>
  hasRow(db, refusals, eq(refusals.id, sql`'refused:' || ${auditLog.id}`))

/** Pence that an administrator has refunded by hand since an instant. */
const spentSince = (db: Db, by: AdminId, since: Instant) =>
  db
    .select({ pence: sql<number>`coalesce(sum(${auditLog.after} ->> 'amount'), 0)`.as('pence') })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.adminId, by),
        eq(auditLog.action, 'moneyRefunded'),
        gte(auditLog.at, since),
        not(isRefused(db)),
      ),
    )

/** How often anybody has refunded a part of a payment by hand, or tried to. */
const refundsOf = (db: Db, intentId: string) =>
  db
    .select({ count: sql<number>`count(*)`.as('count') })
    .from(auditLog)
    .where(and(eq(auditLog.subject, intentId), eq(auditLog.action, 'moneyRefunded')))

/** What an administrator has refunded since an instant, and how often anybody has this payment. */
export async function readRefundsByHand(
  db: Db,
  intentId: string,
  { by, since }: { by: AdminId; since: Instant },
): Promise<{ spent: MinorUnits; count: number }> {
  const { spent, count } = await batchOf(db, {
    spent: spentSince(db, by, since),
    count: refundsOf(db, intentId),
  })
  return { spent: spent[0]?.pence ?? 0, count: count[0]?.count ?? 0 }
}

/**
 * Records a refund before Stripe is asked for it: only if nobody has begun another one of this
 * payment since `count` were seen, and within the allowance. Returns whether it is on record, now
 * or by an earlier call.
 */
export async function reserveRefund(
  db: Db,
  entry: AuditEntry & { id: string },
  { amount, count, since, max }: { amount: MinorUnits; count: number; since: Instant; max: number },
): Promise<boolean> {
  const isAllowed = and(
    sql`${refundsOf(db, entry.subject)} = ${count}`,
    sql`${spentSince(db, entry.adminId, since)} + ${amount} <= ${max}`,
  )
  const { found } = await batchOf(db, {
    reserved: auditIf(db, entry, isAllowed),
    found: db.select({ id: auditLog.id }).from(auditLog).where(eq(auditLog.id, entry.id)),
  })
  return found.length > 0
}
