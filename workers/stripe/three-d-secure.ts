import type { Call } from './call.ts'
import type { Challenge } from './challenge.ts'
import { resumeIntent } from './confirm.ts'
import type { Objects } from './store.ts'

/** A challenge and its intent, or null. */
export function findChallenge(
  call: Call,
  id: string,
): { challenge: Challenge; intent: Objects['payment_intent'] } | null {
  const challenge = call.store.note<Challenge>(id)
  const intent = challenge && call.store.find('payment_intent', challenge.intentId)
  return challenge && intent ? { challenge, intent } : null
}

/**
 * Records the buyer's answer to a challenge. A second answer, or one to a challenge replaced by
 * another attempt, changes nothing.
 */
export function answerChallenge(call: Call, id: string, passed: boolean): void {
  const found = findChallenge(call, id)
  if (found?.challenge.outcome !== 'open') return
  const { challenge, intent } = found
  call.store.putNote(id, {
    ...challenge,
    outcome: passed ? 'complete' : 'fail',
  } satisfies Challenge)
  const current =
    intent.status === 'requires_action' && JSON.stringify(intent.next_action).includes(id)
  if (current) resumeIntent(call, intent, passed)
}
