import { isWaitEvent } from '#app/features/waitlist/rules/waitlist.ts'
import type { Writer } from '#app/group/object/writer.ts'
import { waitWrites } from '#app/group/rows/participants.server.ts'

/** Writes the waitlist after each of its events. */
export const waitWriter: Writer = {
  after: ({ db, state, types, version }) =>
    types.some((type) => isWaitEvent({ type })) ? waitWrites(db, state, version) : [],
}
