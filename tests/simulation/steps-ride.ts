import { isAssignable } from '#app/domain/group/ride.ts'
import { rideOf } from '#app/domain/group/ride-state.ts'
import type { Group } from '#app/domain/group/state.ts'
import type { AdminId } from '#app/domain/id.ts'
import { minutes } from '#app/domain/limits.ts'
import { carFor, startOf } from '#tests/kit/ride.ts'
import { short } from './actions.ts'
import type { History } from './history.ts'
import type { Step } from './steps-pointed.ts'

const ADMINS: AdminId[] = ['adm_one', 'adm_two']
const PLATES = ['AB12 CDE', 'CD34 EFG', 'EF56 GHI']

/** An administrator assigns a car, or takes it away, having seen the ride as it was in `seen`. */
async function dispatch(h: History, group: Group, seen: number): Promise<void> {
  const { chance, world } = h
  const { groups } = world.worker.services.admin
  const kind = group.id.startsWith('trip_') ? 'trip' : 'carpool'
  const by = chance.pick(ADMINS)
  const isAway = rideOf(group).cars.length > 0 && chance.chance(0.4)
  const plate = chance.pick(PLATES)
  const what = isAway ? `${short(group.id)} without its car` : `${plate} for ${short(group.id)}`
  try {
    const answer = isAway
      ? await groups.unassignCar(kind, group.id, {
          carId: 'ride_one',
          seen,
          reason: 'a reason',
          by,
        })
      : await groups.assignCar(kind, group.id, {
          car: carFor(plate, { meetAt: startOf(group) }),
          seen,
          reason: 'a reason',
          isBusy: false,
          confirmed: ['luggage'],
          by,
        })
    world.note(`${what} → ${answer.ok ? 'ok' : answer.error.code}`)
    h.meet(`car: ${answer.ok ? (isAway ? 'taken away' : 'assigned') : answer.error.code}`)
  } catch (error) {
    world.note(`${what} ✗ ${error}`)
  }
}

/** Cars come and go for a complete group: one or two consoles at once, corrected soon or late. */
async function dispatchCars(h: History) {
  const { chance, world } = h
  const groups: Group[] = [...h.cars(), ...h.trips()]
  const fitting = groups.filter(isAssignable)
  const list = fitting.length > 0 && chance.chance(0.9) ? fitting : groups
  if (list.length === 0) return
  const { id } = chance.pick(list)
  const current = () => [...h.cars(), ...h.trips()].find((one) => one.id === id)
  for (let turn = chance.int(1, 3); turn > 0; turn--) {
    const group = current()
    if (!group) return
    const seen = rideOf(group).version
    const calls = [dispatch(h, group, seen)]
    if (chance.chance(0.3)) calls.push(dispatch(h, group, seen))
    await world.during(Promise.all(calls))
    await world.advance(chance.pick([0, minutes(3), minutes(11)]))
  }
}

export const RIDE_STEPS: Record<string, Step> = { dispatchCars: { weight: 3, run: dispatchCars } }
