import { balanceDueOf } from '#app/carpool/rules/permissions.ts'
import { rideOf } from '#app/features/ride/rules/ride-state.ts'
import {
  FLIGHT_ASKED_BEFORE_MS,
  FLIGHT_CHANGE_AFTER_MS,
  hours,
  minutes,
} from '#app/kernel/limits.ts'
import { flyLater } from './actions-after.ts'
import { carWith, mineIn, paysBalance, stateOf } from './directed-cars.ts'
import type { History, Person } from './history.ts'
import { askFlights, dispatch, keepRide } from './steps-ride.ts'
import { moveTo } from './steps-trip.ts'

/**
 * Flights of a complete car change, near the others and far from them; by then somebody has lost
 * their place. The car waits for one of them and not for another; in the end it is too late.
 */
export async function changeFlights(h: History) {
  const scene = await carWith(h, 3, 3, { days: 5 })
  const [first, second, third] = scene?.riders ?? []
  if (!scene || !first || !second || !third) return
  const current = () => stateOf(h, scene)
  const fly = async (who: Person, later: number, wait = minutes(11)) => {
    const place = mineIn(h, who, scene)
    if (place) await h.world.during(flyLater(h, who, { car: current(), place }, later))
    await h.world.advance(wait)
  }
  const meets = (later: number) =>
    h.world.during(dispatch(h, current(), rideOf(current()).version, false, later))
  for (const who of [first, second]) await paysBalance(h, who, scene)
  await fly(first, hours(1), minutes(3))
  await fly(first, hours(1))
  // Each step is small, and the last is too far from where it began.
  await fly(first, hours(2))
  await moveTo(h, balanceDueOf(current()) + minutes(2))
  await fly(second, minutes(30))
  await meets(0)
  await fly(second, minutes(30))
  await meets(hours(10))
  await fly(first, hours(20))
  const place = mineIn(h, first, scene)
  if (place) await h.world.during(keepRide(h, current(), place.id, false))
  await moveTo(h, current().carpoolAt + FLIGHT_CHANGE_AFTER_MS + minutes(2))
  await fly(second, minutes(10))
}

/** A provider is asked about the flights of a complete car until it has landed, and then some. */
export async function watchFlights(h: History) {
  const scene = await carWith(h, 2, 2, { pickup: true })
  const [first, second] = scene?.riders ?? []
  if (!scene || !first || !second) return
  for (const who of [first, second]) await paysBalance(h, who, scene)
  for (const before of [...FLIGHT_ASKED_BEFORE_MS, -minutes(30), -minutes(45)]) {
    const [place] = stateOf(h, scene).participants
    await moveTo(h, (place?.party.flightTime ?? 0) - before + minutes(1))
    await askFlights(h)
  }
}
