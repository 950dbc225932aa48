import type { ErrorCode } from '#app/domain/error.ts'
import type { MinorUnits } from '#app/domain/money.ts'
import type { Result } from '#app/domain/result.ts'
import type { Instant } from '#app/domain/time.ts'
import type { Effect, NoticeParams } from './effect.ts'
import type { PlaceEvent } from './event.ts'
import type { Group, GroupStatus, PlaceIn } from './state.ts'

/** Something that time does to one place: when, and what happens then. */
export type Due = { at: Instant; event: PlaceEvent }

/**
 * What a kind of group says for itself; seats, holds, deposits and balances are the same for all of
 * them. Pure. A refusal is the code of why something may not be done now; null: it may.
 */
export type Rules<S extends Group = Group> = {
  /** Why a party may not join however many seats are free. `own`: the hold that it corrects. */
  refuseParty(state: S, party: PlaceIn<S>['party'], own?: PlaceIn<S>): Result<never> | null
  refuseExit(state: S, p: PlaceIn<S>, now: Instant): ErrorCode | null
  refuseBalance(state: S, p: PlaceIn<S>, now: Instant): ErrorCode | null
  refuseRepay(state: S, p: PlaceIn<S>, now: Instant): ErrorCode | null
  /** What a place costs in all, deposit included, in pence; null while that is not settled. */
  owedBy(state: S, p: PlaceIn<S>): MinorUnits | null
  /**
   * Until when the balance of a place can be paid and, while it is not paid, its deposit renewed or
   * paid again.
   */
  payableUntil(state: S, p: PlaceIn<S>): Instant
  /** Where the status goes from here, given everything else. */
  nextStatus(state: S, now: Instant): GroupStatus
  /**
   * When time alone will next change the status; none while a payment has to be looked at first.
   */
  statusDue(state: S): Instant[]
  /** What a settled state asks for of a confirmed place; at 0: without any time passing. */
  dueOfPlace(state: S, p: PlaceIn<S>): Due[]
  /** What a new status has to be followed by in the world. */
  onStatus(to: GroupStatus, state: S): Effect[]
  /** What the others are to be told when a place has been released for its balance. */
  onReleased(state: S, p: PlaceIn<S>): Effect[]
  /** What the text of a notice needs to say which group it is about. */
  noticeParams(state: S): NoticeParams
}
