import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { joinWaitlist, leaveWaitlist, readWait } from '#app/features/waitlist/service.server.ts'
import { confirmDeposit, giveUpPlace } from '#app/group/service/groups.server.ts'
import { carpools as carTable } from '#db/kinds.ts'
import { waits } from '#db/schema.ts'
import { type Car, carOf, holdSeat, inDays, openCar, stub } from '#tests/worker/world/cars.ts'
import { newStudent, noticesOf, student } from '#tests/worker/world/people.ts'
import { advance, codeOf, db, must, now, pay, services } from '#tests/worker/world/services.ts'

/** The waitlist in the car's own object, and what D1 shows of it. */

const luggage = { bigLuggage: 1, smallLuggage: 0, bag: 1 }
const wait = ({ carpoolId }: Car, viewer = student(), people = 1) =>
  joinWaitlist(services, { viewer, carpoolId, people, ...luggage })
/** A car for two whose last seat somebody holds. */
async function fullCar(maxPassengers = 2) {
  const car = await openCar({ maxPassengers, ...inDays(5) })
  const other = await holdSeat(car, { people: maxPassengers - 1 })
  return { ...car, other }
}
const frees = ({ other }: Awaited<ReturnType<typeof fullCar>>) =>
  giveUpPlace(carpoolKind, services, other.viewer, other.participantId).then(must)
const rowsIn = (carpoolId: string) =>
  db
    .select()
    .from(waits)
    .where(eq(waits.groupId, carpoolId as 'car_'))
    .orderBy(waits.ahead)
const shownIn = async (carpoolId: string) =>
  db
    .select({ people: carTable.currentPassengers, status: carTable.status })
    .from(carTable)
    .where(eq(carTable.id, carpoolId as 'car_'))
    .get()

test('lists show seats that are offered as taken, and the rows of the list as they are', async () => {
  const car = await fullCar(3)
  const [ann, bob] = [await newStudent(), await newStudent()]
  must(await wait(car, ann, 2))
  must(await wait(car, bob))
  expect((await rowsIn(car.carpoolId)).map((row) => [row.userId, row.ahead])).toEqual([
    [ann.id, 0],
    [bob.id, 1],
  ])
  await frees(car)
  expect(await shownIn(car.carpoolId)).toEqual({ people: 3, status: 'FULL' })
  const mine = await readWait(services, { viewer: ann, carpoolId: car.carpoolId })
  expect(mine).toMatchObject({ people: 2, ahead: 0, ...luggage })
  expect(mine?.offeredUntil).toBeGreaterThan(now())
  must(await leaveWaitlist(services, { viewer: ann, carpoolId: car.carpoolId }))
  expect(await shownIn(car.carpoolId)).toEqual({ people: 2, status: 'OPEN' })
  expect((await rowsIn(car.carpoolId)).map((row) => [row.userId, row.ahead])).toEqual([[bob.id, 0]])
  must(
    await stub(car.carpoolId)
      .poke({ rebuild: true })
      .then(() => ({ ok: true, value: null })),
  )
  expect(await rowsIn(car.carpoolId)).toHaveLength(1)
})

test('an older write of the list that comes late changes nothing', async () => {
  const { waitWrites } = await import('#app/group/rows/participants.server.ts')
  const car = await fullCar()
  const ann = await newStudent()
  must(await wait(car, ann))
  const { id, slices } = await carOf(car.carpoolId)
  must(await leaveWaitlist(services, { viewer: ann, carpoolId: car.carpoolId }))
  await db.batch(waitWrites(db, { id, slices }, 1))
  expect(await rowsIn(car.carpoolId)).toEqual([])
})

test('whoever takes the seat is off the list; the others are told when the car is complete', async () => {
  const car = await fullCar()
  const [ann, bob] = [await newStudent(), await newStudent()]
  for (const viewer of [ann, bob]) must(await wait(car, viewer))
  await frees(car)
  const seat = await holdSeat(car, {}, ann)
  await pay(seat.clientSecret)
  must(await confirmDeposit(carpoolKind, services, ann, seat.participantId))
  await advance(0)
  expect(await rowsIn(car.carpoolId)).toEqual([])
  expect(await noticesOf(ann)).not.toContain('waitlistClosed')
  expect(await noticesOf(bob)).toEqual(['waitlistClosed'])
})

test('limits: three lists at a time, eight joinings a day, and nothing is counted for a refusal', async () => {
  const ann = await newStudent()
  const cars = await Promise.all([fullCar(), fullCar(), fullCar(), fullCar()])
  const [first, , , last] = cars
  for (const car of cars.slice(0, 3)) must(await wait(car, ann))
  expect(codeOf(await wait(last as Car, ann))).toBe('rateLimited')
  must(await wait(first as Car, ann))
  const again = async () => {
    const { carpoolId } = first as Car
    must(await leaveWaitlist(services, { viewer: ann, carpoolId }))
    return codeOf(await wait(first as Car, ann))
  }
  for (let n = 4; n <= 8; n++) expect(await again(), `joining ${n}`).toBe('ok')
  expect(await again()).toBe('rateLimited')
  const bob = await newStudent()
  const open = await openCar({ maxPassengers: 3 })
  for (let n = 0; n < 9; n++) expect(codeOf(await wait(open, bob))).toBe('seatsFree')
})
