import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { OrderId, UserId } from '#app/kernel/id.ts'
import { UNPAID_ORDERS_PER_USER } from '#app/kernel/limits.ts'
import type { Instant, LondonDay } from '#app/kernel/time.ts'
import { type NewNotice, noticeIfChanged } from '#app/notices/rows/notices.server.ts'
import type { OrderKind } from '#app/orders/rules/order.ts'
import { type NewReceipt, receiptWrite } from '#app/payments/rows/receipts.server.ts'
import { isNotSetAside } from '#app/platform/rows/set-aside.server.ts'
import { idOf, type ViewerRef } from '#app/platform/rows/viewer-ref.server.ts'
import type { Db } from '#db/db.ts'
import { columnsOf, hasRow } from '#db/rows.ts'
import { orders, users } from '#db/schema.ts'

export type OrderRow = typeof orders.$inferSelect
export type NewOrder = typeof orders.$inferInsert
/** How many orders one sweep takes. */
const SWEEP_MAX = 200

export const findOrder = (db: Db, id: OrderId): Promise<OrderRow | undefined> =>
  db.select().from(orders).where(eq(orders.id, id)).get()

/** The user's own order of a kind; other users' orders are not found. */
export const findOwnOrder = (db: Db, userId: UserId, kind: OrderKind, id: string) =>
  db
    .select()
    .from(orders)
    .where(and(eq(orders.id, id as OrderId), eq(orders.userId, userId), eq(orders.kind, kind)))
    .get()

export const findOrderOfAttempt = (db: Db, userId: UserId, attemptId: string) =>
  db
    .select()
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.attemptId, attemptId)))
    .get()

/**
 * Stores an order; undefined if its attempt already has one, its owner's account is closed, or has
 * too many unpaid ones. One statement, because nothing of theirs may appear once it is closed, and
 * others may be made at this moment.
 */
export function insertOrder(db: Db, order: NewOrder): Promise<OrderRow | undefined> {
  const owner = and(
    eq(users.id, order.userId),
    isNull(users.closedAt),
    sql`(${unpaidOf(db, order.userId)}) < ${UNPAID_ORDERS_PER_USER}`,
  )
  return db
    .insert(orders)
    .select((qb) => qb.select(columnsOf(orders, order)).from(users).where(owner))
    .onConflictDoNothing()
    .returning()
    .get()
}

/** The payment state of an order as it was read: a write applies only if it is unchanged. */
export type OrderSnapshot = Pick<
  OrderRow,
  'id' | 'payment' | 'refundedAmount' | 'failedAmount' | 'intentId' | 'paymentAttempt' | 'status'
>

export const isStillAsRead = ({
  id,
  payment,
  refundedAmount,
  failedAmount,
  intentId,
  paymentAttempt,
  status,
}: OrderSnapshot): SQL | undefined =>
  and(
    eq(orders.id, id),
    eq(orders.payment, payment),
    eq(orders.refundedAmount, refundedAmount),
    eq(orders.failedAmount, failedAmount),
    eq(orders.status, status),
    eq(orders.paymentAttempt, paymentAttempt),
    intentId === null ? isNull(orders.intentId) : eq(orders.intentId, intentId),
  )

/** Changes an order if it is unchanged since it was seen; undefined otherwise. */
export const changeOrder = (
  db: Db,
  seen: OrderSnapshot,
  set: Partial<NewOrder>,
): Promise<OrderRow | undefined> =>
  db.update(orders).set(set).where(isStillAsRead(seen)).returning().get()

/** The same for an order that has been paid, with the notice of it and its receipt. */
export async function payOrder(
  db: Db,
  seen: OrderSnapshot,
  set: Partial<NewOrder>,
  notice: NewNotice,
  receipt: NewReceipt,
): Promise<OrderRow | undefined> {
  const paid = db.update(orders).set(set).where(isStillAsRead(seen)).returning()
  const isPaid = hasRow(
    db,
    orders,
    eq(orders.id, seen.id),
    eq(orders.intentId, receipt.intentId),
    eq(orders.payment, 'paid'),
  )
  const [[changed]] = await db.batch([
    paid,
    noticeIfChanged(db, notice),
    receiptWrite(db, receipt, isPaid),
  ])
  return changed
}

