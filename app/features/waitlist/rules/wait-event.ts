import type { Group } from '#app/group/rules/state.ts'
import { sliceOf } from '#app/group/rules/state.ts'
import type { UserId } from '#app/kernel/id.ts'
import type { Instant } from '#app/kernel/time.ts'

/** A party that waits for seats (docs/rules.md#waitlist). */
export type Waiting = {
  userId: UserId
  people: number
  bigLuggage: number
  smallLuggage: number
  bag: number
  since: Instant
  /** How many offers it has missed. */
  missed: number
  /** When the seats offered to it are offered to others; null: none are. */
  offeredUntil: Instant | null
  /** Whether it was notified that seats are first come, first served. */
  told: boolean
}

/** Who waits, for how many seats, and with what luggage. */
export type Waiter = Pick<Waiting, 'userId' | 'people' | 'bigLuggage' | 'smallLuggage' | 'bag'>

export type Waitlist = {
  /** Who waits for seats, in the order of rank. */
  waiting: Waiting[]
  /** Who was on the list when the group completed, and has not been told of released seats. */
  waited: Pick<Waiting, 'userId' | 'people'>[]
}

const NOBODY: Waitlist = { waiting: [], waited: [] }
export const WAITLIST = 'waitlist'
export const waitlistOf = (state: Pick<Group, 'slices'>): Waitlist =>
  sliceOf<Waitlist>(state, WAITLIST) ?? NOBODY

/** What happened to the waitlist. Whoever leaves it may have got a seat. */
export type WaitEvent =
  | ({ type: 'waitJoined'; at: Instant } & Waiter)
  | { type: 'waitLeft'; userId: UserId; at: Instant }
  | { type: 'offerMade'; userId: UserId; until: Instant; at: Instant }
  /** `out`: it was the last one that the party could miss. */
  | { type: 'offerMissed'; userId: UserId; out: boolean; at: Instant }
  /** Seats are first come, first served from now on; these users were notified. */
  | { type: 'seatsTold'; userIds: UserId[]; at: Instant }
  /** Seats of the complete group were released; these users of its former list were notified. */
  | { type: 'releasedTold'; userIds: UserId[]; at: Instant }
  /** `complete`: every seat is taken for good; otherwise the group has ended. */
  | { type: 'waitlistClosed'; userIds: UserId[]; complete: boolean; at: Instant }

/** A party waits for seats of a carpool. */
export type JoinList = { type: 'wait' } & Waiter

/** What every group can be told about its waitlist. */
export type WaitCommand =
  /** Leaves it. */
  { type: 'unwait'; userId: UserId }
