import { DRIVE_UNTIL_MS, FLIGHT_WINDOW_MS } from '#app/domain/limits.ts'
import { fail, ok, type Result } from '#app/domain/result.ts'
import type { Instant } from '#app/domain/time.ts'
import type { Say } from './command.ts'
import type { Effect } from './effect.ts'
import type { Event, PlaceEvent } from './event.ts'
import type { FlightChange, Flights, FlightTime, FlightWindow } from './flight-state.ts'
import { noticeOf } from './notice-of.ts'
import { placesIn, rideOf } from './ride-state.ts'
import type { Rules } from './rules.ts'
import { confirmedOf, type Group, type Place } from './state.ts'
import { is } from './status.ts'

/**
 * When a companion's flight may be: within 3 hours of the group's first flight, both ends included
 * (docs/rules.md#flight-window).
 */
export const flightWindowAround = (firstFlight: Instant): FlightWindow => ({
  from: firstFlight - FLIGHT_WINDOW_MS,
  to: firstFlight + FLIGHT_WINDOW_MS,
})

/**
 * The flight companions are measured against: that of the first confirmed participant who has one,
 * otherwise that of the first participant with a hold. `except`: a participant to leave out.
 */
export function firstFlightOf(state: Group, except?: string): Instant | null {
  const others = (list: Group['participants']) =>
    list.find((p) => p.id !== except && p.party.flightTime !== null)
  const first =
    others(confirmedOf(state)) ?? others(state.participants.filter((p) => p.seat !== 'gone'))
  return first?.party.flightTime ?? null
}

/**
 * Why a flight is too far from the companions' flights; null: it isn't, or there is none to compare
 * with. `told`: the window to name in the error.
 */
export function refuseFarFlight(
  state: Group,
  flightTime: Instant,
  except?: string,
  told: (window: FlightWindow) => FlightWindow = (window) => window,
): Result<never> | null {
  const first = firstFlightOf(state, except)
  const window = state.flights?.window ?? (first === null ? null : flightWindowAround(first))
  if (window === null || (flightTime >= window.from && flightTime <= window.to)) return null
  return fail('flightTimeRangeError', told(window))
}

/**
 * When the flights of a complete group may be without an administrator deciding: as it was when it
 * was complete. A group from before that was recorded, or a private car, has it from its flights as
 * they are before the first change. Null: it has no flights.
 */
export function windowOf(state: Group): FlightWindow | null {
  const first = firstFlightOf(state)
  return state.flights?.window ?? (first === null ? null : flightWindowAround(first))
}

/** The current window, to be kept from now on. */
export function withWindow(state: Group): { flights?: Flights } {
  const window = windowOf(state)
  return window === null ? {} : { flights: state.flights ?? { window, changes: {} } }
}

export const changeOf = (
  { flights }: Pick<Group, 'flights'>,
  { id }: Pick<Place, 'id'>,
): FlightChange | null => flights?.changes[id] ?? null

const timeOf = ({ flightTime, terminal }: Place['party']): FlightTime => ({
  flightTime: flightTime ?? 0,
  terminal: terminal ?? '',
})
const differ = (a: FlightTime, b: FlightTime): boolean =>
  a.flightTime !== b.flightTime || a.terminal !== b.terminal

/** Whether the others have to be notified once a place's flight is `flight`. */
export function isNews(state: Group, p: Place, flight: FlightTime): boolean {
  const { told } = changeOf(state, p) ?? { told: timeOf(p.party) }
  return differ(told, flight) && confirmedOf(state).length > 1
}

/** Whether a changed flight waits for an administrator. */
export function isFlightOpen(state: Group, p: Place): boolean {
  const change = changeOf(state, p)
  return change !== null && p.seat === 'taken' && differ(change.settled, timeOf(p.party))
}

/** Until when it does; null: it does not. Nothing is to be decided about a ride that is over. */
export const flightOpenUntil = <S extends Group>(
  rules: Rules<S>,
  state: S,
  p: Place,
): Instant | null => (isFlightOpen(state, p) ? rules.departureAt(state) + DRIVE_UNTIL_MS : null)

