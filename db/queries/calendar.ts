import { and, eq } from 'drizzle-orm'
import type { ParticipantId, UserId } from '#app/domain/id.ts'
import type { Db } from '#db/db.ts'
import { carpools, participants, tripPlaces, trips } from '#db/schema.ts'

/**
 * A user's own place in a carpool with the carpool, even if the place is gone. Other users' places
 * are not found.
 */
export const findCarpoolPlace = (db: Db, id: ParticipantId, userId: UserId) =>
  db
    .select({ carpool: carpools, place: participants })
    .from(participants)
    .innerJoin(carpools, eq(carpools.id, participants.carpoolId))
    .where(and(eq(participants.id, id), eq(participants.userId, userId)))
    .get()

/** The same for a trip. */
export const findTripPlace = (db: Db, id: ParticipantId, userId: UserId) =>
  db
    .select({ trip: trips, place: tripPlaces })
    .from(tripPlaces)
    .innerJoin(trips, eq(trips.id, tripPlaces.tripId))
    .where(and(eq(tripPlaces.id, id), eq(tripPlaces.userId, userId)))
    .get()
