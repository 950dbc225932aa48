import { and, eq, ne } from 'drizzle-orm'
import type { ParticipantId, UserId } from '#app/domain/id.ts'
import type { Db } from '#db/db.ts'
import { carpools, trips } from '#db/kinds.ts'
import { groups, participants } from '#db/schema.ts'

const isOwn = (id: ParticipantId, userId: UserId) =>
  and(eq(participants.id, id), eq(participants.userId, userId))

/** Whose place it has to be; `bearer`: anyone's, as long as it is not gone. */
export type Owner = UserId | 'bearer'

const isOf = (id: ParticipantId, owner: Owner) =>
  owner === 'bearer'
    ? and(eq(participants.id, id), ne(participants.seat, 'gone'))
    : isOwn(id, owner)

/**
 * A user's own place in a carpool with the carpool, even if the place is gone. Other users' places
 * are not found.
 */
export const findCarpoolPlace = (db: Db, id: ParticipantId, owner: Owner) =>
  db
    .select({ carpool: carpools, place: participants })
    .from(participants)
    .innerJoin(carpools, eq(carpools.id, participants.groupId))
    .where(isOf(id, owner))
    .get()

/** The same for a trip. */
export const findTripPlace = (db: Db, id: ParticipantId, owner: Owner) =>
  db
    .select({ trip: trips, place: participants })
    .from(participants)
    .innerJoin(trips, eq(trips.id, participants.groupId))
    .where(isOf(id, owner))
    .get()

/** The car of a user's own confirmed place, and when its group leaves. */
export const findOwnRide = (db: Db, id: ParticipantId, userId: UserId) =>
  db
    .select({
      ride: participants.ride,
      departureAt: groups.departureAt,
    })
    .from(participants)
    .innerJoin(groups, eq(groups.id, participants.groupId))
    .where(and(isOwn(id, userId), eq(participants.seat, 'taken')))
    .get()
