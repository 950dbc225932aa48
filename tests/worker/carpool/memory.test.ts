import { runInDurableObject } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { MIRROR_GRACE_MS } from '#app/group/object/task.ts'
import { evolveAll } from '#app/group/rules/evolve.ts'
import type { AnyEvent } from '#app/group/rules/extensions.ts'
import type { CarpoolId } from '#app/kernel/id.ts'
import { carpools as carpoolTable } from '#db/kinds.ts'
import { groups, participants as placeTable } from '#db/schema.ts'
import {
  carOf,
  evict,
  fireAlarm,
  holdSeat,
  openCar,
  party,
  rowsOf,
  snapshotOf,
  stub,
} from '#tests/worker/world/cars.ts'
import { student } from '#tests/worker/world/people.ts'
import { advance, carpools, db, must, stripeUp } from '#tests/worker/world/services.ts'
import { devClock } from '#workers/dev/clock.ts'

/** The object's memory, its storage and what it writes to the lists, at any moment. */
afterEach(stripeUp)

const alarmOf = (carpoolId: string) =>
  runInDurableObject(stub(carpoolId), (_object, state) => state.storage.getAlarm())
/** A carpool's row as it is written; its rank is computed by the database. */
const rowOf = async (id: string) => {
  const found = await db
    .select()
    .from(carpoolTable)
    .where(eq(carpoolTable.id, id as CarpoolId))
    .get()
  if (!found) throw new Error('no row')
  const { rank: _, ...row } = found
  return row
}
const markOf = async (carpoolId: string) => (await rowsOf(carpoolId, 'SELECT * FROM mirror'))[0]
/** Joins without an intent: one command. */
const join = async (
  car: { carpoolId: string; flightTime: number | undefined },
  viewer = student(),
) => {
  const held = must(
    await carpools.hold(viewer, car.carpoolId, party({ flightTime: car.flightTime })),
  )
  return { viewer, ...held }
}

test('a command that fails half-way changes nothing, in storage and in memory', async () => {
  const car = await openCar({ maxPassengers: 3 })
  const bob = await holdSeat(car)
  const before = await snapshotOf(car.carpoolId)
  const giveUp = {
    type: 'giveUp' as const,
    participantId: bob.participantId,
    userId: bob.viewer.id,
  }
  await rowsOf(
    car.carpoolId,
    `CREATE TRIGGER full BEFORE INSERT ON outbox BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`,
  )
  const said = await runInDurableObject(stub(car.carpoolId), (object) =>
    object.execute(giveUp).then(
      () => 'done',
      (error: Error) => error.message,
    ),
  )
  expect(said).toContain('the disk is full')
  expect(await snapshotOf(car.carpoolId)).toEqual(before)
  await rowsOf(car.carpoolId, 'DROP TRIGGER full')
  expect(await snapshotOf(car.carpoolId)).toEqual(before)
  must(await carpools.giveUp(bob.viewer, bob.participantId))
})

test('the state is stored now and then, and always equals the sum of the events', async () => {
  const car = await openCar({ maxPassengers: 3 })
  const seen = new Set<unknown>()
  for (let n = 0; n < 15; n++) {
    const bob = await join(car)
    must(await carpools.giveUp(bob.viewer, bob.participantId))
    const [stored] = await rowsOf(
      car.carpoolId,
      "SELECT body ->> 'version' AS version FROM snapshot",
    )
    seen.add(stored?.version)
    if (n % 4 === 0) await evict(car.carpoolId)
    const events = await rowsOf(car.carpoolId, 'SELECT body FROM events ORDER BY seq')
    const replayed = evolveAll(
      null,
      events.map(({ body }) => JSON.parse(String(body)) as AnyEvent),
    )
    expect(await carOf(car.carpoolId)).toEqual(replayed)
  }
  expect(seen.size).toBe(2)
})

test('a command sets the alarm earlier where needed, and the work done then sets the next', async () => {
  const car = await openCar({ maxPassengers: 4 })
  await advance(0)
  const due = async () => devClock.systemTime((await snapshotOf(car.carpoolId)).nextDueAt ?? 0)
  expect(await alarmOf(car.carpoolId)).toBe(await due())
  const bob = await join(car)
  const early = await alarmOf(car.carpoolId)
  expect(early).toBeLessThanOrEqual(Date.now() + MIRROR_GRACE_MS)
  await join(car)
  must(await carpools.giveUp(bob.viewer, bob.participantId))
  expect(await alarmOf(car.carpoolId), 'it comes early enough').toBe(early)
  await fireAlarm(car.carpoolId)
  expect(await alarmOf(car.carpoolId), 'the end of the hold').toBe(await due())
  expect(await due()).toBeGreaterThan(Date.now() + MIRROR_GRACE_MS)
})

test('a lost alarm is set again when the object wakes', async () => {
  const car = await openCar({ maxPassengers: 4 })
  const bob = await join(car)
  await evict(car.carpoolId)
  await runInDurableObject(stub(car.carpoolId), (_object, state) => state.storage.deleteAlarm())
  await evict(car.carpoolId)
  must(await carpools.giveUp(bob.viewer, bob.participantId))
  expect(await alarmOf(car.carpoolId)).not.toBeNull()
})

test('if the object dies between its commit and the write to the lists, the alarm writes them', async () => {
  const car = await openCar({ maxPassengers: 3 })
  await advance(0)
  const before = await rowOf(car.carpoolId)
  const bob = await join(car)
  // As if the write had never arrived.
  await db.update(groups).set(before).where(eq(groups.id, before.id))
  await db.delete(placeTable).where(eq(placeTable.id, bob.participantId))
  await evict(car.carpoolId)
  expect(await alarmOf(car.carpoolId)).toBeLessThanOrEqual(Date.now() + MIRROR_GRACE_MS)
  await fireAlarm(car.carpoolId)
  expect(await carpools.find(car.carpoolId, null)).toMatchObject({ currentPassengers: 2 })
  expect(await carpools.records(bob.viewer)).toHaveLength(1)
})

test('a write to the lists whose mark was lost is repeated with a higher number', async () => {
  const car = await openCar({ maxPassengers: 3 })
  await advance(0)
  await join(car)
  const { version, ...shown } = await rowOf(car.carpoolId)
  const state = await carOf(car.carpoolId)
  expect((await markOf(car.carpoolId))?.version, 'only remembered').toBeLessThan(state.version)
  await evict(car.carpoolId)
  await fireAlarm(car.carpoolId)
  const { version: again, ...after } = await rowOf(car.carpoolId)
  expect(after).toEqual(shown)
  expect(again).toBeGreaterThan(version)
  expect(await markOf(car.carpoolId)).toMatchObject({ version: state.version, writes: again })
  expect(await rowsOf(car.carpoolId, 'SELECT * FROM outbox')).toEqual([])
})

test('pending work of an older object version is still done', async () => {
  const car = await openCar({ maxPassengers: 3 })
  await advance(0)
  const before = await rowOf(car.carpoolId)
  await rowsOf(
    car.carpoolId,
    `INSERT INTO outbox (lane, key, payload, next_try_at, first_at) VALUES ('mirror', 'project', '{"kind":"project"}', 0, 0)`,
  )
  await evict(car.carpoolId)
  await fireAlarm(car.carpoolId)
  expect(await rowsOf(car.carpoolId, 'SELECT * FROM outbox')).toEqual([])
  expect((await rowOf(car.carpoolId)).version).toBeGreaterThan(before.version)
})
