import type { MinorUnits } from '#app/kernel/money.ts'
import { isPaid, type SavedCard } from '#app/payments/rules/charge.ts'
import { isDisputed, isStray } from '#app/payments/rules/ledger.ts'
import { hasOpenDispute } from '#app/payments/rules/payment.ts'
import type { Effect } from './effect.ts'
import type { PaymentFacts } from './payment.ts'
import {
  findParticipant,
  type Group,
  isMoneySentBack,
  isStanding,
  type Place,
  type Slot,
} from './state.ts'
import { is } from './status.ts'

/** Effects that read a payment and act on it. */
export type MoneyEffect = Extract<Effect, { kind: 'resolve' | 'release' | 'capture' | 'check' }>

/** settle: the reading is conclusive. wait: nothing can be decided yet, look again later. */
export type Step =
  | { do: 'settle' }
  | { do: 'release' }
  | { do: 'capture'; amount: MinorUnits }
  | { do: 'wait' }

/**
 * The intent a money effect still has to act on; null: done or obsolete. Asked before each attempt,
 * because anything may have happened between writing the effect and running it.
 */
export function openIntentOf(effect: MoneyEffect, state: Group): string | null {
  if (effect.kind === 'release') {
    // Disputed money waits: closing the dispute requests this effect again.
    const waits = isDisputed(state, effect.intentId)
    return !waits && isStray(state, effect.intentId) ? effect.intentId : null
  }
  const p = findParticipant(state, effect.participantId)
  if (!p) return null
  if (effect.kind === 'resolve') return closingIntent(p, effect.slot)
  const { intentId, state: stands } = p.deposit
  const open = isStanding(p) && stands === 'held'
  return open && intentId === effect.intentId ? intentId : null
}

/** The intent of a slot whose time is up. */
function closingIntent(p: Place, slot: Slot): string | null {
  const isOver =
    slot === 'deposit' ? p.seat === 'lapsing' : isStanding(p) && p[slot].state === 'closing'
  return isOver ? p[slot].intentId : null
}

/**
 * What to do now that the payment has been read. An unpaid intent is cancelled, and seen cancelled,
 * before its seat is freed; a paid one keeps its seat, unless the seat is no longer wanted.
 */
export function stepFor(effect: MoneyEffect, state: Group, facts: PaymentFacts): Step {
  const { money } = facts
  // The group is told about an open dispute first. A refund now would be refused by the bank, or
  // would pay twice.
  if (money === 'returned' || hasOpenDispute(facts)) return { do: 'settle' }
  if (money === 'processing') return { do: 'wait' }
  switch (effect.kind) {
    case 'resolve': {
      const p = findParticipant(state, effect.participantId)
      const unwanted =
        (effect.slot === 'deposit' && p !== undefined && isMoneySentBack(p)) ||
        // A replacement deposit that came too late.
        (effect.slot === 'renewal' && (p?.deposit.state === 'paid' || is(state.status, 'over')))
      return money === 'unpaid' || unwanted ? { do: 'release' } : { do: 'settle' }
    }
    case 'release':
      return { do: 'release' }
    case 'capture':
      if (money === 'unpaid') return { do: 'wait' }
      return money === 'held' ? { do: 'capture', amount: effect.amount } : { do: 'settle' }
    case 'check':
      return money === 'captured' ? { do: 'settle' } : { do: 'wait' }
  }
}

/** The place and card to charge for a renewal that is still wanted, or null. */
export function renewalOf(
  { participantId, attempt }: Extract<Effect, { kind: 'renew' }>,
  state: Group,
): { place: Place; card: SavedCard } | null {
  const place = findParticipant(state, participantId)
  if (place?.seat !== 'taken') return null
  const { deposit, renewal, hold } = place
  // A captured deposit needs no new hold; one made anyway pays for nothing and is released.
  const open = !isPaid(deposit) && renewal.intentId === null && is(state.status, 'keepsDeposit')
  const wanted = open && hold.renewing === 'due' && renewal.attempt === attempt
  return wanted && hold.card ? { place, card: hold.card } : null
}
