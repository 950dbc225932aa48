import { fail, ok, type Result } from '../result.ts'
import type { Instant } from '../time.ts'
import type { Say } from './command.ts'
import { lapse } from './due.ts'
import type { Event, PlaceEvent } from './event.ts'
import { refundsOf } from './refund.ts'
import { type Group, isOver, type Place, seatedOf } from './state.ts'

/** Whether there is something to cancel: not in what is over, nor in a failed group that everybody has left. */
export const isCancellable = (state: Group): boolean =>
  !isOver(state.status) && (state.status !== 'FAILED' || seatedOf(state).length > 0)

/**
 * Those who run the service cancel a group: everybody is let go, all money goes back, and the status follows. Said
 * twice, it is done once.
 */
export function decideCancelGroup(state: Group, { by }: Say<'cancelGroup'>, now: Instant): Result<Event[]> {
  if (state.cancelled !== null) return ok([])
  if (!isCancellable(state)) return fail('operationExpired', { context: 'group' })
  const refunds = refundsOf(state)
  return ok([{ type: 'groupCancelled', by, at: now, refunds }, ...seatedOf(state).flatMap(goneOf)])
}

/** A place that is already being let go stays so, unless its payment could still bring the seat back. */
function goneOf(p: Place): PlaceEvent[] {
  if (p.seat === 'taken') return [{ type: 'seatLeft', participantId: p.id, reason: 'groupCancelled' }]
  return p.leaving === 'givenUp' ? [] : [lapse(p, 'groupCancelled')]
}
