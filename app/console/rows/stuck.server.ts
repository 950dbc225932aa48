import { and, asc, eq, isNotNull, lte } from 'drizzle-orm'
import type { GroupId, OrderId } from '#app/kernel/id.ts'
import { STUCK_AFTER_MS } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { Db } from '#db/db.ts'
import { groups, orders } from '#db/schema.ts'

/** More than anyone reads; this many of a kind mean that the provider is down. */
const LIST_MAX = 500

const ofGroups = (db: Db, id?: string) =>
  db
    .select({ id: groups.id, service: groups.kind, stuck: groups.stuck })
    .from(groups)
    .where(and(isNotNull(groups.stuckSinceAt), id ? eq(groups.id, id as GroupId) : undefined))
    .orderBy(asc(groups.stuckSinceAt))
    .limit(LIST_MAX)

const ofOrders = (db: Db, now: Instant, id?: string) =>
  db
    .select({
      id: orders.id,
      kind: orders.kind,
      payment: orders.payment,
      intentId: orders.intentId,
      dueSinceAt: orders.dueSinceAt,
    })
    .from(orders)
    .where(
      and(
        lte(orders.dueSinceAt, now - STUCK_AFTER_MS),
        id ? eq(orders.id, id as OrderId) : undefined,
      ),
    )
    .orderBy(asc(orders.dueSinceAt))
    .limit(LIST_MAX)

/**
 * Everything whose money has been undecided for too long at `now`; `id` restricts it to one
 * carpool, trip or order.
 */
export async function listStuckMoney(db: Db, now: Instant, id?: string) {
  const [inGroups, inOrders] = await db.batch([ofGroups(db, id), ofOrders(db, now, id)])
  return { groups: inGroups, orders: inOrders }
}

/** Whether a carpool, trip or order has this id. */
export async function isAnything(db: Db, id: string): Promise<boolean> {
  const found = await db.batch([
    db
      .select({ id: groups.id })
      .from(groups)
      .where(eq(groups.id, id as GroupId)),
    db
      .select({ id: orders.id })
      .from(orders)
      .where(eq(orders.id, id as OrderId)),
  ])
  return found.some((rows) => rows.length > 0)
}
