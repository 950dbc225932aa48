import { DEPOSIT_PENCE } from '#app/kernel/limits.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import type { DepositStatus, LeaveReason, Seat } from './state.ts'
import { type GroupStatus, is } from './status.ts'

/**
 * What has become of a place's deposit, in the terms of its owner. Everything that is said about a
 * deposit follows from this.
 * - awaiting: not paid yet. held: on hold. expiring: on hold, but it could not be renewed. lost:
 *   the bank has lifted the hold, and the deposit has to be paid again.
 * - counted: charged, and part of the price. kept: charged, and not refunded although the place was
 *   lost. partBack, back: refunded in part or in full, by hand or through a lost dispute, or
 *   because the place is gone.
 * - returning: on its way back. notBack: it was refunded, but the bank did not accept it. moved: it
 *   went on to a private car. none: there was nothing to return.
 */
export type DepositFate =
  | 'awaiting'
  | 'held'
  | 'expiring'
  | 'lost'
  | 'counted'
  | 'kept'
  | 'partBack'
  | 'back'
  | 'returning'
  | 'notBack'
  | 'moved'
  | 'none'

export type FateFacts = {
  status: GroupStatus
  seat: Seat
  leaving: LeaveReason | null
  /** Whether the balance is paid. */
  isPaid: boolean
  depositStatus: DepositStatus
  renewalFailed: boolean
  /** Pence of the deposit that were charged, and pence of that which were refunded. */
  captured: MinorUnits
  returned: MinorUnits
}

/** A deposit in short: `amount` was charged, or else held; `back` of it was refunded. */
export type DepositStory = { fate: DepositFate; amount: MinorUnits; back: MinorUnits }

/**
 * `owed`: pence of the deposit's failed refunds. Money owed back is neither kept nor counted
 * towards the price.
 */
export function depositStoryOf(facts: FateFacts, owed: MinorUnits): DepositStory {
  const fate = depositFateOf(facts)
  const amount = facts.captured || DEPOSIT_PENCE
  const isOurs = fate === 'kept' || fate === 'counted'
  const isAllOwed = isOurs ? owed >= amount : fate === 'back' || fate === 'returning'
  if (owed > 0 && isAllOwed) return { fate: 'notBack', amount: owed, back: 0 }
  return { fate, amount: isOurs ? amount - owed : amount, back: facts.returned }
}

export function depositFateOf(facts: FateFacts): DepositFate {
  const { depositStatus, leaving } = facts
  if (leaving === 'moved' || leaving === 'converted')
    return depositStatus === 'released' ? 'lost' : 'moved'
  switch (depositStatus) {
    case 'held':
      return facts.renewalFailed ? 'expiring' : 'held'
    case 'released':
      return 'lost'
    case 'captured':
      return ofCaptured(facts)
    case 'cancelled':
      return hadDeposit(leaving) ? 'back' : 'none'
    case 'awaiting':
    case 'returning':
      return depositStatus
  }
}

function ofCaptured({ captured, returned, ...facts }: FateFacts): DepositFate {
  if (returned > 0) return returned >= captured ? 'back' : 'partBack'
  const isLost = facts.leaving === 'unpaid' || (is(facts.status, 'closed') && !facts.isPaid)
  return isLost ? 'kept' : 'counted'
}

/**
 * Whether a place left for this reason had a deposit to return. One that is released over an unpaid
 * balance loses it, unless the bank had lifted the hold before.
 */
const hadDeposit = (leaving: LeaveReason | null): boolean =>
  leaving !== null && !['expired', 'cutoff', 'givenUp', 'unpaid'].includes(leaving)
