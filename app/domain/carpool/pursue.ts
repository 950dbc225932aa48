import type { MinorUnits } from '../money.ts'
import type { Effect } from './effect.ts'
import type { PaymentFacts } from './payment.ts'
import { type CarpoolState, findParticipant } from './state.ts'

export type MoneyEffect = Exclude<Effect, { kind: 'notice' }>

/** settle: the reading says it all. wait: nothing can be decided yet, look again later. */
export type Move =
  | { do: 'settle' }
  | { do: 'release' }
  | { do: 'capture'; amount: MinorUnits }
  | { do: 'wait' }

/**
 * The intent a money effect still has to do with; null: it is done or overtaken. Asked before each
 * try, because between writing an effect and doing it anything may have happened.
 */
export function openIntentOf(effect: MoneyEffect, state: CarpoolState): string | null {
  if (effect.kind === 'release')
    return state.strays.some((s) => s.intentId === effect.intentId) ? effect.intentId : null
  const p = findParticipant(state, effect.participantId)
  if (!p) return null
  const { intentId, status } = p.deposit
  if (effect.kind === 'resolve') return p.seat === 'lapsing' ? intentId : null
  return status === 'held' && intentId === effect.intentId ? intentId : null
}

/**
 * What to do now that the payment has been read. An unpaid intent is cancelled, and seen cancelled,
 * before its seat is freed; a paid one keeps its seat, unless its owner has given it up.
 */
export function moveFor(effect: MoneyEffect, state: CarpoolState, facts: PaymentFacts): Move {
  const { money } = facts
  if (money === 'returned') return { do: 'settle' }
  if (money === 'processing') return { do: 'wait' }
  switch (effect.kind) {
    case 'resolve': {
      const wantsOut = findParticipant(state, effect.participantId)?.leaving === 'givenUp'
      return money === 'unpaid' || wantsOut ? { do: 'release' } : { do: 'settle' }
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
