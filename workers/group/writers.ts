import { bookingWriter } from '#workers/features/ride/writer.ts'
import { waitWriter } from '#workers/features/waitlist/writer.ts'
import { wishWriter } from '#workers/features/wishes/writer.ts'
import type { Writer } from './writer.ts'

/** The features with tables of their own in D1 that follow from a group. */
export const WRITERS: readonly Writer[] = [waitWriter, bookingWriter, wishWriter]
