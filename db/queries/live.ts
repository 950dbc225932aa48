import { and, eq } from 'drizzle-orm'
import type { GroupId } from '#app/domain/id.ts'
import type { Db } from '#db/db.ts'
import { inList } from '#db/lists.ts'
import { groups } from '#db/schema.ts'

/** What a ticket shows of groups that anyone may see, by primary key. */
export const findLive = (db: Db, ids: readonly GroupId[]) =>
  db
    .select({
      id: groups.id,
      status: groups.status,
      currentPassengers: groups.currentPassengers,
      cutoffAt: groups.cutoffAt,
      releasedSeats: groups.releasedSeats,
      departureAt: groups.departureAt,
    })
    .from(groups)
    .where(and(inList(groups.id, ids), eq(groups.listed, true)))
export type LiveRow = Awaited<ReturnType<typeof findLive>>[number]
