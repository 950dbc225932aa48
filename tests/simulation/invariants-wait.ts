import type { CarpoolState } from '#app/carpool/rules/state.ts'
import { waitlistOf } from '#app/features/waitlist/rules/wait-event.ts'
import { evolve } from '#app/group/rules/evolve.ts'
import type { AnyEvent } from '#app/group/rules/extensions.ts'
import { type Group, keptSeats, seatedPeople } from '#app/group/rules/state.ts'
import { hours, minutes } from '#app/kernel/limits.ts'
import { londonWall } from '#app/kernel/time.ts'
import { broken } from './broken.ts'
import type { History } from './history.ts'

/** Seats that are kept for somebody are not sold to anyone else, and everybody waits once. */
export function waitlistAlways(car: CarpoolState): void {
  const { maxPassengers, id } = car
  const { waiting } = waitlistOf(car)
  const people = seatedPeople(car) + keptSeats(car)
  if (people > maxPassengers) broken('offers within capacity', `${people} in ${id}`)
  if (new Set(waiting.map(({ userId }) => userId)).size !== waiting.length)
    broken('everybody waits once', id)
}

const nobody = (car: Group, userId: string) =>
  !car.participants.some((p) => p.userId === userId && p.seat !== 'gone')

/** The naive rule for one offer: the first of the list who fits gets it, at a time of day. */
function offerIsRight(car: Group, event: Extract<AnyEvent, { type: 'offerMade' }>): void {
  const { maxPassengers, cutoffAt } = car
  const { waiting } = waitlistOf(car)
  const { userId, until, at } = event
  const taken = car.participants
    .filter((p) => p.seat !== 'gone')
    .reduce((sum, p) => sum + p.party.people, 0)
  const free = maxPassengers - taken - keptSeats(car)
  const fits = waiting.filter(
    (w) => w.offeredUntil === null && w.people <= free && nobody(car, w.userId),
  )
  if (fits[0]?.userId !== userId)
    broken('the first who fits is offered the seats', `${userId} in ${car.id}`)
  const hour = Number(londonWall(until).slice(11, 13))
  const last = cutoffAt - minutes(10)
  if (until > last || (hour < 7 && until !== last && londonWall(until).slice(11) !== '07:00'))
    broken('an offer ends at a good time', `${londonWall(until)} in ${car.id}`)
  if (at >= cutoffAt - hours(2)) broken('nothing is kept in the last hours', car.id)
}

/** Every list has ended, and each of its offers was right when it was made and told once. */
export function waitlistsAtRest(h: History): void {
  for (const car of h.cars()) {
    if (waitlistOf(car).waiting.length > 0) broken('every waitlist ends', car.id)
    let state: Group | null = null
    for (const { event } of h.world.cars.eventsOf(car.id)) {
      if (event.type === 'offerMade' && state) offerIsRight(state, event)
      state = evolve<Group>(state, event)
      if (event.type === 'offerMissed' && !isLastOrOut(state, event))
        broken('whoever misses an offer is last, or out', `${event.userId} in ${car.id}`)
      const told = noticesOf(event, state)
      for (const [id, userId] of told) {
        const rows = h.world.d1.all('SELECT user_id FROM notices WHERE id = ?', [id])
        if (rows.length !== 1 || rows[0]?.user_id !== userId)
          broken('who waits is told', `${id} to ${userId}`)
      }
    }
  }
}

const isLastOrOut = (group: Group, { userId, out }: Extract<AnyEvent, { type: 'offerMissed' }>) => {
  const { waiting } = waitlistOf(group)
  return out ? waiting.every((w) => w.userId !== userId) : waiting.at(-1)?.userId === userId
}

/** Who has to be told of an event, by the notice's id. */
function noticesOf(event: AnyEvent, { id, version }: Group): [id: string, userId: string][] {
  if (event.type === 'offerMade') return [[`seatOffered:${id}:${version}:0`, event.userId]]
  if (event.type === 'waitlistClosed')
    return event.userIds.map((userId, n) => [`waitlistClosed:${id}:${version}:${n}`, userId])
  if (event.type === 'seatsTold')
    return event.userIds.map((userId, n) => [`seatsOpen:${id}:${version}:${n}`, userId])
  return []
}

/** D1 shows each list as it is. */
export function waitRowsAreTrue(h: History): void {
  for (const car of h.cars()) {
    const { id } = car
    const { waiting } = waitlistOf(car)
    const rows = h.world.d1.all(
      'SELECT user_id, ahead, people, offered_until FROM waits WHERE group_id = ? ORDER BY ahead',
      [id],
    )
    const shown = rows.map((row) => [row.user_id, row.ahead, row.people, row.offered_until])
    const known = waiting.map((w, ahead) => [w.userId, ahead, w.people, w.offeredUntil])
    if (JSON.stringify(shown) !== JSON.stringify(known))
      broken('the read model equals the objects', `waits of ${id}: ${shown} for ${known}`)
  }
}
