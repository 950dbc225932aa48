import { checkWaiter } from '#app/domain/carpool/check.ts'
import type { CarpoolOwn } from '#app/domain/carpool/command.ts'
import type { CarpoolState } from '#app/domain/carpool/state.ts'
import { wasListed } from '#app/domain/group/state.ts'
import type { Result } from '#app/domain/result.ts'
import type { Instant } from '#app/domain/time.ts'
import type { WaitEvent } from './wait-event.ts'
import { decideWait } from './waitlist.ts'

/** A party wants to wait for seats in a carpool; null: another command. */
export function decideJoinList(
  state: CarpoolState,
  command: CarpoolOwn,
  now: Instant,
): Result<WaitEvent[]> | null {
  if (command.type !== 'wait') return null
  const { type: _, ...waiter } = command
  // A car that others may not know of says nothing about its seats either.
  const wrong = wasListed(state) ? checkWaiter(waiter, state) : null
  return wrong ?? decideWait(state, waiter, now)
}