/** An administrator leaves the ride as it is. Repeating it changes nothing. */
export function decideSettleFlight(
  state: Group,
  { participantId, seen, note, by }: Say<'settleFlight'>,
  now: Instant,
): Result<Event[]> {
  const p = state.participants.find(({ id }) => id === participantId)
  const change = p && changeOf(state, p)
  if (!change) return fail('notFound')
  if (!isFlightOpen(state, p)) return ok([])
  if (change.version !== seen) return fail('versionConflict', { context: 'flight' })
  if (!note) return fail('validationFailed', { field: 'note' })
  const { version } = change
  return ok([{ type: 'flightSettled', outcome: 'kept', participantId, version, note, by, at: now }])
}

/**
 * What an assigned car settles besides: the changed flights that it is in time for. One outside of
 * the window only if somebody has decided about it: the meeting time was moved, or would be too
 * early for it as promised.
 */
export function settlingFlights(
  rules: Rules,
  state: Group,
  decided: Result<Event[]>,
): Result<Event[]> {
  const assigned = decided.ok && decided.value.find((event) => event.type === 'carAssigned')
  if (!assigned) return decided
  const { car, by, at } = assigned
  const before = rideOf(state).cars.find(({ id }) => id === car.id)
  const isMoved = before !== undefined && before.meetAt !== car.meetAt
  const settled = placesIn(state, car).flatMap((p): PlaceEvent[] => {
    const change = changeOf(state, p)
    if (!change || !isFlightOpen(state, p)) return []
    const isLate = !rules.isInTime(state, p, rules.departureAt(state))
    const isDecided = change.fits || isMoved || isLate
    if (!isDecided || !rules.isInTime(state, p, car.meetAt)) return []
    const about = { participantId: p.id, version: change.version, by, at }
    return [{ type: 'flightSettled', outcome: 'moved', ...about }]
  })
  return ok([...decided.value, ...settled])
}

/** When the others are next notified of changed flights, and of which. */
export function dueOfFlights(state: Group): { at: Instant; event: PlaceEvent }[] {
  if (!is(state.status, 'together')) return []
  return confirmedOf(state).flatMap((p) => {
    const change = changeOf(state, p)
    if (change?.notifyAt == null) return []
    const { version, notifyAt } = change
    return [{ at: notifyAt, event: { type: 'flightTold' as const, participantId: p.id, version } }]
  })
}

export type FlightEvent = Extract<
  PlaceEvent,
  { type: 'flightChanged' | 'flightTold' | 'flightSettled' }
>

/** The state after an event about a flight; `p`: the place it is about. */
export function evolveFlight(state: Group, event: FlightEvent, p: Place): Group {
  const flights = withWindow(state).flights
  if (!flights) return state
  const now = timeOf(p.party)
  const known = flights.changes[p.id] ?? {
    ...{ version: 0, at: 0, fits: true, notifyAt: null },
    ...{ before: now, told: now, settled: now },
  }
  const withChange = (patch: Partial<FlightChange>): Group => ({
    ...state,
    flights: { ...flights, changes: { ...flights.changes, [p.id]: { ...known, ...patch } } },
  })
  if (event.type === 'flightTold') return withChange({ told: now, notifyAt: null })
  if (event.type === 'flightSettled') return withChange({ settled: now })
  const { flight, fits, at, notifyAt } = event
  const after = withChange({ version: known.version + 1, at, fits, notifyAt })
  const party = { ...p.party, ...flight }
  return {
    ...after,
    participants: after.participants.map((one) => (one.id === p.id ? { ...one, party } : one)),
  }
}

/**
 * Notifies the others of a flight, once per version, and its passenger of what was decided about
 * it.
 */
export function effectsOfFlight(
  rules: Rules,
  event: FlightEvent,
  p: Place,
  state: Group,
): Effect[] {
  if (event.type === 'flightChanged') return []
  const { version } = event
  if (event.type === 'flightTold')
    return confirmedOf(state)
      .filter(({ id }) => id !== p.id)
      .map((other) =>
        noticeOf(rules, state, other, 'flightChanged', `${p.id}.${version}`, timeOf(p.party)),
      )
  if (event.outcome === 'moved') return []
  const { note, by, at } = event
  const action = 'flightSettled'
  return [
    noticeOf(rules, state, p, 'flightKept', String(version), { version, note, ...timeOf(p.party) }),
    {
      kind: 'audit',
      id: `${action}:${p.id}:${version}`,
      at,
      by,
      action,
      subject: state.id,
      before: {},
      after: { participantId: p.id, version },
    },
  ]
}
