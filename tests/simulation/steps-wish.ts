import type { CarpoolState } from '#app/carpool/rules/state.ts'
import { sweepWishes } from '#app/features/wishes/service/tell-wishes.server.ts'
import { listOwnWishes, makeWish } from '#app/features/wishes/service/wishes.server.ts'
import { hours, minutes, WISH_GATHER_MS } from '#app/kernel/limits.ts'
import { payNewest, short } from './actions.ts'
import { confirm, depositIntent, flightBeside, holdIn, newDraft, party } from './actions-join.ts'
import { type History, okOf, type Person } from './history.ts'
import type { Step } from './steps-pointed.ts'

/**
 * A student wishes for a car: mostly for about the time of one that there is. If one fits already,
 * they may join it from the page that says so.
 */
async function wish(h: History): Promise<void> {
  const { chance } = h
  const young = h.cars().filter(({ cutoffAt }) => cutoffAt > h.now)
  const like = young.length > 0 && chance.chance(0.8) ? chance.pick(young) : newDraft(h)
  const [who, people] = [chance.pick(h.people), chance.pick([1, 1, 2])]
  await wishFor(h, who, like, people)
  const { services } = h.world.worker
  const look = () => listOwnWishes(services, who)
  const own = await h.world.during(h.say(who, 'looks at their wishes', look))
  if (!Array.isArray(own)) return
  const shown = own.flatMap(({ cars }) => cars.map(({ id }) => id))
  const car = h.cars().find(({ id }) => shown.includes(id))
  if (car && chance.chance(0.7)) await join(h, who, car, people)
}

type Ride = Pick<CarpoolState, 'tripType' | 'carpoolAt'> & { airportId: string }

/** Wishes for times around a ride. */
export async function wishFor(h: History, who: Person, like: Ride, people: number): Promise<void> {
  const { chance } = h
  const fromAt = like.carpoolAt - chance.int(0, hours(6))
  const { services } = h.world.worker
  const answer = await h.world.during(
    h.say(who, 'wishes', () =>
      makeWish(services, who, {
        tripType: like.tripType,
        airportId: like.airportId as CarpoolState['airportId'],
        fromAt,
        toAt: fromAt + chance.int(hours(6), hours(12)),
        people,
        bigLuggage: 1,
        smallLuggage: 1,
      }),
    ),
  )
  if (answer === null || answer === 'gaveUp') return
  const id = okOf(answer)
  if (id && !h.wishes.has(id)) h.wishes.set(id, h.now)
  h.meet(`wish: ${answer.ok ? 'made' : answer.error.code}`)
}

/** The cron tells what is due, once or in two runs at the same time. */
export async function tellWishes(h: History): Promise<void> {
  const { db, clock, log } = h.world.worker.services
  const tell = () => sweepWishes({ db, clock, log })
  const told = await h.world.during(Promise.all(h.chance.chance(0.2) ? [tell(), tell()] : [tell()]))
  h.world.note(`wishes told: ${told}`)
}

/** Cars are found for wishes and told; some of those who hear of one join it. */
export async function hear(h: History): Promise<void> {
  await tellWishes(h)
  await h.world.advance(WISH_GATHER_MS + 1)
  const since = h.now
  await tellWishes(h)
  const told = h.world.d1.all(
    "SELECT user_id AS userId, params ->> 'carpoolId' AS carpoolId, params ->> 'people' AS people FROM notices WHERE code = 'carFound' AND created_at >= ? ORDER BY id",
    [since],
  )
  for (const { userId, carpoolId, people } of told) {
    const who = h.people.find(({ id }) => id === userId)
    const car = h.cars().find(({ id }) => id === carpoolId)
    if (who && car && h.chance.chance(0.7)) await join(h, who, car, Number(people))
  }
}

async function join(h: History, who: Person, car: CarpoolState, people: number): Promise<void> {
  h.world.note(`${who.id} has heard of ${short(car.id)}`)
  const flight = flightBeside(car)
  await h.world.during(holdIn(h, who, car.id, party(h, flight, people)))
  await h.world.during(depositIntent(h, who))
  await h.world.during(payNewest(h, who, 'pm_card_visa'))
  await h.world.during(confirm(h, who))
  await h.world.advance(minutes(1))
}

export const WISH_STEPS: Record<string, Step> = {
  wish: { weight: 6, run: wish },
  hear: { weight: 4, run: hear },
}
