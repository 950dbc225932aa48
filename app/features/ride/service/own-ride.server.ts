import { findOwnRide } from '#app/features/ride/rows/own-ride.server.ts'
import { type ShownRide, shownRide } from '#app/group/service/own-car.ts'
import type { ParticipantId, UserId } from '#app/kernel/id.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Clock } from '#app/kernel/time.ts'
import type { Db } from '#db/db.ts'

/**
 * The car of the viewer's own confirmed place; null if none is assigned yet. Fails with notFound
 * for any other place.
 */
export async function readOwnRide(
  { db, clock }: { db: Db; clock: Clock },
  viewer: { id: UserId },
  participantId: string,
): Promise<Result<ShownRide | null>> {
  const found = await findOwnRide(db, participantId as ParticipantId, viewer.id)
  return found ? ok(shownRide(found.ride, found.departureAt, clock.now())) : fail('notFound')
}
