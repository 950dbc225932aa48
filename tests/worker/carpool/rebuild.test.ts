import { env } from 'cloudflare:workers'
import { eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { convertToPrivate } from '#app/carpool/service/carpool-actions.server.ts'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { leaveGroup, sweepGroups } from '#app/group/service/groups.server.ts'
import { minutes } from '#app/kernel/limits.ts'
import { carpools as carpoolTable } from '#db/kinds.ts'
import { groups, participants as participantTable } from '#db/schema.ts'
import {
  carOf,
  completeCar,
  failedCar,
  goTo,
  joinCar,
  openCar,
  party,
  payBalance,
  privateCar,
} from '#tests/worker/world/cars.ts'
import { student } from '#tests/worker/world/people.ts'
import { advance, db, must, now, passTime, services } from '#tests/worker/world/services.ts'

/** Everything D1 shows of some carpools, except the numbers of its writes. */
async function shown(ids: string[]) {
  const list = ids as `car_${string}`[]
  const cars = await db
    .select()
    .from(carpoolTable)
    .where(inArray(carpoolTable.id, list))
    .orderBy(carpoolTable.id)
  const places = await db
    .select()
    .from(participantTable)
    .where(inArray(participantTable.groupId, list))
    .orderBy(participantTable.id)
  return {
    cars: cars.map(({ version: _, ...car }) => car),
    places: places.map(({ version: _, ...p }) => p),
  }
}

/** What the rebuild script does to D1, for some carpools. */
async function askForRebuild(ids: string[]): Promise<void> {
  const list = ids as `car_${string}`[]
  await db.batch([
    db.update(groups).set({ version: 0, nextDueAt: 0 }).where(inArray(groups.id, list)),
    db.update(participantTable).set({ version: 0 }).where(inArray(participantTable.groupId, list)),
  ])
}
const versionsOf = async (ids: string[]) =>
  (await db.select().from(carpoolTable))
    .filter(({ id }) => ids.includes(id))
    .map(({ version }) => version)

/** A carpool in every state, including the ended ones. */
async function everyKind(): Promise<string[]> {
  const open = await openCar({ maxPassengers: 3 })
  const leaver = await joinCar(open)
  must(await leaveGroup(carpoolKind, services, leaver.viewer, open.carpoolId))
  const cancelled = await openCar({ maxPassengers: 3 })
  must(await leaveGroup(carpoolKind, services, cancelled.creator, cancelled.carpoolId))
  const completed = await privateCar()
  await payBalance(completed)
  await goTo((await carOf(completed.carpoolId)).carpoolAt)
  const failed = await failedCar()
  const own = must(await convertToPrivate(services, failed.viewer, failed.carpoolId))
  const group = await completeCar([student(), student(), student()])
  const [first] = group.seats
  if (first) await payBalance(first)
  const fresh = await openCar({ maxPassengers: 4 })
  await advance(0)
  const cars = [open, cancelled, completed, failed, group, fresh]
  return [...cars.map(({ carpoolId }) => carpoolId), own.id]
}

test('a rebuild changes no correct row, in any state', async () => {
  const ids = await everyKind()
  const before = await shown(ids)
  expect(new Set(before.cars.map(({ status }) => status)).size).toBeGreaterThanOrEqual(5)
  await askForRebuild(ids)
  await sweepGroups(carpoolKind, services, now())
  expect(await versionsOf(ids)).not.toContain(0)
  expect(await shown(ids)).toEqual(before)
  expect(
    await sweepGroups(carpoolKind, services, now()),
    'and then there is nothing left to do',
  ).toBe(0)
})

test('a rebuild corrects a wrong row', async () => {
  const ids = await everyKind()
  const before = await shown(ids)
  const list = ids as `car_${string}`[]
  await db
    .update(groups)
    .set({
      currentPassengers: 99,
      status: 'FULL',
      flightNumbers: ['XX1'],
      listed: true,
      stuckSinceAt: 1,
    })
    .where(inArray(groups.id, list))
  await db
    .update(participantTable)
    .set({
      seat: 'held',
      paymentStatus: 'PAID',
      depositStatus: 'awaiting',
      party: party({ people: 5 }),
    })
    .where(inArray(participantTable.groupId, list))
  await askForRebuild(ids)
  await sweepGroups(carpoolKind, services, now())
  expect(await shown(ids)).toEqual(before)
})

test('a rebuild restores missing places', async () => {
  const car = await completeCar([student(), student()])
  const before = await shown([car.carpoolId])
  await db.delete(participantTable).where(eq(participantTable.groupId, car.carpoolId))
  await askForRebuild([car.carpoolId])
  await sweepGroups(carpoolKind, services, now())
  expect(await shown([car.carpoolId])).toEqual(before)
})

test('a rebuild while D1 fails is finished when it is back', async () => {
  const car = await openCar({ maxPassengers: 3 })
  const before = await shown([car.carpoolId])
  await askForRebuild([car.carpoolId])
  await env.DB.exec('ALTER TABLE participants RENAME TO participants_away')
  await sweepGroups(carpoolKind, services, now())
  await env.DB.exec('ALTER TABLE participants_away RENAME TO participants')
  expect(await versionsOf([car.carpoolId])).toEqual([0])
  // What failed is left alone for half a minute.
  await passTime(minutes(1))
  await sweepGroups(carpoolKind, services, now())
  expect(await shown([car.carpoolId])).toEqual(before)
})

test('a row without a carpool stays as it is and blocks nothing', async () => {
  const car = await openCar({ maxPassengers: 3 })
  const ghost = `car_${'9'.repeat(26)}` as const
  const row = await db
    .select()
    .from(carpoolTable)
    .where(eq(carpoolTable.id, car.carpoolId as typeof ghost))
    .get()
  if (!row) throw new Error('no row')
  await db.insert(groups).values({ ...row, id: ghost })
  await askForRebuild([ghost, car.carpoolId])
  await sweepGroups(carpoolKind, services, now())
  expect(await versionsOf([ghost])).toEqual([0])
  expect(await versionsOf([car.carpoolId])).not.toContain(0)
  await db.delete(groups).where(eq(groups.id, ghost))
})
