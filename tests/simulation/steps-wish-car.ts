import { partAt } from '#app/domain/day-part.ts'
import type { AdminId, AirportId } from '#app/domain/id.ts'
import { hours } from '#app/domain/limits.ts'
import { londonDay } from '#app/domain/time.ts'
import { openForWishes, readForWishes } from '#app/services/wishes/open-car.server.ts'
import { newDraft } from './actions-join.ts'
import { takeOffer } from './actions-wait.ts'
import { broken } from './broken.ts'
import type { History } from './history.ts'
import type { Step } from './steps-pointed.ts'
import { moveTo, shuffled } from './steps-trip.ts'
import { hear, wishFor } from './steps-wish.ts'

/** Cars that the console opens for wishes. */

const ADMINS: AdminId[] = ['adm_one', 'adm_two']

type Wish = {
  id: string
  userId: string
  tripType: 'PICKUP' | 'DROPOFF'
  airportId: AirportId
  people: number
  fromAt: number
  toAt: number
}
const liveWishes = (h: History) =>
  h.world.d1.all(
    'SELECT id, user_id AS userId, trip_type AS tripType, airport_id AS airportId, people, from_at AS fromAt, to_at AS toAt FROM wishes WHERE expires_at > ? ORDER BY created_at, id',
    [h.now],
  ) as unknown as Wish[]

/**
 * An administrator opens a car for a wish that there is, or two do at the same time. Whoever has
 * not heard of it yet may take the seats that they are offered. `late`: at a time that nobody
 * wishes for.
 */
async function consoleOpens(h: History, late = h.chance.chance(0.2)): Promise<void> {
  const { chance, world } = h
  const { services } = world.worker
  const before = liveWishes(h)
  if (before.length === 0) return
  const { tripType, airportId, fromAt } = chance.pick(before)
  const slot = [tripType, airportId, londonDay(fromAt), partAt(fromAt)].join('.')
  const read = () => readForWishes(services, slot)
  const asked = await world.during(
    h.say({ ...nobody(h), id: 'usr_console' }, `reads ${slot}`, read),
  )
  if (!asked || asked === 'gaveUp' || !asked.suggested) return
  const { suggested, terminals, cars } = asked
  if (late) suggested.carpoolAt += hours(60)
  const form = { slot, ...suggested, terminal: terminals[0] ?? '', seen: cars.length }
  const known = new Set(h.cars().map(({ id }) => id))
  const opening = (by: AdminId) =>
    h.say({ ...nobody(h), id: 'usr_console' }, `opens ${slot} as ${by}`, () =>
      openForWishes(services, { by, ...form }),
    )
  const by = chance.chance(0.6) ? ADMINS : [chance.pick(ADMINS)]
  const answers = await world.during(Promise.all(by.map(opening)))
  for (const answer of answers === 'gaveUp' ? [] : answers)
    if (answer) h.meet(`wish: car ${answer.ok ? 'opened' : answer.error.code}`)
  checkOffers(h, { known, before })
  for (const who of shuffled(h, h.people)) {
    const isOffered = h
      .cars()
      .some(({ waiting = [] }) =>
        waiting.some((w) => w.userId === who.id && w.wished && w.offeredUntil !== null),
      )
    if (isOffered && chance.chance(0.7)) await world.during(takeOffer(h, who))
  }
}

const nobody = (h: History) => h.chance.pick(h.people)

/** One car at most, whose seats are offered to those who wished first and fit, as D1 had them. */
function checkOffers(h: History, { known, before }: { known: Set<string>; before: Wish[] }): void {
  const made = h.cars().filter(({ id, forWishes }) => forWishes && !known.has(id))
  if (made.length > 1) broken('two administrators open one car', made.map(({ id }) => id).join())
  const [car] = made
  if (!car) return
  const after = new Set(liveWishes(h).map(({ id }) => id))
  const chosen = h.world.cars
    .eventsOf(car.id)
    .flatMap(({ event }) => (event.type === 'waitJoined' && event.wished ? [event] : []))
  const suits = (wish: Wish) =>
    wish.tripType === car.tripType &&
    wish.airportId === car.airportId &&
    wish.fromAt - hours(1) <= car.carpoolAt &&
    car.carpoolAt <= wish.toAt + hours(1)
  const fitting = before.filter(suits)
  let left = car.maxPassengers
  for (const { userId, people } of chosen) {
    const index = fitting.findIndex((wish) => wish.userId === userId && wish.people === people)
    if (index < 0)
      throw broken('whoever is offered seats wishes for them', `${userId} in ${car.id}`)
    const skipped = fitting
      .slice(0, index)
      .filter((wish) => wish.people <= left && after.has(wish.id) && !isElsewhere(h, wish, car.id))
      .filter((wish) => !chosen.some((one) => one.userId === wish.userId))
    if (skipped.length > 0)
      broken('the first to wish is the first to be offered seats', `${skipped[0]?.id} in ${car.id}`)
    left -= people
  }
  if (left < 0) broken('offers within capacity', `${-left} too many in ${car.id}`)
}

/** Whether the wish's owner is offered seats of another car. */
const isElsewhere = (h: History, { userId }: Wish, carId: string): boolean =>
  h
    .cars()
    .some(
      ({ id, waiting = [] }) =>
        id !== carId && waiting.some((w) => w.userId === userId && w.offeredUntil !== null),
    )

/** The first to wish wishes for too many, and everybody else for one; the console opens a car. */
async function wishesAndTheConsole(h: History): Promise<void> {
  const people = shuffled(h, h.people)
  const form = { ...newDraft(h, h.chance.pick([4, 5, 6])), maxPassengers: 4, people: 1 }
  for (const who of people) {
    await wishFor(h, who, form, h.chance.pick([1, 1, 2]))
    await h.world.advance(h.chance.int(1, 5000))
  }
  await consoleOpens(h, true)
  await consoleOpens(h, false)
  await moveTo(h, h.now + hours(h.chance.int(1, 20)))
  await hear(h)
  await consoleOpens(h)
}

export const WISH_CAR_STEPS: Record<string, Step> = {
  consoleOpens: { weight: 5, run: (h) => consoleOpens(h) },
}
export const WISH_CAR_SCENES = { wishesAndTheConsole }
