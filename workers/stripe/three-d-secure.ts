import type { Call } from './call.ts'
import type { Challenge } from './challenge.ts'
import { processIntent, resumeIntent } from './confirm.ts'
import { findIntent, unexpectedState } from './intents.ts'
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
export function answerChallenge(
  call: Call,
  id: string,
  outcome: 'complete' | 'fail' | 'late',
): void {
  const found = findChallenge(call, id)
  if (found?.challenge.outcome !== 'open') return
  const { challenge, intent } = found
  call.store.putNote(id, { ...challenge, outcome } satisfies Challenge)
  const current =
    intent.status === 'requires_action' && JSON.stringify(intent.next_action).includes(id)
  if (!current) return
  if (outcome === 'late') processIntent(call, intent)
  else resumeIntent(call, intent, outcome === 'complete')
}

export const PAYMENT_STEPS = ['succeed', 'fail'] as const

/** Ends a payment that another app is still processing. */
export function playPayment(call: Call, intentId: string, step: (typeof PAYMENT_STEPS)[number]) {
  const intent = findIntent(call, intentId)
  if (intent.status !== 'processing')
    throw unexpectedState(intent, `This PaymentIntent (${intentId}) is not being processed.`)
  resumeIntent(call, intent, step === 'succeed')
  return findIntent(call, intentId)
}
