import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { UserId } from '#app/domain/id.ts'
import { hours, minutes, OFFER_MS } from '#app/domain/limits.ts'
import { joinWaitlist, leaveWaitlist } from '#app/services/groups/waitlist.server.ts'
import { readConsole } from '#app/services/wishes/open-car.server.ts'
import { deleteOwnWish, listOwnWishes } from '#app/services/wishes/wishes.server.ts'
import { carpools as carTable, users, wishes } from '#db/schema.ts'
import { auditOf, newAdmin } from '#tests/worker/admin/kit.ts'
import { api } from '#tests/worker/api/world.ts'
import {
  advance,
  carOf,
  carpools,
  codeOf,
  db,
  evict,
  fireAlarm,
  must,
  noticesOf,
  now,
  openCar,
  passTime,
  stripeUp,
  stub,
} from '#tests/worker/carpool/kit.ts'
import { goTo, joinCar } from '#tests/worker/carpool/life.ts'
import { newStudent, services } from '#tests/worker/orders/kit.ts'
import {
  noWishes,
  offeredIn,
  openCarFor,
  rowsAbout,
  slotOf,
  wishCar,
  wished,
  wisher,
} from './console-kit.ts'
import { sweepAt, toldOf } from './kit.ts'

/** A car that the console opens for wishes, in its object, in D1 and in what students hear. */

beforeEach(noWishes)
afterEach(stripeUp)

const shownIn = (carpoolId: string) =>
  db
    .select({
      people: carTable.currentPassengers,
      status: carTable.status,
      terminals: carTable.terminals,
      slot: carTable.wishSlot,
    })
    .from(carTable)
    .where(eq(carTable.id, carpoolId as 'car_'))
    .get()
/** A car as the kit's helpers need it; there is no first flight to match. */
const car = (carpoolId: `car_${string}`, at: number) => ({
  carpoolId,
  flightTime: at - hours(2),
  creator: { id: 'usr_nobody' as UserId },
  participantId: 'par_none' as const,
})

test('those who wished first and fit are offered seats and told; nobody has joined', async () => {
  const at = wished(31)
  const ann = await wisher(at, { people: 2 })
  const bob = await wisher(at - minutes(30), { people: 2 })
  const cat = await wisher(at)
  const late = await wisher(at + hours(4))
  const away = await wisher(at, { airportId: 'air_man' })
  const admin = await newAdmin()
  const { carpoolId, offers } = await wishCar(at, { as: admin })
  expect(offers.map(({ people }) => people)).toEqual([2, 1])
  expect(await offeredIn(carpoolId)).toEqual([ann.id, cat.id])
  const slot = slotOf(at)
  expect(await shownIn(carpoolId)).toEqual({ people: 3, status: 'FULL', terminals: ['T2'], slot })
  expect((await rowsAbout([ann.id, bob.id, cat.id]).waits).map((row) => row.userId).sort()).toEqual(
    [ann.id, cat.id].sort(),
  )
  expect(await rowsAbout([ann.id, bob.id, cat.id]).places).toEqual([])
  await advance(0)
  for (const who of [ann, cat]) expect(await noticesOf(who)).toEqual(['seatOffered'])
  for (const who of [bob, late, away]) expect(await noticesOf(who)).toEqual([])
  expect(await auditOf(carpoolId)).toEqual([
    {
      adminId: admin.id,
      action: 'openedForWishes',
      before: {},
      after: { status: 'OPEN', slot, terminal: 'T2', maxPassengers: 3 },
    },
  ])
})

test('two consoles at once open one car, and the other is told so', async () => {
  const at = wished(32)
  const students = await Promise.all([1, 2, 3].map(() => wisher(at)))
  const admins = await Promise.all([newAdmin(), newAdmin(), newAdmin()])
  const answers = await Promise.all(admins.map((as) => openCarFor(at, { as })))
  const by = admins[answers.findIndex(({ ok }) => ok)]
  const refused = answers.filter(({ ok }) => !ok).map(codeOf)
  expect(refused).toEqual(['versionConflict', 'versionConflict'])
  const cars = await db
    .select()
    .from(carTable)
    .where(eq(carTable.wishSlot, slotOf(at)))
  expect(cars.map(({ id }) => id)).toEqual(
    answers.flatMap((answer) => (answer.ok ? answer.value.carpoolId : [])),
  )
  expect(must(await openCarFor(at, { as: by })).carpoolId, 'sent again').toBe(cars[0]?.id)
  for (const { id } of students)
    expect((await offeredIn(cars[0]?.id ?? '')).filter((one) => one === id)).toHaveLength(1)
  // Everybody who waits has an offer, so a second car would be for nobody.
  expect(codeOf(await openCarFor(at, { seen: 1 }))).toBe('noWishFits')
})

test('a wish that has ended gets no offer, nor does an account that is suspended or closed', async () => {
  const at = wished(33)
  const [over, deleted, joined, suspended, closed] = await Promise.all(
    Array.from({ length: 5 }, () => wisher(at)),
  )
  if (!over || !deleted || !joined || !suspended || !closed) throw new Error('five students')
  const last = await wisher(at)
  await db.update(wishes).set({ expiresAt: now() }).where(eq(wishes.id, over.wishId))
  must(await deleteOwnWish(services, deleted, deleted.wishId))
  const other = await openCar({ carpoolAt: at, flightTime: at - hours(2), maxPassengers: 4 })
  await joinCar(other, { as: joined })
  await db.update(users).set({ suspendedAt: now() }).where(eq(users.id, suspended.id))
  await db.update(users).set({ closedAt: now() }).where(eq(users.id, closed.id))
  const { carpoolId } = await wishCar(at)
  expect(await offeredIn(carpoolId)).toEqual([last.id])
})

