import { BALANCE_MS } from '#app/kernel/limits.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import {
  attachCharge,
  beginCharge,
  type ChargeChange,
  isPaid,
  reserveCharge,
} from '#app/payments/rules/charge.ts'
import { isUsedUp } from '#app/payments/rules/ledger.ts'
import { quoteBalance, remainderOf } from './balance.ts'
import type { Say } from './command.ts'
import type { Event } from './event.ts'
import type { Rules } from './rules.ts'
import {
  depositSlot,
  findParticipant,
  type Group,
  ownPlace,
  type Place,
  type Slot,
} from './state.ts'

/** The changes of one of a place's charges, as events. */
export const ofSlot = (
  { id: participantId }: Place,
  slot: Slot,
  changes: ChargeChange[],
): Event[] => changes.map((change) => ({ ...change, participantId, slot }))

/**
 * Records the payment made for a place. The first of an attempt wins; a later one changes nothing,
 * and the caller sees that in the state.
 */
export function decideAttach(
  rules: Rules,
  state: Group,
  command: Say<'attachIntent'>,
  now: Instant,
): Result<Event[]> {
  const p = ownPlace(state, command.participantId, command.userId)
  if (!p) return fail('notFound')
  const slot = command.purpose === 'balance' ? 'balance' : depositSlot(p)
  const { intentId } = command
  // A renewal may have become the deposit already.
  if (p[slot].intentId === intentId || (slot === 'renewal' && p.deposit.intentId === intentId))
    return ok([])
  const refused = refuseAttach(rules, state, p, slot, now)
  if (refused) return refused
  return ok(ofSlot(p, slot, attachCharge(p[slot], command, isUsedUp(state, intentId))))
}

function refuseAttach(
  rules: Rules,
  state: Group,
  p: Place,
  slot: Slot,
  now: Instant,
): Result<Event[]> | null {
  if (slot === 'deposit') return p.seat === 'held' ? null : fail('holdExpired')
  if (slot === 'renewal') {
    const refused = rules.refuseRepay(state, p, now)
    return refused && fail(refused)
  }
  const { balance } = p
  if (isPaid(balance)) return fail('alreadyPaid')
  if (p.seat !== 'taken' || balance.state === 'closing') return fail('operationExpired')
  return balance.quote ? null : ok([])
}

/** Fixes what is to be paid, using up to `points` points. */
export function decideBeginBalance(
  rules: Rules,
  state: Group,
  command: Say<'beginBalance'>,
  now: Instant,
): Result<Event[]> {
  const p = ownPlace(state, command.participantId, command.userId)
  if (p?.seat !== 'taken') return fail(p?.leaving === 'unpaid' ? 'operationExpired' : 'notFound')
  const refused = rules.refuseBalance(state, p, now)
  if (refused) return fail(refused)
  const owed = rules.owedBy(state, p)
  if (owed === null) return fail('balanceNotDue')
  const quote = quoteBalance(remainderOf(owed), command.points, command.pointsPerPound)
  const changes = beginCharge(p.balance, quote, now + BALANCE_MS)
  return changes ? ok(ofSlot(p, 'balance', changes)) : fail('unavailable', { retryAfterSeconds: 5 })
}

/** Whether the points of a balance could be set aside. */
export function decidePointsReserved(
  state: Group,
  { participantId, attempt, granted }: Say<'pointsReserved'>,
): Result<Event[]> {
  const p = findParticipant(state, participantId)
  if (!p) return fail('notFound')
  if (p.seat !== 'taken') return ok([])
  return ok(ofSlot(p, 'balance', reserveCharge(p.balance, attempt, granted)))
}

/** The intent that could not be paid off-session becomes the one the user pays themselves. */
export function decideRenewalFailed(
  state: Group,
  { participantId, attempt, intentId }: Say<'renewalFailed'>,
): Result<Event[]> {
  const p = findParticipant(state, participantId)
  if (!p) return fail('notFound')
  const { renewal, hold } = p
  if (p.seat !== 'taken' || hold.renewing !== 'due' || renewal.attempt !== attempt) return ok([])
  const attached =
    intentId && !isUsedUp(state, intentId)
      ? attachCharge(renewal, { attempt, intentId }, false)
      : []
  return ok([...ofSlot(p, 'renewal', attached), { type: 'renewalFailed', participantId }])
}
