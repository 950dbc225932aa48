import { type ChargeChange, evolveCharge, newCharge } from '#app/payments/rules/charge.ts'
import type { PaymentPurpose, Stray } from '#app/payments/rules/ledger.ts'
import type { PlaceEvent } from './event.ts'
import { type LeaveReason, NO_HOLD, type Place, type PlaceRef, type Slot } from './state.ts'

/** A place after a change, and the intents that no longer pay for anything. */
type PlaceChange = [Place, Stray[]]

const strayOf = (p: Place, intentId: string | null, purpose: PaymentPurpose): Stray[] =>
  intentId ? [{ intentId, participantId: p.id, purpose, unexpected: false }] : []

/** The place after a change of one of its charges. */
export const withCharge = (
  p: Place,
  { slot, ...change }: ChargeChange & { slot: Slot },
): Place => ({
  ...p,
  [slot]: evolveCharge(p[slot], change),
})

type ChargeHeld = Extract<ChargeChange, { type: 'chargeHeld' }>

/** The first hold of a place. The next payment of a deposit has the number after it. */
export function hold(p: Place, event: ChargeHeld): PlaceChange {
  const { captureBefore, card } = event
  const deposit = evolveCharge(p.deposit, event)
  const renewal = newCharge(deposit.attempt + 1)
  return [{ ...p, deposit, renewal, hold: { ...NO_HOLD, captureBefore, card } }, []]
}

/** A new hold takes over. The old one is released, unless the bank already did so. */
export function replaceDeposit(p: Place, event: ChargeHeld): PlaceChange {
  const old = p.deposit.state === 'held' ? p.deposit.intentId : null
  const deposit = evolveCharge(p.renewal, event)
  const hold = {
    ...NO_HOLD,
    captureBefore: event.captureBefore,
    card: event.card ?? p.hold.card,
    replacedAt: event.at,
  }
  const renewal = newCharge(deposit.attempt + 1)
  return [{ ...p, deposit, renewal, hold }, strayOf(p, old, 'deposit')]
}

/**
 * A paid place that is left: all its payments are on their way back. If the balance was not paid in
 * time, we keep the deposit.
 */
export function leave(p: Place, reason: LeaveReason): PlaceChange {
  const { state, intentId } = p.deposit
  const isKept = reason === 'unpaid' && state === 'paid'
  const isLiving = state === 'held' || state === 'paid'
  const strays = [
    ...strayOf(p, isLiving && !isKept ? intentId : null, 'deposit'),
    ...strayOf(p, p.renewal.intentId, 'deposit'),
    ...strayOf(p, p.balance.intentId, 'balance'),
  ]
  const after = isKept ? 'paid' : strays.length > 0 ? 'returning' : 'void'
  return [
    {
      ...p,
      seat: 'gone',
      leaving: reason,
      deposit: { ...p.deposit, state: after },
      renewal: newCharge(p.renewal.attempt),
      hold: { ...p.hold, renewing: 'none' },
    },
    strays,
  ]
}

/**
 * A place that has moved to another group. The ids of its payments stay, so that later readings of
 * them are forwarded; the amounts moved along.
 */
export function moved(p: Place, to: PlaceRef): Place {
  const gone = { state: 'void', quote: null, paid: 0 } as const
  const [deposit, balance] = [
    { ...p.deposit, ...gone },
    { ...p.balance, ...gone },
  ]
  return { ...p, seat: 'gone', leaving: 'moved', convertedTo: to, deposit, balance }
}

/** The place in the group that it moved to. */
export function arrived(event: Extract<PlaceEvent, { type: 'placeArrived' }>): Place {
  const { participantId: id, userId, party, money, heldAt, from, at } = event
  const { consent, inFull } = event
  return {
    ...{ id, userId, party, seat: 'taken', leaving: null, heldAt, holdExpiresAt: at },
    ...{ ...money, convertedTo: null, movedFrom: from },
    ...(consent && { consent }),
    ...(inFull !== undefined && { inFull }),
  }
}
