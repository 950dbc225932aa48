import { runInDurableObject } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readSession } from '#app/account/service/sessions.server.ts'
import { convertToPrivate } from '#app/carpool/service/carpool-actions.server.ts'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { waitlistOf } from '#app/features/waitlist/rules/wait-event.ts'
import { joinWaitlist } from '#app/features/waitlist/service.server.ts'
import { Store } from '#app/group/object/store.ts'
import { evolveAll } from '#app/group/rules/evolve.ts'
import { confirmDeposit, giveUpPlace, leaveGroup } from '#app/group/service/groups.server.ts'
import type { OrderId } from '#app/kernel/id.ts'
import { CLOSING_SETTLED_MS, hours, minutes, UNDER_WAY_MS } from '#app/kernel/limits.ts'
import { insertNotice } from '#app/notices/rows/notices.server.ts'
import { placeOrder } from '#app/orders/service/order-placing.server.ts'
import { confirmBase } from '#app/orders/service/orders.server.ts'
import { closeAccount, sweepClosings } from '#app/privacy/service/closing.server.ts'
import { tripKind } from '#app/trip/service/trip-kind.server.ts'
import { orders as orderTable, participants, pointsLedger, waits } from '#db/schema.ts'
import {
  carOf,
  completeCar,
  evict,
  failedCar,
  goTo,
  holdSeat,
  inDays,
  openCar,
  payBalance,
  privateCar,
  rowsOf,
  stub,
} from '#tests/worker/world/cars.ts'
import { begin, mailDraft, withBasePrice } from '#tests/worker/world/orders.ts'
import { give } from '#tests/worker/world/people.ts'
import {
  advance,
  codeOf,
  db,
  fault,
  intentIdOf,
  must,
  now,
  pay,
  stripe,
  stripeDown,
  stripeUp,
} from '#tests/worker/world/services.ts'
import { holdPlace, openTrip, stateOf, untilEnd } from '#tests/worker/world/trips.ts'
import { accountOf, foundInCar, foundInD1, logIn, newPerson, services, travelOf } from './kit.ts'

const whyOf = (open: { what: string; why: string }[]) =>
  open.map(({ what, why }) => `${what} ${why}`)
/** What administrators do to an order. */
const mark = (id: OrderId, status: string) =>
  db.update(orderTable).set({ status }).where(eq(orderTable.id, id))
/** Waits until no request from before a closing can still be running. */
const settle = async () => {
  await advance(CLOSING_SETTLED_MS + minutes(1))
  await sweepClosings(services)
}

