import { createHash } from 'node:crypto'
import type { Writer } from '#app/group/object/writer.ts'
import { bookingWrite } from '#app/group/rows/bookings.server.ts'
import type { GroupId } from '#app/kernel/id.ts'
import { TELL_AFTER_MS, TELL_AT_ONCE_MS } from '#app/kernel/limits.ts'
import { wantDriverText, withdrawDriverTexts } from './rows/driver-texts.server.ts'
import { type DriverJob, driverLanguage, jobsOf } from './rules/driver-job.ts'
import { type Car, hasRide } from './rules/ride-state.ts'

/** Writes the record of bookings, for every place that is written. */
export const bookingWriter: Writer = {
  after: ({ db, kind, state, people, version }) =>
    people.flatMap((p) => {
      const booking = kind.bookingOf(state, p, version)
      return booking ? [bookingWrite(db, booking)] : []
    }),
}

/** The key of what a driver is told about a car. */
export const driverTextId = (groupId: GroupId, { id, driver }: Pick<Car, 'id' | 'driver'>) =>
  `${groupId} ${id} ${driver.id}`
/** Addresses are personal, so only a digest leaves the group. */
export const digestOf = ({ words }: DriverJob): string =>
  createHash('sha256').update(words).digest('base64url').slice(0, 22)

/** Writes what the drivers have to be told, as late as students are (decision 0030). */
export const driverTextWriter: Writer = {
  after({ db, state, row, version, now }) {
    if (!hasRide(state)) return []
    const at = row.departureAt - now <= TELL_AT_ONCE_MS ? now : now + TELL_AFTER_MS
    const jobs = jobsOf(state)
    const idOf = ({ car }: DriverJob) => driverTextId(state.id, car)
    const wanted = jobs.map((job) => {
      const { driver, meetAt } = job.car
      return wantDriverText(db, {
        id: idOf(job),
        groupId: state.id,
        version,
        phone: driver.phone,
        language: driverLanguage(driver.languages),
        meetAt,
        wanted: digestOf(job),
        told: null,
        state: 'waiting',
        tries: 0,
        at,
      })
    })
    const except = jobs.map(idOf)
    return [...wanted, withdrawDriverTexts(db, state.id, { version, except, at })]
  },
}
