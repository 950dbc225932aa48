import { and, asc, eq, isNotNull, lte } from 'drizzle-orm'
import type { CarpoolId, OrderId, TripId } from '#app/domain/id.ts'
import { STUCK_AFTER_MS } from '#app/domain/limits.ts'
import type { Instant } from '#app/domain/time.ts'
import type { Db } from '#db/db.ts'
import { carpools, trips } from '#db/kinds.ts'
import { orders } from '#db/schema.ts'

/** More than anyone reads; this many of a kind mean the provider is down. */
const LIST_MAX = 500

const ofCarpools = (db: Db, id?: string) =>
  db
    .select({ id: carpools.id, stuck: carpools.stuck })
    .from(carpools)
    .where(and(isNotNull(carpools.stuckSinceAt), id ? eq(carpools.id, id as CarpoolId) : undefined))
    .orderBy(asc(carpools.stuckSinceAt))
    .limit(LIST_MAX)

const ofTrips = (db: Db, id?: string) =>
  db
    .select({ id: trips.id, stuck: trips.stuck })
    .from(trips)
    .where(and(isNotNull(trips.stuckSinceAt), id ? eq(trips.id, id as TripId) : undefined))
    .orderBy(asc(trips.stuckSinceAt))
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
 * Everything whose money has been undecided for too long at `now`; `id`: only that carpool, trip or
 * order.
 */
export async function listStuckMoney(db: Db, now: Instant, id?: string) {
  const [inCarpools, inTrips, inOrders] = await db.batch([
    ofCarpools(db, id),
    ofTrips(db, id),
    ofOrders(db, now, id),
  ])
  return { carpools: inCarpools, trips: inTrips, orders: inOrders }
}

/** Whether a carpool, trip or order has this id. */
export async function isAnything(db: Db, id: string): Promise<boolean> {
  const found = await db.batch([
    db
      .select({ id: carpools.id })
      .from(carpools)
      .where(eq(carpools.id, id as CarpoolId)),
    db
      .select({ id: trips.id })
      .from(trips)
      .where(eq(trips.id, id as TripId)),
    db
      .select({ id: orders.id })
      .from(orders)
      .where(eq(orders.id, id as OrderId)),
  ])
  return found.some((rows) => rows.length > 0)
}
