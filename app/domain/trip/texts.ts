import { isOver, seatedOf } from '#app/domain/group/state.ts'
import type { UserId } from '#app/domain/id.ts'
import type { Instant } from '#app/domain/time.ts'
import type { TripState } from './state.ts'

/** What a trip's creator says about it, as plain text; empty: nothing. */
export type TripTexts = { itinerary: string; meetingPoint: string; included: string }

export const NO_TEXTS: TripTexts = { itinerary: '', meetingPoint: '', included: '' }
export const TEXT_NAMES = ['itinerary', 'meetingPoint', 'included'] as const
export const TEXT_STATES = ['waiting', 'approved', 'declined'] as const
/** Where texts stand: others see them only while they are approved. */
export type TextState = (typeof TEXT_STATES)[number]

export const isEmpty = (texts: TripTexts): boolean => TEXT_NAMES.every((name) => !texts[name])
export const isSame = (a: TripTexts, b: TripTexts): boolean =>
  TEXT_NAMES.every((name) => a[name] === b[name])

/** Where texts stand that have just been written: nothing needs no approval. */
export const stateOfNew = (texts: TripTexts): TextState => (isEmpty(texts) ? 'approved' : 'waiting')

type Known = (TripTexts & { state: TextState }) | null
/** What of a trip decides whether its texts may change; `others`: somebody else has a seat. */
type Standing = Pick<TripState, 'status' | 'tripStartAt'> & { others: boolean }

/**
 * Why a trip's texts may not change now; null: they may. Others may have joined for what is
 * approved, so that stays as soon as somebody else has a seat (docs/rules.md#a-trips-texts).
 */
export function refuseChange(trip: Standing, known: Known, now: Instant): 'over' | 'fixed' | null {
  if (isOver(trip.status) || trip.status === 'FAILED' || now >= trip.tripStartAt) return 'over'
  return trip.others && known?.state === 'approved' && !isEmpty(known) ? 'fixed' : null
}

/** The same for a user: only the creator may change them. */
export function refuseTexts(state: TripState, userId: UserId, known: Known, now: Instant) {
  const creator = state.participants[0]
  if (creator?.userId !== userId || creator.seat === 'gone') return 'notCreator'
  const others = seatedOf(state).some((p) => p.userId !== userId)
  return refuseChange({ ...state, others }, known, now)
}
