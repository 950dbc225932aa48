import {
  and,
  desc,
  eq,
  getTableColumns,
  gte,
  lt,
  notInArray,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { type AuditAction, VIEW_ACTIONS } from '#app/kernel/admin.ts'
import type { AdminId } from '#app/kernel/id.ts'
import type { Instant } from '#app/kernel/time.ts'
import { type NewNotice, noticeIfChanged } from '#app/notices/rows/notices.server.ts'
import type { Db } from '#db/db.ts'
import { insertIf, insertIfChanged } from '#db/rows.ts'
import { admins, auditLog } from '#db/schema.ts'

/**
 * An administrator's action. `before` and `after` hold ids and values, never a student's personal
 * details; null if omitted.
 */
export type AuditEntry = {
  /** Set where repeated writes must be stored once; otherwise random. */
  id?: string
  at: Instant
  adminId: AdminId
  action: AuditAction
  subject: string
  before?: unknown
  after?: unknown
}

const rowOf = (entry: AuditEntry) => ({
  id: `aud_${crypto.randomUUID()}`,
  before: null,
  after: null,
  ...entry,
})

/**
 * Writes an entry in the batch of the change it describes. Repeating the same id changes nothing.
 */
export const auditEntry = (db: Db, entry: AuditEntry) =>
  db.insert(auditLog).values(rowOf(entry)).onConflictDoNothing()

/**
 * The same, if the preceding statement in the batch changed a row: for changes that a guard may
 * refuse.
 */
export const auditIfChanged = (db: Db, entry: AuditEntry) =>
  insertIfChanged(db, auditLog, rowOf(entry))

/** The same, if a condition holds: for what must be on record before it is done. */
export const auditIf = (db: Db, entry: AuditEntry, condition: SQLWrapper | undefined) =>
  insertIf(db, auditLog, rowOf(entry), condition)

type Changing<Row> = BatchItem<'sqlite'> & { _: { result: Row[] } }

/**
 * Makes a guarded change, with its audit entry, the notice to whom it concerns, and its further
 * effects. Returns the changed row; undefined if it was refused.
 */
export async function changeAudited<Row>(
  db: Db,
  change: Changing<Row>,
  entry: AuditEntry,
  notice?: Omit<NewNotice, 'createdAt'> | null,
  ...more: BatchItem<'sqlite'>[]
): Promise<Row | undefined> {
  const told = notice ? [noticeIfChanged(db, { ...notice, createdAt: entry.at })] : []
  const [rows] = await db.batch([change, auditIfChanged(db, entry), ...told, ...more])
  return (rows as Row[])[0]
}

/**
 * Records a list of people in the batch that reads it: `query` with the number of rows shown,
 * `limit` at most. Writes nothing for an empty list or a repeated id.
 */
export const auditListed = (
  db: Db,
  entry: AuditEntry & { id: string; after: object },
  query: SQLWrapper,
  limit: number,
) =>
  db.run(sql`
    insert or ignore into ${auditLog} (id, at, admin_id, action, subject, after)
    select ${entry.id}, ${entry.at}, ${entry.adminId}, ${entry.action}, ${entry.subject},
      json_set(${JSON.stringify(entry.after)}, '$.count', min(shown, ${limit}))
    from (select count(*) as shown from ${query}) where shown > 0`)

export type AuditFilter = {
  action?: AuditAction
  adminId?: AdminId
  subject?: string
  /** Excludes mere views. */
  changesOnly?: true
  from?: Instant
  to?: Instant
  before: { at: Instant; id: string } | null
  limit: number
}

/** What administrators did, newest first, each entry with their phone. */
export function listAudit(
  db: Db,
  { action, adminId, subject, changesOnly, from, to, before, limit }: AuditFilter,
) {
  return db
    .select({ ...getTableColumns(auditLog), adminPhone: admins.phone })
    .from(auditLog)
    .leftJoin(admins, eq(admins.id, auditLog.adminId))
    .where(
      and(
        action && eq(auditLog.action, action),
        adminId && eq(auditLog.adminId, adminId),
        subject ? eq(auditLog.subject, subject) : undefined,
        changesOnly && notInArray(auditLog.action, [...VIEW_ACTIONS]),
        from === undefined ? undefined : gte(auditLog.at, from),
        to === undefined ? undefined : lt(auditLog.at, to),
        before ? sql`(${auditLog.at}, ${auditLog.id}) < (${before.at}, ${before.id})` : undefined,
      ),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(limit)
}
