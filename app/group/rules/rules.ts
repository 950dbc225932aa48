import type { ErrorCode } from '#app/kernel/error.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import type { Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { NoticeParams } from '#app/notices/rules/notice.ts'
import type { Effect } from './effect.ts'
import type { PlaceEvent } from './event.ts'
import type { Group, LeaveReason, PlaceIn } from './state.ts'
import type { GroupStatus } from './status.ts'

/** An event that time causes for a place. */
export type DueEvent = { at: Instant; event: PlaceEvent }

/** Seats for sale in a group that is no longer open; they are paid at once and in full. */
export type Sale = {
  until: Instant
  free: number
  /** In pence; undefined: the price is not settled. */
  priceFor(party: Group['participants'][number]['party']): MinorUnits | undefined
}

/**
 * What each kind of group decides for itself; seats, holds, deposits and balances work the same for
 * all of them. Pure. A refusal is the error code that says why something is not allowed now; null:
 * it is.
 */
export type Rules<S extends Group = Group> = {
  /** Why a party may not join regardless of free seats. `own`: the hold it corrects. */
  refuseParty(state: S, party: PlaceIn<S>['party'], own?: PlaceIn<S>): Result<never> | null
  refuseExit(state: S, p: PlaceIn<S>, now: Instant): ErrorCode | null
  refuseBalance(state: S, p: PlaceIn<S>, now: Instant): ErrorCode | null
  refuseRepay(state: S, p: PlaceIn<S>, now: Instant): ErrorCode | null
  /**
   * What a place costs in total including the deposit, in pence; null while that is not settled.
   */
  owedBy(state: S, p: PlaceIn<S>): MinorUnits | null
  /** Pence per person for 1, 2 … people, if it may go with fewer than it has seats; else null. */
  pricesOf(state: S): MinorUnits[] | null
  /**
   * Until when a place's balance can be paid and, while it is unpaid, its deposit renewed or paid
   * again.
   */
  payableUntil(state: S, p: PlaceIn<S>): Instant
  /** Until when others can take released places of the complete group; null: never. */
  releasedUntil(state: S): Instant | null
  /** Whether a completed group earns points. */
  earnsPoints: boolean
  /** When the group travels: what licences must cover. */
  departureAt(state: S): Instant
  /** Whether a car that meets its passengers at `meetAt` is in time for the flight of a place. */
  isInTime(state: S, p: PlaceIn<S>, meetAt: Instant): boolean
  /** Which status comes next, given everything else. */
  nextStatus(state: S, now: Instant): GroupStatus
  /** When time alone will next change the status; empty while a payment has to be checked first. */
  statusDue(state: S): Instant[]
  /** What is due for a confirmed place once the state is settled; `at` 0 means immediately. */
  dueOfPlace(state: S, p: PlaceIn<S>): DueEvent[]
  /** The effects that follow from a new status. */
  onStatus(to: GroupStatus, state: S): Effect[]
  /** The notices to the others when a place has been released for an unpaid balance. */
  onReleased(state: S, p: PlaceIn<S>): Effect[]
  /** The notices to the others when somebody has taken a place. */
  onTaken(state: S, p: PlaceIn<S>): Effect[]
  /** Reasons for which people leave by themselves; they get a confirmation. */
  ownReasons: readonly LeaveReason[]
  /** The parameters by which a notice's text names its group. */
  noticeParams(state: S): NoticeParams
}
