import type { MinorUnits } from '#app/kernel/money.ts'
import type { Instant } from '#app/kernel/time.ts'
import { type IntentFacts, lostIn } from './payment.ts'

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
 * The split of an amount: `original` pence in total, of which points cover `deducted` and the card
 * pays `amount`.
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
  /** The quote of the current attempt; null: none has begun, or the amount needs no quote. */
  quote: Quote | null
  /** Whether all points of the quote have been set aside in the ledger. */
  reserved: boolean
  /** The payment's intent, once it is recorded here. Its secret is handed out only after that. */
  intentId: string | null
  /** When the current attempt ends and its points go back. */
  expiresAt: Instant | null
  /** Pence charged, and when we learnt of it. Refunds are in the ledger. */
  paid: MinorUnits
  paidAt: Instant | null
}

export const newCharge = (attempt = 1): Charge => ({
  state: 'open',
  attempt,
  quote: null,
  reserved: true,
  intentId: null,
  expiresAt: null,
  paid: 0,
  paidAt: null,
})

/** The events of a charge. Stored permanently, with the place and the slot they belong to. */
export type ChargeChange =
  | { type: 'chargeBegun'; quote: Quote; expiresAt: Instant }
  | { type: 'chargeReserved' }
  | { type: 'chargeAttached'; intentId: string }
  | { type: 'chargeClosing' }
  /** The attempt ended unpaid; its points go back. */
  | { type: 'chargeLost'; attempt: number; points: number }
  | { type: 'chargeHeld'; captureBefore: Instant | null; card: SavedCard | null; at: Instant }
  /** `amount`: charged to the card, in pence. `at`: unless points paid for everything. */
  | { type: 'chargePaid'; amount: MinorUnits; at?: Instant }
  /** The bank released the hold. */
  | { type: 'chargeReleased' }

/**
 * A card we may charge off-session to renew a deposit, with its owner's consent. Both ids are the
 * provider's.
 */
export type SavedCard = { customerId: string; paymentMethodId: string }

/** Whether nothing has been paid yet, but could be. */
export const isUnpaid = ({ state }: Charge): boolean =>
  state === 'open' || state === 'begun' || state === 'closing'
/** Whether an attempt is under way, whose payment may still arrive. */
export const isBegun = ({ state }: Charge): boolean => state === 'begun' || state === 'closing'
export const isPaid = ({ state }: Charge): boolean => state === 'paid'

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
      return {
        ...charge,
        ...{ state: 'paid', paid: change.amount, paidAt: change.at ?? null, expiresAt: null },
      }
    case 'chargeReleased':
      return { ...charge, state: 'lost' }
  }
}

/** A reading of a charge's payment. */
export type ChargeFacts = IntentFacts & {
  /** Whether the card was ever authorised for this payment. */
  authorised: boolean
  /** Captured and not refunded, in pence. */
  received: MinorUnits
  captureBefore: Instant | null
  /** The card, if its owner allowed us to keep it. */
  card: SavedCard | null
}

/** Pence captured of a payment before any refund. */
export const takenOf = ({ received, refunded = 0, disputes }: ChargeFacts): MinorUnits =>
  received + refunded + lostIn(disputes)

/** The end of the current attempt. */
export const lost = ({ attempt, quote }: Charge): ChargeChange => ({
  type: 'chargeLost',
  attempt,
  points: quote?.points ?? 0,
})

/**
 * Fixes the amount to pay, until `expiresAt`. Attempts run one at a time: while the payment of
 * another quote may still arrive, this is null, because that payment must be seen cancelled first.
 */
export function beginCharge(
  charge: Charge,
  quote: Quote,
  expiresAt: Instant,
): ChargeChange[] | null {
  const isSame = charge.quote !== null && sameQuote(charge.quote, quote)
  if (isSame && charge.state !== 'closing') return []
  if (charge.intentId !== null) return null
  return [...(charge.quote ? [lost(charge)] : []), { type: 'chargeBegun', quote, expiresAt }]
}

/** Once the points are set aside the card can be charged for the rest, if there is a rest. */
export function reserveCharge(charge: Charge, attempt: number, granted: boolean): ChargeChange[] {
  const { quote, reserved, intentId } = charge
  if (!isUnpaid(charge) || !quote || charge.attempt !== attempt || intentId) return []
  if (!granted) return reserved ? [] : [lost(charge)]
  const changes: ChargeChange[] = reserved ? [] : [{ type: 'chargeReserved' }]
  return quote.amount === 0 ? [...changes, { type: 'chargePaid', amount: 0 }] : changes
}

/**
 * Records the payment made for an attempt, before anybody can pay it. The first payment of an
 * attempt wins; a later one changes nothing. `isUsedUp`: it was released before it came here. It
 * cannot pay for anything and no reading would say so again, so the attempt is over.
 */
export function attachCharge(
  charge: Charge,
  { attempt, intentId }: { attempt: number; intentId: string },
  isUsedUp: boolean,
): ChargeChange[] {
  if (charge.attempt !== attempt || charge.intentId !== null || !charge.reserved) return []
  return [isUsedUp ? lost(charge) : { type: 'chargeAttached', intentId }]
}

/**
 * The changes of a reading. Monotone: readings may come twice, late and in any order, and an old
 * one never undoes what a newer one established. A payment may be seen before it was recorded here:
 * `accepts` says whether it matches the charge. `isHold`: authorising the card is enough. 'stray':
 * it pays for nothing, so it must be released.
 */
export function settleCharge(
  charge: Charge,
  facts: ChargeFacts,
  { accepts, isHold, now }: { accepts: boolean; isHold: boolean; now: Instant },
): ChargeChange[] | 'stray' {
  const { intentId, money, attempt } = facts
  if (charge.intentId === intentId) return settleOwn(charge, facts, isHold, now)
  if (money === 'returned') return []
  if (!accepts || charge.intentId !== null || charge.attempt !== attempt || !isUnpaid(charge))
    return 'stray'
  const settled = settleOwn(charge, facts, isHold, now)
  return settled.length > 0 ? [{ type: 'chargeAttached', intentId }, ...settled] : []
}

function settleOwn(
  charge: Charge,
  facts: ChargeFacts,
  isHold: boolean,
  at: Instant,
): ChargeChange[] {
  const { money, captureBefore, card } = facts
  const paid: ChargeChange = { type: 'chargePaid', amount: takenOf(facts), at }
  if (charge.state === 'held') {
    if (money === 'returned') return [{ type: 'chargeReleased' }]
    return money === 'captured' ? [paid] : []
  }
  if (!isUnpaid(charge)) return []
  if (money === 'returned') return [lost(charge)]
  const held: ChargeChange[] = isHold ? [{ type: 'chargeHeld', captureBefore, card, at }] : []
  if (money === 'captured') return [...held, paid]
  return money === 'held' ? held : []
}

const sameQuote = (a: Quote, b: Quote): boolean =>
  a.original === b.original &&
  a.points === b.points &&
  a.deducted === b.deducted &&
  a.amount === b.amount
