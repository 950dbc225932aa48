import type { Writer } from '#app/group/object/writer.ts'
import { bookingWrite } from '#app/group/rows/bookings.server.ts'

/** Writes the record of bookings, for every place that is written. */
export const bookingWriter: Writer = {
  after: ({ db, kind, state, people, version }) =>
    people.flatMap((p) => {
      const booking = kind.bookingOf(state, p, version)
      return booking ? [bookingWrite(db, booking)] : []
    }),
}
