import type { ParticipantId, TripId, UserId } from '#app/domain/id.ts'
import { lettersOf, randomLetters } from './group-id.server.ts'

const TRIP = /^trip_[0-9a-hjkmnp-tv-z]{26}$/

/**
 * The id of the trip for one attempt to create: the same user and attempt give the same id. `turn`:
 * see carpoolIdFor.
 */
export const tripIdFor = async (userId: UserId, attemptId: string, turn: number): Promise<TripId> =>
  `trip_${await lettersOf(['trip', userId, attemptId, turn], 26)}`

/**
 * A new id for a place on a trip. It contains the trip's id, so the trip is found without an index.
 */
export const newTripPlaceId = (tripId: TripId): ParticipantId =>
  `par_${tripId.slice('trip_'.length)}_${randomLetters(10)}`

export const isTripId = (id: string): id is TripId => TRIP.test(id)
