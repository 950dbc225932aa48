import { abortAllDurableObjects, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { expect, test } from 'vitest'
import type { CarpoolState } from '#app/carpool/rules/state.ts'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { findCarpool, readCarpoolRecords } from '#app/carpool/service/carpool-reads.server.ts'
import {
  confirmCreate,
  draftPayableCarpool,
  holdSeats,
} from '#app/carpool/service/carpools.server.ts'
import { groupWrites } from '#app/group/rows/if-newer.server.ts'
import { evolveAll } from '#app/group/rules/evolve.ts'
import type { AnyEvent } from '#app/group/rules/extensions.ts'
import { carpoolPlaceRowOf, carpoolRowOf } from '#app/group/service/group-rows.server.ts'
import {
  confirmDeposit,
  giveUpPlace,
  prepareDeposit,
  sweepGroups,
} from '#app/group/service/groups.server.ts'
import { HOLD_MS, minutes } from '#app/kernel/limits.ts'
import { carpools as carpoolTable } from '#db/kinds.ts'
import { participants } from '#db/schema.ts'
import {
  carOf,
  draft,
  evict,
  fireAlarm,
  holdSeat,
  openCar,
  party,
  placeIn,
  rowsOf,
  snapshotOf,
  stub,
} from '#tests/worker/world/cars.ts'
import { noticesOf, student } from '#tests/worker/world/people.ts'
import {
  advance,
  codeOf,
  db,
  fault,
  faultMet,
  moneyOf,
  must,
  passTime,
  pay,
  services,
  stripeUp,
} from '#tests/worker/world/services.ts'
import { devClock } from '#workers/dev/clock.ts'

test('evicting the object between any two steps of the whole story loses nothing', async () => {
  await fault('drop-events', 100_000)
  const [ann, bob, cat] = [student(), student(), student()]
  const made = must(
    await draftPayableCarpool(services, ann, draft({ maxPassengers: 2 }), 'evicted'),
  )
  const { groupId: carpoolId } = made
  await evict(carpoolId)
  await pay(made.clientSecret)
  await evict(carpoolId)
  must(await confirmCreate(services, ann, made.participantId))
  await evict(carpoolId)
  const flightTime = (await carOf(carpoolId)).participants[0]?.party.flightTime
  const hold = must(await holdSeats(services, bob, carpoolId, party({ flightTime })))
  await evict(carpoolId)
  must(await prepareDeposit(carpoolKind, services, bob, hold.participantId))
  await evict(carpoolId)
  must(await giveUpPlace(carpoolKind, services, bob, hold.participantId))
  await evict(carpoolId)
  const late = must(await holdSeats(services, cat, carpoolId, party({ flightTime })))
  await evict(carpoolId)
  const intent = must(await prepareDeposit(carpoolKind, services, cat, late.participantId))
  await evict(carpoolId)
  await pay(intent.clientSecret)
  await passTime(HOLD_MS)
  await evict(carpoolId)
  await fireAlarm(carpoolId)
  await evict(carpoolId)
  await advance(0)
  await evict(carpoolId)
  const state = await carOf(carpoolId)
  expect(state.status).toBe('SUCCESS_PENDING_PAYMENT')
  expect(state.participants.map((p) => [p.seat, p.deposit.state])).toEqual([
    ['taken', 'paid'],
    ['gone', 'void'],
    ['taken', 'paid'],
  ])
  expect(await findCarpool(services, carpoolId, null)).toMatchObject({
    status: state.status,
    currentPassengers: 2,
  })
  const events = await rowsOf(carpoolId, 'SELECT body FROM events ORDER BY seq')
  expect(
    evolveAll(
      null,
      events.map((row) => JSON.parse(String(row.body)) as AnyEvent),
    ),
  ).toEqual(state)
})

test('if the object dies while it waits for Stripe, the seat is kept and the payment is checked again', async () => {
  await fault('drop-events', 100_000)
  const car = await openCar()
  const bob = await holdSeat(car)
  await pay(bob.clientSecret)
  await passTime(HOLD_MS)
  await fault('hang-calls', 1, { seconds: 20 })
  const dying = Promise.resolve(stub(car.carpoolId).poke()).then(
    () => 'answered',
    () => 'died',
  )
  await faultMet('hang-calls')
  await abortAllDurableObjects()
  expect(await dying).toBe('died')
  expect((await placeIn(car.carpoolId, bob.participantId)).seat).toBe('lapsing')
  await stripeUp()
  await advance(minutes(1))
  expect((await placeIn(car.carpoolId, bob.participantId)).seat).toBe('taken')
})

test('a state of an older format is rebuilt from the events', async () => {
  const car = await openCar()
  const before = await carOf(car.carpoolId)
  await rowsOf(car.carpoolId, "UPDATE snapshot SET shape = 0, body = '{}'")
  await evict(car.carpoolId)
  expect(await carOf(car.carpoolId)).toEqual(before)
})

test('the history cannot be changed', async () => {
  const car = await openCar()
  await expect(rowsOf(car.carpoolId, 'DELETE FROM events')).rejects.toThrow('never deleted')
  await expect(rowsOf(car.carpoolId, "UPDATE events SET type = 'x'")).rejects.toThrow(
    'never changed',
  )
})

test('an unknown carpool is reported as such and stores nothing', async () => {
  const nobody = stub(`car_${'7'.repeat(26)}`)
  expect(await nobody.snapshot()).toBeNull()
  expect(await nobody.poke()).toEqual({ nextDueAt: null, changed: false, noticed: false })
  expect(await nobody.execute({ type: 'tick' })).toMatchObject({
    ok: false,
    error: { code: 'notFound' },
  })
  const tables = await runInDurableObject(nobody, (_object, state) =>
    state.storage.sql
      .exec("SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\'")
      .toArray(),
  )
  expect(tables).toEqual([])
})

test('with D1 down the command holds, its reply arrives, and the lists follow when D1 is back', async () => {
  const car = await openCar({ maxPassengers: 3 })
  await env.DB.exec('ALTER TABLE groups RENAME TO groups_away')
  const bob = student()
  const held = await stub(car.carpoolId).execute({
    type: 'hold',
    userId: bob.id,
    participantId: `par_${car.carpoolId.slice(4)}_0000000000`,
    party: party({ flightTime: car.flightTime }),
  })
  await env.DB.exec('ALTER TABLE groups_away RENAME TO groups')
  expect(held.ok).toBe(true)
  expect(await findCarpool(services, car.carpoolId, null)).toMatchObject({ currentPassengers: 1 })
  await advance(minutes(1))
  expect(await findCarpool(services, car.carpoolId, null)).toMatchObject({ currentPassengers: 2 })
  expect(await readCarpoolRecords(services, bob)).toHaveLength(1)
})

test('a late write to the lists does not bring back a hold that its group has dropped', async () => {
  const car = await openCar()
  const bob = await holdSeat(car)
  const state = await carOf(car.carpoolId)
  const place = state.participants.find(({ id }) => id === bob.participantId)
  if (!place) throw new Error('no place')
  const write = (version: number, people: Place[], gone: string[]) => {
    const row = carpoolRowOf(state, { version })
    const places = people.map((p) => carpoolPlaceRowOf(state, p, version))
    const writes = groupWrites(db, row, places, gone)
    return db.batch(writes as [BatchItem<'sqlite'>])
  }
  const late = { ...place, id: `${place.id}late` } as Place
  await write(1001, [], [late.id])
  await write(1000, [late], [])
  expect(await rowOfPlace(late.id)).toBeUndefined()
  // In order, the hold is there until it is dropped.
  await write(1002, [late], [])
  expect(await rowOfPlace(late.id)).toMatchObject({ seat: 'held' })
  await write(1003, [], [late.id])
  await write(1002, [late], [])
  expect(await rowOfPlace(late.id)).toMatchObject({ seat: 'gone' })
})

type Place = CarpoolState['participants'][number]
const rowOfPlace = (id: string) =>
  db
    .select()
    .from(participants)
    .where(eq(participants.id, id as Place['id']))
    .get()

test('the sweep finds work missed by an alarm, and finished work is no longer due', async () => {
  await fault('drop-events', 100_000)
  const car = await openCar()
  const bob = await holdSeat(car)
  await passTime(HOLD_MS)
  await runInDurableObject(stub(car.carpoolId), (_object, state) => state.storage.deleteAlarm())
  expect(await sweepGroups(carpoolKind, services, devClock.now() + HOLD_MS * 1000)).toBeGreaterThan(
    0,
  )
  expect((await placeIn(car.carpoolId, bob.participantId)).seat).toBe('gone')
  const { nextDueAt } = await snapshotOf(car.carpoolId)
  const row = await db
    .select()
    .from(carpoolTable)
    .where(eq(carpoolTable.id, (await carOf(car.carpoolId)).id))
    .get()
  expect(row?.nextDueAt).toBe(nextDueAt)
  const armed = await runInDurableObject(stub(car.carpoolId), (_object, state) =>
    state.storage.getAlarm(),
  )
  expect(armed).not.toBeNull()
})

test('a complete group has nothing to do until its balances are due, in the object and in the lists', async () => {
  const car = await openCar()
  const bob = await holdSeat(car)
  await pay(bob.clientSecret)
  must(await confirmDeposit(carpoolKind, services, bob.viewer, bob.participantId))
  await advance(0)
  expect(await rowsOf(car.carpoolId, 'SELECT * FROM outbox')).toEqual([])
  const { cutoffAt } = await carOf(car.carpoolId)
  expect((await snapshotOf(car.carpoolId)).nextDueAt).toBe(cutoffAt)
  const row = await db
    .select()
    .from(carpoolTable)
    .where(eq(carpoolTable.id, (await carOf(car.carpoolId)).id))
    .get()
  expect(row?.nextDueAt).toBe(cutoffAt)
  const armed = await runInDurableObject(stub(car.carpoolId), (_object, state) =>
    state.storage.getAlarm(),
  )
  expect(armed).toBe(devClock.systemTime(cutoffAt))
})

test('a bug in the rules rolls everything back and the object continues', async () => {
  const car = await openCar({ maxPassengers: 3 })
  const before = await carOf(car.carpoolId)
  const hold = {
    type: 'hold' as const,
    userId: student().id,
    participantId: `par_${car.carpoolId.slice(4)}_0000000001` as const,
    party: party({ flightTime: car.flightTime }),
  }
  const thrown = await runInDurableObject(stub(car.carpoolId), async (object) => {
    const rules = object as unknown as { decide: unknown }
    const right = rules.decide
    rules.decide = () => {
      throw new Error('a bug')
    }
    const error = await object.execute(hold).catch((e: Error) => e.message)
    rules.decide = right
    return error
  })
  expect(thrown).toBe('a bug')
  expect(await carOf(car.carpoolId)).toEqual(before)
  expect(codeOf((await stub(car.carpoolId).execute(hold)) as never)).toBe('ok')
})

test('an alarm that can reach nothing does not throw and fires again', async () => {
  await fault('drop-events', 100_000)
  const car = await openCar()
  const bob = await holdSeat(car)
  await passTime(HOLD_MS)
  await fault('fail-calls', 100_000)
  await env.DB.exec('ALTER TABLE groups RENAME TO groups_away')
  await fireAlarm(car.carpoolId)
  await env.DB.exec('ALTER TABLE groups_away RENAME TO groups')
  const armed = await runInDurableObject(stub(car.carpoolId), (_object, state) =>
    state.storage.getAlarm(),
  )
  expect(armed).not.toBeNull()
  expect((await placeIn(car.carpoolId, bob.participantId)).seat).toBe('lapsing')
  await stripeUp()
  await advance(minutes(1))
  expect((await placeIn(car.carpoolId, bob.participantId)).seat).toBe('gone')
  expect(await moneyOf(bob.intentId)).toBe('canceled')
  expect(await noticesOf(bob.viewer)).toEqual(['holdExpired'])
})
