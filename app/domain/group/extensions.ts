import { waitlist } from '#app/domain/features/waitlist/extension.ts'
import type { GroupCommand } from './command.ts'
import type { Event } from './event.ts'
import type { Extension } from './extension.ts'
import type { Party } from './state.ts'

/**
 * The features of groups, in the order in which they are asked. Nothing else in this folder knows
 * any of them.
 */
const LIST = [waitlist] as const

type Listed = (typeof LIST)[number]
/** What happens to a group's features, and what all kinds of group can tell them. */
type FeatureEvent = Extract<Parameters<Listed['evolve']>[1], { type: keyof Listed['events'] }>
type FeatureCommand = Parameters<Listed['decide']>[2]

type Any = Extension<unknown, FeatureEvent, AnyCommand>
export const EXTENSIONS: readonly (Omit<Any, 'events'> & { events: Record<string, true> })[] = LIST

/** What can happen to a group: events of its own, and of its features. */
export type AnyEvent = Event | FeatureEvent
/** What every kind of group can be told. */
export type AnyCommand<P extends Party = Party> = GroupCommand<P> | FeatureCommand
