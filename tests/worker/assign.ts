import { giveCar, unassignCar } from '#app/console/service/groups.server.ts'
import { type Car, rideOf, WARNINGS } from '#app/features/ride/rules/ride-state.ts'
import { isTripId } from '#app/group/service/group-id.server.ts'
import type { AdminId } from '#app/kernel/id.ts'
import { carFor, startOf } from '#tests/kit/ride.ts'
import { carOf } from '#tests/worker/world/cars.ts'
import { must, services } from '#tests/worker/world/services.ts'
import { stateOf } from '#tests/worker/world/trips.ts'

/**
 * An administrator assigns a car to a complete group, or replaces the one it has, whatever the
 * console warns of.
 */
export async function assign(
  id: string,
  plate = 'AB12 CDE',
  over: Partial<Car> = {},
  by: AdminId = 'adm_one',
): Promise<void> {
  const [kind, group] = isTripId(id)
    ? (['trip', await stateOf(id)] as const)
    : (['carpool', await carOf(id)] as const)
  const car = carFor(plate, { meetAt: startOf(group), ...over })
  const about = { seen: rideOf(group).version, reason: 'a reason', isBusy: false, by }
  const command = { ...about, car, confirmed: [...WARNINGS] }
  must(await giveCar(services, kind, id, command))
}

/** An administrator takes the car away again. */
export async function unassign(id: string, by: AdminId = 'adm_one'): Promise<void> {
  const [kind, group] = isTripId(id)
    ? (['trip', await stateOf(id)] as const)
    : (['carpool', await carOf(id)] as const)
  const command = { carId: carFor().id, seen: rideOf(group).version, reason: 'a reason', by }
  must(await unassignCar(services, kind, id, command))
}
