import type { PlaceEvent } from './event.ts'
import type { LeaveReason, PaymentPurpose, Place, Stray } from './state.ts'

/** A place after a change, and the intents that no longer pay for anything. */
type Changed = [Place, Stray[]]

const strayOf = (
  p: Place,
  intentId: string | null | undefined,
  purpose: PaymentPurpose,
): Stray[] => (intentId ? [{ intentId, participantId: p.id, purpose, unexpected: false }] : [])

/** The payment the seat was taken with, while it holds money. */
const living = (p: Place): string | null =>
  p.deposit.status === 'held' || p.deposit.status === 'captured' ? p.deposit.intentId : null

/**
 * A paid place that is left: all its payments are on their way back. If the balance was not paid in
 * time, we keep the deposit.
 */
export function leave(p: Place, reason: LeaveReason): Changed {
  const isKept = reason === 'unpaid' && p.deposit.status === 'captured'
  const strays = [
    ...(isKept ? [] : strayOf(p, living(p), 'deposit')),
    ...strayOf(p, p.deposit.next?.intentId, 'deposit'),
    ...strayOf(p, p.balance.intentId, 'balance'),
  ]
  const status = isKept ? 'captured' : strays.length > 0 ? 'returning' : 'cancelled'
  const deposit = { ...p.deposit, status, next: null, renewal: 'none' } as const
  return [{ ...p, seat: 'gone', leaving: reason, deposit }, strays]
}

/** A place that becomes a private car: its deposit is handled there from now on. */
export function moveAlong(p: Place, to: Place['convertedTo']): Changed {
  return [{ ...p, seat: 'gone', leaving: 'converted', convertedTo: to }, []]
}

/** The new hold takes over. The old one is released, unless the bank already did so. */
export function replaceDeposit(
  p: Place,
  event: Extract<PlaceEvent, { type: 'depositReplaced' }>,
): Changed {
  const old = p.deposit.status === 'held' ? p.deposit.intentId : null
  const deposit = {
    ...p.deposit,
    intentId: p.deposit.next?.intentId ?? p.deposit.intentId,
    attempt: p.deposit.attempt + 1,
    status: 'held',
    captureBefore: event.captureBefore,
    deadlinePassed: false,
    next: null,
    card: event.card ?? p.deposit.card,
    renewal: 'none',
    replacedAt: event.at,
  } as const
  return [{ ...p, deposit }, strayOf(p, old, 'deposit')]
}
