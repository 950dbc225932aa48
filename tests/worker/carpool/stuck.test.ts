import { asc, isNotNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { leaveGroup } from '#app/group/service/groups.server.ts'
import { minutes } from '#app/kernel/limits.ts'
import { carpools as table } from '#db/kinds.ts'
import { joinCar, moneyFor, openCar, snapshotOf } from '#tests/worker/world/cars.ts'
import { advance, db, must, services, stripeDown, stripeUp } from '#tests/worker/world/services.ts'

/** What the list says about carpools, longest-stuck first. */
const stuck = () =>
  db
    .select({ id: table.id, stuck: table.stuck, sinceAt: table.stuckSinceAt })
    .from(table)
    .where(isNotNull(table.stuckSinceAt))
    .orderBy(asc(table.stuckSinceAt))

const stuckOf = async (carpoolId: string) => (await stuck()).find(({ id }) => id === carpoolId)

test('a payment undecided for over an hour is listed until it is decided', async () => {
  const car = await openCar({ maxPassengers: 3 })
  const bob = await joinCar(car)
  await stripeDown()
  must(await leaveGroup(carpoolKind, services, bob.viewer, car.carpoolId))
  for (let part = 0; part < 5; part++) await advance(minutes(11))
  expect(await stuckOf(car.carpoolId)).toBeUndefined()
  await advance(minutes(11))
  const [waiting] = (await snapshotOf(car.carpoolId)).stuck
  expect(await stuckOf(car.carpoolId)).toEqual({
    id: car.carpoolId,
    sinceAt: waiting?.sinceAt,
    stuck: [
      {
        kind: 'release',
        participantId: bob.participantId,
        intentId: bob.intentId,
        sinceAt: waiting?.sinceAt,
        attempts: expect.any(Number),
      },
    ],
  })
  await stripeUp()
  await advance(minutes(11))
  expect(await stuckOf(car.carpoolId)).toBeUndefined()
  expect(await moneyFor(bob.viewer)).toEqual({ taken: 0, holds: 0, open: 0 })
})
