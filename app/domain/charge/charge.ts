import type { MinorUnits } from '#app/domain/money.ts'
import type { Instant } from '#app/domain/time.ts'

/**
 * Where a charge stands.
 * - open: it is to be paid. begun: its amount is fixed, or its payment is known. closing: the time
 *   to pay is up, and the payment has to be checked.
 * - held: the card is authorised. paid: it is ours, or nothing was to be paid.
 * - lost: the bank released the hold. returning: its money is on the way back. void: nothing is
 *   owed, and there is no money on it.
 */
export type ChargeState =
  | 'open'
  | 'begun'
  | 'closing'
  | 'held'
  | 'paid'
  | 'lost'
  | 'returning'
  | 'void'

/**
 * How an amount is to be paid: `original` pence in total, of which points cover `deducted` and the
 * card pays `amount`.
 */
export type Quote = {
  original: MinorUnits
  points: number
  deducted: MinorUnits
  amount: MinorUnits
}

/**
 * One amount that one student owes for one reason: the deposit of a place, its renewal, its
 * balance, the base price of an order. It is paid in attempts, one at a time, each with one payment
 * intent.
 */
export type Charge = {
  state: ChargeState
  /**
   * The number of the next attempt, or of the current one, from 1; part of its idempotency keys.
   */
  attempt: number
  /** What the current attempt is for; null: none has begun, or its amount needs no working out. */
  quote: Quote | null
  /** Whether all points of the quote have been set aside in the ledger. */
  reserved: boolean
  /** The payment, once it is known here. Its secret is handed out only after that. */
  intentId: string | null
  /** When the current attempt ends and its points go back. */
  expiresAt: Instant | null
  /** What was charged, in pence. Whatever goes back of it is in the ledger. */
  paid: MinorUnits
}

export const newCharge = (attempt = 1): Charge => ({
  state: 'open',
  attempt,
  quote: null,
  reserved: true,
  intentId: null,
  expiresAt: null,
  paid: 0,
})

/** What happens to a charge. Stored permanently, with the place and the slot it belongs to. */
export type ChargeChange =
  | { type: 'chargeBegun'; quote: Quote; expiresAt: Instant }
  | { type: 'chargeReserved' }
  | { type: 'chargeAttached'; intentId: string }
  | { type: 'chargeClosing' }
  /** The attempt ended unpaid; its points go back. */
  | { type: 'chargeLost'; attempt: number; points: number }
  | { type: 'chargeHeld'; captureBefore: Instant | null; card: SavedCard | null; at: Instant }
  /** `amount`: charged to the card, in pence. */
  | { type: 'chargePaid'; amount: MinorUnits }
  /** The bank released the hold. */
  | { type: 'chargeReleased' }

/**
 * A card whose owner allowed us to charge it off-session to renew a deposit; both ids are the
 * provider's.
 */
export type SavedCard = { customerId: string; paymentMethodId: string }

/** Whether nothing has been paid yet, but may be. */
export const isUnpaid = ({ state }: Charge): boolean =>
  state === 'open' || state === 'begun' || state === 'closing'
/** Whether an attempt is under way, so that its payment may still come. */
export const isBegun = ({ state }: Charge): boolean => state === 'begun' || state === 'closing'
export const isPaid = ({ state }: Charge): boolean => state === 'paid'

/** The charge after one more change. */
export function evolveCharge(charge: Charge, change: ChargeChange): Charge {
  switch (change.type) {
    case 'chargeBegun': {
      const { quote, expiresAt } = change
      return { ...charge, state: 'begun', quote, expiresAt, reserved: quote.points === 0 }
    }
    case 'chargeReserved':
      return { ...charge, reserved: true }
    case 'chargeAttached':
      return { ...charge, state: 'begun', intentId: change.intentId }
    case 'chargeClosing':
      return { ...charge, state: 'closing' }
    case 'chargeLost':
      return { ...charge, ...newCharge(charge.attempt + 1) }
    case 'chargeHeld':
      return { ...charge, state: 'held' }
    case 'chargePaid':
      return { ...charge, state: 'paid', paid: change.amount, expiresAt: null }
    case 'chargeReleased':
      return { ...charge, state: 'lost' }
  }
}
