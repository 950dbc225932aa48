import { and, asc, eq, gt } from 'drizzle-orm'
import type { CarpoolId, UserId } from '#app/domain/id.ts'
import type { Instant } from '#app/domain/time.ts'
import type { Db } from '#db/db.ts'
import { carpools } from '#db/kinds.ts'
import { waits } from '#db/schema.ts'

export type WaitRow = typeof waits.$inferSelect

/** A user's place on a carpool's waitlist. */
export const findWait = (db: Db, groupId: CarpoolId, userId: UserId) =>
  db
    .select()
    .from(waits)
    .where(and(eq(waits.groupId, groupId), eq(waits.userId, userId)))
    .get()

/** The cars that a user waits for and that can still be joined, soonest departure first. */
export const listWaits = (db: Db, userId: UserId, now: Instant) =>
  db
    .select({ wait: waits, carpool: carpools })
    .from(waits)
    .innerJoin(carpools, eq(carpools.id, waits.groupId))
    .where(and(eq(waits.userId, userId), gt(carpools.cutoffAt, now)))
    .orderBy(asc(carpools.departureAt), asc(carpools.id))
