import { isWaitEvent } from '#app/domain/features/waitlist/waitlist.ts'
import { waitWrites } from '#db/queries/participants.ts'
import type { Writer } from '#workers/group/writer.ts'

/** The waitlist, as often as something has happened to it. */
export const waitWriter: Writer = {
  after: ({ db, state, types, version }) =>
    types.some((type) => isWaitEvent({ type })) ? waitWrites(db, state, version) : [],
}
