import { rules } from '#app/carpool/rules/rules.ts'
import type { CarpoolState } from '#app/carpool/rules/state.ts'
import { releasedSeats } from '#app/features/released/rules/extension.ts'
import { waitlistOf } from '#app/features/waitlist/rules/wait-event.ts'
import { leaveWaitlist } from '#app/features/waitlist/service.server.ts'
import { freeFor } from '#app/group/rules/state.ts'
import { is } from '#app/group/rules/status.ts'
import type { CarpoolId } from '#app/kernel/id.ts'
import { minutes } from '#app/kernel/limits.ts'
import { type Action, payNewest, pickCar, short } from './actions.ts'
import {
  confirm,
  depositIntent,
  flightBeside,
  holdIn,
  JOIN,
  party,
  waitIn,
} from './actions-join.ts'
import { broken } from './broken.ts'
import type { History, Person } from './history.ts'

const isWaiting = (h: History, who: Person) => (id: CarpoolId) =>
  h
    .cars()
    .some((car) => car.id === id && waitlistOf(car).waiting.some(({ userId }) => userId === who.id))

export const leaveListOf = (h: History, who: Person, carpoolId: CarpoolId) =>
  h.say(who, `no longer waits for ${short(carpoolId)}`, () =>
    leaveWaitlist(h.world.worker.services, { viewer: who, carpoolId }),
  )

/** Waits for a car in which the party does not fit; without one, joins a car as others do. */
async function wait(h: History, who: Person): Promise<unknown> {
  const people = h.chance.pick([1, 1, 1, 2])
  const isFull = (car: CarpoolState) =>
    is(car.status, 'open') && freeFor(car) < people && people < car.maxPassengers
  const car = pickCar(h, isFull)
  return car && isFull(car) ? waitIn(h, who, car.id, people) : JOIN.hold?.run(h, who)
}

async function leaveList(h: History, who: Person): Promise<unknown> {
  const car = pickCar(h, ({ id }) => isWaiting(h, who)(id))
  return car && leaveListOf(h, who, car.id)
}

/** Takes the seats that are kept for the student, or tries to have those of somebody else. */
const entryOf = (car: CarpoolState, who: Person) =>
  waitlistOf(car).waiting.find(({ userId }) => userId === who.id)

export async function takeOffer(h: History, who: Person): Promise<unknown> {
  const car = pickCar(h, (one) =>
    waitlistOf(one).waiting.some((w) => w.userId === who.id && w.offeredUntil !== null),
  )
  const mine = car && entryOf(car, who)
  if (!car || !mine) return
  const flight = flightBeside(car)
  const answer = await holdIn(h, who, car.id, party(h, flight, mine.people))
  const still = h.cars().find(({ id }) => id === car.id)
  const offeredUntil = still && entryOf(still, who)?.offeredUntil
  const inTime = offeredUntil && offeredUntil > h.now + minutes(1)
  if (inTime && answer && !answer.ok && answer.error.code === 'carpoolFull')
    broken('seats that are offered are kept', `${who.id} in ${car.id}`)
  if (!answer?.ok || h.chance.chance(0.3)) return
  await depositIntent(h, who)
  await payNewest(h, who, 'pm_card_visa')
  return confirm(h, who)
}

/** Takes a released seat of a complete car; without one, joins a car as others do. */
async function takeReleased(h: History, who: Person): Promise<unknown> {
  const isFor = (car: CarpoolState) => releasedSeats(rules, car) > 0
  const car = pickCar(h, isFor)
  if (!car || !isFor(car)) return JOIN.hold?.run(h, who)
  const flight = car.participants[0]?.party.flightTime ?? car.carpoolAt
  const answer = await holdIn(h, who, car.id, party(h, flight, 1))
  if (!answer?.ok || h.chance.chance(0.2)) return
  await depositIntent(h, who)
  await payNewest(h, who, 'pm_card_visa')
  return confirm(h, who)
}

export const WAIT: Record<string, Action> = {
  wait: { weight: 5, run: wait },
  leaveList: { weight: 1, run: leaveList },
  takeOffer: { weight: 4, run: takeOffer },
  takeReleased: { weight: 3, run: takeReleased },
}