test('nobody is offered seats of two cars for one wish', async () => {
  const at = wished(34)
  const [ann, bob] = [await wisher(at), await wisher(at, { people: 3 })]
  const first = await wishCar(at, { maxPassengers: 2 })
  const second = await wishCar(at, { maxPassengers: 4, seen: 1 })
  expect(await offeredIn(first.carpoolId)).toEqual([ann.id])
  expect(await offeredIn(second.carpoolId)).toEqual([bob.id])
  expect(codeOf(await openCarFor(at, { seen: 7 })), 'cars that nobody has opened').toBe(
    'versionConflict',
  )
})

test('from the offers to a complete car without an opener', async () => {
  const at = wished(35)
  const [ann, bob] = [await wisher(at, { people: 2 }), await wisher(at)]
  const { carpoolId } = await wishCar(at)
  const stranger = carpools.hold(await newStudent(), carpoolId, {
    ...{ people: 1, terminal: 'T2', flightNumber: null, flightTime: at - hours(2) },
    ...{ nLocation: '1 Castle Boulevard', bigLuggage: 1, smallLuggage: 1, bag: 0 },
  })
  expect(codeOf(await stranger)).toBe('carpoolFull')
  const seat = await joinCar(car(carpoolId, at), { as: ann, people: 2 })
  expect(codeOf(await carpools.confirmCreate(ann, seat.participantId))).toBe('notFound')
  await joinCar(car(carpoolId, at), { as: bob })
  await advance(0)
  expect((await carOf(carpoolId)).status).toBe('SUCCESS_PENDING_PAYMENT')
  expect(await noticesOf(ann)).toEqual(['seatOffered', 'groupComplete'])
  expect(await listOwnWishes(services, ann), 'the seat has ended the wish').toEqual([])
})

test('an offer that runs out while no alarm fires ends in time, once, and others hear of the seats', async () => {
  const at = wished(36)
  const ann = await wisher(at)
  const { carpoolId } = await wishCar(at, { maxPassengers: 2 })
  const eve = await newStudent()
  const luggage = { bigLuggage: 1, smallLuggage: 1, bag: 0 }
  must(await joinWaitlist(services, { viewer: eve, carpoolId, people: 2, ...luggage }))
  const until = (await carOf(carpoolId)).waiting?.[0]?.offeredUntil ?? 0
  await passTime(until - now() + minutes(30))
  await evict(carpoolId)
  await Promise.all([fireAlarm(carpoolId), stub(carpoolId).poke({}), stub(carpoolId).poke({})])
  const { waiting = [] } = await carOf(carpoolId)
  expect(waiting.map(({ userId }) => userId)).toEqual([eve.id])
  expect(waiting[0]?.offeredUntil).toBeGreaterThanOrEqual(until + OFFER_MS)
  await advance(0)
  expect(await noticesOf(ann)).toEqual(['seatOffered', 'offerMissed'])
  // Eve declines: the seats are everybody's, and are told to whoever wishes for them.
  const dan = await wisher(at)
  must(await leaveWaitlist(services, { viewer: eve, carpoolId }))
  const noon = at - hours(48)
  for (const when of [noon, noon + minutes(1), noon + minutes(2)]) await sweepAt(when)
  expect(await toldOf(ann), 'Ann knows the car').toEqual([])
  expect(await toldOf(dan)).toHaveLength(1)
  expect((await shownIn(carpoolId))?.status).toBe('OPEN')
})

test('the car is found for other wishes as any other, and not for those it was offered to', async () => {
  const at = wished(37)
  const ann = await wisher(at)
  const bob = await wisher(at, { people: 3 })
  const { carpoolId } = await wishCar(at, { maxPassengers: 3 })
  expect(await offeredIn(carpoolId)).toEqual([ann.id])
  await db.update(wishes).set({ people: 2 }).where(eq(wishes.id, bob.wishId))
  const noon = at - hours(72)
  for (const when of [noon, noon + minutes(1)]) await sweepAt(when)
  expect([(await toldOf(bob)).length, (await toldOf(ann)).length]).toEqual([1, 0])
})

test('with nobody in it, the car is cancelled at its cutoff, and shown until then', async () => {
  const at = wished(5)
  const ann = await wisher(at)
  const { carpoolId } = await wishCar(at)
  const seat = await joinCar(car(carpoolId, at), { as: ann })
  must(await carpools.exit(ann, carpoolId))
  await advance(0)
  expect(seat.participantId).toBeDefined()
  expect(await shownIn(carpoolId)).toMatchObject({ people: 0, status: 'OPEN', terminals: ['T2'] })
  expect(await carpools.find(carpoolId, null)).toMatchObject({ flightTimes: [], waitersMax: 3 })
  await goTo(at - hours(24))
  expect(await shownIn(carpoolId)).toMatchObject({ people: 0, status: 'CANCELLED' })
})

test('the console cancels the car with what it has: those who were offered seats hear of it', async () => {
  const at = wished(38)
  const ann = await wisher(at)
  const { carpoolId } = await wishCar(at)
  const admin = await newAdmin()
  const { status, body } = await api('POST', `/admin/carpools/${carpoolId}/cancel`, { as: admin })
  expect([status, body.status]).toEqual([200, 'CANCELLED'])
  await advance(0)
  expect(await noticesOf(ann)).toEqual(['seatOffered', 'waitlistClosed'])
  expect(await readConsole(services)).toEqual([
    expect.objectContaining({
      id: slotOf(at),
      people: 1,
      cars: [expect.objectContaining({ id: carpoolId, status: 'CANCELLED' })],
    }),
  ])
  const again = await wishCar(at, { seen: 1 })
  expect(await offeredIn(again.carpoolId)).toEqual([ann.id])
})
