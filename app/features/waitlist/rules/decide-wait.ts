import { checkWaiter } from '#app/carpool/rules/check.ts'
import type { CarpoolOwn } from '#app/carpool/rules/command.ts'
import type { CarpoolState } from '#app/carpool/rules/state.ts'
import { wasListed } from '#app/group/rules/state.ts'
import type { Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { WaitEvent } from './wait-event.ts'
import { decideWait } from './waitlist.ts'

/** Puts a party on a carpool's waitlist; returns null for other commands. */
export function decideJoinList(
  state: CarpoolState,
  command: CarpoolOwn,
  now: Instant,
): Result<WaitEvent[]> | null {
  if (command.type !== 'wait') return null
  const { type: _, ...waiter } = command
  // An unlisted car reveals nothing about its seats either.
  const wrong = wasListed(state) ? checkWaiter(waiter, state) : null
  return wrong ?? decideWait(state, waiter, now)
}