test('an account with nothing open is closed at once, and all its data is gone', async () => {
  const ann = await newPerson()
  const token = await logIn(ann)
  const car = await openCar(
    { maxPassengers: 3, ...inDays(5), ...travelOf(ann) },
    { as: ann, consent: true },
  )
  must(await leaveGroup(carpoolKind, services, ann, car.carpoolId))
  await advance(0)
  const bob = await newPerson()
  const shared = await openCar({ maxPassengers: 2, ...inDays(5), ...travelOf(bob) }, { as: bob })
  const seat = await holdSeat(shared, travelOf(ann), ann)
  await pay(seat.clientSecret)
  must(await confirmDeposit(carpoolKind, services, ann, seat.participantId))
  await advance(0)
  await payBalance({ viewer: ann, participantId: seat.participantId })
  await payBalance({ viewer: bob, participantId: shared.participantId })
  await goTo((await carOf(shared.carpoolId)).carpoolAt + UNDER_WAY_MS)
  const { id: orderId } = must(
    await placeOrder(
      services,
      ann,
      'mail',
      mailDraft({ userName: ann.secrets[0], tel: ann.secrets[2] }),
      'one',
    ),
  )
  const { clientSecret } = await begin({ owner: ann, kind: 'mail', id: orderId })
  await pay(clientSecret)
  must(await confirmBase(services, ann, 'mail', orderId))
  await mark(orderId, 'completed')
  await give(ann.id, 700)
  await db
    .update(pointsLedger)
    .set({ description: `for ${ann.secrets[0]}` })
    .where(eq(pointsLedger.userId, ann.id))
  await insertNotice(db, {
    id: `n:${ann.id}`,
    userId: ann.id,
    code: 'memberApproved',
    params: { of: ann.secrets[0] ?? '' },
    createdAt: now(),
  })
  const before = await accountOf(ann.id)
  expect((await foundInD1(ann.secrets)).length).toBeGreaterThan(5)
  expect((await foundInCar(shared.carpoolId, ann.secrets)).length).toBeGreaterThan(0)

  expect(must(await closeAccount(services, ann.id))).toEqual([])

  expect(await foundInD1(ann.secrets)).toEqual([])
  for (const { carpoolId } of [car, shared]) {
    expect(await foundInCar(carpoolId, ann.secrets)).toEqual([])
    const events = await rowsOf(carpoolId, 'SELECT body FROM events ORDER BY seq')
    const replayed = evolveAll(
      null,
      events.map(({ body }) => JSON.parse(String(body))),
    )
    expect(replayed, 'the state follows from the events as before').toEqual(await carOf(carpoolId))
  }
  expect(
    (await foundInCar(shared.carpoolId, bob.secrets)).length,
    'nobody else is forgotten',
  ).toBeGreaterThan(0)
  await expect(stripe.customers.retrieve(before?.stripeCustomerId ?? '')).rejects.toThrow(
    /No such customer/,
  )
  expect(await readSession(services, token)).toBeNull()
  const after = await accountOf(ann.id)
  expect(after).toMatchObject({
    name: '',
    email: '',
    accountType: 'NORMAL',
    auth: null,
    closedAt: expect.any(Number),
  })

  // What is kept: who paid how much for what, by id.
  expect(await db.select().from(orderTable).where(eq(orderTable.id, orderId)).get()).toMatchObject({
    userId: ann.id,
    payment: 'paid',
    status: 'completed',
    intentId: intentIdOf(clientSecret),
  })
  const place = (await carOf(shared.carpoolId)).participants.find((p) => p.userId === ann.id)
  expect(place).toMatchObject({
    seat: 'taken',
    party: { people: 1 },
    deposit: { state: 'paid' },
  })
  expect(place?.balance.paid).toBeGreaterThan(0)

  // The sweep finishes it, and never looks at it again.
  expect(after?.erasedAt).toBeNull()
  await settle()
  expect((await accountOf(ann.id))?.erasedAt).toEqual(expect.any(Number))
  expect((await accountOf(ann.id))?.stripeCustomerId).toBeNull()
  expect(await sweepClosings(services)).toBe(0)
  await evict(shared.carpoolId)
  await stub(shared.carpoolId).poke({ rebuild: true })
  expect(await foundInD1(ann.secrets), 'a rebuild brings nothing back').toEqual([])
})

test('nothing else can change a history after it was rewritten', async () => {
  const ann = await newPerson()
  const car = await openCar({ maxPassengers: 3, ...travelOf(ann) }, { as: ann })
  must(await leaveGroup(carpoolKind, services, ann, car.carpoolId))
  await advance(0)
  expect(must(await closeAccount(services, ann.id))).toEqual([])
  await expect(rowsOf(car.carpoolId, `UPDATE events SET type = 'x'`)).rejects.toThrow(
    /never changed/,
  )
})

test('a write to the lists in progress while a group forgets a student does not count as the one after it', async () => {
  const car = await openCar({ maxPassengers: 3, ...inDays(5) })
  await runInDurableObject(stub(car.carpoolId), (_object, state) => {
    const store = new Store(state.storage.sql)
    const known = store.load()
    if (!known) throw new Error('no group')
    const write = store.beginMirrorWrite(known, false)
    store.forgetMirror()
    store.markMirrored(write, known.version, null)
    expect(store.mirror().version, 'everything is still to be written anew').toBe(0)
  })
})

