import type { Effect } from '#app/group/rules/effect.ts'
import {
  type MoneyEffect,
  openIntentOf,
  renewalOf,
  stepFor,
} from '#app/group/rules/payment-step.ts'
import { findParticipant, type Group } from '#app/group/rules/state.ts'
import { DEPOSIT_PENCE } from '#app/kernel/limits.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import { type IntentFor, ofPlace, type PlaceIntent } from '#app/payments/service/payments.server.ts'
import { reconcile } from '#app/payments/service/reconcile.server.ts'
import { autoPay } from './auto-pay.ts'
import type { EffectDeps } from './effect-deps.ts'
import type { OwnEffect } from './kind.ts'
import type { MirrorTask, Task } from './task.ts'

type Renew = Extract<Effect, { kind: 'renew' }>

/**
 * Tries one effect; `attempt` is the number of earlier tries. Returns true when nothing is left to
 * do. That is decided from the state each time and not remembered. Safe to repeat.
 */
export async function runEffect(
  effect: Exclude<Task, MirrorTask>,
  attempt: number,
  deps: EffectDeps,
): Promise<boolean> {
  switch (effect.kind) {
    case 'renew':
      return renew(effect, attempt, deps)
    case 'autoPay':
      return autoPay(effect.participantId, attempt, deps)
    case 'openPrivate':
    case 'sendPlace':
      return own(effect, deps)
    default:
      return decidePayment(effect, attempt, deps)
  }
}

/** Carries out an effect that only this kind of group has, and reports the result to the group. */
async function own(effect: OwnEffect, { kind, load, send }: EffectDeps): Promise<boolean> {
  const done = await kind.runOwnEffect(effect, load())
  return typeof done === 'boolean' ? done : send(done).ok
}

/** Reads the payment, acts on its status, and reports the result to the group. */
async function decidePayment(
  effect: MoneyEffect,
  attempt: number,
  deps: EffectDeps,
): Promise<boolean> {
  const open = () => {
    const state = deps.load()
    return state && openIntentOf(effect, state)
  }
  const { participantId } = effect
  const intentId = open()
  if (intentId !== null)
    await reconcile<PlaceIntent, Group>(intentId, {
      read: async (id) => ofPlace(await deps.payments().read(id)),
      act: (intent) => act(effect, intent, attempt, deps),
      // Use this group's participant id: a deposit that was moved here was made for a place in
      // another group.
      apply: async ({ facts }) => deps.send({ type: 'settle', facts: { ...facts, participantId } }),
    })
  return open() === null
}

/**
 * The idempotency key includes the attempt, so that a stored error of an earlier try is not
 * repeated. Each step is safe to repeat.
 */
async function act(
  effect: MoneyEffect,
  intent: PlaceIntent,
  attempt: number,
  { load, payments }: EffectDeps,
): Promise<Result<PlaceIntent>> {
  const state = load()
  if (!state) return fail('notFound')
  const { intentId, money } = intent.facts
  const move = stepFor(effect, state, intent.facts)
  switch (move.do) {
    case 'settle':
      return ok(intent)
    case 'wait':
      return fail('unavailable')
    case 'release':
      return ofPlace(await payments().release(intentId, money, `release:${intentId}:${attempt}`))
    case 'capture':
      return ofPlace(
        await payments().capture(intentId, move.amount, `capture:${intentId}:${attempt}`),
      )
  }
}

/**
 * Makes a new hold on the saved card. If the hold is no longer wanted but an earlier try with an
 * unknown outcome may have made it, looks for it, so that the group can release it.
 */
async function renew(effect: Renew, attempt: number, deps: EffectDeps): Promise<boolean> {
  const wanted = () => {
    const state = deps.load()
    return state && renewalOf(effect, state)
  }
  const state = deps.load()
  const place = state && findParticipant(state, effect.participantId)
  if (!place) return true
  const { participantId } = effect
  const forWhat: IntentFor = {
    ...deps.kind.intentFor(state),
    purpose: 'deposit',
    amount: DEPOSIT_PENCE,
    participantId,
    userId: place.userId,
    attempt: effect.attempt,
    customerId: place.hold.card?.customerId ?? null,
  }
  const renewal = wanted()
  if (!renewal && attempt === 0) return true
  const made = renewal
    ? await deps.payments().renew(forWhat, renewal.card)
    : await deps.payments().find(forWhat)
  if (!made.ok) return false
  const facts = made.value && !('subjectId' in made.value) ? made.value.facts : null
  if (facts?.money === 'processing') return false
  if (facts && facts.money !== 'unpaid') deps.send({ type: 'settle', facts })
  else if (renewal)
    deps.send({
      type: 'renewalFailed',
      participantId,
      attempt: effect.attempt,
      intentId: facts?.intentId ?? null,
    })
  return wanted() === null
}
