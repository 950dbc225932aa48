import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { Say } from './command.ts'
import { lapse } from './due.ts'
import type { Event, PlaceEvent } from './event.ts'
import { cancelledWith, refundByHand, refundsOf } from './refund.ts'
import { isSteerable } from './ride-status.ts'
import type { Rules } from './rules.ts'
import { findParticipant, type Group, type Place, seatedOf } from './state.ts'
import { is } from './status.ts'

/**
 * Whether there is anything to cancel. There is not if the group is over, unless its ride was very
 * recent, nor if it failed and everyone has left.
 */
export const isCancellable = (rules: Rules, state: Group, now: Instant): boolean =>
  isSteerable(rules, state, now) ||
  (!is(state.status, 'over') && (!is(state.status, 'failed') || seatedOf(state).length > 0))

/**
 * An administrator cancels a group: everyone is released, all money goes back, and the status
 * follows. Repeating it has no further effect.
 */
export function decideCancelGroup(
  rules: Rules,
  state: Group,
  { by, note }: Say<'cancelGroup'>,
  now: Instant,
): Result<Event[]> {
  if (state.cancelled !== null) return ok([])
  if (!isCancellable(rules, state, now)) return fail('operationExpired', { context: 'group' })
  const refunds = refundsOf(state)
  const ended = cancelledWith(state).map(goneOf)
  return ok([{ type: 'groupCancelled', by, at: now, refunds, ...(note && { note }) }, ...ended])
}

/** A place whose payment could still bring the seat back is checked first. */
function goneOf(p: Place): PlaceEvent {
  if (p.seat === 'held' || p.seat === 'lapsing') return lapse(p, 'groupCancelled')
  return { type: 'seatLeft', participantId: p.id, reason: 'groupCancelled' }
}

/**
 * Refunds a student whose group was closed (decision 0006), or returns the deposit of a place that
 * was released. Repeating it has no further effect.
 */
export function decideRefundPlace(
  state: Group,
  { participantId, by }: Say<'refundPlace'>,
  now: Instant,
): Result<Event[]> {
  const p = findParticipant(state, participantId)
  if (!p) return fail('notFound')
  if (p.leaving === 'refunded') return ok([])
  const refund = refundByHand(state, p.id)
  if (!refund) return fail('operationExpired', { context: 'refund' })
  const { total, points } = refund
  return ok([{ type: 'placeRefunded', participantId: p.id, by, at: now, total, points }])
}
