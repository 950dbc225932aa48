import { beforeEach, describe, expect, test } from 'vitest'
import { holdSeats } from '#app/carpool/service/carpools.server.ts'
import { openGroup } from '#app/console/service/groups.server.ts'
import type { Viewer } from '#app/group/service/viewer.ts'
import { api } from '#tests/worker/world/api.ts'
import { inDays, joinCar, moneyFor, openCar, party, recordFor } from '#tests/worker/world/cars.ts'
import { student } from '#tests/worker/world/people.ts'
import { advance, codeOf, must, services } from '#tests/worker/world/services.ts'
import { timesTold } from './groups-kit.ts'
import { type Admin, auditOf, newAdmin } from './kit.ts'

let as: Admin
beforeEach(async () => {
  as = await newAdmin()
})
const cancel = async (id: string, admin = as) => {
  const kind = id.startsWith('trip_') ? 'trips' : 'carpools'
  return api('POST', `/admin/${kind}/${id}/cancel`, { as: admin })
}
const opened = async (id: string) => must(await openGroup(services, as.id, 'carpool', id))
const NOTHING = { taken: 0, holds: 0, open: 0 }

/** We keep none of their money, each is notified once, and the log has it once. */
async function expectAllGone(id: string, viewers: Viewer[]) {
  await advance(0)
  for (const viewer of viewers) {
    expect(await moneyFor(viewer), viewer.id).toEqual(NOTHING)
    expect(await timesTold(viewer), viewer.id).toBe(1)
  }
  const log = await auditOf(id)
  expect(log.map(({ adminId, action }) => [adminId, action])).toEqual([[as.id, 'groupCancelled']])
}

describe('an open carpool', () => {
  test('releases its holds, notifies everyone and is shown to them as cancelled', async () => {
    const car = await openCar({ maxPassengers: 3, ...inDays(6) })
    const bob = await joinCar(car)
    const { status, body } = await cancel(car.carpoolId)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'CANCELLED',
      currentPassengers: 0,
      cancelled: { by: as.id },
      refunds: [{ deposit: { action: 'release', amount: 2000 } }, { total: 2000 }],
    })
    expect((await opened(car.carpoolId)).isCancellable).toBe(false)
    await expectAllGone(car.carpoolId, [car.creator, bob.viewer])
    for (const seat of [{ viewer: car.creator, participantId: car.participantId }, bob])
      expect(await recordFor(seat)).toMatchObject({
        status: 'CANCELLED',
        list: 'history',
        paymentStatus: 'REFUNDED',
        leaving: 'groupCancelled',
        deposit: { status: 'cancelled' },
        actions: [],
      })
    const latecomer = student()
    expect(
      codeOf(
        await holdSeats(services, latecomer, car.carpoolId, party({ flightTime: car.flightTime })),
      ),
    ).toBe('notOpen')
  })
})

describe('two administrators at once', () => {
  test('cancel it once, and both get the same reply', async () => {
    const car = await openCar({ maxPassengers: 3 })
    const other = await newAdmin(['groups'])
    const [one, two] = await Promise.all([cancel(car.carpoolId), cancel(car.carpoolId, other)])
    expect([one.status, two.status]).toEqual([200, 200])
    expect(one.body.refunds).toEqual(two.body.refunds)
    expect(one.body.cancelled).toEqual(two.body.cancelled)
    if (one.body.cancelled.by === other.id) as = other
    await expectAllGone(car.carpoolId, [car.creator])
    const again = await cancel(car.carpoolId)
    expect(again.body).toMatchObject({ status: 'CANCELLED', refunds: one.body.refunds })
    await expectAllGone(car.carpoolId, [car.creator])
  })
})
