import {
  and,
  asc,
  eq,
  exists,
  gte,
  inArray,
  isNotNull,
  lt,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { isTaken, peopleOf } from '#app/group/rows/participants.server.ts'
import type { Cases } from '#app/group/rules/luggage.ts'
import type { LeaveReason } from '#app/group/rules/state.ts'
import { LIST_RANK, listRankOf } from '#app/group/rules/state.ts'
import { statusesThat } from '#app/group/rules/status.ts'
import type { CarpoolId, ParticipantId, UserId } from '#app/kernel/id.ts'
import { WISH_TOLERANCE_MS } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import { owedColumns } from '#app/payments/rows/failed-refunds.server.ts'
import { idOf, type ViewerRef } from '#app/platform/rows/viewer-ref.server.ts'
import type { Db } from '#db/db.ts'
import { type CarpoolRow, carpools, type GroupRow } from '#db/kinds.ts'
import { named } from '#db/named-columns.ts'
import { prepared } from '#db/prepared-query.ts'
import { hasRow } from '#db/rows.ts'
import { participants, seatOpenings, waits, wishes } from '#db/schema.ts'

/** Whether a user has a confirmed seat in the row's carpool; false for a visitor. */
export const joinedBy = (db: Db, viewerRef: ViewerRef | null): SQL<number> =>
  viewerRef === null
    ? sql<number>`0`
    : sql<number>`${hasRow(
        db,
        participants,
        eq(participants.groupId, carpools.id),
        eq(participants.userId, idOf(db, viewerRef)),
        isTaken,
      )}`

/** Seats offered to a user that they do not hold yet, and until when. */
export type OfferedSeats = { people: number; until: Instant }

/** The seats of the row's carpool that are offered to a user; null: none are. */
export function offeredTo(db: Db, viewerRef: ViewerRef | null): SQL<OfferedSeats | null> {
  if (viewerRef === null) return sql<null>`null`
  const held = db
    .select({ sum: sql`coalesce(sum(${peopleOf}), 0)` })
    .from(participants)
    .where(
      and(
        eq(participants.userId, waits.userId),
        eq(participants.groupId, waits.groupId),
        inArray(participants.seat, ['held', 'lapsing', 'taken']),
      ),
    )
  const kept = db
    .select({
      seats: sql`json_object('people', ${waits.people} - ${held}, 'until', ${waits.offeredUntil})`,
    })
    .from(waits)
    .where(
      and(
        eq(waits.groupId, carpools.id),
        eq(waits.userId, idOf(db, viewerRef)),
        isNotNull(waits.offeredUntil),
      ),
    )
  return sql`${kept}`.mapWith((text: string): OfferedSeats => JSON.parse(text))
}

/** The sum of one part of the party, over all parties whose deposit is in. */
const confirmedIn = (db: Db, part: SQL = peopleOf): SQL<number> =>
  sql<number>`(${db
    .select({ sum: sql`coalesce(sum(${part}), 0)` })
    .from(participants)
    .where(and(eq(participants.groupId, carpools.id), isTaken))})`
const casesOf = (size: keyof Cases) => sql`${participants.party} ->> ${size}`

/** One carpool and whether the viewer has joined it; includes unlisted ones they are in. */
export const selectCarpool = (db: Db, id: CarpoolId, viewer: ViewerRef | null) =>
  db
    .select({
      carpool: named(carpools, 'car'),
      joined: joinedBy(db, viewer).as('joined'),
      offered: offeredTo(db, viewer).as('offered'),
      confirmed: confirmedIn(db).as('confirmed'),
      bigLuggage: confirmedIn(db, casesOf('bigLuggage')).as('big_luggage'),
      smallLuggage: confirmedIn(db, casesOf('smallLuggage')).as('small_luggage'),
    })
    .from(carpools)
    .where(eq(carpools.id, id))

/**
 * Why a place that had a deposit is gone. A place that never had one is not worth showing, unless
 * its group was cancelled.
 */
const LEFT: LeaveReason[] = [
  'exited',
  'cancelled',
  'dayOver',
  'departed',
  'converted',
  'refunded',
  'unpaid',
  'groupCancelled',
]

/** Every place a user has, or had with a deposit, with its carpool; latest departure last. */
export const listPlaces = (db: Db, viewer: ViewerRef) =>
  db
    .select({
      carpool: named(carpools, 'car'),
      participant: named(participants, 'par'),
      owed: owedColumns(db),
    })
    .from(participants)
    .innerJoin(carpools, eq(carpools.id, participants.groupId))
    .where(
      and(
        eq(participants.userId, idOf(db, viewer)),
        or(
          inArray(participants.seat, ['held', 'lapsing', 'taken', 'out']),
          inArray(participants.leaving, LEFT),
        ),
      ),
    )
    .orderBy(asc(carpools.departureAt), asc(carpools.id))

/**
 * Records that seats of a carpool have opened up. Must precede the row's own write in the batch,
 * since it compares the new row with the stored one.
 */
export function openingOf(db: Db, row: GroupRow, now: Instant): BatchItem<'sqlite'>[] {
  if (row.kind !== 'carpool') return []
  const { id, status, listed, currentPassengers, maxPassengers } = row
  if (!listed || listRankOf(status) !== LIST_RANK.joinable || currentPassengers >= maxPassengers)
    return []
  return [insertOpening(db, { id, currentPassengers, now })]
}

type Opening = Pick<CarpoolRow, 'id' | 'currentPassengers'> & { now: Instant }

const insertOpening = prepared((db, { id, currentPassengers, now }: Opening) => {
  const isKnown = and(
    eq(carpools.id, id),
    eq(carpools.listed, true),
    eq(carpools.rank, LIST_RANK.joinable),
    lte(carpools.currentPassengers, currentPassengers),
  )
  return db
    .insert(seatOpenings)
    .select(sql`select ${id}, ${now} where not exists (select 1 from ${carpools} where ${isKnown})`)
    .onConflictDoUpdate({ target: seatOpenings.carpoolId, set: { at: now } })
})

/**
 * Ends the wishes that a place in a carpool satisfies. Must follow the writes of both in the batch.
 */
export const endWishes = prepared((db, of: { userId: UserId; participantId: string }) =>
  db.delete(wishes).where(
    and(
      eq(wishes.userId, of.userId),
      exists(
        db
          .select({ one: sql`1` })
          .from(participants)
          .innerJoin(carpools, eq(carpools.id, participants.groupId))
          .where(
            and(
              eq(participants.id, of.participantId as ParticipantId),
              eq(carpools.tripType, wishes.tripType),
              eq(carpools.airportId, wishes.airportId),
              sql`${participants.party} ->> 'people' >= ${wishes.people}`,
              sql`${carpools.departureAt} between ${wishes.fromAt} - ${WISH_TOLERANCE_MS} and ${wishes.toAt} + ${WISH_TOLERANCE_MS}`,
            ),
          ),
      ),
    ),
  ),
)

/** Maximum number of carpools that a place is offered to move to. */
const NEXT_MAX = 20

/** A complete one may have got seats again. */
const TAKING = statusesThat('joinable', 'complete')

/** Shared carpools with seats for `people` more that leave in a span; soonest first. */
export const listNextCars = (
  db: Db,
  of: Pick<CarpoolRow, 'tripType' | 'airportId'> & {
    except: CarpoolId
    people: number
    from: Instant
    before: Instant
  },
) =>
  db
    .select({ id: carpools.id, carpoolAt: carpools.departureAt })
    .from(carpools)
    .where(
      and(
        eq(carpools.tripType, of.tripType),
        eq(carpools.airportId, of.airportId),
        eq(carpools.private, false),
        inArray(carpools.status, TAKING),
        ne(carpools.id, of.except),
        gte(carpools.departureAt, of.from),
        lt(carpools.departureAt, of.before),
        sql`${carpools.currentPassengers} + ${of.people} <= ${carpools.maxPassengers}`,
      ),
    )
    .orderBy(asc(carpools.departureAt), asc(carpools.id))
    .limit(NEXT_MAX)
