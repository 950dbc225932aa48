import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { CarpoolId, GroupId, ParticipantId, TripId } from '#app/domain/id.ts'
import type { Instant } from '#app/domain/time.ts'
import type { Db } from '#db/db.ts'
import { prepared } from '#db/prepared.ts'
import { participants } from '#db/schema.ts'
import { idOf, type RefBy, refBy, refOf, refValue, type ViewerRef } from './viewer-ref.ts'

export type ParticipantRow = typeof participants.$inferSelect

/** A confirmed seat, phrased so that those of a group are found by their index. */
export const isTaken = sql`${participants.seat} = 'taken'`
/** Number of people on a place's deposit. */
export const peopleOf = sql<number>`${participants.party} ->> 'people'`

/** Marks places their group no longer has as gone. */
export const freePlaces = (db: Db, ids: string[], version: number): BatchItem<'sqlite'> =>
  db
    .update(participants)
    .set({ seat: 'gone', holdExpiresAt: null, version })
    .where(and(inArray(participants.id, ids as ParticipantId[]), lt(participants.version, version)))

/** A user's holds and drafts in one kind of group that are unpaid and have not run out. */
export const isOpenHold = (
  db: Db,
  viewerRef: ViewerRef,
  kind: ParticipantRow['kind'],
  now: Instant,
) =>
  and(
    eq(participants.userId, idOf(db, viewerRef)),
    eq(participants.kind, kind),
    eq(participants.seat, 'held'),
    gt(participants.holdExpiresAt, now),
  )

/** The groups of one kind in which a user has an unpaid hold that has not run out. */
const openHoldsOf = <Id extends GroupId>(kind: ParticipantRow['kind']) => {
  const select = prepared((db, of: { viewer: string; now: Instant }, by: RefBy) =>
    db
      .select({
        groupId: sql<Id>`${participants.groupId}`.as('group_id'),
        holdExpiresAt: participants.holdExpiresAt,
      })
      .from(participants)
      .where(isOpenHold(db, refOf(by, of.viewer), kind, of.now)),
  )
  return (db: Db, viewerRef: ViewerRef, now: Instant) =>
    select(db, { viewer: refValue(viewerRef), now }, refBy(viewerRef))
}
export const selectCarpoolHolds = openHoldsOf<CarpoolId>('carpool')
export const selectTripHolds = openHoldsOf<TripId>('trip')
