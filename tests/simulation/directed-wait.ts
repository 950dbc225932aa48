import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { waitlistOf } from '#app/features/waitlist/rules/wait-event.ts'
import { giveUpPlace } from '#app/group/service/groups.server.ts'
import { hours, minutes } from '#app/kernel/limits.ts'
import { holdIn, party, waitIn } from './actions-join.ts'
import { leaveListOf, takeOffer } from './actions-wait.ts'
import { carWith, holds, mineIn, type Scene, stateOf } from './directed-cars.ts'
import type { History, Person } from './history.ts'
import { moveTo } from './steps-trip.ts'

/** Goes back from the payment of a seat. */
async function givesUp(h: History, who: Person, scene: Scene) {
  const mine = mineIn(h, who, scene)
  if (mine)
    await h.world.during(
      h.say(who, 'gives up', () => giveUpPlace(carpoolKind, h.services, who, mine.id)),
    )
}

/** The end of the offer that stands; now, if none does. */
const offerEnd = (h: History, scene: Scene): number =>
  waitlistOf(stateOf(h, scene)).waiting.find(({ offeredUntil }) => offeredUntil !== null)
    ?.offeredUntil ?? h.now

/**
 * Days before a car's cutoff, its last seat is held and given up. Whoever gave it up wants it back,
 * but it has been offered to the list. Those on the list let offers pass.
 */
async function offered(h: History) {
  // With enough people the first of the list is a party of two, for which one seat is too few.
  const size = h.people.length >= 5 ? 2 : 1
  const scene = await carWith(h, size + 1, size)
  const holder = scene && (await holds(h, scene))
  const [first, second] = scene?.others ?? []
  if (!scene || !holder || !first) return null
  await h.world.during(waitIn(h, first, scene.id, size))
  if (second) await h.world.during(waitIn(h, second, scene.id, 1))
  await givesUp(h, holder, scene)
  scene.others.push(holder)
  const { flightTime } = stateOf(h, scene).participants[0]?.party ?? { flightTime: h.now }
  await h.world.during(holdIn(h, holder, scene.id, party(h, flightTime, 1)))
  // Fewer than take everybody off the list.
  for (let missed = h.chance.int(1, second ? 3 : 1); missed > 0; missed--)
    await moveTo(h, offerEnd(h, scene) + h.chance.pick([0, 1, minutes(5)]))
  return { scene, holder, first, second }
}

/** Everybody leaves the list. The seat is held and given up again in the car's last hours. */
async function waitForASeat(h: History) {
  const found = await offered(h)
  if (!found) return
  const { scene, holder, first, second } = found
  for (const who of [first, second]) if (who) await h.world.during(leaveListOf(h, who, scene.id))
  await moveTo(h, stateOf(h, scene).cutoffAt - h.chance.int(minutes(40), hours(2)))
  const late = await holds(h, scene)
  if (!late) return
  const waiter = late === first ? holder : first
  await h.world.during(waitIn(h, waiter, scene.id, 1))
  await givesUp(h, late, scene)
  if (h.chance.chance(0.3)) await moveTo(h, stateOf(h, scene).cutoffAt + minutes(1))
}

/** The first on the list takes the seat in the end. */
async function takeOfferedSeat(h: History) {
  const found = await offered(h)
  if (!found) return
  const { scene, first, second } = found
  await h.world.during(takeOffer(h, first))
  if (second) await h.world.during(leaveListOf(h, second, scene.id))
}

export const WAIT_SCENES = { waitForASeat, takeOfferedSeat }
