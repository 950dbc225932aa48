import { and, desc, eq, gte, inArray, type SQL, sql } from 'drizzle-orm'
import type { Kind } from '#app/group/rows/groups.server.ts'
import { isTaken } from '#app/group/rows/participants.server.ts'
import type { GroupId, OrderId, ParticipantId, UserId } from '#app/kernel/id.ts'
import type { Search } from '#app/kernel/search.ts'
import type { Instant, LondonDay } from '#app/kernel/time.ts'
import { isFound as isFoundOrder, type OrderSearch } from '#app/orders/rows/admin-orders.server.ts'
import type { Db } from '#db/db.ts'
import { hasRow } from '#db/rows.ts'
import { groups, orders, participants, users } from '#db/schema.ts'
import { isFound as isFoundUser, type UserSearch } from './admin-users.server.ts'

/*
 * The console's search. Ids, phones and flights use an index. Parts of names do not: those tables
 * are scanned, as in the lists of users and orders.
 */

/** The limit for all results together. */
const NEXT_RIDES_MAX = 30

/** The query for users and orders; `since`: the earliest flights to search. */
export type SearchQuery = {
  search: Search
  user: UserSearch
  order: OrderSearch
  since: LondonDay
  limit: number
}

const isUser = ({ search, user }: SearchQuery): SQL | undefined => {
  if (search.kind === 'id') return eq(users.id, search.id as UserId)
  return search.kind === 'phone' ? eq(users.phone, search.phone) : isFoundUser(user)
}

export const searchUsers = (db: Db, q: SearchQuery) =>
  db
    .select({ id: users.id, name: users.name, phone: users.phone, closedAt: users.closedAt })
    .from(users)
    .where(isUser(q))
    .orderBy(desc(users.createdAt))
    .limit(q.limit)

/** The groups in which a matching user has a confirmed place. */
const withPeople = (db: Db, q: SearchQuery) =>
  db
    .select({ groupId: participants.groupId })
    .from(participants)
    .where(
      and(
        inArray(
          participants.userId,
          db.select({ id: users.id }).from(users).where(isUser(q)).limit(q.limit),
        ),
        eq(participants.seat, 'taken'),
      ),
    )

const withPlace = (db: Db, id: string) =>
  db
    .select({ groupId: participants.groupId })
    .from(participants)
    .where(eq(participants.id, id as ParticipantId))

/** Whether a traveller of a group takes this flight. */
const takes = (db: Db, flight: string): SQL =>
  hasRow(
    db,
    participants,
    eq(participants.groupId, groups.id),
    isTaken,
    sql`instr(${participants.flightKeys}, ${` ${flight} `}) > 0`,
  )

function isGroup(db: Db, q: SearchQuery): SQL {
  const { search } = q
  if (search.kind !== 'id' || search.of === 'user') return sql`${groups.id} in ${withPeople(db, q)}`
  return search.of === 'place'
    ? sql`${groups.id} in ${withPlace(db, search.id)}`
    : eq(groups.id, search.id as GroupId)
}

/** The matching groups of a kind, latest first. */
export const searchGroups = (db: Db, kind: Kind, q: SearchQuery) =>
  db
    .select()
    .from(groups)
    .where(and(eq(groups.kind, kind), isGroup(db, q)))
    .orderBy(desc(groups.departureAt))
    .limit(q.limit)

/** The groups of a kind with a traveller on a flight, latest first. */
export const searchFlights = (db: Db, kind: Kind, flight: string, q: SearchQuery) =>
  db
    .select()
    .from(groups)
    .where(and(eq(groups.kind, kind), gte(groups.departureDay, q.since), takes(db, flight)))
    .orderBy(desc(groups.departureAt))
    .limit(q.limit)

/** Matching mail and moving orders, latest collection first. */
export const searchOrders = (db: Db, q: SearchQuery) =>
  db
    .select({
      id: orders.id,
      kind: orders.kind,
      status: orders.status,
      userName: orders.userName,
      sendDate: orders.sendDate,
    })
    .from(orders)
    .where(q.search.kind === 'id' ? eq(orders.id, q.search.id as OrderId) : isFoundOrder(q.order))
    .orderBy(desc(orders.sendDate))
    .limit(q.limit)

/** The next ride of a vehicle or a driver. */
export type NextRide = {
  /** The id of the vehicle or driver. */
  of: string
  groupId: GroupId
  meetAt: Instant
  plate: string
  driver: string
}

/** Rides of some vehicles and drivers that meet after an instant, soonest first. */
export const listNextRides = (db: Db, ids: readonly string[], after: Instant) => {
  const wanted = sql`(select value from json_each(${JSON.stringify(ids)}))`
  const ride = participants.ride
  return db.all<NextRide>(sql`
    select of, group_id as groupId, meet_at as meetAt, plate, driver from (
      select distinct one.value as of, ${participants.groupId} as group_id,
        ${ride} ->> '$.meetAt' as meet_at, ${ride} ->> '$.vehicle.plate' as plate,
        ${ride} ->> '$.driver.name' as driver
      from ${participants},
        json_each(json_array(${ride} ->> '$.vehicle.id', ${ride} ->> '$.driver.id')) as one
      where ${ride} is not null and ${participants.seat} = 'taken' and one.value in ${wanted}
    ) where meet_at > ${after} order by meet_at limit ${NEXT_RIDES_MAX}`)
}
