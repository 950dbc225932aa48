import { and, asc, eq, gt } from 'drizzle-orm'
import type { CarpoolId } from '#app/kernel/id.ts'
import type { Instant } from '#app/kernel/time.ts'
import { idOf, type ViewerRef } from '#app/platform/rows/viewer-ref.server.ts'
import type { Db } from '#db/db.ts'
import { carpools } from '#db/kinds.ts'
import { named } from '#db/named-columns.ts'
import { waits } from '#db/schema.ts'

export type WaitRow = typeof waits.$inferSelect

/** A user's place on a carpool's waitlist. */
export const selectWait = (db: Db, groupId: CarpoolId, viewer: ViewerRef) =>
  db
    .select()
    .from(waits)
    .where(and(eq(waits.groupId, groupId), eq(waits.userId, idOf(db, viewer))))

/** The joinable cars that a user waits for, soonest departure first. */
export const listWaits = (db: Db, viewer: ViewerRef, now: Instant) =>
  db
    .select({ wait: named(waits, 'wait'), carpool: named(carpools, 'car') })
    .from(waits)
    .innerJoin(carpools, eq(carpools.id, waits.groupId))
    .where(and(eq(waits.userId, idOf(db, viewer)), gt(carpools.cutoffAt, now)))
    .orderBy(asc(carpools.departureAt), asc(carpools.id))
