import { runInDurableObject } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { giveUpPlace } from '#app/group/service/groups.server.ts'
import type { CarpoolId } from '#app/kernel/id.ts'
import { carpools as carpoolTable } from '#db/kinds.ts'
import {
  evict,
  fireAlarm,
  holdSeat,
  openCar,
  rowsOf,
  snapshotOf,
  stub,
} from '#tests/worker/world/cars.ts'
import { advance, db, must, services } from '#tests/worker/world/services.ts'

/** The object's memory, its storage and what it writes to the lists, at any moment. */
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
  must(await giveUpPlace(carpoolKind, services, bob.viewer, bob.participantId))
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
