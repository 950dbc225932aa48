import { carOf, hasRide, rideOf } from '#app/features/ride/rules/ride-state.ts'
import { evolve } from '#app/group/rules/evolve.ts'
import { findParticipant, type Group } from '#app/group/rules/state.ts'
import { is } from '#app/group/rules/status.ts'
import { DRIVE_FROM_MS, DRIVE_UNTIL_MS } from '#app/kernel/limits.ts'
import { broken } from './broken.ts'
import type { History } from './history.ts'
import { departureOf } from './steps-ride.ts'

const CODES = "'carAssigned', 'carChanged', 'carWithdrawn'"

/**
 * Only confirmed places were told of a car, and each notice was written once. Returns whether the
 * last news came too late: an alarm was lost until the ride was over, and nobody was told.
 */
function toldAsDecided(h: History, { id }: Group): boolean {
  const host = h.world.cars.ids().some((one) => one === id) ? h.world.cars : h.world.trips
  const decided: string[] = []
  let isLate = false
  let before: Group | null = null
  for (const { event } of host.eventsOf(id)) {
    if (event.type === 'rideNotified' && before) {
      isLate = !is(before.status, 'together')
      if (isLate && event.news.length > 0) broken('a ride that is over is no news', id)
      for (const { participantId, code } of event.news) {
        if (findParticipant(before, participantId)?.seat !== 'taken')
          broken('only confirmed places hear of a car', `${participantId} in ${id}`)
        decided.push(`${code} ${participantId}`)
        h.meet(`car: ${code}`)
      }
    }
    before = evolve<Group>(before, event)
  }
  const places = before?.participants.map((p) => p.id as string) ?? []
  const told = h.world.d1
    .all(`SELECT code, params ->> 'participantId' AS place FROM notices WHERE code IN (${CODES})`)
    .filter(({ place }) => places.includes(String(place)))
    .map(({ code, place }) => `${code} ${place}`)
  if (told.sort().join() !== decided.sort().join())
    broken('news of a car is told once', `${id}: ${told} of ${decided}`)
  return isLate
}

/** All that seats, status and money depend on. */
function restOf(group: Group): string {
  const { version: _, facts, slices, ...rest } = group
  const { ride: __, ...others } = slices
  return JSON.stringify([rest, others, facts.kept])
}

/**
 * A driver reports of the car as it is and of who travels in it, while the link works, and nothing
 * but the ride changes. Whoever is not found is told once for each car.
 */
function drivenAsAllowed(h: History, { id }: Group): void {
  const host = h.world.cars.ids().some((one) => one === id) ? h.world.cars : h.world.trips
  const missed = new Set<string>()
  let before: Group | null = null
  for (const { event } of host.eventsOf(id)) {
    const after: Group = evolve<Group>(before, event)
    if (before && (event.type === 'driverMarked' || event.type === 'partyMarked')) {
      const departureAt = departureOf(before)
      const car = rideOf(before).cars.find((one) => one.id === event.carId)
      if (car?.version !== event.version) broken('a driver reports of the car there is', id)
      const until = Math.max(departureAt, car?.meetAt ?? 0) + DRIVE_UNTIL_MS
      if (event.at < departureAt - DRIVE_FROM_MS || event.at >= until)
        broken('a driver’s link works around departure only', id)
      if (restOf(after) !== restOf(before))
        broken('a driver’s report changes no seat, status or payment', `${event.mark} in ${id}`)
      if (event.type === 'partyMarked') {
        if (findParticipant(before, event.participantId)?.seat !== 'taken')
          broken('a driver reports of passengers', `${event.participantId} in ${id}`)
        if (event.mark === 'notHere')
          missed.add(`passengerMissed:${event.participantId}:${event.version}`)
      }
    }
    before = after
  }
  const places = before?.participants.map((p) => p.id as string) ?? []
  const told = h.world.d1
    .all(
      "SELECT id, params ->> 'participantId' AS place FROM notices WHERE code = 'passengerMissed'",
    )
    .filter(({ place }) => places.includes(String(place)))
    .map(({ id: notice }) => String(notice))
  if (told.sort().join() !== [...missed].sort().join())
    broken('who is not found is told once for each car', `${id}: ${told} of ${[...missed]}`)
}

/** The record of bookings has the car that each place has now, and says who lost theirs. */
function bookedAsItIs(h: History, group: Group): void {
  for (const p of group.participants) {
    const [row] = h.world.d1.all('SELECT plate, state, version FROM bookings WHERE id = ?', [p.id])
    const car = carOf(group, p)
    if (row) h.meet(`booking: ${row.state}`)
    const isRight = car
      ? row?.state === 'booked' && row.plate === car.vehicle.plate
      : row?.state !== 'booked' || p.leaving === 'refunded'
    if (!isRight) broken('the record of bookings follows the cars', `${p.id} in ${group.id}`)
  }
}

/** Once nothing is pending, everybody who travels was last told the car they have. */
export function ridesAtRest(h: History): void {
  const groups: Group[] = [...h.cars(), ...h.trips()]
  for (const group of groups.filter(hasRide)) {
    const isLate = toldAsDecided(h, group)
    drivenAsAllowed(h, group)
    bookedAsItIs(h, group)
    const { notifyAt, told } = rideOf(group)
    if (notifyAt !== null) broken('news of a car does not wait for ever', group.id)
    if (isLate || group.status === 'CLOSED' || group.status === 'CANCELLED') continue
    for (const p of group.participants.filter(({ seat }) => seat === 'taken'))
      if ((told[p.id] ?? null) !== (carOf(group, p)?.version ?? null))
        broken('the last version told is the latest', `${p.id} in ${group.id}`)
  }
}
