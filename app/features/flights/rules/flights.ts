import type { CarEvent } from '#app/features/ride/rules/ride-event.ts'
import { placesIn, rideOf } from '#app/features/ride/rules/ride-state.ts'
import type { Effect } from '#app/group/rules/effect.ts'
import { windowOf } from '#app/group/rules/flight-window.ts'
import { noticeOf } from '#app/group/rules/notice-of.ts'
import type { Rules } from '#app/group/rules/rules.ts'
import { confirmedOf, type Group, type Place, sliceOf } from '#app/group/rules/state.ts'
import { is } from '#app/group/rules/status.ts'
import { DRIVE_UNTIL_MS } from '#app/kernel/limits.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { FlightCommand, FlightEvent } from './flight-event.ts'
import type { FlightChange, FlightMark, Flights, FlightTime } from './flight-state.ts'

export const FLIGHTS = 'flights'
/** The changes of a group's flights, by place. */
export const changesOf = (state: Pick<Group, 'slices'>): Flights['changes'] =>
  sliceOf<Flights>(state, FLIGHTS)?.changes ?? {}
export const changeOf = (
  state: Pick<Group, 'slices'>,
  { id }: Pick<Place, 'id'>,
): FlightChange | null => changesOf(state)[id] ?? null

/** The part of a change that the lists show. */
export const markOf = (change: FlightChange | null): FlightMark | null =>
  change && { version: change.version, at: change.at, fits: change.fits, before: change.before }

const timeOf = ({ flightTime, terminal }: Place['party']): FlightTime => ({
  flightTime: flightTime ?? 0,
  terminal: terminal ?? '',
})
const differ = (a: FlightTime, b: FlightTime): boolean =>
  a.flightTime !== b.flightTime || a.terminal !== b.terminal

/** Whether the others must be notified that a place's flight is now `flight`. */
export function isNews(state: Group, p: Place, flight: FlightTime): boolean {
  const { told } = changeOf(state, p) ?? { told: timeOf(p.party) }
  return differ(told, flight) && confirmedOf(state).length > 1
}

/** Whether a changed flight waits for an administrator's decision. */
export function isFlightOpen(state: Group, p: Place): boolean {
  const change = changeOf(state, p)
  return change !== null && p.seat === 'taken' && differ(change.settled, timeOf(p.party))
}

/** The deadline for that decision, if one is pending; a ride that is over needs none. */
export const flightOpenUntil = <S extends Group>(
  rules: Rules<S>,
  state: S,
  p: Place,
): Instant | null => (isFlightOpen(state, p) ? rules.departureAt(state) + DRIVE_UNTIL_MS : null)

/** An administrator keeps the ride as it is. Repeating it changes nothing. */
export function decideSettleFlight(
  state: Group,
  { participantId, seen, note, by }: FlightCommand,
  now: Instant,
): Result<FlightEvent[]> {
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
 * The changed flights that a newly assigned car settles: those it is in time for. A flight outside
 * the window needs a decision: the meeting time was moved, or would be too early for it as
 * promised.
 */
export function settledBy(
  rules: Rules,
  state: Group,
  { car, by, at }: Pick<Extract<CarEvent, { type: 'carAssigned' }>, 'car' | 'by' | 'at'>,
): FlightEvent[] {
  const before = rideOf(state).cars.find(({ id }) => id === car.id)
  const isMoved = before !== undefined && before.meetAt !== car.meetAt
  return placesIn(state, car).flatMap((p): FlightEvent[] => {
    const change = changeOf(state, p)
    if (!change || !isFlightOpen(state, p)) return []
    const isLate = !rules.isInTime(state, p, rules.departureAt(state))
    const isDecided = change.fits || isMoved || isLate
    if (!isDecided || !rules.isInTime(state, p, car.meetAt)) return []
    const about = { participantId: p.id, version: change.version, by, at }
    return [{ type: 'flightSettled', outcome: 'moved', ...about }]
  })
}

/** When to notify the others next, and of which changed flights. */
export function dueOfFlights(state: Group): { at: Instant; event: FlightEvent }[] {
  if (!is(state.status, 'together')) return []
  return confirmedOf(state).flatMap((p) => {
    const change = changeOf(state, p)
    if (change?.notifyAt == null) return []
    const { version, notifyAt } = change
    return [{ at: notifyAt, event: { type: 'flightTold' as const, participantId: p.id, version } }]
  })
}

/**
 * The group's flights after one more event: each change, and the window as it was when the group
 * completed, or else before the first change. `p`: the place the event is about.
 */
export function evolveFlights(state: Group, event: FlightEvent, p: Place): Flights | undefined {
  const flights = withWindow(state)
  if (!flights) return undefined
  const now = timeOf(p.party)
  const known = flights.changes[p.id] ?? {
    ...{ version: 0, at: 0, fits: true, notifyAt: null },
    ...{ before: now, told: now, settled: now },
  }
  const withChange = (patch: Partial<FlightChange>): Flights => ({
    ...flights,
    changes: { ...flights.changes, [p.id]: { ...known, ...patch } },
  })
  switch (event.type) {
    case 'flightTold':
      return withChange({ told: now, notifyAt: null })
    case 'flightSettled':
      return withChange({ settled: now })
    case 'flightChanged': {
      const { fits, at, notifyAt } = event
      return withChange({ version: known.version + 1, at, fits, notifyAt })
    }
  }
}

/**
 * The stored flights, or the current window if there are none; undefined: no flights in this group.
 */
export function withWindow(state: Group): Flights | undefined {
  const window = windowOf(state)
  return sliceOf<Flights>(state, FLIGHTS) ?? (window ? { window, changes: {} } : undefined)
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
