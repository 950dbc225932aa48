import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { readDepositStanding } from '#app/carpool/service/carpool-actions.server.ts'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { holdSeats, readCarpoolRecord } from '#app/carpool/service/carpools.server.ts'
import { giveUpPlace, prepareDeposit } from '#app/group/service/groups.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import { asOneRequest } from '#app/platform/request-scope.server.ts'
import { createResources } from '#app/server/resources.server.ts'
import { holdSeat, openCar, party } from '#tests/worker/world/cars.ts'
import { student } from '#tests/worker/world/people.ts'
import { must } from '#tests/worker/world/services.ts'
import { devRuntime } from '#workers/dev/runtime.ts'

/** Resources that count the snapshots requested from carpools. */
function counting() {
  const asked: string[] = []
  const CARPOOL = {
    getByName: (id: string) =>
      new Proxy(env.CARPOOL.getByName(id), {
        get(stub, key) {
          if (key === 'snapshot') asked.push(id)
          return Reflect.get(stub, key)
        },
      }),
  } as typeof env.CARPOOL
  const context = createResources({ ...env, CARPOOL }, devRuntime(env), createLog({}))
  return { asked, context }
}
const asRequest = <T>(work: () => Promise<T>) => asOneRequest({}, work)

test('a request reads a group’s snapshot once, however many of its calls need it', async () => {
  const { asked, context } = counting()
  const seat = await holdSeat(await openCar({ maxPassengers: 3 }))
  await asRequest(async () => {
    const record = await readCarpoolRecord(context, seat.viewer, seat.participantId)
    expect(record).toMatchObject({ seat: 'held' })
    must(await prepareDeposit(carpoolKind, context, seat.viewer, seat.participantId))
    must(await readDepositStanding(context, seat.viewer, seat.participantId))
  })
  expect(asked).toHaveLength(1)
  await asRequest(() => readCarpoolRecord(context, seat.viewer, seat.participantId))
  expect(asked, 'the next request reads it again').toHaveLength(2)
})

test('a request sees changes by its own commands, and others’ changes in the next request', async () => {
  const { asked, context } = counting()
  const car = await openCar({ maxPassengers: 3 })
  const ann = student()
  const flightTime = car.flightTime ?? 0
  await asRequest(async () => {
    expect(await readCarpoolRecord(context, car.creator, car.participantId)).toMatchObject({
      currentPassengers: 1,
    })
    const held = must(await holdSeats(context, ann, car.carpoolId, party({ flightTime })))
    expect(await readCarpoolRecord(context, ann, held.participantId)).toMatchObject({
      seat: 'held',
    })
    must(await giveUpPlace(carpoolKind, context, ann, held.participantId))
    expect(await readCarpoolRecord(context, ann, held.participantId)).toMatchObject({
      leaving: 'givenUp',
    })
  })
  expect(asked, 'commands answer with the group as it is then').toHaveLength(1)
})
