import { isOver, seatedOf } from '#app/domain/group/state.ts'
import type { UserId } from '#app/domain/id.ts'
import type { Instant } from '#app/domain/time.ts'
import type { TripState } from './state.ts'

/** What a trip's creator says about it, as plain text; empty: nothing. */
export type TripTexts = { itinerary: string; meetingPoint: string; included: string }

export const TEXT_NAMES = ['itinerary', 'meetingPoint', 'included'] as const
export const TEXT_STATES = ['waiting', 'approved', 'declined'] as const
/** Where texts stand: others see them only while they are approved. */
export type TextState = (typeof TEXT_STATES)[number]

export const isEmpty = (texts: TripTexts): boolean => TEXT_NAMES.every((name) => !texts[name])
export const isSame = (a: TripTexts, b: TripTexts): boolean =>
  TEXT_NAMES.every((name) => a[name] === b[name])

/** Where texts stand that have just been written: nothing needs no approval. */
export const stateOfNew = (texts: TripTexts): TextState => (isEmpty(texts) ? 'approved' : 'waiting')

/**
 * Why a user may not change a trip's texts now; null: they may. Others may have joined for what is
 * approved, so that stays as soon as somebody else has a seat (docs/rules.md#a-trips-texts).
 */
export function refuseTexts(
  state: TripState,
  userId: UserId,
  known: (TripTexts & { state: TextState }) | null,
  now: Instant,
): 'notCreator' | 'over' | 'fixed' | null {
  const creator = state.participants[0]
  if (creator?.userId !== userId || creator.seat === 'gone') return 'notCreator'
  if (isOver(state.status) || state.status === 'FAILED' || now >= state.tripStartAt) return 'over'
  const isShown = known?.state === 'approved' && !isEmpty(known)
  return isShown && seatedOf(state).some((p) => p.userId !== userId) ? 'fixed' : null
}
