import { runDurableObjectAlarm } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { waitlistOf } from '#app/features/waitlist/rules/wait-event.ts'
import { offerEndsAt } from '#app/features/waitlist/rules/waitlist.ts'
import { joinWaitlist, leaveWaitlist, readWait } from '#app/features/waitlist/service.server.ts'
import type { UserId } from '#app/kernel/id.ts'
import { minutes, OFFER_MS } from '#app/kernel/limits.ts'
import { carpools as carTable } from '#db/kinds.ts'
import { waits } from '#db/schema.ts'
import {
  type Car,
  carOf,
  evict,
  holdSeat,
  inDays,
  openCar,
  party,
  rowsOf,
  stub,
} from '#tests/worker/world/cars.ts'
import { newStudent, noticesOf, student } from '#tests/worker/world/people.ts'
import {
  advance,
  carpools,
  codeOf,
  db,
  must,
  now,
  passTime,
  pay,
  services,
  stripeUp,
} from '#tests/worker/world/services.ts'

/** The waitlist in the car's own object, and what D1 shows of it. */

afterEach(stripeUp)

const luggage = { bigLuggage: 1, smallLuggage: 0, bag: 1 }
const wait = ({ carpoolId }: Car, viewer = student(), people = 1) =>
  joinWaitlist(services, { viewer, carpoolId, people, ...luggage })
type Said = { ok: boolean; error?: { code: string } }
/** A car for two whose last seat somebody holds. */
async function fullCar(maxPassengers = 2) {
  const car = await openCar({ maxPassengers, ...inDays(5) })
  const other = await holdSeat(car, { people: maxPassengers - 1 })
  return { ...car, other }
}
const frees = ({ other }: Awaited<ReturnType<typeof fullCar>>) =>
  carpools.giveUp(other.viewer, other.participantId).then(must)
const countOf = async (carpoolId: string, type: string) =>
  (await rowsOf(carpoolId, 'SELECT type FROM events')).filter((row) => row.type === type).length
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

test('200 students for one freed seat with 20 waiting: it is kept for the first of the list', async () => {
  const car = await fullCar()
  const waiting = Array.from({ length: 20 }, student)
  // Straight to the object: the race is about its decisions.
  const say = (command: object) =>
    stub(car.carpoolId).execute(command as never) as unknown as Promise<Said>
  for (const { id } of waiting)
    expect(await say({ type: 'wait', userId: id, people: 1, ...luggage })).toMatchObject({
      ok: true,
    })
  const hold = (userId: UserId, n: number) =>
    say({
      type: 'hold',
      participantId: `par_race_${n}`,
      userId,
      party: party({ flightTime: car.flightTime }),
    })
  const holdAll = (from: number) =>
    Array.from({ length: 100 }, (_, n) => hold(student().id, from + n))
  // Before the seat comes free, and after it has.
  const early = holdAll(0)
  await frees(car)
  const late = holdAll(100)
  await passTime(OFFER_MS - minutes(1))
  const others = waiting.slice(1).map(({ id }, n) => hold(id, 300 + n))
  const mine = hold(waiting[0]?.id as UserId, 200)
  const last = hold(student().id, 201)
  expect(await mine, 'a minute before the offer ends').toMatchObject({ ok: true })
  const answers = await Promise.all([...early, ...late, ...others, last])
  expect(answers).toHaveLength(100 + 100 + 19 + 1)
  expect(answers.filter(({ error }) => error?.code !== 'carpoolFull')).toEqual([])
  const after = await carOf(car.carpoolId)
  const { waiting: left } = waitlistOf(after)
  expect(left.map(({ userId }) => userId)).toEqual(waiting.map(({ id }) => id))
  const seated = after.participants.filter((p) => p.seat !== 'gone').map(({ userId }) => userId)
  expect(seated).toEqual([car.creator.id, waiting[0]?.id])
}, 30_000)

test('alarms that come twice, late or never make one offer, at the same time', async () => {
  const car = await fullCar()
  const [first, second] = [await newStudent(), await newStudent()]
  for (const viewer of [first, second]) must(await wait(car, viewer))
  const freedAt = now()
  await frees(car)
  await advance(0)
  const { waiting: offered } = waitlistOf(await carOf(car.carpoolId))
  // By night an offer lasts until the morning.
  const ended = offered[0]?.offeredUntil ?? 0
  expect(ended).toBeGreaterThanOrEqual(freedAt + OFFER_MS)
  // Nothing wakes the object at the end of the first offer, and then three things do.
  await passTime(ended - now() + minutes(30))
  await evict(car.carpoolId)
  await Promise.all([1, 2].map(() => runDurableObjectAlarm(stub(car.carpoolId))))
  await stub(car.carpoolId).poke({})
  const after = await carOf(car.carpoolId)
  const { waiting } = waitlistOf(after)
  expect(waiting.map(({ userId, missed }) => [userId, missed])).toEqual([
    [second.id, 0],
    [first.id, 1],
  ])
  expect(waiting[0]?.offeredUntil, 'from when the first one ended').toBe(
    offerEndsAt(ended, after.cutoffAt),
  )
  expect(await countOf(car.carpoolId, 'offerMade')).toBe(2)
  await advance(0)
  expect(await noticesOf(first)).toEqual(['seatOffered', 'offerMissed'])
  expect(await noticesOf(second)).toEqual(['seatOffered'])
})

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
  must(await carpools.confirmDeposit(ann, seat.participantId))
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
