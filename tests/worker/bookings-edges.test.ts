import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { purgeOldBookings } from '#app/console/service/bookings.server.ts'
import { type BookingEnd, type BookingRow, bookingWrite } from '#app/group/rows/bookings.server.ts'
import type { ParticipantId } from '#app/kernel/id.ts'
import { addDays, addMonths, startOfLondonDay } from '#app/kernel/time.ts'
import { bookings } from '#db/schema.ts'
import { clockChanges } from '#tests/worker/clock-changes.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import { db } from '#tests/worker/world/services.ts'

/** The record of bookings, written out of order and at the edges of its time. */

/** A booking as its group writes it. */
async function booking(change: Partial<BookingRow> = {}): Promise<BookingRow> {
  const { id: userId } = await newStudent()
  return {
    id: `par_${crypto.randomUUID()}`,
    groupId: 'car_one',
    userId,
    version: 1,
    people: 1,
    bookedAt: 1,
    consentAt: null,
    consentVersion: null,
    pickUpAt: Date.UTC(2027, 0, 1),
    pickUp: 'T2 Arrivals',
    destination: '1 Castle Boulevard',
    driver: 'Sam Carter',
    badgeNo: 'B 1',
    plate: 'AB12 CDE',
    licenceNo: 'PHV 1',
    dispatchedBy: null,
    dispatchedAt: null,
    state: 'booked',
    ...change,
  }
}
const rowOf = (id: ParticipantId) => db.select().from(bookings).where(eq(bookings.id, id)).get()

/** Every order of some things. */
const ordersOf = <T>(all: T[]): T[][] =>
  all.length === 0
    ? [[]]
    : all.flatMap((one, n) => ordersOf(all.toSpliced(n, 1)).map((rest) => [one, ...rest]))

const STATES = ['booked', 'unassigned', 'left', 'moved'] as const
test.each(STATES)(
  'the newest of a booking’s writes counts in whatever order they arrive, and twice: last %s',
  async (last) => {
    for (const order of ordersOf([2, 3, 4])) {
      const row = await booking()
      const { id } = row
      const write = async (version: number) => {
        const state = version === 4 ? last : version === 3 ? 'unassigned' : 'booked'
        const plate = `V ${version}`
        const what: BookingRow | BookingEnd =
          state === 'booked' ? { ...row, version, plate, state } : { id, version, state }
        await db.batch([bookingWrite(db, what)])
      }
      await write(1)
      for (const version of [...order, ...order]) await write(version)
      const kept = last === 'booked' ? { plate: 'V 4' } : {}
      expect(await rowOf(id), order.join()).toMatchObject({ state: last, version: 4, ...kept })
    }
  },
)

test('a ride is kept for its months to the end of its London day, whenever the clocks change', async () => {
  for (const { day, next } of clockChanges(2))
    for (const rideDay of [addDays(day, -1), day, next, addMonths(day, 3)]) {
      const ends = startOfLondonDay(addDays(rideDay, 1))
      const [mine, later] = [
        await booking({ pickUpAt: ends - 1 }),
        await booking({ pickUpAt: ends }),
      ]
      await db.batch([bookingWrite(db, mine), bookingWrite(db, later)])
      const purged = startOfLondonDay(addMonths(addDays(rideDay, 1), 12))
      const keptAt = async (now: number) => {
        const clock = { now: () => now, systemTime: (at: number) => at }
        await purgeOldBookings({ db, clock })
        return [Boolean(await rowOf(mine.id)), Boolean(await rowOf(later.id))]
      }
      expect(await keptAt(purged - 1), rideDay).toEqual([true, true])
      expect(await keptAt(purged), rideDay).toEqual([false, true])
    }
})
