import { createMachine } from '#app/domain/group/machine.ts'
import type { CarpoolOwn } from './command.ts'
import { decideOwn } from './decide-own.ts'
import { rules } from './rules.ts'
import type { CarpoolState } from './state.ts'

/** The rules of a carpool at work (SPEC sections 4 and 5, DESIGN section 3). */
export const { decide, nextDue, effectsOf } = createMachine<CarpoolState, CarpoolOwn>(rules, decideOwn)
export type Decide = typeof decide
