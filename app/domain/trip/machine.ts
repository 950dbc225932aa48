import { createMachine } from '#app/domain/group/machine.ts'
import type { TripOwn } from './command.ts'
import { decideOwn } from './decide-own.ts'
import { rules } from './rules.ts'
import type { TripState } from './state.ts'

/** The rules of a trip at work (docs/rules.md#trips). */
export const { decide, apply, nextDue } = createMachine<TripState, TripOwn>(rules, decideOwn)
export type Decide = typeof decide
