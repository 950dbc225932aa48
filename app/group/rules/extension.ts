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
 * A feature of a group (decision 0003): a slice of the state that only the feature writes, its own
 * events and commands, and what it adds to the group's behaviour. The group knows its features as a
 * list of these (extensions.ts). All of them are pure.
 */
export type Extension<Slice = unknown, Own extends Named = Named, Say extends Named = Named> = {
  /** The key of its slice in the state. */
  name: string
  /** The types of its events; each belongs to one feature, or to the group itself. */
  events: Record<Own['type'], true>
  /**
   * The types that change the rows of all places in the read model, not only of the one they name.
   */
  concernsAll?: readonly Own['type'][]
  /**
   * Its slice after one more event, its own or the group's. `state` is the group after that event,
   * with the slices from before.
   */
  evolve(slice: Slice | undefined, event: Own | Event, state: Group): Slice | undefined
  /** The facts that the feature tells the group. `state`: after the event. */
  facts?(state: Group): Partial<Facts>
  /**
   * Decides a command of its own, or refuses a command of the group that would be wrong now; null:
   * neither applies.
   */
  decide?(
    rules: Rules,
    state: Group,
    command: Say | GroupCommand,
    now: Instant,
  ): Result<(Own | Event)[]> | null
  /** Events to add to those decided on `state`. */
  complete?(rules: Rules, state: Group, decided: readonly Named[]): Own[]
  /** Events to add for what a command says to the feature. `state`: after the command's events. */
  also?(state: Group, command: Named, now: Instant): Own[]
  /** The seats it sells of a group that is no longer open; null: none. */
  sale?(rules: Rules, state: Group): Sale | null
  /** Its next due times. For one without an event, `react` decides what happens. */
  due?(rules: Rules, state: Group): { at: Instant; event?: Own }[]
  /** Its columns of a place's row in the read model (db/schema.ts). */
  placeRow?(rules: Rules, state: Group, p: Place): object
  /** Events to add now, before the group takes the status `to`. */
  react?(rules: Rules, state: Group, to: GroupStatus, now: Instant): (Own | Event)[]
  /** The effects of an event, its own or the group's; `state`: right after it. */
  effects?(rules: Rules, event: Own | Event, state: Group): Effect[]
  /** Events to add before a user is forgotten. */
  leave?(state: Group, userId: UserId, now: Instant): Own[]
  /** One of its events without personal data of the people it is about. */
  forget?(event: Own, places: ReadonlySet<string>): Own
}
