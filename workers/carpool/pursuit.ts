import type { Command } from '../../app/domain/carpool/command.ts'
import { privateCarOf } from '../../app/domain/carpool/decide-own.ts'
import type { CarpoolState } from '../../app/domain/carpool/state.ts'
import type { Effect } from '../../app/domain/group/effect.ts'
import { type MoneyEffect, moveFor, openIntentOf, renewalOf } from '../../app/domain/group/pursue.ts'
import { findParticipant } from '../../app/domain/group/state.ts'
import { DEPOSIT_PENCE } from '../../app/domain/limits.ts'
import { fail, ok, type Result } from '../../app/domain/result.ts'
import type { CarpoolObjects } from '../../app/services/carpool-objects.server.ts'
import type { CarpoolIntent, CarpoolIntentFor, Payments } from '../../app/services/payments.server.ts'
import { settle, tellCarpool } from '../../app/services/settle.server.ts'
import type { MirrorTask, Task } from './store.ts'

export type PursuitDeps = {
  /** The carpool as it is at this moment; it may change at every await. */
  load(): CarpoolState | null
  payments(): Payments
  /** Other carpools. */
  objects(): CarpoolObjects
  /** Says a command to this carpool itself. */
  tell(command: Command): Result<CarpoolState>
}

type Renew = Extract<Effect, { kind: 'renew' }>
type OpenPrivate = Extract<Effect, { kind: 'openPrivate' }>

/**
 * Tries to do one effect; `attempt` counts the tries before. True when there is nothing left to do about
 * it. Whether there is, is asked of the state each time and not remembered. Safe to repeat.
 */
export async function pursue(
  effect: Exclude<Task, MirrorTask>,
  attempt: number,
  deps: PursuitDeps,
): Promise<boolean> {
  switch (effect.kind) {
    case 'renew':
      return renew(effect, attempt, deps)
    case 'openPrivate':
      return openPrivate(effect, deps)
    default:
      return decidePayment(effect, attempt, deps)
  }
}

/** Reads the payment, acts on what it is, and tells the carpool. */
async function decidePayment(effect: MoneyEffect, attempt: number, deps: PursuitDeps): Promise<boolean> {
  const open = () => {
    const state = deps.load()
    return state && openIntentOf(effect, state)
  }
  const { participantId } = effect
  const intentId = open()
  if (intentId !== null)
    await settle(intentId, {
      read: deps.payments().carpools.read,
      act: (intent) => act(effect, intent, attempt, deps),
      // The place as it is called here: a deposit that went along was made for one in another carpool.
      tell: tellCarpool(async (_carpool, facts) => {
        const told = deps.tell({ type: 'settle', facts: { ...facts, participantId } })
        return told.ok ? ok({ state: told.value }) : told
      }),
    })
  return open() === null
}

/** The key carries the try: a stored error of an earlier one must not be said again, and each step is safe to repeat. */
async function act(
  effect: MoneyEffect,
  intent: CarpoolIntent,
  attempt: number,
  { load, payments }: PursuitDeps,
): Promise<Result<CarpoolIntent>> {
  const state = load()
  if (!state) return fail('notFound')
  const { intentId, money } = intent.facts
  const move = moveFor(effect, state, intent.facts)
  switch (move.do) {
    case 'settle':
      return ok(intent)
    case 'wait':
      return fail('unavailable')
    case 'release':
      return payments().carpools.release(intentId, money, `release:${intentId}:${attempt}`)
    case 'capture':
      return payments().carpools.capture(intentId, move.amount, `capture:${intentId}:${attempt}`)
  }
}

/**
 * Makes a new hold on the saved card. One that is not wanted any more, but may have been made by a try
 * whose end we never saw, is looked for: the carpool then lets it go.
 */
async function renew(effect: Renew, attempt: number, deps: PursuitDeps): Promise<boolean> {
  const wanted = () => {
    const state = deps.load()
    return state && renewalOf(effect, state)
  }
  const state = deps.load()
  const place = state && findParticipant(state, effect.participantId)
  if (!place) return true
  const { participantId } = effect
  const forWhat: CarpoolIntentFor = {
    purpose: 'deposit',
    amount: DEPOSIT_PENCE,
    carpoolId: state.id,
    participantId,
    userId: place.userId,
    attempt: effect.attempt,
    customerId: place.deposit.card?.customerId ?? null,
  }
  const renewal = wanted()
  if (!renewal && attempt === 0) return true
  const made = renewal
    ? await deps.payments().carpools.renew(forWhat, renewal.card)
    : await deps.payments().carpools.find(forWhat)
  if (!made.ok) return false
  const facts = made.value?.facts
  if (facts?.money === 'processing') return false
  if (facts && facts.money !== 'unpaid') deps.tell({ type: 'settle', facts })
  else if (renewal)
    deps.tell({
      type: 'renewalFailed',
      participantId,
      attempt: effect.attempt,
      intentId: facts?.intentId ?? null,
    })
  return wanted() === null
}

async function openPrivate({ participantId }: OpenPrivate, { load, objects }: PursuitDeps): Promise<boolean> {
  const state = load()
  const command = state && privateCarOf(state, participantId)
  if (command?.type !== 'openPrivate') return true
  return (await objects().execute(command.carpoolId, command)).ok
}
