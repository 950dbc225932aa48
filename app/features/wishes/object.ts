import { endWishes, openingOf } from '#app/carpool/rows/carpools.server.ts'
import type { Writer } from '#app/group/object/writer.ts'

/** Seats that open up are matched with wishes, and a new place ends its owner's wish. */
export const wishWriter: Writer = {
  before: ({ db, row, now }) => openingOf(db, row, now),
  after: ({ db, tasks }) =>
    tasks.flatMap((task) =>
      task.kind === 'notice' && task.code === 'placeTaken'
        ? endWishes(db, { userId: task.userId, participantId: String(task.params.participantId) })
        : [],
    ),
}
