import { and, desc, eq, gte, lte, type SQL, sql } from 'drizzle-orm'
import type { GroupStatus } from '#app/domain/group/status.ts'
import type { AirportId, UserId } from '#app/domain/id.ts'
import type { Instant, LondonDay } from '#app/domain/time.ts'
import type { Db } from '#db/db.ts'
import { carpools, trips } from '#db/kinds.ts'
import { inList } from '#db/lists.ts'
import { users } from '#db/schema.ts'

/**
 * An administrator's search criteria; days are London days of departure or start, both ends
 * included.
 */
export type GroupFilter = {
  status?: GroupStatus
  from?: LondonDay
  to?: LondonDay
  airportId?: AirportId
  after: { at: Instant; id: string } | null
  limit: number
}

/** All carpools, including private ones and drafts; latest departure first. */
export const listAllCarpools = (db: Db, f: GroupFilter) =>
  db
    .select()
    .from(carpools)
    .where(
      and(
        f.status && eq(carpools.status, f.status),
        f.from ? gte(carpools.departureDay, f.from) : undefined,
        f.to ? lte(carpools.departureDay, f.to) : undefined,
        f.airportId && eq(carpools.airportId, f.airportId),
        f.after ? beyond(sql`${carpools.departureAt}, ${carpools.id}`, f.after) : undefined,
      ),
    )
    .orderBy(desc(carpools.departureAt), desc(carpools.id))
    .limit(f.limit)

/** All trips, including drafts; latest start first. */
export const listAllTrips = (db: Db, f: Omit<GroupFilter, 'airportId'>) =>
  db
    .select()
    .from(trips)
    .where(
      and(
        f.status && eq(trips.status, f.status),
        f.from ? gte(trips.departureDay, f.from) : undefined,
        f.to ? lte(trips.departureDay, f.to) : undefined,
        f.after ? beyond(sql`${trips.departureAt}, ${trips.id}`, f.after) : undefined,
      ),
    )
    .orderBy(desc(trips.departureAt), desc(trips.id))
    .limit(f.limit)

const beyond = (columns: SQL, { at, id }: { at: Instant; id: string }): SQL =>
  sql`(${columns}) < (${at}, ${id})`

/** A user's details as administrators need them. */
export type Person = { id: UserId; name: string; phone: string; wechat: string }

/** The people of a group. */
export const listPeople = (db: Db, ids: UserId[]): Promise<Person[]> =>
  db
    .select({ id: users.id, name: users.name, phone: users.phone, wechat: users.wechat })
    .from(users)
    .where(inList(users.id, ids))
    .all()