/**
 * Deletes an order if it is unchanged since it was seen and was not given more time; returns
 * whether it did.
 */
export const deleteOrder = async (
  db: Db,
  seen: OrderSnapshot & Pick<OrderRow, 'payBefore'>,
): Promise<boolean> =>
  Boolean(
    await db
      .delete(orders)
      .where(and(isStillAsRead(seen), eq(orders.payBefore, seen.payBefore)))
      .returning({ id: orders.id })
      .get(),
  )

const unpaidOf = (db: Db, userId: UserId) =>
  db
    .select({ unpaid: count() })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.payment, 'awaiting')))

/** Number of a user's unpaid orders. */
export const countUnpaid = async (db: Db, userId: UserId): Promise<number> =>
  (await unpaidOf(db, userId).get())?.unpaid ?? 0

/** Orders with payment work due by `now`, longest waiting first. */
export const listDueOrders = (db: Db, { now }: { now: Instant }) =>
  db
    .select()
    .from(orders)
    .where(and(lte(orders.dueAt, now), isNotSetAside('orders', orders.id, now)))
    .orderBy(asc(orders.dueAt))
    .limit(SWEEP_MAX)

/** Postpones an order whose payment could not be settled yet. */
export const postponeOrder = (db: Db, seen: OrderSnapshot, dueAt: Instant) =>
  changeOrder(db, seen, { dueAt })

export type OrderListQuery = {
  kind: OrderKind
  /** Folded text to search for in the parts of an address that the viewer may see. */
  search?: string
  date?: LondonDay
  limit: number
}

/**
 * Everyone's placed orders and all of the viewer's, soonest collection first, from `notBefore` on
 * unless a day is asked for.
 */
export function listOrders(
  db: Db,
  q: OrderListQuery & { notBefore: LondonDay; after: { day: LondonDay; id: string } | null },
  viewer: ViewerRef | null,
) {
  const placed = and(inArray(orders.payment, ['free', 'paid']), ne(orders.status, 'failed'))
  const mayFind = q.search === undefined ? undefined : contains(orders.publicText, q.search)
  const own =
    viewer &&
    and(
      eq(orders.userId, idOf(db, viewer)),
      q.search ? contains(orders.ownText, q.search) : undefined,
    )
  const others = and(placed, viewer ? ne(orders.userId, idOf(db, viewer)) : undefined, mayFind)
  const { after } = q
  const isOwn = viewer ? sql`${orders.userId} = ${idOf(db, viewer)}` : sql`0`
  return db
    .select({ ...getTableColumns(orders), isOwn: isOwn.mapWith(Boolean).as('is_own') })
    .from(orders)
    .where(
      and(
        eq(orders.kind, q.kind),
        q.date ? eq(orders.sendDate, q.date) : gte(orders.sendDate, q.notBefore),
        after
          ? or(
              gt(orders.sendDate, after.day),
              and(eq(orders.sendDate, after.day), gt(orders.id, after.id as OrderId)),
            )
          : undefined,
        own ? or(own, others) : others,
      ),
    )
    .orderBy(asc(orders.sendDate), asc(orders.id))
    .limit(q.limit)
}

/** All of a user's orders of a kind, newest first. */
export function listOwnOrders(
  db: Db,
  q: OrderListQuery & { before: { at: Instant; id: string } | null },
  viewer: ViewerRef,
) {
  const { before } = q
  return db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.userId, idOf(db, viewer)),
        eq(orders.kind, q.kind),
        q.search ? contains(orders.ownText, q.search) : undefined,
        q.date ? eq(orders.sendDate, q.date) : undefined,
        before
          ? or(
              lt(orders.createdAt, before.at),
              and(eq(orders.createdAt, before.at), lt(orders.id, before.id as OrderId)),
            )
          : undefined,
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(q.limit)
}

const contains = (column: typeof orders.publicText | typeof orders.ownText, text: string): SQL =>
  sql`instr(${column}, ${text}) > 0`
