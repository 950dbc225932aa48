import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { editInfo, repayDeposit } from '#app/carpool/service/carpool-actions.server.ts'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { draftPayableCarpool, holdSeats } from '#app/carpool/service/carpools.server.ts'
import {
  confirmDeposit,
  giveUpBalance,
  giveUpPlace,
  holdInGroup,
  prepareBalance,
  prepareDeposit,
} from '#app/group/service/groups.server.ts'
import {
  CHANGES_PER_HOUR,
  DECLINES_PER_DAY,
  DECLINES_PER_HOUR,
  DRAFTS_PER_DAY,
  HOLDS_PER_DAY,
  hours,
  minutes,
  OPEN_HOLDS_PER_USER,
  ORDERS_PER_DAY,
} from '#app/kernel/limits.ts'
import type { Result } from '#app/kernel/result.ts'
import { placeOrder } from '#app/orders/service/order-placing.server.ts'
import { removeOrder } from '#app/orders/service/orders.server.ts'
import { countDecline } from '#app/payments/service/payment-limits.server.ts'
import { tripKind } from '#app/trip/service/trip-kind.server.ts'
import { createTrip } from '#app/trip/service/trips.server.ts'
import { attempts, orders as orderRows, participants } from '#db/schema.ts'
import {
  type Car,
  carOf,
  completeCar,
  draft,
  goTo,
  holdSeat,
  inDays,
  intentsFor,
  openCar,
  party,
  placeIn,
  privateCar,
} from '#tests/worker/world/cars.ts'
import { draftOf } from '#tests/worker/world/orders.ts'
import { newStudent, type Student, student } from '#tests/worker/world/people.ts'
import {
  advance,
  codeOf,
  db,
  eventsOf,
  intentIdOf,
  must,
  now,
  pay,
  services,
} from '#tests/worker/world/services.ts'
import * as trip from '#tests/worker/world/trips.ts'

const declined = (clientSecret: string) =>
  pay(clientSecret, 'pm_card_visa_chargeDeclined').then(
    () => 'paid',
    (error: { code?: string }) => error.code,
  )

type Scene = { car: Car; trip: Awaited<ReturnType<typeof trip.openTrip>> }
const scene = async (): Promise<Scene> => ({
  car: await openCar({ maxPassengers: 5 }),
  trip: await trip.openTrip(),
})
const ordering = <K extends 'mail' | 'move'>(kind: K) => ({
  perDay: ORDERS_PER_DAY,
  context: 'order',
  begin: (as: Student) => placeOrder(services, as, kind, draftOf(kind), crypto.randomUUID()),
  drop: (as: Student, { id }: { id: string }) => removeOrder(services, as, kind, id),
})

/**
 * Every way to begin something that has to be paid for, how it is dropped again, and how often a
 * day it is allowed.
 */
const BEGINNINGS: Record<
  string,
  {
    perDay: number
    context: string
    begin(as: Student, at: Scene): Promise<Result<unknown>>
    drop(as: Student, begun: never): Promise<Result<unknown>>
  }
> = {
  'a carpool': {
    perDay: DRAFTS_PER_DAY,
    context: 'draft',
    begin: (as) => draftPayableCarpool(services, as, draft(), crypto.randomUUID()),
    drop: (as, { participantId }: { participantId: string }) =>
      giveUpPlace(carpoolKind, services, as, participantId),
  },
  'a seat in a carpool': {
    perDay: HOLDS_PER_DAY,
    context: 'hold',
    begin: (as, { car }) =>
      holdSeats(services, as, car.carpoolId, party({ people: 4, flightTime: car.flightTime })),
    drop: (as, { participantId }: { participantId: string }) =>
      giveUpPlace(carpoolKind, services, as, participantId),
  },
  'a trip': {
    perDay: DRAFTS_PER_DAY,
    context: 'draft',
    begin: (as) => createTrip(services, as, trip.draft(), crypto.randomUUID()),
    drop: (as, { id }: { id: string }) => giveUpPlace(tripKind, services, as, id),
  },
  'a place on a trip': {
    perDay: HOLDS_PER_DAY,
    context: 'hold',
    begin: async (as, at) => {
      const held = await holdInGroup(tripKind, services, as, at.trip.id, trip.party({ people: 2 }))
      return held.ok ? { ok: true, value: { id: at.trip.id } } : held
    },
    drop: (as, { id }: { id: string }) => giveUpPlace(tripKind, services, as, id),
  },
  'a mail order': ordering('mail'),
  'a moving order': ordering('move'),
}
const all = Object.entries(BEGINNINGS)

/**
 * All traces of a user: rows of places and orders, payments at the provider, seats in the group.
 */
