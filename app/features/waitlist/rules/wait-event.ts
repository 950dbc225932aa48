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
  /** Number of missed offers. */
  missed: number
  /** When its offer ends; null if it has none. */
  offeredUntil: Instant | null
  /** Whether it was notified that seats are first come, first served. */
  told: boolean
}

/** Who waits, for how many seats, and with what luggage. */
export type Waiter = Pick<Waiting, 'userId' | 'people' | 'bigLuggage' | 'smallLuggage' | 'bag'>

export type Waitlist = {
  /** Waiting parties by rank. */
  waiting: Waiting[]
  /** Parties on the list when the group completed, not yet notified of released seats. */
  waited: Pick<Waiting, 'userId' | 'people'>[]
}

const NOBODY: Waitlist = { waiting: [], waited: [] }
export const WAITLIST = 'waitlist'
export const waitlistOf = (state: Pick<Group, 'slices'>): Waitlist =>
  sliceOf<Waitlist>(state, WAITLIST) ?? NOBODY

/** An event of the waitlist. A party that leaves it may have got a seat. */
export type WaitEvent =
  | ({ type: 'waitJoined'; at: Instant } & Waiter)
  | { type: 'waitLeft'; userId: UserId; at: Instant }
  | { type: 'offerMade'; userId: UserId; until: Instant; at: Instant }
  /** `out`: it was the last offer that the party could miss. */
  | { type: 'offerMissed'; userId: UserId; out: boolean; at: Instant }
  /** Seats are first come, first served from now on; these users were notified. */
  | { type: 'seatsTold'; userIds: UserId[]; at: Instant }
  /** Seats of the complete group were released; these users of its former list were notified. */
  | { type: 'releasedTold'; userIds: UserId[]; at: Instant }
  /** `complete`: every seat is taken for good; otherwise the group has ended. */
  | { type: 'waitlistClosed'; userIds: UserId[]; complete: boolean; at: Instant }

/** A party waits for seats of a carpool. */
export type JoinList = { type: 'wait' } & Waiter

/** Waitlist commands that every group accepts. */
export type WaitCommand = { type: 'unwait'; userId: UserId }
