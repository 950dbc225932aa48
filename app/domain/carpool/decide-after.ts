import { fail, ok, type Result } from '../result.ts'
import { type Instant, londonDay, startOfLondonDay } from '../time.ts'
import { checkInfo, inOrder } from './check.ts'
import type { Command } from './command.ts'
import { lapse } from './due.ts'
import type { Event } from './event.ts'
import { firstFlightOf, flightWindowAround } from './flight-window.ts'
import { refuseCancelFailed, refuseConvert, refuseEdit, refuseExit, standingOf } from './lifecycle.ts'
import { type CarpoolState, type LeaveReason, lastPlaceOf, ownPlace, type Participant } from './state.ts'

type Say<T extends Command['type']> = Extract<Command, { type: T }>

/** Leaves for good; the deposit follows by itself. A place that is not paid is dropped, which is the same to her. */
export function decideExit(state: CarpoolState, { userId }: Say<'exit'>, now: Instant): Result<Event[]> {
  const p = lastPlaceOf(state, userId)
  if (!p) return fail('notFound')
  if (p.leaving === 'exited' || p.leaving === 'givenUp') return ok([])
  if (p.seat === 'held' || p.seat === 'lapsing') return ok([lapse(p, 'givenUp')])
  const refused = refuseExit(standingOf(state, p), now)
  if (refused) return fail(refused, { context: 'exit' })
  return p.seat === 'gone' ? fail('notFound') : ok([left(p, 'exited')])
}

/**
 * What one travels with, corrected while the group is open. The flight stays in order with the car,
 * on or after the cutoff's day (SPEC section 5), and near the companions' flights.
 */
export function decideEdit(state: CarpoolState, command: Say<'editInfo'>, now: Instant): Result<Event[]> {
  const { info } = command
  const p = ownPlace(state, command.participantId, command.userId)
  if (p?.seat !== 'taken') return fail('notFound')
  const refused = refuseEdit(standingOf(state, p), now)
  if (refused) return fail(refused, { context: 'edit' })
  const wrong = checkInfo(info)
  if (wrong) return wrong
  const misfit = refuseFlight(state, p, info.flightTime)
  if (misfit) return misfit
  const party = { ...p.party, ...info }
  const changed = (Object.keys(info) as (keyof typeof info)[]).some((key) => p.party[key] !== info[key])
  return ok(changed ? [{ type: 'partyChanged', participantId: p.id, party }] : [])
}

/** A flight that stays as it is was fine when it came; since then the others may have changed around it. */
function refuseFlight(state: CarpoolState, p: Participant, flightTime: Instant): Result<never> | null {
  if (flightTime === p.party.flightTime) return null
  const from = startOfLondonDay(londonDay(state.cutoffAt))
  if (flightTime < from) return fail('validationFailed', { field: 'flightTime', from })
  if (!inOrder(state.tripType, state.carpoolAt, flightTime))
    return fail('flightTimeOrder', { context: state.tripType })
  const first = firstFlightOf(state, p.id)
  const window = first === null ? null : flightWindowAround(first)
  const isNear = !window || (flightTime >= window.from && flightTime <= window.to)
  return isNear ? null : fail('flightTimeRangeError', window)
}

/** A failed group: the place goes on as a private car. Pressed again, it is the same car. */
export function decideConvert(state: CarpoolState, command: Say<'convert'>, now: Instant): Result<Event[]> {
  const p = lastPlaceOf(state, command.userId)
  if (!p) return fail('notFound')
  if (p.leaving === 'converted') return ok([])
  if (p.seat !== 'taken' || refuseConvert(standingOf(state, p), now)) return fail('operationExpired')
  return ok([{ type: 'converted', participantId: p.id, to: command.to }])
}

/** A failed group: the deposit goes back. */
export function decideCancelFailed(
  state: CarpoolState,
  { userId }: Say<'cancelFailed'>,
  now: Instant,
): Result<Event[]> {
  const p = lastPlaceOf(state, userId)
  if (!p) return fail('notFound')
  if (p.leaving === 'cancelled' || p.leaving === 'dayOver') return ok([])
  if (p.seat !== 'taken' || refuseCancelFailed(standingOf(state, p), now)) return fail('operationExpired')
  return ok([left(p, 'cancelled')])
}

/** Opened once: whoever comes again finds it there. */
export function decideOpenPrivate(
  state: CarpoolState | null,
  { type: _, ...command }: Say<'openPrivate'>,
  now: Instant,
): Result<Event[]> {
  return ok(state ? [] : [{ type: 'privateOpened', ...command, at: now }])
}

const left = (p: Participant, reason: LeaveReason): Event => ({
  type: 'seatLeft',
  participantId: p.id,
  reason,
})