async function tracesOf({ id }: Student, { car, trip: on }: Scene) {
  const [places, ordered] = await db.batch([
    db.select().from(participants).where(eq(participants.userId, id)),
    db.select().from(orderRows).where(eq(orderRows.userId, id)),
  ])
  const seats = [
    (await carOf(car.carpoolId)).participants,
    (await trip.stateOf(on.id)).participants,
  ].flat()
  return {
    rows: places.length + ordered.length,
    payments: (await intentsFor({ id })).length,
    seats: seats.filter((p) => p.userId === id).length,
  }
}
/** That many attempts of a kind, as if just made. */
const made = (as: Student, kind: string, times: number) =>
  db
    .insert(attempts)
    .values(Array.from({ length: times }, () => ({ kind, subject: as.id, at: now() })))

describe.each(all)('%s', (_, { perDay, context, begin, drop }) => {
  test('can be started and dropped a limited number of times a day, then is refused without leftovers until the first is a day old', async () => {
    const [as, at] = [await newStudent(), await scene()]
    const begun: number[] = []
    for (let round = 0; round < 12; round++) {
      const one = await begin(as, at)
      if (!one.ok) break
      begun.push(now())
      must(await drop(as, one.value as never))
    }
    expect(begun).toHaveLength(Math.min(12, perDay))
    if (begun.length < perDay) await made(as, context, perDay - begun.length)
    const before = await tracesOf(as, at)
    const refused = await begin(as, at)
    const { retryAfterSeconds, ...params } = (refused.ok ? {} : refused.error.params) ?? {}
    expect([codeOf(refused), params]).toEqual(['rateLimited', { context, max: perDay }])
    const wait = ((begun[0] ?? 0) + hours(24) - now()) / 1000
    expect(Number(retryAfterSeconds)).toBeGreaterThanOrEqual(wait - 1)
    expect(Number(retryAfterSeconds)).toBeLessThanOrEqual(24 * 3600)
    expect(await tracesOf(as, at)).toEqual(before)
    await advance(Number(retryAfterSeconds) * 1000)
    expect(codeOf(await begin(as, at))).toBe('ok')
  })

  test.each([
    ['an hour', DECLINES_PER_HOUR, hours(1), 'decline'],
    ['a day', DECLINES_PER_DAY, hours(24), 'declineDay'],
  ])(
    'is refused for %s after that many declined cards, without leftovers',
    async (_window, max, ms, why) => {
      const [as, at] = [await newStudent(), await scene()]
      await made(as, 'decline', max)
      if (why === 'declineDay') await advance(hours(2))
      const refused = await begin(as, at)
      expect(refused).toMatchObject({
        ok: false,
        error: { code: 'rateLimited', params: { context: why, max } },
      })
      expect(await tracesOf(as, at)).toEqual({ rows: 0, payments: 0, seats: 0 })
      await advance(ms)
      expect(codeOf(await begin(as, at))).toBe('ok')
    },
  )
})

test('a student with the maximum of waiting places sees that, and until when', async () => {
  const as = await newStudent()
  for (let n = 0; n < OPEN_HOLDS_PER_USER; n++) {
    must(
      await holdSeats(
        services,
        as,
        (await openCar()).carpoolId,
        party({ flightTime: draft().flightTime }),
      ),
    )
    await advance(minutes(1))
  }
  const refused = await draftPayableCarpool(services, as, draft(), crypto.randomUUID())
  const retryAfterSeconds = (15 - OPEN_HOLDS_PER_USER) * 60
  expect(refused).toMatchObject({
    error: { params: { context: 'open', max: OPEN_HOLDS_PER_USER } },
  })
  const wait = Number(refused.ok ? 0 : refused.error.params?.retryAfterSeconds)
  expect(Math.abs(wait - retryAfterSeconds)).toBeLessThanOrEqual(30)
  await advance(wait * 1000)
  must(await draftPayableCarpool(services, as, draft(), crypto.randomUUID()))
})

test('changes are limited per hour, whatever they change', async () => {
  const as = await newStudent()
  const car = await openCar({ maxPassengers: 3 }, { as })
  const seat = await holdSeat(await openCar({ maxPassengers: 3 }), {}, as)
  const attempt = crypto.randomUUID()
  must(await draftPayableCarpool(services, as, draft(), attempt))
  const order = crypto.randomUUID()
  must(await placeOrder(services, as, 'mail', draftOf('mail'), order))
  const { people: _, terminal: __, ...info } = party({ flightTime: car.flightTime })
  const changes: Record<string, (n: number) => Promise<Result<unknown>>> = {
    edit: (bag: number) => editInfo(services, as, car.participantId, { ...info, bag }),
    hold: (bag: number) =>
      holdSeats(
        services,
        as,
        carpoolOf(seat.participantId),
        party({ flightTime: draft().flightTime, bag }),
      ),
    draft: (bag: number) => draftPayableCarpool(services, as, draft({ bag }), attempt),
    order: (estBoxNum: number) =>
      placeOrder(services, as, 'mail', { ...draftOf('mail'), estBoxNum }, order),
  }
  for (const change of Object.values(changes)) must(await change(2))
  await made(as, 'change', CHANGES_PER_HOUR - Object.keys(changes).length)
  const context = 'change'
  for (const change of Object.values(changes))
    expect(await change(3)).toMatchObject({ error: { code: 'rateLimited', params: { context } } })
  expect((await placeIn(car.carpoolId, car.participantId)).party.bag).toBe(2)
  await advance(hours(1))
  must(await editInfo(services, as, car.participantId, { ...info, bag: 4 }))
})
const carpoolOf = (participantId: string) =>
  `car_${participantId.slice('par_'.length).split('_')[0]}`