test('with open money the account and its sessions stay unchanged, and the reply lists what is open', async () => {
  const ann = await newPerson()
  const token = await logIn(ann)
  const car = await openCar({ maxPassengers: 3, ...inDays(5), ...travelOf(ann) }, { as: ann })
  const trip = await openTrip()
  const held = await holdPlace(trip.id, {}, ann)
  const { id } = must(await placeOrder(services, ann, 'mail', mailDraft(), 'open'))
  const { clientSecret } = await begin({ owner: ann, kind: 'mail', id })
  const before = await accountOf(ann.id)

  const open = must(await closeAccount(services, ann.id))
  expect(whyOf(open).sort()).toEqual(['carpool seat', 'mail unpaid', 'trip hold'])
  expect(open.map((item) => 'participantId' in item && item.participantId)).toContain(
    held.participantId,
  )
  expect(await accountOf(ann.id)).toEqual(before)
  expect(await readSession(services, token)).not.toBeNull()
  expect((await foundInCar(car.carpoolId, ann.secrets)).length).toBeGreaterThan(0)

  // They come to rest one after the other.
  must(await leaveGroup(carpoolKind, services, ann, car.carpoolId))
  must(await giveUpPlace(tripKind, services, ann, trip.id))
  await pay(clientSecret)
  must(await confirmBase(services, ann, 'mail', id))
  await advance(0)
  expect(whyOf(must(await closeAccount(services, ann.id)))).toEqual(['mail underway'])
  await mark(id, 'completed')
  expect(must(await closeAccount(services, ann.id))).toEqual([])
})

test('a deposit being refunded is open money until it is known to be returned', async () => {
  const ann = await newPerson()
  const car = await openCar({ maxPassengers: 3, ...inDays(5) }, { as: ann })
  await stripeDown()
  must(await leaveGroup(carpoolKind, services, ann, car.carpoolId))
  expect(whyOf(must(await closeAccount(services, ann.id)))).toEqual(['carpool returning'])
  await advance(hours(1))
  expect(whyOf(must(await closeAccount(services, ann.id))), 'stuck').toEqual(['carpool returning'])
  await stripeUp()
  await advance(minutes(30))
  expect(must(await closeAccount(services, ann.id))).toEqual([])
})

test('outdated lists do not matter: the objects decide what is open', async () => {
  const ann = await newPerson()
  const car = await openCar({ maxPassengers: 3, ...inDays(5) }, { as: ann })
  await db
    .update(participants)
    .set({ seat: 'gone', depositStatus: 'cancelled' })
    .where(eq(participants.userId, ann.id))
  expect(whyOf(must(await closeAccount(services, ann.id)))).toEqual(['carpool seat'])
  expect((await carOf(car.carpoolId)).participants[0]?.seat).toBe('taken')
})

test('a failed group, a private car and a complete one are open until they are over', async () => {
  const ann = await newPerson()
  const failed = await failedCar(ann)
  expect(whyOf(must(await closeAccount(services, ann.id)))).toEqual(['carpool seat'])
  must(await convertToPrivate(services, ann, failed.carpoolId))
  expect(whyOf(must(await closeAccount(services, ann.id)))).toEqual(['carpool seat'])
  await goTo((await carOf(failed.carpoolId)).carpoolAt + hours(30))
  expect(must(await closeAccount(services, ann.id))).toEqual([])

  const bob = await newPerson()
  const { carpoolId } = await completeCar([bob])
  expect(whyOf(must(await closeAccount(services, bob.id)))).toEqual(['carpool seat'])
  await goTo((await carOf(carpoolId)).carpoolAt + hours(1))
  expect(
    must(await closeAccount(services, bob.id)),
    'closed unpaid: what was kept is owed',
  ).toEqual([])
})

