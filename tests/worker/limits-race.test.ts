import { expect, test } from 'vitest'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { draftPayableCarpool, holdSeats } from '#app/carpool/service/carpools.server.ts'
import { joinWaitlist, leaveWaitlist } from '#app/features/waitlist/service.server.ts'
import { deleteOwnWish, makeWish } from '#app/features/wishes/service/wishes.server.ts'
import { giveUpPlace } from '#app/group/service/groups.server.ts'
import {
  HOLD_MS,
  hours,
  OPEN_HOLDS_PER_USER,
  UNPAID_ORDERS_PER_USER,
  WAITS_PER_USER,
  WISHES_PER_USER,
} from '#app/kernel/limits.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import { placeOrder } from '#app/orders/service/order-placing.server.ts'
import { removeOrder } from '#app/orders/service/orders.server.ts'
import { tripKind } from '#app/trip/service/trip-kind.server.ts'
import { createTrip } from '#app/trip/service/trips.server.ts'
import { attempts } from '#db/schema.ts'
import { api, joinPayload, openCarpool } from '#tests/worker/world/api.ts'
import { type Car, draft, holdSeat, inDays, openCar, party } from '#tests/worker/world/cars.ts'
import { draftOf } from '#tests/worker/world/orders.ts'
import { newStudent, type Student, student } from '#tests/worker/world/people.ts'
import { advance, codeOf, db, now, services } from '#tests/worker/world/services.ts'
import * as trip from '#tests/worker/world/trips.ts'

/** Whatever a student may have only so many of at a time, begun many times at once. */

const AT_ONCE = 12
const each = <T>(make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, n) => make(n)))
/** One after the other, since they are only the scene. */
async function many<T>(make: () => Promise<T>): Promise<T[]> {
  const made: T[] = []
  for (let n = 0; n < AT_ONCE; n++) made.push(await make())
  return made
}
let cars: Promise<Car[]> | undefined
/** Used by several tests, each of which leaves them as it found them. */
const openCars = () => {
  cars ??= many(() => openCar({ maxPassengers: 5 }))
  return cars
}
/** Cars that are open and have no seat left for a while. */
const heldCars = () =>
  many(async () => {
    const car = await openCar({ maxPassengers: 2 })
    await holdSeat(car, {}, student())
    return car
  })

type Limit = {
  most: number
  scene?: () => Promise<unknown[]>
  begin(as: Student, at: never, n: number): Promise<Result<unknown>>
  drop(as: Student, begun: never, at: never): Promise<Result<unknown>>
}
const seatIn = (as: Student, car: Car) =>
  holdSeats(services, as, car.carpoolId, party({ flightTime: car.flightTime }))
const giveUp = (as: Student, { participantId }: { participantId: string }) =>
  giveUpPlace(carpoolKind, services, as, participantId)
const ordering = (kind: 'mail' | 'move'): Limit => ({
  most: UNPAID_ORDERS_PER_USER,
  begin: (as) => placeOrder(services, as, kind, draftOf(kind), crypto.randomUUID()),
  drop: (as, { id }: { id: string }) => removeOrder(services, as, kind, id),
})

const LIMITS: Record<string, Limit> = {
  'unpaid mail orders': ordering('mail'),
  'unpaid moving orders': ordering('move'),
  'seats held in carpools': {
    most: OPEN_HOLDS_PER_USER,
    scene: openCars,
    begin: seatIn,
    drop: giveUp,
  },
  'seats held over the API': {
    most: OPEN_HOLDS_PER_USER,
    scene: () => many(async () => openCarpool(await newStudent())),
    async begin(as, { id }: { id: string }) {
      const json = joinPayload()
      const answer = await api('POST', `/carpool/${id}/join`, { as, json })
      return answer.status === 201 ? ok(answer.body) : fail('rateLimited')
    },
    drop: giveUp,
  },
  'carpools that are drafted': {
    most: OPEN_HOLDS_PER_USER,
    begin: (as) => draftPayableCarpool(services, as, draft(), crypto.randomUUID()),
    drop: giveUp,
  },
  'trips that are drafted': {
    most: OPEN_HOLDS_PER_USER,
    begin: (as) => createTrip(services, as, trip.draft(), crypto.randomUUID()),
    drop: (as, { id }: { id: string }) => giveUpPlace(tripKind, services, as, id),
  },
  'seats and drafts, of cars and trips, together': {
    most: OPEN_HOLDS_PER_USER,
    scene: openCars,
    begin: (as, car: Car, n) =>
      [
        () => seatIn(as, car),
        () => draftPayableCarpool(services, as, draft(), crypto.randomUUID()),
        () => createTrip(services, as, trip.draft(), crypto.randomUUID()),
      ][n % 3]?.() as Promise<Result<unknown>>,
    drop: (as, begun: { participantId: string } | { id: string }) =>
      'id' in begun ? giveUpPlace(tripKind, services, as, begun.id) : giveUp(as, begun),
  },
  waitlists: {
    most: WAITS_PER_USER,
    scene: heldCars,
    begin: (viewer, { carpoolId }: Car) =>
      joinWaitlist(services, {
        ...{ viewer, carpoolId, people: 1, bigLuggage: 0, smallLuggage: 0, bag: 0 },
      }),
    drop: (viewer, _, { carpoolId }: Car) => leaveWaitlist(services, { viewer, carpoolId }),
  },
  wishes: {
    most: WISHES_PER_USER,
    begin: (viewer, _, n) => {
      const fromAt = inDays(10).carpoolAt + hours(n)
      const wish = { tripType: 'PICKUP', airportId: 'air_lhr', people: 1 } as const
      const luggage = { bigLuggage: 0, smallLuggage: 0 }
      return makeWish(services, viewer, { ...wish, ...luggage, fromAt, toAt: fromAt + hours(1) })
    },
    drop: (viewer, id: string) => deleteOwnWish(services, viewer, id),
  },
}

const all = Object.entries(LIMITS)
test.each(all)(
  '%s: twelve at once are as many as allowed, and given up they are free again',
  async (_, { most, scene = async () => [], begin, drop }) => {
    const as = await newStudent()
    const at = (await scene()) as never[]
    const begun = await each((n) => begin(as, at[n] as never, n))
    const codes = begun.map(codeOf)
    expect(codes.filter((code) => code === 'ok')).toHaveLength(most)
    expect(new Set(codes).size).toBe(2)
    for (const [n, one] of begun.entries())
      if (one.ok) expect(codeOf(await drop(as, one.value as never, at[n] as never))).toBe('ok')
    expect(codeOf(await begin(as, at[11] as never, 11))).toBe('ok')
  },
)

test('what was counted for a hold that never came to be runs out with it', async () => {
  const as = await newStudent()
  const [first, second] = (await openCars()) as [Car, Car]
  const place = (n: number) => `par_never${n}`
  const row = (n: number) => ({ kind: 'hold', subject: as.id, at: now(), place: place(n) })
  for (let n = 0; n < OPEN_HOLDS_PER_USER; n++) await db.insert(attempts).values(row(n))
  const refused = await seatIn(as, first)
  expect(refused).toMatchObject({ error: { code: 'rateLimited', params: { context: 'open' } } })
  await advance(HOLD_MS)
  expect(codeOf(await seatIn(as, second))).toBe('ok')
})
