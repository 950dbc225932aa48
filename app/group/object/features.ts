import { BOARD_TABLES, Board } from '#app/features/board/object.ts'
import { bookingWriter, driverTextWriter } from '#app/features/ride/object.ts'
import { waitWriter } from '#app/features/waitlist/object.ts'
import { wishWriter } from '#app/features/wishes/object.ts'
import type { Part, PartDeps } from './part.ts'
import { receiptWriter } from './receipt-writer.ts'
import type { Writer } from './writer.ts'

/** The tables of parts, in the order in which they were added. */
export const TABLES: readonly string[] = [BOARD_TABLES]

/** The parts of every group's object. */
export const createParts = (deps: PartDeps): readonly Part[] => [new Board(deps)]

/** The writers of what has its own tables in D1, derived from a group. */
export const WRITERS: readonly Writer[] = [
  waitWriter,
  bookingWriter,
  driverTextWriter,
  wishWriter,
  receiptWriter,
]