test('a trip is open until it has ended, and then forgets the student', async () => {
  const ann = await newPerson()
  const trip = await openTrip({ minPassengers: 1, balancePrice: 0 })
  const travel = travelOf(ann)
  const place = await holdPlace(trip.id, travel, ann)
  await pay(place.clientSecret)
  must(await confirmDeposit(tripKind, services, ann, trip.id))
  expect(whyOf(must(await closeAccount(services, ann.id)))).toEqual(['trip seat'])
  await advance(await untilEnd(trip.id))
  await advance(0)
  expect(must(await closeAccount(services, ann.id))).toEqual([])
  const left = (await stateOf(trip.id)).participants.find((p) => p.userId === ann.id)
  expect(left?.party).toMatchObject({ nLocation: '', flightNumber: null, people: 1 })
  expect(await foundInD1(ann.secrets)).toEqual([])
})

test('with the payment provider unreachable it is closed all the same, and the rest follows', async () => {
  const ann = await newPerson()
  const car = await openCar({ maxPassengers: 3, ...inDays(5) }, { as: ann, consent: true })
  must(await leaveGroup(carpoolKind, services, ann, car.carpoolId))
  await advance(0)
  const customer = (await accountOf(ann.id))?.stripeCustomerId ?? ''
  await fault('fail-calls', 100_000)
  expect(must(await closeAccount(services, ann.id))).toEqual([])
  await settle()
  expect(await accountOf(ann.id)).toMatchObject({
    name: '',
    erasedAt: null,
    stripeCustomerId: customer,
  })
  await stripeUp()
  await advance(minutes(1))
  expect((await accountOf(ann.id))?.erasedAt).not.toBeNull()
  await expect(stripe.customers.retrieve(customer)).rejects.toThrow(/No such customer/)
})

test('a free order is open until it is finished', async () => {
  const ann = await newPerson()
  const made = await withBasePrice('mail', 0, () =>
    placeOrder(services, ann, 'mail', mailDraft(), 'free'),
  )
  expect(whyOf(must(await closeAccount(services, ann.id)))).toEqual(['mail underway'])
  await mark(must(made).id, 'failed')
  expect(must(await closeAccount(services, ann.id))).toEqual([])
})

test('a paid private car is over once it is completed, and not while it is under way', async () => {
  const ann = await newPerson()
  const car = await privateCar(ann)
  await payBalance(car)
  await goTo((await carOf(car.carpoolId)).carpoolAt + hours(1))
  expect(must(await closeAccount(services, ann.id))).toHaveLength(1)
  await goTo((await carOf(car.carpoolId)).carpoolAt + UNDER_WAY_MS)
  expect((await carOf(car.carpoolId)).status).toBe('COMPLETED')
  expect(must(await closeAccount(services, ann.id))).toEqual([])
})

test('a closed account waits for no seat: an offer of its goes to the next', async () => {
  const car = await openCar({ maxPassengers: 2, ...inDays(5) })
  const other = await holdSeat(car)
  const [ann, bob] = [await newPerson(), await newPerson()]
  const luggage = { people: 1, bigLuggage: 1, smallLuggage: 0, bag: 1 }
  const { carpoolId } = car
  for (const viewer of [ann, bob])
    must(await joinWaitlist(services, { viewer, carpoolId, ...luggage }))
  must(await giveUpPlace(carpoolKind, services, other.viewer, other.participantId))
  expect(must(await closeAccount(services, ann.id))).toEqual([])
  await settle()
  const { waiting } = waitlistOf(await carOf(carpoolId))
  expect(waiting.map(({ userId }) => userId)).toEqual([bob.id])
  expect(waiting[0]?.offeredUntil).toBeGreaterThan(0)
  const rows = await db.select({ userId: waits.userId }).from(waits)
  expect(rows.filter(({ userId }) => userId === ann.id)).toEqual([])
  expect(codeOf(await joinWaitlist(services, { viewer: ann, carpoolId, ...luggage }))).toBe(
    'unavailable',
  )
})
