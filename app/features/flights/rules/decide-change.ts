import { checkParty } from '#app/carpool/rules/check.ts'
import type { CarpoolOwn } from '#app/carpool/rules/command.ts'
import { earliestChange, inOrder } from '#app/carpool/rules/flights.ts'
import { actionFactsOf, refuseChangeFlight } from '#app/carpool/rules/permissions.ts'
import type { CarpoolState } from '#app/carpool/rules/state.ts'
import type { PlaceEvent } from '#app/group/rules/event.ts'
import { windowOf } from '#app/group/rules/flight-window.ts'
import { ownPlace } from '#app/group/rules/state.ts'
import { TELL_AFTER_MS, TELL_AT_ONCE_MS } from '#app/kernel/limits.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { FlightEvent } from './flight-event.ts'
import { isNews } from './flights.ts'

const FLIGHT_PARTS = ['flightNumber', 'flightTime', 'terminal'] as const

/**
 * Whether the planned ride suits a flight: within the window of the complete group, and for a
 * drop-off after the car leaves. A pickup's car may wait for a landing.
 */
function fitsRide(state: CarpoolState, flightTime: Instant): boolean {
  const window = windowOf(state)
  const isNear = !window || (flightTime >= window.from && flightTime <= window.to)
  return isNear && (state.tripType === 'PICKUP' || inOrder('DROPOFF', state.carpoolAt, flightTime))
}

/**
 * In a carpool: changes the flight of a confirmed place after the group is complete
 * (docs/rules.md#changed-flights). Recorded whether or not it fits; seats and money stay. Repeating
 * it has no further effect. Returns null for other commands.
 */
export function decideChangeFlight(
  state: CarpoolState,
  command: CarpoolOwn,
  now: Instant,
): Result<(FlightEvent | PlaceEvent)[]> | null {
  if (command.type !== 'changeFlight') return null
  const { participantId, userId, flight } = command
  const p = ownPlace(state, participantId, userId)
  if (p?.seat !== 'taken') return fail('notFound')
  if (FLIGHT_PARTS.every((part) => p.party[part] === flight[part])) return ok([])
  const refused = refuseChangeFlight(actionFactsOf(state, p), now)
  if (refused) return fail(refused, { context: 'flight' })
  const party = { ...p.party, ...flight }
  const wrong = checkParty(party, state)
  if (wrong) return wrong
  const from = earliestChange(state)
  if (flight.flightTime < from && flight.flightTime !== p.party.flightTime)
    return fail('validationFailed', { field: 'flightTime', from })
  const fits = fitsRide(state, flight.flightTime)
  const notifyAt = fits && isNews(state, p, flight) ? tellAt() : null
  return ok([
    { type: 'flightChanged', participantId, fits, at: now, notifyAt },
    { type: 'partyChanged', participantId, party },
  ])

  function tellAt(): Instant {
    return state.carpoolAt - now <= TELL_AT_ONCE_MS ? now : now + TELL_AFTER_MS
  }
}