/** Every payment of something already owed: the balances, and a deposit the bank has released. */
type Owed = {
  as: Student
  begin(): Promise<Result<{ clientSecret: string | null }>>
  drop(): Promise<unknown>
}
const ofCar = (as: Student, participantId: string): Owed => ({
  as,
  begin: () => prepareBalance(carpoolKind, services, as, participantId, 0),
  drop: () => giveUpBalance(carpoolKind, services, as, participantId),
})
const OWED: Record<string, (as: Student) => Promise<Owed>> = {
  'a balance of a carpool': async (as) => {
    const { seats } = await completeCar([as, student()])
    return ofCar(as, seats[0]?.participantId ?? '')
  },
  'a balance of a private car': async (as) => ofCar(as, (await privateCar(as)).participantId),
  'a balance of a trip': async (as) => {
    const { id } = await trip.draftTrip({ minPassengers: 1 }, as)
    await pay(must(await prepareDeposit(tripKind, services, as, id)).clientSecret)
    must(await confirmDeposit(tripKind, services, as, id))
    await advance(await trip.untilCutoff(id))
    return {
      as,
      begin: () => prepareBalance(tripKind, services, as, id),
      drop: () => giveUpBalance(tripKind, services, as, id),
    }
  },
  'a deposit that the bank released': async (as) => {
    const { carpoolId, participantId } = await openCar({ maxPassengers: 2, ...inDays(21) }, { as })
    const { captureBefore } = (await placeIn(carpoolId, participantId)).hold
    await goTo((captureBefore ?? 0) + minutes(1))
    return {
      as,
      begin: () => repayDeposit(services, as, participantId),
      drop: async () => undefined,
    }
  },
}

describe.each(Object.entries(OWED))('%s', (_, owe) => {
  test('can be paid however many payments were started today', async () => {
    const { as, begin, drop } = await owe(await newStudent())
    for (const kind of ['hold', 'draft', 'order', 'change', 'payment']) await made(as, kind, 30)
    for (let round = 0; round < 11; round++) {
      must(await begin())
      await drop()
    }
    const { clientSecret } = must(await begin())
    expect((await pay(clientSecret ?? '')).status).toMatch(/succeeded|requires_capture/)
  })

  test('waits at most an hour after declined cards, and says how long', async () => {
    const { as, begin } = await owe(await newStudent())
    await made(as, 'decline', DECLINES_PER_DAY - DECLINES_PER_HOUR)
    await advance(hours(2))
    const { clientSecret } = must(await begin())
    for (let card = 0; card < DECLINES_PER_HOUR; card++)
      expect(await declined(clientSecret ?? '')).toBe('card_declined')
    await advance(0)
    const seen = await eventsOf(intentIdOf(clientSecret ?? ''))
    expect(seen.at(-1)?.type, 'the old secret is of no more use').toBe('payment_intent.canceled')
    const refused = await begin()
    const context = { context: 'decline', max: DECLINES_PER_HOUR }
    expect(refused).toMatchObject({ error: { code: 'rateLimited', params: context } })
    const wait = Number(refused.ok ? 0 : refused.error.params?.retryAfterSeconds)
    expect(wait).toBeLessThanOrEqual(3600)
    await advance(wait * 1000)
    must(await begin())
  })
})

test('declined cards limit only that student, whose seat stays on hold', async () => {
  const car = await openCar({ maxPassengers: 3 })
  const unlucky = await holdSeat(car)
  for (let card = 0; card < DECLINES_PER_HOUR; card++) await declined(unlucky.clientSecret)
  await advance(0)
  expect(
    codeOf(await prepareDeposit(carpoolKind, services, unlucky.viewer, unlucky.participantId)),
  ).toBe('rateLimited')
  expect((await placeIn(car.carpoolId, unlucky.participantId)).seat).toBe('held')
  const lucky = await holdSeat(car)
  await pay(lucky.clientSecret)
  expect(
    codeOf(await confirmDeposit(carpoolKind, services, lucky.viewer, lucky.participantId)),
  ).toBe('ok')
})

test('a declined card counts once, however often it is reported', async () => {
  const { id } = await newStudent()
  const report = (event: string) => countDecline(services, id, `${event}_${id}`)
  for (let again = 0; again <= DECLINES_PER_HOUR; again++) expect(await report('evt')).toBe(false)
  for (let card = 2; card < DECLINES_PER_HOUR; card++)
    expect(await report(`evt_${card}`)).toBe(false)
  expect(await report('evt_last')).toBe(true)
})
