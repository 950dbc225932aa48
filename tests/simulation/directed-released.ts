import { hours, minutes } from '#app/kernel/limits.ts'
import { payNewest } from './actions.ts'
import { confirm, depositIntent, holdIn, party, waitIn } from './actions-join.ts'
import { carWith, holds, mineIn, paysBalance, type Scene, stateOf } from './directed-cars.ts'
import type { History, Person } from './history.ts'
import { moveTo } from './steps-trip.ts'

const VISA = 'pm_card_visa'

/** A student goes for a released seat: pays, pays without coming back, pays late, or not at all. */
async function takes(h: History, who: Person, scene: Scene) {
  const flight = stateOf(h, scene).participants[0]?.party.flightTime ?? h.now
  await h.world.during(holdIn(h, who, scene.id, party(h, flight, 1)))
  if (!mineIn(h, who, scene) || h.chance.chance(0.3)) return
  await h.world.during(depositIntent(h, who))
  if (h.chance.chance(0.15)) return
  if (h.chance.chance(0.2)) await h.world.advance(minutes(14))
  await h.world.during(payNewest(h, who, VISA))
  if (h.chance.chance(0.7)) await h.world.during(confirm(h, who))
  await h.world.advance(minutes(2))
}

/** A student holds a released seat until the hold ends. */
async function looks(h: History, who: Person, scene: Scene) {
  const flight = stateOf(h, scene).participants[0]?.party.flightTime ?? h.now
  await h.world.during(holdIn(h, who, scene.id, party(h, flight, 1)))
  await h.world.advance(minutes(17))
}

/**
 * A complete car in which one or two do not pay their balance. Whoever was on its waitlist and
 * others come for their seats, two for one seat, until six hours before departure and beyond.
 */
async function takeReleasedSeats(h: History) {
  const size = h.people.length >= 5 ? 3 : 2
  const scene = await carWith(h, size, size - 1)
  const last = scene && (await holds(h, scene))
  const [first, second] = scene?.others ?? []
  if (!scene || !last || !first) return
  await h.world.during(waitIn(h, first, scene.id, 1))
  await h.world.during(depositIntent(h, last))
  await h.world.during(payNewest(h, last, VISA))
  await h.world.during(confirm(h, last))
  await h.world.advance(minutes(2))
  const unpaid = h.chance.int(1, size - 1)
  for (const who of scene.riders.slice(0, size - unpaid)) await paysBalance(h, who, scene)
  const { cutoffAt, carpoolAt } = stateOf(h, scene)
  await moveTo(h, cutoffAt + minutes(2))
  if (h.chance.chance(0.6)) await looks(h, first, scene)
  for (const who of [first, second, last]) if (who) await takes(h, who, scene)
  if (h.chance.chance(0.5)) await moveTo(h, carpoolAt - hours(6) - minutes(h.chance.int(1, 10)))
  for (const who of [second, first]) if (who) await takes(h, who, scene)
  if (h.chance.chance(0.5)) await moveTo(h, carpoolAt + minutes(1))
}

export const RELEASED_SCENES = { takeReleasedSeats, takeReleasedSeatsAgain: takeReleasedSeats }
