import { rules } from '#app/carpool/rules/rules.ts'
import type { CarpoolState } from '#app/carpool/rules/state.ts'
import { flightOpenUntil } from '#app/features/flights/rules/flights.ts'
import { evolve } from '#app/group/rules/evolve.ts'
import { confirmedOf, findParticipant } from '#app/group/rules/state.ts'
import { hours } from '#app/kernel/limits.ts'
import { broken } from './broken.ts'
import type { History } from './history.ts'

/** All that seats, status and money depend on. */
function restOf({ slices: _, facts, version: ___, participants, ...rest }: CarpoolState) {
  return JSON.stringify([rest, facts.kept, participants.map(({ party: ____, ...place }) => place)])
}

/** When the first flight of a group was as it was complete, from the rules alone. */
const firstFlightOf = (car: CarpoolState) => confirmedOf(car)[0]?.party.flightTime ?? 0

/** Whether a flight is within 3 hours of the first one, and a drop-off's after the car. */
const isNear = (car: CarpoolState, first: number, at: number) =>
  Math.abs(at - first) <= hours(3) && (car.tripType === 'PICKUP' || at > car.carpoolAt)

/** Until when flights change: 3 hours after a pickup's departure, 12 before a drop-off's. */
const endOf = ({ tripType, carpoolAt }: CarpoolState) =>
  carpoolAt + (tripType === 'PICKUP' ? hours(3) : -hours(12))

/**
 * Flights change in time and move nothing else; each is judged by the first flight as it was when
 * the group was complete. The others hear of each that fits once, and nobody who has left does.
 */
function changedAsAllowed(h: History, { id }: CarpoolState): void {
  const decided: string[] = []
  let first: number | null = null
  let before: CarpoolState | null = null
  let change: { participantId: string; fits: boolean } | null = null
  for (const { event } of h.world.cars.eventsOf(id)) {
    const after: CarpoolState = evolve(before, event)
    const isComplete = !['PENDING', 'OPEN', 'FULL', 'FAILED'].includes(after.status)
    if (isComplete) first ??= firstFlightOf(after)
    if (before && event.type === 'flightChanged') {
      h.meet(`flight: ${event.fits ? 'fits' : 'apart'}`)
      const p = findParticipant(before, event.participantId)
      if (p?.seat !== 'taken' || !isComplete) broken('flights of a complete group change', id)
      if (event.at >= endOf(before)) broken('flights change in time', event.participantId)
      change = event
    } else if (before && change && event.type === 'partyChanged') {
      if (change.fits !== isNear(before, first ?? 0, event.party.flightTime ?? 0))
        broken('a flight fits within 3 hours of the first', `${change.participantId} in ${id}`)
      if (restOf(after) !== restOf(before))
        broken('another flight changes no seat, status or payment', change.participantId)
      change = null
    }
    if (event.type === 'flightSettled') h.meet(`flight: ${event.outcome}`)
    if (before && event.type === 'flightTold')
      for (const p of confirmedOf(before))
        if (p.id !== event.participantId)
          decided.push(`flightChanged:${p.id}:${event.participantId}.${event.version}`)
    before = after
  }
  const places = before?.participants.map((p) => p.id as string) ?? []
  const told = h.world.d1
    .all("SELECT id, params ->> 'participantId' AS place FROM notices WHERE code = 'flightChanged'")
    .filter(({ place }) => places.includes(String(place)))
    .map(({ id: notice }) => String(notice))
  if (told.sort().join() !== decided.sort().join())
    broken('a flight is told once, to those who travel', `${id}: ${told} of ${decided}`)
}

/** Once nothing is pending, nobody waits to be told, and the console knows what is open. */
export function flightsAtRest(h: History): void {
  for (const car of h.cars()) {
    changedAsAllowed(h, car)
    for (const p of confirmedOf(car)) {
      const [row] = h.world.d1.all('SELECT flight_open_until FROM participants WHERE id = ?', [
        p.id,
      ])
      if ((row?.flight_open_until ?? null) !== flightOpenUntil(rules, car, p))
        broken('the console knows which flights are open', `${p.id} in ${car.id}`)
    }
  }
}
