import { and, asc, desc, eq, isNull, lte, not, type SQL } from 'drizzle-orm'
import { type AuditEntry, auditIfChanged, changeAudited } from '#app/audit/rows/audit.server.ts'
import type { RequestId, UserId } from '#app/kernel/id.ts'
import type { Instant } from '#app/kernel/time.ts'
import { type NewNotice, noticeIfChanged } from '#app/notices/rows/notices.server.ts'
import { type NewReceipt, receiptWrite } from '#app/payments/rows/receipts.server.ts'
import { isNotSetAside } from '#app/platform/rows/set-aside.server.ts'
import { idOf, type ViewerRef } from '#app/platform/rows/viewer-ref.server.ts'
import type { Db } from '#db/db.ts'
import { columnsOf, hasRow } from '#db/rows.ts'
import { requests, users } from '#db/schema.ts'

export type RequestRow = typeof requests.$inferSelect
export type NewRequest = typeof requests.$inferInsert
/** How many requests one sweep takes. */
const SWEEP_MAX = 100
/** More than one student or one thing ever has. */
const LIST_MAX = 100

export const findRequest = (db: Db, id: string): Promise<RequestRow | undefined> =>
  db
    .select()
    .from(requests)
    .where(eq(requests.id, id as RequestId))
    .get()

/** The user's own request; those of others are not found. */
export const findOwnRequest = (db: Db, userId: UserId, id: string) =>
  db
    .select()
    .from(requests)
    .where(and(eq(requests.id, id as RequestId), eq(requests.userId, userId)))
    .get()

const isStillAsRead = (seen: RequestRow): SQL | undefined =>
  and(
    eq(requests.id, seen.id),
    eq(requests.status, seen.status),
    eq(requests.payment, seen.payment),
    eq(requests.refundedAmount, seen.refundedAmount),
    eq(requests.failedAmount, seen.failedAmount),
    eq(requests.paymentAttempt, seen.paymentAttempt),
    seen.intentId === null ? isNull(requests.intentId) : eq(requests.intentId, seen.intentId),
  )

const changing = (db: Db, seen: RequestRow, set: Partial<NewRequest>) =>
  db.update(requests).set(set).where(isStillAsRead(seen)).returning()

/** Changes a request if it is unchanged since it was seen; undefined otherwise. */
export const changeRequest = (
  db: Db,
  seen: RequestRow,
  set: Partial<NewRequest>,
): Promise<RequestRow | undefined> => changing(db, seen, set).get()

/** The same for a request that has been paid, with the notice of it and its receipt. */
export async function payRequest(
  db: Db,
  seen: RequestRow,
  set: Partial<NewRequest>,
  notice: NewNotice,
  receipt: NewReceipt,
): Promise<RequestRow | undefined> {
  const isPaid = hasRow(
    db,
    requests,
    eq(requests.id, seen.id),
    eq(requests.intentId, receipt.intentId),
    eq(requests.payment, 'paid'),
  )
  const [[changed]] = await db.batch([
    changing(db, seen, set),
    noticeIfChanged(db, notice),
    receiptWrite(db, receipt, isPaid),
  ])
  return changed
}

/** The same for what an administrator changes. */
export const changeRequestAudited = (
  db: Db,
  seen: RequestRow,
  set: Partial<NewRequest>,
  entry: AuditEntry,
  notice: Omit<NewNotice, 'createdAt'>,
) => changeAudited(db, changing(db, seen, set), entry, notice)

/** What a request that is taken back asks for: nothing. */
export const VOID = { status: 'void', payment: 'free', intentId: null, remindAt: null } as const

type Asking = { entry: AuditEntry; notice: Omit<NewNotice, 'createdAt'> }

/**
 * A request as a statement that stores it once; nothing for a closed account, or about an order for
 * which something is asked already.
 */
function making(db: Db, row: NewRequest, also?: SQL) {
  // One open request about an order; any number about a place.
  const isAsked =
    row.subjectId && !row.participantId
      ? hasRow(
          db,
          requests,
          eq(requests.subjectId, row.subjectId),
          eq(requests.payment, 'awaiting'),
        )
      : undefined
  const isFree = isAsked && not(isAsked)
  const owner = and(eq(users.id, row.userId), isNull(users.closedAt), isFree, also)
  return db
    .insert(requests)
    .select((qb) => qb.select(columnsOf(requests, row)).from(users).where(owner))
    .onConflictDoNothing()
    .returning({ id: requests.id })
}

/**
 * Stores a request, with its audit entry and the notice to the student. Returns false, and writes
 * nothing, if its id is known or the account is closed.
 */
export const insertRequest = async (
  db: Db,
  row: NewRequest,
  { entry, notice }: Asking,
): Promise<boolean> => (await changeAudited(db, making(db, row), entry, notice)) !== undefined

/**
 * The same in place of another request, which is taken back. Nothing is written if that one has
 * changed since it was seen.
 */
export async function replaceRequest(
  db: Db,
  seen: RequestRow,
  row: NewRequest,
  { entry, notice }: Asking,
): Promise<boolean> {
  const replaced = hasRow(db, requests, eq(requests.replacedBy, row.id as RequestId))
  const [, rows] = await db.batch([
    changing(db, seen, { ...VOID, replacedBy: row.id, endedAt: row.askedAt }),
    making(db, row, replaced),
    auditIfChanged(db, entry),
    noticeIfChanged(db, { ...notice, createdAt: entry.at }),
  ])
  return rows.length > 0
}

/** Unpaid requests that the student is to be reminded of, longest waiting first. */
export const listRequestsToRemind = (db: Db, now: Instant) =>
  db
    .select()
    .from(requests)
    .where(and(lte(requests.remindAt, now), eq(requests.payment, 'awaiting')))
    .orderBy(asc(requests.remindAt))
    .limit(SWEEP_MAX)

/** Writes the reminder and marks it as written; nothing if it was paid or ended meanwhile. */
export const remindOf = (db: Db, { id, remindAt }: RequestRow, notice: NewNotice) =>
  db.batch([
    db
      .update(requests)
      .set({ remindAt: null })
      .where(
        and(
          eq(requests.id, id),
          eq(requests.remindAt, remindAt ?? 0),
          eq(requests.payment, 'awaiting'),
        ),
      ),
    noticeIfChanged(db, notice),
  ])

/** Requests with payment work due by `now`, longest waiting first. */
export const listDueRequests = (db: Db, now: Instant) =>
  db
    .select()
    .from(requests)
    .where(and(lte(requests.dueAt, now), isNotSetAside('requests', requests.id, now)))
    .orderBy(asc(requests.dueAt))
    .limit(SWEEP_MAX)

/** Requests about an order or a group, the newest first. */
export const listRequestsAbout = (db: Db, subjectId: string) =>
  db
    .select()
    .from(requests)
    .where(eq(requests.subjectId, subjectId))
    .orderBy(desc(requests.askedAt), desc(requests.id))
    .limit(LIST_MAX)

/** A user's requests, the newest first. */
export const listOwnRequests = (db: Db, viewer: ViewerRef) =>
  db
    .select()
    .from(requests)
    .where(eq(requests.userId, idOf(db, viewer)))
    .orderBy(desc(requests.askedAt), desc(requests.id))
    .limit(LIST_MAX)
