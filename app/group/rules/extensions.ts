import { autoPay } from '#app/features/auto-pay/rules/extension.ts'
import { corrections } from '#app/features/corrections/rules/extension.ts'
import { fewer } from '#app/features/fewer/rules/extension.ts'
import { flights } from '#app/features/flights/rules/extension.ts'
import { moves } from '#app/features/moves/rules/extension.ts'
import { released } from '#app/features/released/rules/extension.ts'
import { ride } from '#app/features/ride/rules/extension.ts'
import { waitlist } from '#app/features/waitlist/rules/extension.ts'
import type { GroupCommand } from './command.ts'
import type { Event } from './event.ts'
import type { Extension } from './extension.ts'
import type { Rules } from './rules.ts'
import type { Group, Party, Place } from './state.ts'

/**
 * The features of groups, in the order in which they are asked: moves come first, since the others
 * leave a moving place alone, and a car goes with fewer before its waitlist hears that it failed.
 * Nothing else in this folder knows any of them.
 */
const LIST = [moves, fewer, waitlist, released, ride, flights, autoPay, corrections] as const

/** The events and commands of one feature; of a union of features, those of any. */
type EventOf<X> = X extends { events: infer Types; evolve: infer Evolve extends AnyFunction }
  ? Extract<Parameters<Evolve>[1], { type: keyof Types }>
  : never
type CommandOf<X> = X extends { decide: infer Decide extends AnyFunction }
  ? Parameters<Decide>[2]
  : never
type AnyFunction = (...args: never[]) => unknown

type FeatureEvent = EventOf<(typeof LIST)[number]>
type FeatureCommand = CommandOf<(typeof LIST)[number]>

type Any = Extension<unknown, FeatureEvent, AnyCommand>
export const EXTENSIONS: readonly (Omit<Any, 'events'> & { events: Record<string, true> })[] = LIST

/** Any event of a group: its own, and its features'. */
export type AnyEvent = Event | FeatureEvent
/** Any command that every kind of group accepts. */
export type AnyCommand<P extends Party = Party> = GroupCommand<P> | FeatureCommand
/** The command of one type. */
export type Say<T extends AnyCommand['type']> = Extract<AnyCommand, { type: T }>

type PlaceRowOf<X> = X extends { placeRow: infer Row extends AnyFunction } ? ReturnType<Row> : never
/** The intersection of a union's members. */
type All<U> = (U extends unknown ? (u: U) => void : never) extends (all: infer A) => void
  ? A
  : never
/** The features' columns of a place's row in the read model. */
export const placeColumns = (rules: Rules, state: Group, p: Place) =>
  Object.assign({}, ...EXTENSIONS.map(({ placeRow }) => placeRow?.(rules, state, p))) as All<
    PlaceRowOf<(typeof LIST)[number]>
  >
