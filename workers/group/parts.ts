import { Board } from '#workers/features/board/board.ts'
import { BOARD_TABLES } from '#workers/features/board/tables.ts'
import type { Part, PartDeps } from './part.ts'

/** The tables of parts, in the order in which they were added. */
export const TABLES: readonly string[] = [BOARD_TABLES]

/** The parts of every group's object. */
export const createParts = (deps: PartDeps): readonly Part[] => [new Board(deps)]
