import { createMachine } from '#app/group/rules/machine.ts'
import type { CarpoolOwn } from './command.ts'
import { decideOwn } from './decide-own.ts'
import { rules } from './rules.ts'
import type { CarpoolState } from './state.ts'

/** The machine that runs the carpool rules (docs/carpool.md). */
export const { decide, apply, nextDue } = createMachine<CarpoolState, CarpoolOwn>(rules, decideOwn)
export type Decide = typeof decide
