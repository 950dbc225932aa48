import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { type AuditEntry, changeAudited } from '#app/audit/rows/audit.server.ts'
import type { OrderId } from '#app/kernel/id.ts'
import type { LondonDay } from '#app/kernel/time.ts'
import type { NewNotice } from '#app/notices/rows/notices.server.ts'
import type { OrderKind } from '#app/orders/rules/order.ts'
import type { WorkStage } from '#app/orders/rules/stage.ts'
import type { RowPayment } from '#app/payments/rules/row-charge.ts'
import type { Db } from '#db/db.ts'
import { inList } from '#db/lists.ts'
import { hasRow } from '#db/rows.ts'
import { orders, requests, users } from '#db/schema.ts'
import { isStillAsRead, type NewOrder, type OrderRow, type OrderSnapshot } from './orders.server.ts'

export type AdminOrderQuery = {
  kind: OrderKind
  /** Any of these; omitted: all. */
  statuses?: readonly string[]
  payment?: RowPayment
  /** Leaves out unpaid orders, which concern only their owners. */
  placedOnly?: boolean
  /** Only orders in this stage; unfinished ones only. */
  stage?: WorkStage
  /** Only orders that boxes are delivered for. */
  boxesOnly?: boolean
  /** London days of the collection, both ends included. */
  from?: LondonDay
  to?: LondonDay
  search?: OrderSearch
  /** The latest collection first. */
  latestFirst: boolean
  after: { day: LondonDay; id: string } | null
  limit: number
}
/**
 * The search: a folded text in addresses, a lower-case one in names, digits in telephone numbers,
 * or an order's own id.
 */
export type OrderSearch = { text: string; name: string; digits: string | null; id: string }

/** Full details of the orders of a kind, by date of collection. */
export function listAdminOrders(db: Db, q: AdminOrderQuery) {
  const { after, latestFirst } = q
  const [beyond, sorted] = latestFirst ? [lt, desc] : [gt, asc]
  return db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.kind, q.kind),
        q.statuses && inList(orders.status, q.statuses),
        q.payment && eq(orders.payment, q.payment),
        q.placedOnly ? ne(orders.payment, 'awaiting') : undefined,
        q.stage && isInStage(db, q.kind, q.stage),
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
}

/** The same as `stageOf` (app/orders/rules/stage.ts), of placed orders. */
function isInStage(db: Db, kind: OrderKind, stage: WorkStage): SQL | undefined {
  const asked = (of: SQL | undefined) => hasRow(db, requests, eq(requests.subjectId, orders.id), of)
  const isOpen = asked(eq(requests.payment, 'awaiting'))
  const isSettled = asked(
    or(
      eq(requests.status, 'outside'),
      and(eq(requests.status, 'asked'), inArray(requests.payment, ['paid', 'refunding'])),
    ),
  )
  const working = kind === 'mail' ? ['processing'] : ['open', 'processing']
  const isWorkedOn = inList(orders.status, stage === 'collect' ? ['open'] : working)
  if (stage === 'done') return eq(orders.status, 'completed')
  if (stage === 'collect') return isWorkedOn
  if (stage === 'pay') return and(isWorkedOn, isOpen)
  const isBilled = stage === 'send' || stage === 'do' ? isSettled : not(isSettled)
  return and(isWorkedOn, not(isOpen), isBilled)
}

export const isFound = ({ text, name, digits, id }: OrderSearch): SQL | undefined =>
  or(
    sql`instr(${orders.ownText}, ${text}) > 0`,
    sql`instr(lower(${orders.userName}), ${name}) > 0`,
    digits === null ? undefined : sql`instr(${orders.tel}, ${digits}) > 0`,
    digits === null ? undefined : sql`instr(${orders.friTel}, ${digits}) > 0`,
    eq(orders.id, id as OrderId),
  )

/** More than a day's round can have. */
export const STOPS_MAX = 200

/** Placed and unfinished orders with boxes to bring or to collect on a day, by postcode. */
export const listStops = (db: Db, day: LondonDay) =>
  db
    .select()
    .from(orders)
    .where(
      and(
        inArray(orders.status, ['open', 'processing']),
        ne(orders.payment, 'awaiting'),
        or(eq(orders.sendDate, day), eq(orders.boxDate, day)),
      ),
    )
    .orderBy(asc(orders.fromZip), asc(orders.id))
    .limit(STOPS_MAX)

/** One order of a kind, with its owner's account. */
export const findAdminOrder = (db: Db, kind: OrderKind, id: string) =>
  db
    .select({
      order: orders,
      account: {
        ...{ name: users.name, phone: users.phone, email: users.email, wechat: users.wechat },
        language: users.language,
      },
    })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.userId))
    .where(and(eq(orders.id, id as OrderId), eq(orders.kind, kind)))
    .get()

/**
 * Changes an order if it is unchanged since it was seen, along with the audit entry and, if there
 * is one, the notice to its owner. Otherwise writes nothing and returns undefined.
 */
export const moveOrder = (
  db: Db,
  seen: OrderSnapshot,
  set: Partial<NewOrder>,
  entry: AuditEntry,
  notice: Omit<NewNotice, 'createdAt'> | null,
): Promise<OrderRow | undefined> =>
  changeAudited(
    db,
    db.update(orders).set(set).where(isStillAsRead(seen)).returning(),
    entry,
    notice,
  )

/** What of an order an administrator may correct. */
export type OrderDetails = Pick<
  OrderRow,
  'tel' | 'sendDate' | 'fromAddress' | 'fromZip' | 'toAddress' | 'toZip' | 'shipCompany'
>

/**
 * Corrects an order whose details, status and payment are as seen, with the audit entry and the
 * notice. The carrier stays once the boxes are weighed. Otherwise writes nothing and returns false.
 */
export async function correctOrder(
  db: Db,
  seen: OrderRow,
  set: OrderDetails & Pick<OrderRow, 'publicText' | 'ownText'>,
  entry: AuditEntry,
  notice: Omit<NewNotice, 'createdAt'>,
): Promise<boolean> {
  const correct = db
    .update(orders)
    .set(set)
    .where(
      and(
        isStillAsRead(seen),
        eq(orders.tel, seen.tel),
        eq(orders.sendDate, seen.sendDate),
        eq(orders.ownText, seen.ownText),
        set.shipCompany === seen.shipCompany
          ? sql`${orders.shipCompany} is ${seen.shipCompany}`
          : isNull(orders.weights),
      ),
    )
    .returning({ id: orders.id })
  return (await changeAudited(db, correct, entry, notice)) !== undefined
}
