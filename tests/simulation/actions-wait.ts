import { freeFor } from '#app/domain/group/waitlist.ts'
import type { CarpoolId } from '#app/domain/id.ts'
import { minutes } from '#app/domain/limits.ts'
// Loaded beforehand: reading a file takes real time, of which a history has none.
import { joinWaitlist, leaveWaitlist } from '#app/services/groups/waitlist.server.ts'
import { type Action, payNewest, pickCar, short } from './actions.ts'
import { confirm, depositIntent, holdIn, party } from './actions-join.ts'
import { broken } from './broken.ts'
import type { History, Person } from './history.ts'

const isWaiting = (h: History, who: Person) => (id: CarpoolId) =>
  h.cars().some((car) => car.id === id && car.waiting?.some(({ userId }) => userId === who.id))

/** Joins a car's waitlist: mostly of one in which the party does not fit. */
export const waitIn = (h: History, who: Person, carpoolId: CarpoolId, people: number) =>
  h.say(who, `waits with ${people} for ${short(carpoolId)}`, () =>
    joinWaitlist(h.world.worker.services, {
      viewer: who,
      carpoolId,
      people,
      bigLuggage: 1,
      smallLuggage: 0,
      bag: 1,
    }),
  )

export const leaveListOf = (h: History, who: Person, carpoolId: CarpoolId) =>
  h.say(who, `no longer waits for ${short(carpoolId)}`, () =>
    leaveWaitlist(h.world.worker.services, { viewer: who, carpoolId }),
  )

async function wait(h: History, who: Person): Promise<unknown> {
  const people = h.chance.pick([1, 1, 1, 2])
  const car = pickCar(h, (one) => freeFor(one) < people && one.status !== 'PENDING')
  return car && waitIn(h, who, car.id, people)
}

async function leaveList(h: History, who: Person): Promise<unknown> {
  const car = pickCar(h, ({ id }) => isWaiting(h, who)(id))
  return car && leaveListOf(h, who, car.id)
}

/** Takes the seats that are kept for the student, or tries to have those of somebody else. */
export async function takeOffer(h: History, who: Person): Promise<unknown> {
  const car = pickCar(h, ({ waiting = [] }) =>
    waiting.some((w) => w.userId === who.id && w.offeredUntil !== null),
  )
  const mine = car?.waiting?.find(({ userId }) => userId === who.id)
  if (!car || !mine) return
  const flight = car.participants[0]?.party.flightTime ?? car.carpoolAt
  const answer = await holdIn(h, who, car.id, party(h, flight, mine.people))
  const still = h
    .cars()
    .find(({ id }) => id === car.id)
    ?.waiting?.find(({ userId }) => userId === who.id)
  const inTime = still?.offeredUntil && still.offeredUntil > h.now + minutes(1)
  if (inTime && answer && !answer.ok && answer.error.code === 'carpoolFull')
    broken('seats that are offered are kept', `${who.id} in ${car.id}`)
  if (!answer?.ok || h.chance.chance(0.3)) return
  await depositIntent(h, who)
  await payNewest(h, who, 'pm_card_visa')
  return confirm(h, who)
}

export const WAIT: Record<string, Action> = {
  wait: { weight: 5, run: wait },
  leaveList: { weight: 1, run: leaveList },
  takeOffer: { weight: 4, run: takeOffer },
}
