import type { ParticipantId, TripId, UserId } from '#app/domain/id.ts'
import { lettersOf, randomLetters } from './group-id.server.ts'

const TRIP = /^trip_[0-9a-hjkmnp-tv-z]{26}$/

/**
 * The trip of one try to create: the same user and attempt give the same id. `turn`: see
 * carpoolIdFor.
 */
export const tripIdFor = async (userId: UserId, attemptId: string, turn: number): Promise<TripId> =>
  `trip_${await lettersOf(['trip', userId, attemptId, turn], 26)}`

/** A new place on a trip. It carries the trip's id, so that it is found without any index. */
export const newTripPlaceId = (tripId: TripId): ParticipantId =>
  `par_${tripId.slice('trip_'.length)}_${randomLetters(10)}`

export const isTripId = (id: string): id is TripId => TRIP.test(id)
