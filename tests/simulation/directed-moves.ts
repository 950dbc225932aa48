import { balanceDueOf } from '#app/carpool/rules/permissions.ts'
import { hours, minutes } from '#app/kernel/limits.ts'
import { flyLater } from './actions-after.ts'
import { carWith, mineIn, paysBalance, type Scene, stateOf } from './directed-cars.ts'
import type { History, Person } from './history.ts'
import { moveOn } from './steps-move.ts'
import { moveTo } from './steps-trip.ts'

const NIGHT = hours(20)

/** A complete car whose two passengers have flights a night late. */
async function lateCar(h: History) {
  const old = await carWith(h, 2, 2, { days: 6 })
  const [first, second] = old?.riders ?? []
  return old && first && second ? { old, first, second } : null
}
/** Another car for the same journey a night later. */
function later(h: History, old: Scene, seats: number, joined: number, attempt = 2) {
  const { tripType, airportId, carpoolAt, participants } = stateOf(h, old)
  const flightTime = (participants[0]?.party.flightTime ?? carpoolAt) + NIGHT
  const form = { tripType, airportId, carpoolAt: carpoolAt + NIGHT, flightTime }
  return carWith(h, seats, joined, { form, people: old.others, attempt })
}
async function flies(h: History, who: Person, old: Scene, next: Scene) {
  const place = mineIn(h, who, old)
  const first = stateOf(h, next).participants[0]?.party.flightTime ?? 0
  if (!place) return
  const by = first - place.party.flightTime
  await h.world.during(flyLater(h, who, { car: stateOf(h, old), place }, by))
}
async function moves(h: History, who: Person, old: Scene, to: Scene) {
  const place = mineIn(h, who, old)
  if (!place) return
  const click = () => moveOn(h, stateOf(h, old), place.id, to.id)
  await h.world.during(Promise.all(h.chance.chance(0.3) ? [click(), click()] : [click()]))
  await h.world.advance(minutes(3))
}

/** Two late passengers complete a car each; the first has paid with points, or neither has yet. */
async function nextCars(h: History, isPaid: boolean) {
  const made = await lateCar(h)
  if (!made) return
  const { old, first, second } = made
  h.world.makeMember(first.id, h.chance.int(100, 900))
  if (isPaid) await paysBalance(h, first, old, true)
  const inOrder = h.chance.chance(0.5) ? [first, second] : [second, first]
  for (const [n, who] of inOrder.entries()) {
    const next = await later(h, old, 2, 1, 2 + n)
    if (!next) return
    await flies(h, who, old, next)
    await moves(h, who, old, old)
    await moves(h, who, old, next)
    for (const rider of [...next.riders, who]) await paysBalance(h, rider, next)
  }
}

/** A car goes without somebody who has not paid: there is room for one late passenger, not two. */
async function nextCarFull(h: History) {
  const made = await lateCar(h)
  const next = made && (await later(h, made.old, 2, 2))
  if (!made || !next) return
  const { old, first, second } = made
  for (const who of [first, second]) await paysBalance(h, who, old)
  for (const who of next.riders.slice(1)) await paysBalance(h, who, next)
  for (const who of [first, second]) await flies(h, who, old, next)
  await moveTo(h, balanceDueOf(stateOf(h, next)) + minutes(2))
  for (const who of [first, second]) await moves(h, who, old, next)
}

export const MOVE_SCENES = {
  nextCar: (h: History) => nextCars(h, true),
  nextCarUnpaid: (h: History) => nextCars(h, false),
  nextCarFull,
  nextCarFullAgain: nextCarFull,
}
