import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { createLog } from '#app/platform/log.server.ts'
import { asOneRequest } from '#app/platform/request-scope.server.ts'
import { createServices } from '#app/server/services.server.ts'
import { holdSeat, openCar, party } from '#tests/worker/world/cars.ts'
import { student } from '#tests/worker/world/people.ts'
import { must } from '#tests/worker/world/services.ts'
import { devRuntime } from '#workers/dev/runtime.ts'

/** Services that count the snapshots requested from carpools. */
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
  const { carpools } = createServices({ ...env, CARPOOL }, devRuntime(env), createLog({}))
  return { asked, carpools }
}
const asRequest = <T>(work: () => Promise<T>) => asOneRequest({}, work)

test('a request reads a group’s snapshot once, however many of its calls need it', async () => {
  const { asked, carpools } = counting()
  const seat = await holdSeat(await openCar({ maxPassengers: 3 }))
  await asRequest(async () => {
    const record = await carpools.record(seat.viewer, seat.participantId)
    expect(record).toMatchObject({ seat: 'held' })
    must(await carpools.payDeposit(seat.viewer, seat.participantId))
    must(await carpools.depositStanding(seat.viewer, seat.participantId))
  })
  expect(asked).toHaveLength(1)
  await asRequest(() => carpools.record(seat.viewer, seat.participantId))
  expect(asked, 'the next request reads it again').toHaveLength(2)
})

test('a request sees changes by its own commands, and others’ changes in the next request', async () => {
  const { asked, carpools } = counting()
  const car = await openCar({ maxPassengers: 3 })
  const ann = student()
  const flightTime = car.flightTime ?? 0
  await asRequest(async () => {
    expect(await carpools.record(car.creator, car.participantId)).toMatchObject({
      currentPassengers: 1,
    })
    const held = must(await carpools.hold(ann, car.carpoolId, party({ flightTime })))
    expect(await carpools.record(ann, held.participantId)).toMatchObject({ seat: 'held' })
    must(await carpools.giveUp(ann, held.participantId))
    expect(await carpools.record(ann, held.participantId)).toMatchObject({ leaving: 'givenUp' })
  })
  expect(asked, 'commands answer with the group as it is then').toHaveLength(1)
})
