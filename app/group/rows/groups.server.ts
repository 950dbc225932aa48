import { and, asc, between, desc, eq, gte, lte, type SQL, sql } from 'drizzle-orm'
import type { GroupStatus } from '#app/group/rules/status.ts'
import type { AirportId, GroupId } from '#app/kernel/id.ts'
import type { Instant, LondonDay } from '#app/kernel/time.ts'
import { isNotSetAside } from '#app/platform/rows/set-aside.server.ts'
import type { Db } from '#db/db.ts'
import type { GroupRow } from '#db/kinds.ts'
import { groups } from '#db/schema.ts'
import { isNotRefused } from './refused-groups.server.ts'

export type Kind = GroupRow['kind']

/** How many overdue groups of a kind one sweep takes. */
const SWEEP_MAX = 500

/** Groups that depart between two London days, both included: they have an index. */
export const departingOn = (from: LondonDay, to: LondonDay): SQL =>
  between(groups.departureDay, from, to)

/** Groups of a kind whose object had something to do by `now`, longest overdue first. */
export const listOverdue = <Id extends GroupId>(db: Db, kind: Kind, now: Instant) =>
  db
    .select({
      id: sql<Id>`${groups.id}`,
      version: groups.version,
      nextDueAt: groups.nextDueAt,
    })
    .from(groups)
    .where(
      and(
        eq(groups.kind, kind),
        lte(groups.nextDueAt, now),
        isNotRefused(groups.id),
        isNotSetAside('groups', groups.id, now),
      ),
    )
    .orderBy(asc(groups.nextDueAt))
    .limit(SWEEP_MAX)

/**
 * An administrator's search criteria; days are London days of departure, both ends included. Trips
 * have no airport.
 */
export type GroupFilter = {
  status?: GroupStatus
  from?: LondonDay
  to?: LondonDay
  airportId?: AirportId
  after: { at: Instant; id: string } | null
  limit: number
}

/** All groups of a kind, including private ones and drafts; latest departure first. */
export const listAllGroups = (db: Db, kind: Kind, f: GroupFilter) =>
  db
    .select()
    .from(groups)
    .where(
      and(
        eq(groups.kind, kind),
        f.status && eq(groups.status, f.status),
        f.from ? gte(groups.departureDay, f.from) : undefined,
        f.to ? lte(groups.departureDay, f.to) : undefined,
        f.airportId && eq(groups.airportId, f.airportId),
        f.after
          ? sql`(${groups.departureAt}, ${groups.id}) < (${f.after.at}, ${f.after.id})`
          : undefined,
      ),
    )
    .orderBy(desc(groups.departureAt), desc(groups.id))
    .limit(f.limit)
