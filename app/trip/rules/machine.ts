import { createMachine } from '#app/group/rules/machine.ts'
import type { TripOwn } from './command.ts'
import { decideOwn } from './decide-own.ts'
import { rules } from './rules.ts'
import type { TripState } from './state.ts'

/** The machine that runs the trip rules (docs/rules.md#trips). */
export const { decide, apply, nextDue } = createMachine<TripState, TripOwn>(rules, decideOwn)
export type Decide = typeof decide
