import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { EXPORTS } from '#app/console/service/exports.server.ts'
import { hours } from '#app/kernel/limits.ts'
import { londonDay } from '#app/kernel/time.ts'
import { bookings, participants, users } from '#db/schema.ts'
import { phoneInFile } from '#tests/kit/phone.ts'
import { carFor } from '#tests/kit/ride.ts'
import { insertCar, insertOrder, insertTrip, insertUser } from '#tests/worker/rows.ts'
import { db } from '#tests/worker/world/services.ts'
import { devClock } from '#workers/dev/clock.ts'
import { type Admin, newAdmin, visitorOf } from './kit.ts'

/** What people and we have typed is the same after a double click on a file, cell by cell. */

const at = devClock.now() + hours(40)
const day = londonDay(at)
const { badge, ...typed } = { badge: '00123', address: '2/3', flight: '6E123', place: '12:30' }

let admin: Admin
beforeAll(async () => {
  admin = await newAdmin()
  const userId = await insertUser(devClock.now())
  await db.update(users).set({ phone: '07415088159', name: '=李雷' }).where(eq(users.id, userId))
  const car = carFor('1 MAR', { meetAt: at, meetingPoint: typed.place })
  const { places: _, ...ride } = { version: 1, ...car, driver: { ...car.driver, name: '＝Sam' } }
  const row = { status: 'SUCCESS', departureAt: at, departureDay: day } as const
  const { id: groupId, participantId } = await insertCar(row, { seat: 'taken', userId, ride })
  const [place] = await db.select().from(participants).where(eq(participants.id, participantId))
  if (!place) throw new Error('no place')
  const party = { ...place.party, flightNumber: typed.flight, nLocation: typed.address }
  await db.update(participants).set({ party }).where(eq(participants.id, participantId))
  await db.insert(bookings).values({
    ...{ id: participantId, groupId, userId, version: 1, passenger: '=李雷', people: 1 },
    ...{ bookedAt: at, pickUpAt: at, pickUp: typed.address, destination: '\n=1+1' },
    ...{ driver: '＝Sam', badgeNo: badge, plate: '1 MAR', licenceNo: '1E5', state: 'booked' },
    ...{ dispatchedBy: admin.id, dispatchedAt: at },
  })
  await insertTrip({ departureAt: at, departureDay: day }, { seat: 'taken', userId })
  await insertOrder()
})

/** The cells of a file, without its header. */
async function cellsOf(path: string): Promise<string[]> {
  const { status, html } = await visitorOf(admin).get(path)
  expect(status, path).toBe(200)
  const cell = /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(?:,|\r\n)/g
  return [...html.slice(html.indexOf('\r\n') + 2).matchAll(cell)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )
}

test('the day sheet keeps phones, flights, addresses, plates and names', async () => {
  expect(await cellsOf(`/admin/day/file?date=${day}`)).toEqual(
    expect.arrayContaining([
      "'1 MAR",
      "'＝Sam",
      "'12:30",
      "'=李雷",
      '07415 088159',
      "'6E123",
      "'2/3",
    ]),
  )
})

test('the booking record keeps badges, licences, and the phone of who sent the car', async () => {
  const { phone } = admin
  expect(await cellsOf(`/admin/exports/bookings?from=${day}&to=${day}`)).toEqual(
    expect.arrayContaining([
      ...["'=李雷", "'2/3", "'\n=1+1", "'＝Sam", "'00123", "'1 MAR", "'1E5"],
      phoneInFile(phone),
    ]),
  )
})

test.each([
  ...EXPORTS.map((name) => `/admin/exports/${name}?from=${day}&to=${day}`),
  `/admin/day/file?date=${day}`,
])('no cell of %s runs, or is a number or a day by accident', async (path) => {
  /** Counts, amounts, and times and days of ours. */
  const meant = /^(?:0|[1-9]\d*|-?\d+\.\d\d|\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d\.\d{3}Z)?)?)?$/
  const odd = (await cellsOf(path)).filter(
    (cell) => /^[=+\-@＝＋－＠\t\r\n]|^[\d\s./:,-]*$|^\d+E\d+$/i.test(cell) && !meant.test(cell),
  )
  expect(odd.filter((cell) => !/^0\d{4} \d{6}$/.test(cell))).toEqual([])
})
