import type { CarpoolState } from '#app/carpool/rules/state.ts'
import { hours } from '#app/kernel/limits.ts'
import { londonDay, londonWall } from '#app/kernel/time.ts'
import { broken } from './broken.ts'
import type { History } from './history.ts'

const WISHES_MAX = 3
const MESSAGES_MAX = 3

/** Nobody has more wishes than allowed. */
export function wishesAlways(h: History): void {
  const rows = h.world.d1.all(
    'SELECT user_id AS id, count(*) AS n FROM wishes WHERE expires_at > ? GROUP BY user_id',
    [h.now],
  )
  for (const { id, n } of rows)
    if (Number(n) > WISHES_MAX) broken('nobody has more than three wishes', `${id} has ${n}`)
}

function isNight(at: number): boolean {
  const hour = Number(londonWall(at).slice(11, 13))
  return hour >= 23 || hour < 8
}

/** Told by day or of what leaves soon, of cars of others, three times a day. */
function toldAsAllowed(h: History): void {
  const cars = new Map(h.cars().map((car) => [car.id as string, car]))
  const days = new Map<string, number>()
  const told = h.world.d1.all(
    "SELECT user_id AS userId, created_at AS at, params ->> 'cars' AS cars FROM notices WHERE code = 'carFound'",
  )
  for (const { userId, at, cars: ids } of told) {
    h.meet('wish: told')
    const day = `${userId} ${londonDay(Number(at))}`
    days.set(day, (days.get(day) ?? 0) + 1)
    if ((days.get(day) ?? 0) > MESSAGES_MAX) broken('at most three messages of cars a day', day)
    for (const id of JSON.parse(String(ids)) as string[]) {
      const car = cars.get(id)
      if (!car) throw broken('what is told is a car', id)
      if (isNight(Number(at)) && car.carpoolAt - Number(at) > hours(36))
        broken('no car is told in the night', `${userId} at ${londonWall(Number(at))} of ${id}`)
      if (car.participants[0]?.userId === userId)
        broken('nobody is told of the car they opened', `${userId} of ${id}`)
    }
  }
}

/**
 * A seat that satisfied a wish has ended it, as soon as the lists knew. A seat that was taken while
 * the wish was being made may have come first.
 */
function seatsEndWishes(h: History): void {
  const left = h.world.d1.all(
    'SELECT id, user_id AS userId, trip_type AS tripType, airport_id AS airportId, from_at AS fromAt, to_at AS toAt, people FROM wishes',
  )
  for (const wish of left)
    for (const car of h.cars()) {
      const isFor = car.tripType === wish.tripType && car.airportId === wish.airportId
      const { carpoolAt } = car
      const isThen =
        carpoolAt >= Number(wish.fromAt) - hours(1) && carpoolAt <= Number(wish.toAt) + hours(1)
      for (const { id, party, userId } of car.participants)
        if (isFor && isThen && userId === wish.userId && party.people >= Number(wish.people))
          if (takenAt(h, car, id) > (h.wishes.get(String(wish.id)) ?? Number.POSITIVE_INFINITY))
            broken('a seat ends the wishes it satisfies', `${wish.id} of ${id} in ${car.id}`)
    }
}

/** When a seat was confirmed; never: before everything. */
const takenAt = (h: History, car: CarpoolState, participantId: string): number =>
  h.world.cars
    .eventsOf(car.id)
    .find(({ event }) => event.type === 'seatTaken' && event.participantId === participantId)?.at ??
  Number.NEGATIVE_INFINITY

/** Long after the last departure. Counts what became of the wishes. */
export function wishesAtRest(h: History): void {
  toldAsAllowed(h)
  seatsEndWishes(h)
  const left = new Set(h.world.d1.all('SELECT id FROM wishes').map(({ id }) => String(id)))
  const seated = [...h.wishes.keys()].filter((id) => !left.has(id)).length
  if (seated > 0) h.meet('wish: ended in a seat')
  h.wished = { made: h.wishes.size, seated }
}
