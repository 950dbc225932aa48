import { fail, ok, type Result } from '../result.ts'
import type { Instant } from '../time.ts'
import type { Say } from './command.ts'
import { lapse } from './due.ts'
import type { Event, PlaceEvent } from './event.ts'
import { refundsOf } from './refund.ts'
import { type Group, isOver, type Place, seatedOf } from './state.ts'

/**
 * Those who run the service cancel a group: everybody is let go, all money goes back, and the status follows. Said
 * twice, it is done once. Not for what is over, nor for a failed group that everybody has left: nothing is left to cancel.
 */
export function decideCancelGroup(state: Group, { by }: Say<'cancelGroup'>, now: Instant): Result<Event[]> {
  if (state.cancelled !== null) return ok([])
  const seated = seatedOf(state)
  const isLeft = state.status === 'FAILED' && seated.length === 0
  if (isOver(state.status) || isLeft) return fail('operationExpired', { context: 'group' })
  return ok([{ type: 'groupCancelled', by, at: now, refunds: refundsOf(state) }, ...seated.flatMap(goneOf)])
}

/** A place that is already being let go stays so, unless its payment could still bring the seat back. */
function goneOf(p: Place): PlaceEvent[] {
  if (p.seat === 'taken') return [{ type: 'seatLeft', participantId: p.id, reason: 'groupCancelled' }]
  return p.leaving === 'givenUp' ? [] : [lapse(p, 'groupCancelled')]
}
