import { and, asc, desc, eq, gt, gte, inArray, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { OrderId } from '#app/domain/id.ts'
import type { BasePayment, OrderKind } from '#app/domain/order/order.ts'
import type { LondonDay } from '#app/domain/time.ts'
import type { Db } from '#db/db.ts'
import { notices, orders, users } from '#db/schema.ts'
import { type AuditEntry, auditIfChanged } from './audit.ts'
import { insertIfChanged } from './if-changed.ts'
import type { NewNotice } from './notices.ts'
import { asSeen, type NewOrder, type OrderRow, type Seen } from './orders.ts'

export type AdminOrderQuery = {
  kind: OrderKind
  /** One of these; left out: any. */
  statuses?: readonly string[]
  payment?: BasePayment
  /** Without the unpaid ones, of which nobody but their owners needs to know. */
  placedOnly?: boolean
  /** Only those that boxes are brought for. */
  boxesOnly?: boolean
  /** London days of the collection, both in. */
  from?: LondonDay
  to?: LondonDay
  search?: OrderSearch
  /** The latest collection first. */
  latestFirst: boolean
  after: { day: LondonDay; id: string } | null
  limit: number
}
/**
 * What is looked for: a folded text in addresses, one in small letters in names, digits in
 * telephone numbers, or an order's own id.
 */
export type OrderSearch = { text: string; name: string; digits: string | null; id: string }

/** All that is kept of orders of a kind, in the order of their collection. */
export function listAdminOrders(db: Db, q: AdminOrderQuery): Promise<OrderRow[]> {
  const { after, latestFirst } = q
  const [beyond, sorted] = latestFirst ? [lt, desc] : [gt, asc]
  return db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.kind, q.kind),
        q.statuses && inArray(orders.status, [...q.statuses]),
        q.payment && eq(orders.payment, q.payment),
        q.placedOnly ? ne(orders.payment, 'awaiting') : undefined,
        q.boxesOnly ? eq(orders.isBuyBox, true) : undefined,
        q.from ? gte(orders.sendDate, q.from) : undefined,
        q.to ? lte(orders.sendDate, q.to) : undefined,
        q.search && isFound(q.search),
        after
          ? or(
              beyond(orders.sendDate, after.day),
              and(eq(orders.sendDate, after.day), beyond(orders.id, after.id as OrderId)),
            )
          : undefined,
      ),
    )
    .orderBy(sorted(orders.sendDate), sorted(orders.id))
    .limit(q.limit)
    .all()
}

const isFound = ({ text, name, digits, id }: OrderSearch): SQL | undefined =>
  or(
    sql`instr(${orders.ownText}, ${text}) > 0`,
    sql`instr(lower(${orders.userName}), ${name}) > 0`,
    digits === null ? undefined : sql`instr(${orders.tel}, ${digits}) > 0`,
    digits === null ? undefined : sql`instr(${orders.friTel}, ${digits}) > 0`,
    eq(orders.id, id as OrderId),
  )

/** One order of a kind, with whose account it is. */
export const findAdminOrder = (db: Db, kind: OrderKind, id: string) =>
  db
    .select({
      order: orders,
      account: { name: users.name, phone: users.phone, email: users.email, wechat: users.wechat },
    })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.userId))
    .where(and(eq(orders.id, id as OrderId), eq(orders.kind, kind)))
    .get()

/**
 * Changes an order if nothing has happened to it since it was seen, with the log's entry and, where
 * there is one, the notice that tells its owner; undefined, and none of it, when something has.
 */
export async function moveOrder(
  db: Db,
  seen: Seen,
  set: Partial<NewOrder>,
  entry: AuditEntry,
  notice: NewNotice | null,
): Promise<OrderRow | undefined> {
  const follows: BatchItem<'sqlite'>[] = notice
    ? [
        insertIfChanged(db, notices, {
          ...notice,
          emailState: 'waiting',
          emailDueAt: notice.createdAt,
          emailTries: 0,
        }),
      ]
    : []
  const [changed] = await db.batch([
    db.update(orders).set(set).where(asSeen(seen)).returning(),
    auditIfChanged(db, entry),
    ...follows,
  ])
  return changed[0]
}
