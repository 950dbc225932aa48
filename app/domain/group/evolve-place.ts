import type { PlaceEvent } from './event.ts'
import type { LeaveReason, PaymentPurpose, Place, Stray } from './state.ts'

/** A place after a change, and the intents that pay for nothing any more. */
type Changed = [Place, Stray[]]

const strayOf = (
  p: Place,
  intentId: string | null | undefined,
  purpose: PaymentPurpose,
): Stray[] => (intentId ? [{ intentId, participantId: p.id, purpose, unexpected: false }] : [])

/** The payment that the seat was taken with, while it holds money. */
const living = (p: Place): string | null =>
  p.deposit.status === 'held' || p.deposit.status === 'captured' ? p.deposit.intentId : null

/**
 * A paid place that is left: every payment of it is on its way back. Of one whose balance was not
 * paid in time the deposit is ours and stays so.
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

/** A place that goes on as a private car: its deposit is looked after there. */
export function moveAlong(p: Place, to: Place['convertedTo']): Changed {
  return [{ ...p, seat: 'gone', leaving: 'converted', convertedTo: to }, []]
}

/** The new hold takes over. The old one is let go, if the bank has not done so already. */
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
