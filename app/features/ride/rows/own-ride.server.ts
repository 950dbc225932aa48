import { and, eq } from 'drizzle-orm'
import type { ParticipantId, UserId } from '#app/kernel/id.ts'
import type { Db } from '#db/db.ts'
import { groups, participants } from '#db/schema.ts'

/** The car of a user's own confirmed place, and when its group leaves. */
export const findOwnRide = (db: Db, id: ParticipantId, userId: UserId) =>
  db
    .select({
      ride: participants.ride,
      departureAt: groups.departureAt,
    })
    .from(participants)
    .innerJoin(groups, eq(groups.id, participants.groupId))
    .where(
      and(eq(participants.id, id), eq(participants.userId, userId), eq(participants.seat, 'taken')),
    )
    .get()
