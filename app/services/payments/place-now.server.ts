import type { GroupId, ParticipantId } from '#app/domain/id.ts'
import { carpoolIdOf } from '#app/services/groups/group-id.server.ts'
import type { Db } from '#db/db.ts'
import { findPlaceNow } from '#db/queries/participants.ts'
import type { PlaceIntent } from './payment-intents.server.ts'

/**
 * The place that a payment belongs to now, and its group: the place that it was made for may have
 * moved to another carpool.
 */
export async function placeNow(
  db: Db,
  intent: PlaceIntent,
): Promise<{ subjectId: GroupId; participantId: ParticipantId }> {
  const madeFor = intent.facts.participantId as ParticipantId
  if (intent.what === 'trip') return { subjectId: intent.tripId, participantId: madeFor }
  const participantId = await findPlaceNow(db, madeFor)
  return { subjectId: carpoolIdOf(participantId) ?? intent.carpoolId, participantId }
}
