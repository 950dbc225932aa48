import type { CarpoolRecord } from '#app/carpool/service/carpools.server.ts'
import type { BareTripRecord } from '#app/trip/service/trips.server.ts'

/** One student's own place in a group of either kind, as its owner sees it. */
export type PlaceRecord = CarpoolRecord | BareTripRecord
type Named = { kind: PlaceRecord['kind']; participantId: string }

/** The pages of one place, by its id. */
export const recordPathOf = ({ kind, participantId }: Named): string =>
  `/${kind}/record/${participantId}`

export const pagePathOf = (
  { kind, participantId }: Named,
  page: 'companions' | 'board' | 'exit',
): string =>
  kind === 'trip' ? `/trip/${page}/${participantId}` : `/carpool/record/${participantId}/${page}`

/** When the group leaves. */
export const departureOf = (place: PlaceRecord): number =>
  place.kind === 'trip' ? place.tripStartAt : place.carpoolAt

/** How many people are missing until the car is full, or until the trip goes ahead. */
export const missingIn = (place: PlaceRecord): number =>
  place.kind === 'trip' ? place.neededPassengers : place.maxPassengers - place.currentPassengers

/** What is left to pay, in pence; null until the group is settled, 0 once it is paid. */
export const leftOf = (place: PlaceRecord): number | null =>
  place.kind === 'trip' ? place.remaining : place.remainingAmount

/** Whether something was charged for the place. */
export const hasReceipt = ({ depositStory: { fate }, refundedAmount }: PlaceRecord): boolean =>
  ['counted', 'kept', 'partBack', 'notBack'].includes(fate) || refundedAmount > 0
