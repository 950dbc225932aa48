import type { UserId } from '#app/kernel/id.ts'
import type { Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { GroupCommand } from './command.ts'
import type { Effect } from './effect.ts'
import type { Event } from './event.ts'
import type { Rules, Sale } from './rules.ts'
import type { Facts, Group, Place } from './state.ts'
import type { GroupStatus } from './status.ts'

type Named = { type: string }

/**
 * What a feature is to the group that it belongs to (decision 0003): a slice of the state that only
 * the feature writes, events and commands of its own, and what it adds to what the group does. The
 * group knows its features as a list of these (extensions.ts). All of them are pure.
 */
export type Extension<Slice = unknown, Own extends Named = Named, Say extends Named = Named> = {
  /** Under which name its slice is kept in the state. */
  name: string
  /** The types of its events; each belongs to one feature, or to the group itself. */
  events: Record<Own['type'], true>
  /** Those that change what every place shows in the read model, not only the one they name. */
  concernsAll?: readonly Own['type'][]
  /**
   * Its slice after one more event: one of its own, or of the group. `state` is the group after
   * that event, with the slices from before.
   */
  evolve(slice: Slice | undefined, event: Own | Event, state: Group): Slice | undefined
  /** What the group goes by, from the feature's point of view. `state`: after the event. */
  facts?(state: Group): Partial<Facts>
  /**
   * Answers a command of its own, or refuses one of the group that would be wrong now; null: the
   * feature has nothing to say about it.
   */
  decide?(
    rules: Rules,
    state: Group,
    command: Say | GroupCommand,
    now: Instant,
  ): Result<(Own | Event)[]> | null
  /** What it adds to what was decided on `state`. */
  complete?(rules: Rules, state: Group, decided: readonly Named[]): Own[]
  /** What it sells of a group that is no longer open; null: nothing can be sold. */
  sale?(rules: Rules, state: Group): Sale | null
  /** What time alone does next. Without an event, `react` says what happens then. */
  due?(rules: Rules, state: Group): { at: Instant; event?: Own }[]
  /** What it shows of a place in the read model (db/schema.ts). */
  placeRow?(rules: Rules, state: Group, p: Place): object
  /** What it does now, before the group takes the status `to`. */
  react?(rules: Rules, state: Group, to: GroupStatus, now: Instant): Own[]
  /** What follows from an event of its own or of the group; `state`: right after it. */
  effects?(rules: Rules, event: Own | Event, state: Group): Effect[]
  /** What happens in it before a user is forgotten. */
  leave?(state: Group, userId: UserId, now: Instant): Own[]
  /** One of its events without personal data of the people it is about. */
  forget?(event: Own, places: ReadonlySet<string>): Own
}
