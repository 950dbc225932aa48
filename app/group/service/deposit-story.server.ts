import type { ParticipantRow } from '#app/group/rows/participants.server.ts'
import { type DepositStory, depositStoryOf } from '#app/group/rules/deposit-fate.ts'
import { depositReturnedOf, isKept } from '#app/group/rules/outside.ts'
import {
  type DepositStatus,
  depositStatusOf,
  type Group,
  type LeaveReason,
  openDeposit,
  type Place,
  type Seat,
} from '#app/group/rules/state.ts'
import type { GroupStatus } from '#app/group/rules/status.ts'
import { DEPOSIT_PENCE } from '#app/kernel/limits.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import type { Owed } from '#app/payments/rows/failed-refunds.server.ts'
import { isPaid } from '#app/payments/rules/charge.ts'

/** Which charges of a place have a pending payment: begun and undecided. */
export type PendingPayments = { deposit: boolean; balance: boolean }

export const begunOf = (place: Place): PendingPayments => ({
  deposit: openDeposit(place).intentId !== null,
  balance: place.balance.intentId !== null && !isPaid(place.balance),
})

type StoryRow = Pick<
  ParticipantRow,
  | 'seat'
  | 'leaving'
  | 'paymentStatus'
  | 'depositStatus'
  | 'renewalFailed'
  | 'depositCaptured'
  | 'depositReturned'
  | 'returnedAmount'
>

/** The story of a deposit, according to the read model. */
export function storyOfRow(status: GroupStatus, p: StoryRow, owed: Owed): DepositStory {
  // Rows older than these two columns do not say what was charged; it was nearly always all of it.
  const captured = p.depositCaptured ?? (p.depositStatus === 'captured' ? DEPOSIT_PENCE : 0)
  const facts = {
    status,
    seat: p.seat as Seat,
    leaving: p.leaving as LeaveReason | null,
    isPaid: p.paymentStatus === 'PAID',
    depositStatus: p.depositStatus as DepositStatus,
    renewalFailed: p.renewalFailed,
    captured,
    returned: p.depositReturned ?? Math.min(p.returnedAmount, captured),
  }
  return depositStoryOf(facts, owed.deposit)
}

/** The same, according to the group's state. */
export const storyOfPlace = (state: Group, p: Place, owed: MinorUnits): DepositStory =>
  depositStoryOf(
    {
      status: state.status,
      seat: p.seat,
      leaving: p.leaving,
      isPaid: isPaid(p.balance),
      depositStatus: depositStatusOf(p),
      renewalFailed: p.hold.renewing === 'failed',
      captured: p.deposit.paid,
      returned: depositReturnedOf(state, p),
    },
    owed,
  )

type RefundRow = Pick<ParticipantRow, 'seat' | 'leaving' | 'refundedAmount' | 'returnedAmount'>

/**
 * Pence charged for a place that are back with its owner. For a place that is kept, failed refunds
 * are already excluded; for others only the failures' own rows record them.
 */
export function refundedAmountOf(p: RefundRow, owed: Owed): MinorUnits {
  // Rows older than this column only record refunds of money that is kept.
  const back = p.refundedAmount ?? p.returnedAmount
  const place = { seat: p.seat as Seat, leaving: p.leaving as LeaveReason | null }
  return isKept(place) ? back : Math.max(0, back - owed.deposit - owed.balance)
}
